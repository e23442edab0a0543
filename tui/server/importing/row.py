"""The record type of files to be imported."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One record of a file.

    Attributes:
        line: The line on which the record begins, from 1; in an XML file, the record's number.
        wrong: Why the record cannot be read, and what would help; "" if it can.
    """

    line: int
    cells: Mapping[str, str]
    wrong: str = ""
