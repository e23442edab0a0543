"""Rows of a table that repeat others, or cards that are on the board already: told, or left out."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tui.cli import output

if TYPE_CHECKING:
    from tui.cli.card.sheet import Sheet
    from tui.server.importing.row import Row

_SHOWN_LINES = 5
_ADDRESS = re.compile(r"[^\s@<>(),;]+@[^\s@<>(),;]+\.\w+")


def without_repeats(sheet: Sheet, rows: Iterable[Row], cards: Iterable[tuple[str, str]]) -> list[Row]:
    """Return the rows without those of whom there is a card already, or a row above.

    That is so if the e-mail address is there, or else the title, unless it is that of somebody with another address.

    Args:
        sheet: The table.
        rows: Its rows with a title.
        cards: The title and the description of each card of the board.
    """
    known = defaultdict[str, set[str]](set)  # the addresses of each title
    for title, desc in cards:
        known[title] |= {each.casefold() for each in _ADDRESS.findall(f"{title} {desc}")}
    addresses = {each for held in known.values() for each in held}
    new: list[Row] = []
    for row in rows:
        title, address = " ".join(sheet.read(row, "name").split()), address_of(sheet, row)
        namesake = bool(address) and bool(known.get(title))
        if address not in addresses and (title not in known or namesake):
            new.append(row)
        held = {address} - {""}
        known[title] |= held
        addresses |= held
    return new


def address_of(sheet: Sheet, row: Row) -> str:
    """Return the first e-mail address of a row; another one may be that of who looks after it, as that of a member is."""
    members = {column for columns in sheet.fields["members"] for column in columns}
    cells = (cell.strip() for column, cell in row.cells.items() if column not in members)
    return next((cell.casefold() for cell in cells if _ADDRESS.fullmatch(cell)), "")


def left_out(rows: Sequence[Row], kept: Sequence[Row]) -> Iterator[str]:
    """Yield the line about the rows that are left out because there is a card already."""
    lines = sorted({row.line for row in rows} - {row.line for row in kept})
    if lines:
        have = "has" if len(lines) == 1 else "have"
        yield f"{output.plural(len(lines), 'rows')} that {have} a card already left out ({line_numbers(lines)})"


def repeated(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines about rows that are there before, or whose address is; each becomes a card, as the user may want it."""
    seen, equal, same = set[object](), list[int](), list[int]()
    for row in rows:
        cells = tuple((column, cell.strip()) for column, cell in row.cells.items() if cell.strip())
        addresses = {cell.casefold() for _, cell in cells if _ADDRESS.fullmatch(cell)}
        if cells and cells in seen:
            equal.append(row.line)
        elif addresses & seen:
            same.append(row.line)
        seen |= {cells, *addresses}
    for lines, one, many in (
        (equal, "repeats another, and becomes a card", "repeat others, and become cards"),
        (same, "has the e-mail address of another, and becomes a card", "have an e-mail address of others, and become cards"),
    ):  # fmt: skip
        if lines:
            verbs = one if len(lines) == 1 else many
            yield f"note: {output.plural(len(lines), 'rows')} {verbs} too ({line_numbers(lines)})"


def line_numbers(numbers: Sequence[int]) -> str:
    """Return ``line 3``, or ``lines 3, 4, …``."""
    first = ", ".join([*map(str, numbers[:_SHOWN_LINES]), *["…"] * (len(numbers) > _SHOWN_LINES)])
    return f"line{'s' * (len(numbers) != 1)} {first}"
