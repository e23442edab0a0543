"""Sheet: a table whose rows become cards, with the assignment of columns to card fields."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tui.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from tui.server.importing.row import Row

COLUMNS: Mapping[str, str] = {
    "name": "card|card name|card title|deal name|deal title|opportunity name|opportunity|name|full name|fullname|"
    "contact|contact name|lead|"
    "lead name|candidate|candidate name|applicant|applicant name|client|client name|customer|customer name|person|"
    "title|subject|task|task name|summary|work item|deliverable|company|company name|organisation|organization|"
    "account|account name|business name",
    "list": "list|list name|stage|deal stage|pipeline stage|stage name|column|section column|bucket name|bucket|"
    "phase|section|status",
    "desc": "description|desc|notes|note|comments|details",
    "labels": "labels|label|tags|tag",
    "start": "start|start date|starts",
    "due": "due|due date|when|deadline|follow up|follow up date|next step date|next contact|next contact date|"
    "next call|next call date|next meeting|next activity|next activity date|call back|callback|call by|call on|call date|due by|due on|close date|closing date|expected close date|deal expected close date|target date|needed by|finish date|"
    "finish|end date",
    "reminder": "reminder|due reminder|remind",
    "members": "members|member|assignee|assignees|assigned to|owner|owners|responsible",
    "done": "done|is done|complete|is complete|completed|finished",
    "items": "checklist items",
}
"""The fields of a card, and the usual names of their columns, the likeliest first, separated by ``|``."""

NEW_ROWS = "rows=new"
"""What tells, among the maps of columns, that rows of which there is a card already are left out."""

ORDERS = frozenset({"dates=day", "dates=month"})
"""What tells, among the maps of columns, which is first in a date that could be two."""

_OF_THE_ORIGINAL = ("address", "checklists")
"""Columns of such a table that tell of its cards what a copy has of its own: an address, and how many items are done."""

_EXPORTED = frozenset({"list", "title", *_OF_THE_ORIGINAL, "checklist items"})
"""Columns by which a table is known for an exported board, of an earlier version too."""

_VALUE = re.compile(r"\S+@\S+\.\w+|https?://\S+|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\+?[\d ()-]{7,}")
"""What is no name of a column: an address, a date or a telephone number."""

_TITLE_ROWS = 10
"""Rows among which the names of the columns are looked for, where a title and its like stand above them."""

_HEAD = 64
"""Bytes that tell a file of contacts."""

_AND = " + "
"""What is between two columns of one field."""


@dataclass(slots=True)
class Sheet:
    """A table: its columns, its rows, and the card fields of its columns.

    Attributes:
        fields: The columns of each field, most likely first. The first one that is not empty is used; a card
            has one list at most. ``first + last`` for a name in two columns.
        dates: What is first in a date such as 3/4/2031, ``day`` or ``month``; "" if the user has not said so.
        skips_existing: Whether rows of which there is a card already are left out.
    """

    columns: Sequence[str]
    rows: list[Row]
    fields: dict[str, list[tuple[str, ...]]]
    problems: list[str] = field(default_factory=list)
    dates: str = ""
    skips_existing: bool = False

    def read(self, row: Row, name: str) -> str:
        """Return a row's value for a field, or ""; its line ends, which a spreadsheet may write as CR LF, are LF."""
        for columns in self.fields.get(name, ()):
            if said := " ".join(filter(None, (row.cells.get(one, "").strip() for one in columns))):
                return said.replace("\r\n", "\n").replace("\r", "\n")
        return ""

    @property
    def date_texts(self) -> list[str]:
        """The dates of all rows, as they are written: those of the due dates first."""
        return [self.read(row, name) for name in ("due", "start") for row in self.rows]

    @property
    def others(self) -> list[str]:
        """The columns that go into the description."""
        taken = {one for name in COLUMNS for columns in self.fields.get(name, ())[:1] for one in columns}
        return [one for one in self.columns if one not in taken and one not in self._left_out]

    @property
    def _left_out(self) -> tuple[str, ...]:
        return _OF_THE_ORIGINAL if _EXPORTED.issubset(self.columns) else ()

    @property
    def words(self) -> list[str]:
        """Return the lines about the columns: their fields, and which go into the description."""
        told = [
            f"{name}: {_AND.join(columns)}{self._instead(name)}"
            for name in COLUMNS
            for columns in self.fields[name][:1]
        ]
        for what, columns in (("in the description", self.others), ("left out", self._left_out)):
            told += [f"{what}: {', '.join(columns)}"] if columns else []
        return told

    def _instead(self, name: str) -> str:
        """Return from which other columns a field is taken in rows in which its first one is empty; "" for none."""
        usual = self.fields[name]
        filled = (
            next((one for one in usual if any(row.cells.get(each, "").strip() for each in one)), usual[0])
            for row in self.rows
            if len(usual) > 1
        )
        others = [one for one in dict.fromkeys(filled) if one != usual[0]]
        words = " or ".join(_AND.join(one) for one in sorted(others, key=usual.index))
        return words and f", or {words} where that is empty"


def is_table(file: str, head: bytes) -> bool:
    """Return whether a file looks like a table or like contacts rather than like JSON, by its name or its first line."""
    from tui.model.values.vcards import are_vcards
    from tui.server.exports.document import other_kind

    text = head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if text[:1] in {b"", b"{", b"[", b"<"} or other_kind(head) is not None:
        return False
    return (
        are_vcards(head)
        or file.lower().endswith((".csv", ".tsv"))
        or re.search(rb"[,;|\t]", text.split(b"\n")[0]) is not None
    )


def read_sheet(path: Path, maps: Sequence[str] = (), *, titled: bool = True) -> Sheet:
    """Read a table, or contacts (vCards), and assign its columns to card fields.

    Raises:
        UsageError: It cannot be read, is no table, has no rows, or has no column with titles although it must be
            ``titled``.
    """
    try:
        columns, good, problems = _contacts(path) or _table(path)
    except OSError as error:
        raise UsageError(
            f"cannot read {path}: {error.strerror or error}", hint="name a table (.csv) or contacts (.vcf)"
        ) from error
    if not good:
        raise UsageError(
            f"{path.name} has no rows{f' that can be read; {problems[0]}' if problems else ''}",
            hint="the first line names the columns, each other is a card",
        )
    order = next((pair.partition("=")[2] for pair in maps if pair in ORDERS), "")
    fields = _fields(columns, [pair for pair in maps if pair not in {*ORDERS, NEW_ROWS}])
    if titled and not fields["name"]:
        raise UsageError(
            "no column tells the title of the cards",
            hint=f"--map name=COLUMN names it; there are {', '.join(columns)}",
        )
    return Sheet(columns, good, fields, problems, order, NEW_ROWS in maps)


def _contacts(path: Path) -> tuple[Sequence[str], list[Row], list[str]] | None:
    """Return the columns and the rows of a file of vCards; None for any other file."""
    from tui.model.values.vcards import COLUMNS as OF_CONTACTS
    from tui.model.values.vcards import are_vcards, read_vcards
    from tui.server.importing.row import Row

    with path.open("rb") as file:
        if not are_vcards(head := file.read(_HEAD)):
            return None
        rows = [Row(one.line, one.cells) for one in read_vcards(head + file.read())]
    return [column for column in OF_CONTACTS if any(column in row.cells for row in rows)], rows, []


def _table(path: Path) -> tuple[Sequence[str], list[Row], list[str]]:
    """Return the columns of a table, its rows, and what is wrong with rows that cannot be read."""
    from tui.server.importing.source import column_names, detect_source

    source = detect_source(path)
    if source.format == "abn":
        raise UsageError(f"{path.name} is no table", hint="save it as CSV in the program that made it")
    rows = list(source.rows())
    good = [row for row in rows if not row.wrong]
    if source.format == "jsonl":
        _refuse_export(path, source.columns, good)
    problems = [f"line {row.line}: {row.wrong}" for row in rows if row.wrong]
    if source.format != "csv":
        return source.columns, good, problems
    if (head := _head_below(source.columns, good)) is not None:
        names = column_names(_row_cells(source.columns, good[head]))
        return *_renamed(source.columns, names, good[head + 1 :]), problems
    if _is_nameless(source.columns):
        return *_named(source.columns, good), problems
    return source.columns, good, problems


def _head_below(columns: Sequence[str], rows: Sequence[Row]) -> int | None:
    """Return the row that names the columns where the first line is a title above the table; None where it names them."""
    # Imported here, because most commands read no table.
    from tui.server.importing.source import column_names

    if len(columns) < 2 or any(name != f"column {at}" for at, name in enumerate(columns[1:], 2)):
        return None
    heads = (column_names(_row_cells(columns, row)) for row in rows[:_TITLE_ROWS])
    return next((at for at, names in enumerate(heads) if any(_fields(names, ())["name"])), None)


def _row_cells(columns: Sequence[str], row: Row) -> list[str]:
    return [row.cells.get(column, "") for column in columns]


def _refuse_export(path: Path, columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Refuse a board export on one line, which would be one card with the board's name.

    Raises:
        UsageError: It is one.
    """
    if not rows or "lists id" in columns:
        raise UsageError(
            f"{path.name} is JSON, and no table", hint="a board export is imported without --board"
        )


def _is_nameless(columns: Sequence[str]) -> bool:
    """Return whether the first row of a table has the first card instead of names of columns."""
    known = any(_fields(columns, ()).values())
    return not known and any(_VALUE.fullmatch(column.strip()) for column in columns)


def _named(columns: Sequence[str], rows: list[Row]) -> tuple[list[str], list[Row]]:
    """Return names for the columns of a table that has none, and its rows with the first one."""
    from tui.server.importing.row import Row

    names = [f"column {place}" for place in range(1, len(columns) + 1)]
    first = {names[at]: _first_value(columns, at) for at in range(len(columns))}
    names, others = _renamed(columns, names, rows)
    return names, [Row(1, first), *others]


def _renamed(columns: Sequence[str], names: list[str], rows: Sequence[Row]) -> tuple[list[str], list[Row]]:
    """Return other names for the columns of a table, and its rows with them."""
    by_name = dict(zip(columns, names, strict=True))
    return names, [
        replace(row, cells={by_name.get(column, column): cell for column, cell in row.cells.items()})
        for row in rows
    ]


def _first_value(columns: Sequence[str], at: int) -> str:
    """Return the cell that was taken for the name of a column; an empty or a repeated one was given another name."""
    name, number = columns[at], at + 1
    plain = name.removesuffix(f" ({number})")
    return "" if name == f"column {number}" else plain if plain in columns[:at] else name


def _fields(columns: Sequence[str], maps: Sequence[str]) -> dict[str, list[tuple[str, ...]]]:
    """Return the columns of each field: those that ``maps`` name, or else by common column names.

    Raises:
        UsageError: A field or a column does not exist.
    """
    from tui.server.importing.columns import fold_column_name

    by_name = {fold_column_name(column): column for column in reversed(columns)}
    found: dict[str, list[tuple[str, ...]]] = {
        name: [(by_name[each],) for each in words.split("|") if each in by_name]
        for name, words in COLUMNS.items()
    }
    if "name" not in by_name and (both := _first_and_last(by_name)) is not None:
        found["name"].insert(0, both)
    # A row without a list goes to the first one, whatever its status is.
    found["list"] = found["list"][:1]
    # Who names the column that is guessed confirms the guess, with the columns that stand in where it is empty.
    named = _mapped(columns, maps)
    return found | {name: found[name] if to and to == found[name][:1] else to for name, to in named.items()}


def _first_and_last(by_name: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the columns of the first and the last name, if there are both."""
    from tui.server.importing.columns import PEOPLE

    first, last = (
        next((by_name[each] for each in PEOPLE[name].split("|") if each in by_name), None)
        for name in ("first_name", "last_name")
    )
    return None if first is None or last is None else (first, last)


def _mapped(columns: Sequence[str], maps: Sequence[str]) -> dict[str, list[tuple[str, ...]]]:
    """Return the columns of the fields in ``maps``: one, several that are joined, or none if the field is removed."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for pair in maps:
        name, _, column = pair.partition("=")
        if name not in COLUMNS:
            raise UsageError(
                f"--map {pair}: a card has no field {name!r}", hint=f"known are {', '.join(COLUMNS)}"
            )
        named = column.split(_AND) if name == "name" and column not in columns else [column]
        if column and (wrong := [one for one in named if one not in columns]):
            raise UsageError(
                f"--map {pair}: there is no column {wrong[0]!r}", hint=f"there are {', '.join(columns)}"
            )
        found[name] = [tuple(named)] if column else []
    return found
