"""One record of a file to be imported, as it stands there."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One record of a file.

    Attributes:
        line: Where it begins, from 1; of an XML file, which record it is.
        cells: Its values by column.
        wrong: Why it can not be read, and what would help; "" when it can.
    """

    line: int
    cells: Mapping[str, str]
    wrong: str = ""
