"""Planning of cards from a table's rows, before anything is created."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, cycle
from typing import TYPE_CHECKING, Any

from tui.app.account.accounts import PlannedCards
from tui.cli import output
from tui.cli.card.find import find_open_list
from tui.cli.card.row_checklists import PlannedChecklist, checklist_writes, read_checklists
from tui.cli.card.row_dates import RowDates
from tui.cli.card.row_repeats import address_of, left_out, line_numbers, repeated, without_repeats
from tui.errors import UsageError
from tui.model.board import FIRST_LISTS, Board, BoardList
from tui.model.filter.finished import is_finished_list
from tui.model.label import COLORS
from tui.model.position import STEP, between
from tui.model.values.scalars import new_local_id
from tui.model.writes.boards import CreateBoard
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.model.writes.labels import CreateLabel
from tui.model.writes.lists import CreateList

if TYPE_CHECKING:
    from datetime import datetime

    from tui.cli.card.sheet import Sheet
    from tui.model.writes.base import Write
    from tui.server.importing.row import Row
    from tui.workspace import Workspace

_SHOWN_CARDS = 3
_SHOWN_NOTES = 20
_PARTED = re.compile(r"[,;|\n]")  # between names in one cell
_DONE = frozenset(
    {"yes", "y", "true", "x", "1", "done", "complete", "completed", "finished", "✓", "✔", "☑", "✅"}
)
_OPEN = frozenset({"", "no", "n", "false", "0", "-", "open"})
_MOST_LISTS = 20  # maximum new lists for rows; a column with more names does not contain lists


def plan_cards(workspace: Workspace, board: Board, sheet: Sheet, list_: str | None = None) -> PlannedCards:
    """Plan the cards for the rows on a board whose cards are in the store.

    Args:
        workspace: The workspace.
        board: The board.
        sheet: The table.
        list_: Name of the list of rows without one; None for the first.

    Raises:
        UsageError: There is no such list, no row has a title, or a text is too long.
    """
    return _plan(_Maker(workspace, board, sheet, find_open_list(workspace, board.id, list_)))


def plan_board(workspace: Workspace, name: str, sheet: Sheet) -> PlannedCards:
    """Plan the cards for the rows on a new board, and the board with its lists.

    Raises:
        UsageError: No row has a title, or a text is too long.
    """
    board = Board(id=new_local_id(), name=name)
    lists = [
        BoardList(id=new_local_id(), id_board=board.id, name=each, pos=STEP * (place + 1))
        # If the rows name lists, the first list is for those without one.
        for place, each in enumerate(FIRST_LISTS[:1] if sheet.fields["list"] else FIRST_LISTS)
    ]
    planned = _plan(_Maker(workspace, board, sheet, lists[0], lists))
    return replace(
        planned,
        writes=[CreateBoard(board_id=board.id, name=name), *planned.writes],
        summary=[*planned.summary, f"new board: {name}"],
        board_id=board.id,
    )


def _plan(maker: _Maker) -> PlannedCards:
    board, sheet = maker.board, maker.sheet
    titled = [row for row in sheet.rows if sheet.read(row, "name")]
    if not titled:
        raise UsageError("no row has a title", hint="--map name=COLUMN names another column")
    rows = without_repeats(sheet, titled, _texts(maker)) if sheet.skips_existing else titled
    made = [maker.writes(row) for row in rows]
    writes, parts = [card for card, _ in made], [more for _, more in made]
    counts = Counter(card.list_id for card in writes)
    if not counts[maker.home.id]:
        maker.forget_home()
    lists = (*maker.workspace.boards.lists(board.id), *maker.new_lists)
    names = {one.id: one.name for one in lists if counts[one.id]}
    where = ", ".join(f"{counts[ident]} in {name}" for ident, name in names.items())
    dates = [f"dates: {said}"] if (said := maker.dates.words()) else []
    return PlannedCards(
        [*maker.list_writes, *maker.new_labels, *writes, *chain.from_iterable(parts)],
        len(writes),
        [*_summary(maker, writes, where), *left_out(titled, rows)],
        [*sheet.words, *dates, *_notes(maker.notes, sheet.problems), *_cards(writes, names)],
        board.id,
    )


def _summary(maker: _Maker, writes: Sequence[CreateCard], where: str) -> Iterator[str]:
    """Yield the summary before the cards are created: their number, ``where``, and what is created or left out."""
    out = len(maker.sheet.problems)
    left = f"; {output.plural(out, 'rows')} left out" if out else ""
    yield f"{output.plural(len(writes), 'cards')} on {maker.board.name}{': ' if where else ''}{where}{left}"
    yield from _nameless(maker.sheet)
    yield from _new("list", [one.name for one in maker.new_lists])
    yield from _new("label", [one.name for one in maker.new_labels])
    yield from _skipped(maker.skipped)
    yield from _opted_out(maker)
    if not maker.sheet.skips_existing:
        yield from repeated(maker.sheet.rows)
        yield from _titles_there(maker.workspace, maker.board, writes)


def _skipped(lines: Sequence[int]) -> Iterator[str]:
    if lines:
        have = (
            "has a time that daylight saving skips, and is"
            if len(lines) == 1
            else "have a time that daylight saving skips, and are"
        )
        yield f"note: {output.plural(len(lines), 'rows')} {have} an hour later ({line_numbers(lines)})"


def _texts(maker: _Maker) -> Iterator[tuple[str, str]]:
    """Yield the title and the description of each open card of the board."""
    for one in maker.workspace.boards.lists(maker.board.id):
        for face in maker.workspace.cards.faces(one.id):
            card = maker.workspace.cards.get(face.id)
            yield face.name, "" if card is None else card.desc


def _titles_there(workspace: Workspace, board: Board, writes: Sequence[CreateCard]) -> Iterator[str]:
    there = {face.name for one in workspace.boards.lists(board.id) for face in workspace.cards.faces(one.id)}
    if same := sum(write.name in there for write in writes):
        yield f"note: {same} of them {'has' if same == 1 else 'have'} the title of a card that is on the board"


def _opted_out(maker: _Maker) -> Iterator[str]:
    """Yield the line about rows with the e-mail address of somebody who opted out; each becomes a card, as it is the user's own."""
    suppression = maker.workspace.suppression
    if not suppression.all():
        return
    lines = [
        row.line
        for row in maker.sheet.rows
        if (address := address_of(maker.sheet, row)) and suppression.entry_for("email", address) is not None
    ]
    if lines:
        verb = "is" if len(lines) == 1 else "are"
        yield f"note: {output.plural(len(lines), 'rows')} {verb} of somebody who opted out ({line_numbers(lines)})"


def _nameless(sheet: Sheet) -> Iterator[str]:
    """Yield the lines about rows without a title; empty rows, with which tables often end, are ignored."""
    lines = [
        row.line
        for row in sheet.rows
        if not sheet.read(row, "name") and any(cell.strip() for cell in row.cells.values())
    ]
    if lines:
        out = output.plural(len(lines), "rows")
        yield f"{out} without a name {'is' if len(lines) == 1 else 'are'} left out ({line_numbers(lines)})"


def _cards(writes: Sequence[CreateCard], lists: Mapping[str, str]) -> Iterator[str]:
    """Yield the first cards: title, list and date, then the description in a line."""
    for write in writes[:_SHOWN_CARDS]:
        due = f" · due {output.format_moment(write.due)}" if write.due else ""
        yield f"  {output.shorten(write.name)} · {lists[write.list_id]}{due}"
        if desc := re.sub(r"\n+", " · ", write.desc):
            yield f"    {output.shorten(desc)}"
    if len(writes) > _SHOWN_CARDS:
        yield f"  and {len(writes) - _SHOWN_CARDS} more"


def _new(kind: str, made: Sequence[str]) -> Iterator[str]:
    if made:
        names = ", ".join(made[:_SHOWN_NOTES])
        more = f" and {len(made) - _SHOWN_NOTES} more" if len(made) > _SHOWN_NOTES else ""
        yield f"new {kind}{'s' * (len(made) != 1)}: {names}{more}"


def _notes(notes: Mapping[str, Sequence[int]], problems: Sequence[str]) -> Iterator[str]:
    """Yield the notes, each once with the lines it is about: a name may be unknown in a hundred rows."""
    said = [*(f"{line_numbers(numbers)}: {what}" for what, numbers in notes.items()), *problems]
    yield from (f"note: {one}" for one in said[:_SHOWN_NOTES])
    if len(said) > _SHOWN_NOTES:
        yield f"note: {len(said) - _SHOWN_NOTES} more of these"


class _Maker:
    """Converts rows to cards; what it does not understand stays in the description, and is noted."""

    def __init__(
        self,
        workspace: Workspace,
        board: Board,
        sheet: Sheet,
        home: BoardList,
        new_lists: Sequence[BoardList] = (),
    ) -> None:
        self.workspace, self.board, self.sheet, self.home = workspace, board, sheet, home
        lists = [*workspace.boards.lists(board.id), *new_lists]
        self._lists = {one.name.casefold(): one for one in reversed(lists)}
        labels = workspace.boards.labels(board.id)
        self._labels = {(one.name or one.color or "").casefold(): one.id for one in reversed(labels)}
        used = {one.color for one in labels}
        self._colors = cycle([color for color in COLORS if color not in used] or COLORS)
        self._people = {
            name.casefold(): one.id
            for one in reversed(workspace.names.people(board.id))
            for name in (one.name, one.other)
        }
        self._defaults: dict[str, tuple[str, ...]] = {}  # labels of a list's new cards
        self.dates = RowDates(sheet.date_texts, sheet.dates)
        self.notes: dict[str, list[int]] = {}  # the lines that each is about
        self.skipped: list[int] = []  # the lines whose time the clocks skip
        self.new_lists = [*new_lists]
        self.new_labels: list[CreateLabel] = []
        self._last: dict[str, float] = {}  # the position of a list's last card

    def writes(self, row: Row) -> tuple[CreateCard, list[Write]]:
        """Return the card of a row, below the others of its list, and what makes its checklists.

        Raises:
            UsageError: A text is too long.
        """
        card, more, checklists = self._card(row)
        parts: list[Write] = [*checklist_writes(self.board.id, card.card_id, checklists)]
        if more:
            parts.insert(0, UpdateCard(board_id=self.board.id, card_id=card.card_id, **more))
        if (error := next(filter(None, (each.text_error() for each in (card, *parts))), None)) is not None:
            raise UsageError(f"line {row.line}: {error}", hint=error.hint)
        return card, parts

    def _card(self, row: Row) -> tuple[CreateCard, dict[str, Any], list[PlannedChecklist]]:
        """Return the card of a row, what else it has in fields that a new one cannot be given, and its checklists."""
        left: dict[str, str] = {}
        to = self._list(row, left)
        labels, members = self._label_ids(row), self._member_ids(row, left)
        due, start = self._moment(row, "due", left), self._moment(row, "start", left)
        more = {"start": start, "due_reminder": self._reminder(row, due, left)}
        done, checklists = self._done(row, left), self._checklists(row, left)
        card = CreateCard(
            board_id=self.board.id,
            card_id=new_local_id(),
            list_id=to.id,
            pos=self._next_pos(to.id),
            name=" ".join(self.sheet.read(row, "name").split()),
            desc=self._desc(row, left),
            due=due,
            # Without a date, a card of such a list is finished by that alone.
            due_complete=done and (due is not None or not is_finished_list(to.name)),
            member_ids=members,
            label_ids=tuple(dict.fromkeys((*labels, *self._default_labels(to.id)))),
        )
        return card, {name: value for name, value in more.items() if value is not None}, checklists

    @property
    def list_writes(self) -> list[CreateList]:
        """The writes that make the new lists."""
        return [
            CreateList(board_id=self.board.id, list_id=one.id, name=one.name, pos=one.pos)
            for one in self.new_lists
        ]

    def forget_home(self) -> None:
        """Leave the new list for rows without one out, if the rows name lists."""
        if self.sheet.fields["list"] and self.home in self.new_lists:
            self.new_lists.remove(self.home)

    def _next_pos(self, list_id: str) -> float:
        if list_id not in self._last:
            faces = self.workspace.cards.faces(list_id)
            self._last[list_id] = max((face.pos for face in faces), default=0.0)
        self._last[list_id] += STEP
        return self._last[list_id]

    def _default_labels(self, list_id: str) -> tuple[str, ...]:
        if list_id not in self._defaults:
            self._defaults[list_id] = self.workspace.names.default_labels(list_id)
        return self._defaults[list_id]

    def _list(self, row: Row, left: dict[str, str]) -> BoardList:
        said = self.sheet.read(row, "list")
        if not said:
            return self.home
        if (found := self._lists.get(" ".join(said.split()).casefold())) is not None:
            return found
        if len(self.new_lists) < _MOST_LISTS:
            return self._new_list(" ".join(said.split()))
        left["list"] = said
        self._note(row, f"there is no list {said!r} on {self.board.name}")
        return self.home

    def _new_list(self, name: str) -> BoardList:
        """Plan a list at the right end of the board."""
        lists = [*self.workspace.boards.lists(self.board.id), *self.new_lists]
        pos = between(max((one.pos for one in lists), default=None), None)
        made = BoardList(id=new_local_id(), id_board=self.board.id, name=name, pos=pos)
        self.new_lists.append(made)
        self._lists[name.casefold()] = made
        return made

    def _label_ids(self, row: Row) -> list[str]:
        """Return the labels that a row names; missing ones are created."""
        said = _PARTED.split(self.sheet.read(row, "labels"))
        return [self._label_id(" ".join(one.split())) for one in said if one.strip()]

    def _label_id(self, name: str) -> str:
        if name.casefold() not in self._labels:
            label = CreateLabel(
                board_id=self.board.id, label_id=new_local_id(), name=name, color=next(self._colors)
            )
            self.new_labels.append(label)
            self._labels[name.casefold()] = label.label_id
        return self._labels[name.casefold()]

    def _member_ids(self, row: Row, left: dict[str, str]) -> tuple[str, ...]:
        """Return the members that a row names; unknown names stay in the description."""
        said = self.sheet.read(row, "members")
        names = [" ".join(one.split()).removeprefix("@") for one in _PARTED.split(said) if one.strip()]
        people = {name: self._person(name) for name in names}
        if strangers := [name for name, person in people.items() if person is None]:
            left["members"] = said
            self._note(row, f"nobody on {self.board.name} is called {' or '.join(map(repr, strangers))}")
        return tuple(dict.fromkeys(filter(None, people.values())))

    def _person(self, name: str) -> str | None:
        """Return the member of that name or username, or the only one whose name begins so; None if there is none."""
        if (exact := self._people.get(name.casefold())) is not None:
            return exact
        begun = {ident for known, ident in self._people.items() if known.startswith(name.casefold())}
        return begun.pop() if len(name) > 1 and len(begun) == 1 else None  # a letter is no name

    def _moment(self, row: Row, field: str, left: dict[str, str]) -> datetime | None:
        said = self.sheet.read(row, field)
        try:
            found = self.dates.read(said)
        except UsageError:
            left[field] = said
            self._note(row, f"{said!r} is no date")
            return None
        if found.end:
            left[field] = said
            self._note(row, f"of {said!r} only the beginning is the date")
        if found.skipped is not None:
            self.skipped.append(row.line)
        return found.moment

    def _reminder(self, row: Row, due: datetime | None, left: dict[str, str]) -> int | None:
        said = self.sheet.read(row, "reminder")
        from tui.model.values.reminder import read_before

        minutes = read_before(said)
        if said and (minutes is None or due is None):
            left["reminder"] = said
            self._note(row, f"{said!r} is no time before a due date")
        return None if due is None else minutes

    def _done(self, row: Row, left: dict[str, str]) -> bool:
        said = self.sheet.read(row, "done")
        if said.casefold() not in _DONE | _OPEN:
            left["done"] = said
            self._note(row, f"{said!r} is neither done nor open")
        return said.casefold() in _DONE

    def _checklists(self, row: Row, left: dict[str, str]) -> list[PlannedChecklist]:
        said = self.sheet.read(row, "items")

        def person(name: str) -> str | None:
            if (known := self._person(name)) is None:
                self._note(row, f"nobody on {self.board.name} is called {name!r}", "item")
            return known

        found = read_checklists(said, person)
        if said and not found:
            left["items"] = said
        return found

    def _desc(self, row: Row, left: Mapping[str, str]) -> str:
        """Return the description: its own column, then a line for each column that has no place elsewhere."""
        values = {column: row.cells.get(column, "").strip() for column in self.sheet.others}
        values |= {self.sheet.fields[name][0][0]: said for name, said in left.items()}
        title = self.sheet.read(row, "name")
        lines = [
            f"{column}: {', '.join(filter(None, map(str.strip, values[column].splitlines())))}"
            for column in self.sheet.columns
            if values.get(column) not in {None, "", title}
        ]
        return "\n\n".join(filter(None, (self.sheet.read(row, "desc"), "\n".join(lines))))

    def _note(self, row: Row, what: str, where: str = "description") -> None:
        lines = self.notes.setdefault(f"{what}; it stays in the {where}", [])
        if row.line not in lines[-1:]:
            lines.append(row.line)
