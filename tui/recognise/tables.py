"""Tables in text: a column's header is the label of every cell under it."""

import re
from collections.abc import Iterator

_MOST_COLUMNS = 30


def cells_under(text: str, label: str) -> Iterator[tuple[int, str]]:
    """Cells in columns whose header is ``label`` (a pattern), each with its offset in ``text``.

    Rows are lines with ``|`` or tabs between cells; a table ends at the first line without them.
    """
    header: list[bool] | None = None
    wanted = re.compile(rf"\W{{0,4}}(?:{label})\W{{0,4}}", re.IGNORECASE)
    offset = 0
    for line in text.split("\n"):
        mark = "|" if "|" in line else "\t" if "\t" in line else ""
        if not mark:
            header = None
        elif header is None:
            header = [bool(wanted.fullmatch(cell)) for cell in line.split(mark)[:_MOST_COLUMNS]]
        else:
            yield from _cells(line, mark, header, offset)
        offset += len(line) + 1


def _cells(line: str, mark: str, header: list[bool], offset: int) -> Iterator[tuple[int, str]]:
    for cell, wanted in zip(line.split(mark), header, strict=False):
        if wanted:
            yield offset, cell
        offset += len(cell) + 1
