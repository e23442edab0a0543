"""Cards made of the rows of a table: ``cardscout import leads.csv --board BOARD``."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from tui.cli import output, steps
from tui.cli.card.find import find_open_list
from tui.cli.card.new import new_places
from tui.cli.online.work import fetch_board, run_write, submit_and_wait
from tui.errors import UsageError
from tui.model.base import new_local_id
from tui.model.writes.cards import CreateCard

if TYPE_CHECKING:
    from datetime import datetime

    from tui.model.board import Board, BoardList
    from tui.model.card import Card
    from tui.server.importing.row import Row
    from tui.workspace import Workspace

COLUMNS: Mapping[str, str] = {
    "name": "card|card name|card title|name|full name|fullname|contact|contact name|lead|lead name|person|"
    "title|subject|task|company|company name|organisation|organization|account|account name|business name",
    "list": "list|list name|stage",
    "desc": "description|desc|notes|note|comments",
    "labels": "labels|label|tags|tag",
    "due": "due|due date|deadline|follow up|follow up date|next step date|next contact",
}
"""The fields of a card, and the usual names of their columns, the likeliest first, separated by ``|``."""

_FIRST_NAMES = ("first name", "firstname", "given name")
_LAST_NAMES = ("last name", "lastname", "surname", "family name")
_SHOWN_CARDS = 3
_SHOWN_NOTES = 20


@dataclass(frozen=True, slots=True)
class RowOptions:
    """What the command line says of a table.

    Attributes:
        board: The board.
        list_: The list of rows that name none; None for the first.
        maps: ``field=column`` each; a field with nothing after the ``=`` has no column.
        dry_run: Only show what would be made.
        yes: Do not ask.
    """

    board: str
    list_: str | None
    maps: tuple[str, ...]
    dry_run: bool
    yes: bool


@dataclass(slots=True)
class Sheet:
    """A table: its columns, its rows, and which columns are which fields of a card.

    Attributes:
        fields: The columns of each field, the likeliest first; several for a name, of which the first that is not
            empty counts, and ``first + last`` for one in two columns.
        problems: Rows that cannot be read.
    """

    columns: Sequence[str]
    rows: list[Row]
    fields: dict[str, list[tuple[str, ...]]]
    problems: list[str] = field(default_factory=list)

    def read(self, row: Row, name: str) -> str:
        """Return what a row says of a field, or ""."""
        for columns in self.fields.get(name, ()):
            if said := " ".join(filter(None, (row.cells.get(one, "").strip() for one in columns))):
                return said
        return ""

    @property
    def others(self) -> list[str]:
        """The columns that go into the description."""
        taken = {one for name in COLUMNS for columns in self.fields.get(name, ())[:1] for one in columns}
        return [one for one in self.columns if one not in taken]


def import_rows(file: str, options: RowOptions, *, json_: bool) -> None:
    """Make a card of each row of ``file``, after a preview and a question; ``-`` is stdin.

    Raises:
        UsageError: The file is no table, no column tells the title, or a text is too long.
    """
    with _path(file) as path:
        sheet = _read_sheet(path, options.maps)

    async def write(workspace: Workspace) -> list[Card]:
        board = await fetch_board(workspace, options.board)
        ops = await _cards(workspace, board, sheet, options)
        if options.dry_run:
            return []
        if not options.yes:
            if file == steps.STDIN:
                raise UsageError("what stdin holds cannot be asked about", hint="add --yes, or name the file")
            click.confirm(f"Make {output.plural(len(ops), 'cards')}?", abort=True, err=True)
        await submit_and_wait(workspace, *ops)
        made = (workspace.cards.get(op.card_id) for op in ops)
        return [card for card in made if card is not None]

    run_write(write, json_=json_, many=True, made=True)


def is_table(file: str, head: bytes) -> bool:
    """Return whether a file looks like a table rather than like JSON, by its name or its first line."""
    text = head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if text[:1] in {b"", b"{", b"[", b"<"} or text[:2] == b"PK":
        return False
    return file.lower().endswith((".csv", ".tsv")) or re.search(rb"[,;|\t]", text.split(b"\n")[0]) is not None


@contextmanager
def _path(file: str) -> Iterator[Path]:
    """Yield the path of a file; what came through a pipe is kept while the block runs."""
    if file != steps.STDIN:
        yield Path(file)
        return
    with TemporaryDirectory(prefix="cardscout-") as folder:
        path = Path(folder, "stdin")
        with path.open("wb") as kept:
            copyfileobj(sys.stdin.buffer, kept)
        yield path


def _read_sheet(path: Path, maps: Sequence[str]) -> Sheet:
    from tui.server.importing.source import detect_source

    source = detect_source(path)
    if source.format == "abn":
        raise UsageError(f"{path.name} is no table", hint="save it as CSV in the program that made it")
    rows = list(source.rows())
    good = [row for row in rows if not row.wrong]
    if not good:
        raise UsageError(
            f"{path.name} has no rows", hint="the first line names the columns, each other is a card"
        )
    problems = [f"line {row.line}: {row.wrong}" for row in rows if row.wrong]
    return Sheet(source.columns, good, _fields(source.columns, maps), problems)


def _fields(columns: Sequence[str], maps: Sequence[str]) -> dict[str, list[tuple[str, ...]]]:
    """Return the columns of each field: those that ``maps`` name, else by what columns are usually called.

    Raises:
        UsageError: A field or a column does not exist, or no column tells the title.
    """
    from tui.server.importing.columns import fold_column_name

    by_name = {fold_column_name(column): column for column in reversed(columns)}
    found: dict[str, list[tuple[str, ...]]] = {
        name: [(by_name[each],) for each in words.split("|") if each in by_name]
        for name, words in COLUMNS.items()
    }
    first = next((by_name[each] for each in _FIRST_NAMES if each in by_name), None)
    last = next((by_name[each] for each in _LAST_NAMES if each in by_name), None)
    if first is not None and last is not None and "name" not in by_name:
        found["name"].insert(0, (first, last))
    for pair in maps:
        name, _, column = pair.partition("=")
        if name not in COLUMNS:
            raise UsageError(
                f"--map {pair}: a card has no field {name!r}", hint=f"known are {', '.join(COLUMNS)}"
            )
        if column and column not in columns:
            raise UsageError(
                f"--map {pair}: there is no column {column!r}", hint=f"there are {', '.join(columns)}"
            )
        found[name] = [(column,)] if column else []
    if not found["name"]:
        raise UsageError("no column tells the title of the cards", hint="--map name=COLUMN names it")
    return found


async def _cards(workspace: Workspace, board: Board, sheet: Sheet, options: RowOptions) -> list[CreateCard]:
    """Return the cards that the rows make, and show them on stderr."""
    home = find_open_list(workspace, board.id, options.list_)
    maker = _Maker(workspace, board, sheet, home)
    drafts = [(row, *maker.card(row)) for row in sheet.rows if sheet.read(row, "name")]
    if not drafts:
        raise UsageError("no row has a title", hint="--map name=COLUMN names another column")
    places = await new_places(workspace, [to for _, to, _ in drafts], "bottom")
    ops = [op.replace(pos=place) for (_, _, op), place in zip(drafts, places, strict=True)]
    for row, _, op in drafts:
        if (error := op.too_long()) is not None:
            raise UsageError(f"line {row.line}: {error}", hint=error.hint)
    _show_columns(sheet)
    _show_notes([*maker.notes, *sheet.problems])
    for op in ops[:_SHOWN_CARDS]:
        output.say(f"  {output.shorten(op.name)}\n    " + output.shorten(re.sub(r"\n+", " · ", op.desc)))
    if len(ops) > _SHOWN_CARDS:
        output.say(f"  and {len(ops) - _SHOWN_CARDS} more")
    counts = Counter(to.id for _, to, _ in drafts)
    lists = workspace.boards.lists(board.id)
    where = ", ".join(f"{counts[one.id]} in {one.name}" for one in lists if counts[one.id])
    out = len(sheet.problems)
    left = f"; {output.plural(out, 'rows')} left out" if out else ""
    output.say(f"{output.plural(len(ops), 'cards')} on {board.name}: {where}{left}")
    there = {face.name for one in lists for face in workspace.cards.faces(one.id)}
    if same := sum(op.name in there for op in ops):
        output.say(f"note: {same} of them have the title of a card that is on the board")
    return ops


class _Maker:
    """Makes cards of rows; what it does not understand stays in the description, and is noted."""

    def __init__(self, workspace: Workspace, board: Board, sheet: Sheet, home: BoardList) -> None:
        self._workspace, self._board, self._sheet, self._home = workspace, board, sheet, home
        self._lists = {one.name.casefold(): one for one in reversed(workspace.boards.lists(board.id))}
        labels = workspace.boards.labels(board.id)
        self._labels = {(one.name or one.color or "").casefold(): one.id for one in reversed(labels)}
        self.notes: list[str] = []

    def card(self, row: Row) -> tuple[BoardList, CreateCard]:
        """Return the card of a row, with the list it goes to."""
        left: dict[str, str] = {}
        to = self._list(row, left)
        labels, due = self._label_ids(row, left), self._due(row, left)
        card = CreateCard(
            board_id=self._board.id,
            card_id=new_local_id(),
            list_id=to.id,
            pos=1.0,
            name=" ".join(self._sheet.read(row, "name").split()),
            desc=self._desc(row, left),
            due=due,
            label_ids=tuple(dict.fromkeys((*labels, *self._workspace.names.default_labels(to.id)))),
        )
        return to, card

    def _list(self, row: Row, left: dict[str, str]) -> BoardList:
        said = self._sheet.read(row, "list")
        if not said:
            return self._home
        if (found := self._lists.get(said.casefold())) is not None:
            return found
        left["list"] = said
        self._note(row, f"there is no list {said!r} on {self._board.name}")
        return self._home

    def _label_ids(self, row: Row, left: dict[str, str]) -> list[str]:
        said = [one.strip() for one in re.split(r"[,;|\n]", self._sheet.read(row, "labels")) if one.strip()]
        unknown = [one for one in said if one.casefold() not in self._labels]
        if unknown:
            left["labels"] = ", ".join(unknown)
            names = ", ".join(map(repr, unknown))
            self._note(row, f"there is no label {names} on {self._board.name}")
        return [self._labels[one.casefold()] for one in said if one not in unknown]

    def _due(self, row: Row, left: dict[str, str]) -> datetime | None:
        said = self._sheet.read(row, "due")
        try:
            return steps.read_moment("due", said)
        except UsageError:
            left["due"] = said
            self._note(row, f"{said!r} is no date")
            return None

    def _desc(self, row: Row, left: Mapping[str, str]) -> str:
        """Return the description: its own column, then a line for each column that has no place elsewhere."""
        values = {column: row.cells.get(column, "").strip() for column in self._sheet.others}
        values |= {self._sheet.fields[name][0][0]: said for name, said in left.items()}
        title = self._sheet.read(row, "name")
        lines = [
            f"{column}: {', '.join(filter(None, map(str.strip, values[column].splitlines())))}"
            for column in self._sheet.columns
            if values.get(column) not in {None, "", title}
        ]
        return "\n\n".join(filter(None, (self._sheet.read(row, "desc"), "\n".join(lines))))

    def _note(self, row: Row, what: str) -> None:
        self.notes.append(f"line {row.line}: {what}; it stays in the description")


def _show_columns(sheet: Sheet) -> None:
    for name in COLUMNS:
        for columns in sheet.fields[name][:1]:
            output.say(f"{name}: {' + '.join(columns)}")
    if sheet.others:
        output.say(f"in the description: {', '.join(sheet.others)}")


def _show_notes(notes: Sequence[str]) -> None:
    for one in notes[:_SHOWN_NOTES]:
        output.say(f"note: {one}")
    if len(notes) > _SHOWN_NOTES:
        output.say(f"note: {len(notes) - _SHOWN_NOTES} more of these")
