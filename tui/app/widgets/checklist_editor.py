"""ChecklistEditor: the checklists of a card, ticked and edited in place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static

from tui.app.checklist_order import (
    apply_writes,
    create_item_writes,
    move_checklist_writes,
    move_item_writes,
    why_not_movable,
)
from tui.app.drawing.checklist_rows import checklist_rows, hint_under, not_read_yet
from tui.app.widgets.assist.key_line import KeyLine
from tui.app.widgets.entry import Entry
from tui.app.widgets.part import ScreenPart
from tui.app.widgets.rows import Row, RowList
from tui.model.checklist import COMPLETE, INCOMPLETE, CheckItem, Checklist
from tui.model.position import at
from tui.model.values.list_line import read_box, read_list
from tui.model.values.scalars import new_local_id
from tui.model.writes.checklists import (
    CreateCheckItem,
    CreateChecklist,
    DeleteCheckItem,
    DeleteChecklist,
    UpdateCheckItem,
    UpdateChecklist,
)
from tui.presentation.quick_card import QuickCard, offered_names, read_item
from tui.presentation.safe_text import safe_text

if TYPE_CHECKING:
    from tui.model.filter.facts import NamedThing
    from tui.model.member import Member
    from tui.model.writes.base import Write

Mode = Literal["walk", "add", "new", "rename"]
Question = Literal["card", "due", "member"]
DraftKind = Literal["item", "checklist"]
DRAFTED: Mapping[Mode, DraftKind] = MappingProxyType({"add": "item", "new": "checklist"})


class ChecklistEditor(ScreenPart):
    """Checklists in one list of rows: a row for each checklist, followed by its items."""

    part = "The checklists"

    @dataclass
    class Wrote(Message):
        """Message that the user changed something.

        Attributes:
            writes: Writes to submit, in order.
            seen: Values by field when the user began to edit.
            typed: The kind of the line that the writes came from, if it was ``Drafted``.
        """

        editor: ChecklistEditor
        writes: tuple[Write, ...]
        seen: Mapping[str, object] = field(default_factory=dict)
        typed: DraftKind | None = None

    @dataclass
    class Drafted(Message):
        """Message that the line of a new item, or of a new checklist's name, changed.

        Attributes:
            kind: Which of the two lines.
        """

        kind: DraftKind
        card_id: str
        text: str

    @dataclass
    class Asked(Message):
        """Message that a command on an item needs an answer, or the card.

        Attributes:
            kind: ``card``, ``due`` or ``member``.
            place: The ids of board, card, checklist and item.
        """

        kind: Question
        place: dict[str, str]
        item: CheckItem

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._people: Mapping[str, str] = {}
        self._names: Sequence[NamedThing] = ()
        self._now: datetime | None = None
        self._checklists: tuple[Checklist, ...] = ()
        self._mode: Mode = "walk"
        self._board_id = self._card_id = self._target_id = self._initial = ""
        self._target: tuple[Checklist | None, CheckItem | None] = (None, None)
        self._new_id = self._adding = ""
        self._fresh: tuple[Checklist, ...] = ()  # written here, and not read back yet
        self._unfinished: dict[DraftKind, str] = {}
        self._entry: Entry | None = None
        self._last_try: tuple[Mode, str, str] = ("walk", "", "")

    def compose(self) -> ComposeResult:
        """Yield the rows and the key hints; the text field between them is mounted when the user first writes."""
        yield RowList(id="checklist-rows")
        yield KeyLine(id="checklist-hint")

    def show(
        self,
        board_id: str,
        card_id: str,
        checklists: Sequence[Checklist],
        bound: Mapping[str, str] = MappingProxyType({}),
        *,
        people: Sequence[Member] = (),
        names: Sequence[NamedThing] = (),
        now: datetime | None = None,
        drafts: Mapping[DraftKind, str] = MappingProxyType({}),
    ) -> None:
        """Draw the checklists of a card; the cursor stays where it is.

        Args:
            board_id: The card's board.
            card_id: The card.
            checklists: Its checklists with their items, in position order.
            bound: The service's ids by the local ids they have just replaced.
            people: The board's members, whose initials are shown beside their items.
            names: Their names for the line of a new item.
            now: The current time, for dates.
            drafts: The unfinished lines of the card.
        """
        self._people, self._names, self._now = {one.id: one.short for one in people}, names, now
        another = card_id not in {self._card_id, bound.get(self._card_id)}
        self._fresh = () if another else not_read_yet(self._fresh, checklists, bound)
        self._board_id, self._card_id, self._checklists = board_id, card_id, (*checklists, *self._fresh)
        self._unfinished = {**drafts} if another else self._unfinished
        self._target_id = bound.get(self._target_id, self._target_id)
        self._target = self._find_target()
        self.rows.show(self._rows(), bound=bound)
        if self._at(self._new_id)[0] is not None:
            self.rows.move_cursor_to(self._new_id)
            self._new_id = ""
        elif another:
            self.rows.move_cursor_to(
                next((item.id for each in checklists for item in each.check_items if not item.done), "")
            )
        if self._mode == "walk":
            self._show_hint()

    def expect(self, item_id: str) -> None:
        """Put the cursor on an item once it is shown."""
        self._new_id = item_id

    @property
    def rows(self) -> RowList:
        """The rows of checklists and items."""
        return self.query_one("#checklist-rows", RowList)

    def ensure_entry(self) -> Entry:
        """Mount the text field if necessary, and return it."""
        if self._entry is None:
            self._entry = Entry(id="checklist-entry")
            _ = self.mount(self._entry, after=self.rows)
        return self._entry

    def focus(self, scroll_visible: bool = True) -> ChecklistEditor:
        """Focus the rows."""
        self.rows.focus(scroll_visible)
        return self

    def tick(self) -> None:
        """Toggle the tick of the item; on a checklist's name, go to its first open item."""
        checklist, item = self._at(self.rows.current)
        if checklist and item is None and (items := checklist.check_items):
            self.rows.move_cursor_to(next((one.id for one in items if not one.done), items[0].id))
        elif checklist and item:
            state = INCOMPLETE if item.done else COMPLETE
            self._write(UpdateCheckItem(**self._ids(checklist), item_id=item.id, state=state))

    def add_item(self) -> None:
        """Open the text field to add items to the checklist under the cursor."""
        checklist, _ = self._at(self.rows.current)
        checklist = checklist or next(iter(self._checklists), None)
        if checklist is None:
            self.add_checklist()
        else:
            self._ask("add", checklist.id, f"Add to {safe_text(checklist.name)}")

    def add_checklist(self) -> None:
        """Open the text field to add a checklist, then its items."""
        self._ask("new", "", "Name of the new checklist")

    def rename(self) -> None:
        """Open the text field to rename the item or the checklist under the cursor."""
        checklist, item = self._at(self.rows.current)
        if checklist:
            thing = item or checklist
            self._ask("rename", thing.id, f"Rename “{safe_text(thing.name)}”", thing.name)

    def move(self, step: int) -> None:
        """Move the item or the checklist under the cursor up (-1) or down (1)."""
        checklist, item = self._at(self.rows.current)
        if checklist and item:
            if reason := why_not_movable(self._checklists, item, step):
                self._show_hint(reason)
                return
            self._move(move_item_writes(self._board_id, self._card_id, self._checklists, item, step), item.id)
        elif checklist:
            writes = move_checklist_writes(self._board_id, self._card_id, self._checklists, checklist, step)
            self._move(writes, checklist.id)

    def _move(self, writes: Sequence[Write], moved: str) -> None:
        """Post a move, and show it at once with the cursor on the moved row, for the next key."""
        if writes:
            self._checklists = apply_writes(self._checklists, writes)
            self.rows.show(self._rows())
            # The service cannot move an item to another checklist, so it becomes a new item with another id.
            made = (write.item_id for write in writes if isinstance(write, CreateCheckItem))
            self.rows.move_cursor_to(next(made, moved))
            self._write(*writes)

    def delete(self) -> None:
        """Delete the item, or the checklist with its items."""
        checklist, item = self._at(self.rows.current)
        if checklist and item:
            self._write(DeleteCheckItem(**self._ids(checklist), item_id=item.id))
        elif checklist:
            self._write(DeleteChecklist(**self._ids(checklist)))

    def ask(self, kind: Question) -> None:
        """Ask about the item under the cursor."""
        checklist, item = self._at(self.rows.current)
        if checklist and item:
            self.post_message(self.Asked(kind, self._ids(checklist) | {"item_id": item.id}, item))
        else:
            self._show_hint("no item has the cursor")

    # --- the line to type in -------------------------------------------------------

    def _ask(self, mode: Mode, about: str, words: str, value: str = "") -> None:
        if kind := DRAFTED.get(mode):
            value = value or self._unfinished.get(kind, "")
        self._mode, self._target_id, self._initial = mode, about, value
        self._target = self._at(about)
        entry = self.ensure_entry()
        entry.example, entry.value, entry.cursor_position = words, value, len(value)
        self.add_class("-typing")
        entry.focus()
        self._adding = f"{words} · enter adds, and again · @who and a date at the end · esc done"
        self._show_hint(self._adding if mode == "add" else f"{words} · enter saves · esc done")

    @on(Entry.Submitted)
    def _typed(self, event: Entry.Submitted) -> None:
        event.stop()
        self._apply(event.value.strip())

    @on(Entry.Lines)
    def _pasted(self, event: Entry.Lines) -> None:
        event.stop()
        if self._mode == "add":
            self._last_try = (self._mode, self._target_id, " ".join(event.lines))
            self._add([QuickCard(title=line.text, done=line.done) for line in read_list(event.lines)])
        else:
            self.ensure_entry().insert_text_at_cursor(" ".join(event.lines))

    @on(Entry.Left)
    def _left(self, event: Entry.Left) -> None:
        event.stop()
        if kind := DRAFTED.get(self._mode):
            self._unfinished[kind] = self.ensure_entry().value
        self._close_entry()

    @property
    def entered(self) -> str:
        """The last entered line."""
        return self._last_try[2]

    def unsent(self) -> None:
        """Put a line that could not be stored back into the text field."""
        mode, about, text = self._last_try
        self._fresh = ()
        if text:
            self._ask(mode, about, self.ensure_entry().example, text)
            self._last_try = ("walk", "", "")

    @on(Entry.Changed)
    def _typing(self, event: Entry.Changed) -> None:
        """Show how the line of a new item is understood."""
        event.stop()
        if kind := DRAFTED.get(self._mode):
            self.post_message(self.Drafted(kind, self._card_id, event.value))
        if self._mode == "add":
            read, names = self._read(event.value), offered_names(event.value, {"@": self._names})
            words = [*(f"{kind} {text}" for kind, text in read.parts), *read.problems] or names
            self._show_hint(safe_text(" · ".join(words)) or self._adding)

    def _read(self, text: str) -> QuickCard:
        line = read_box(text)
        if self._now is None:
            return QuickCard(title=line.text, done=line.done)
        return read_item(line.text, self._names, self._now).replace(done=line.done)

    def _apply(self, text: str) -> None:
        """Apply the typed ``text`` in the current mode; without any, close the text field."""
        checklist, item = self._find_target()
        self._last_try = (self._mode, self._target_id, text)
        if not text:
            self._close_entry()
        elif self._mode == "add":
            self._add([self._read(text)])
        elif self._mode == "new":
            self._create(text)
        elif checklist:
            self._close_entry()
            self._rename(checklist, item, text)

    def _add(self, items: Sequence[QuickCard]) -> None:
        checklist, _ = self._find_target()
        if checklist:
            writes = create_item_writes(self._board_id, checklist, self._card_id, items)
            with self.ensure_entry().prevent(Entry.Changed):  # the draft is deleted with the write
                self._unfinished["item"] = self.ensure_entry().value = ""
            self._show_hint(self._adding)
            self._new_id = writes[-1].item_id
            self.post_message(self.Wrote(self, tuple(writes), typed="item"))

    def _create(self, name: str) -> None:
        fresh = Checklist(
            id=new_local_id(), name=name, pos=at([c.pos for c in self._checklists], len(self._checklists))
        )
        create = CreateChecklist(**self._ids(fresh), name=name, pos=fresh.pos)
        self.post_message(self.Wrote(self, (create,), typed="checklist"))
        self._checklists, self._fresh = (*self._checklists, fresh), (*self._fresh, fresh)
        self._new_id, self._unfinished["checklist"] = fresh.id, ""
        self._ask("add", fresh.id, f"Add to {safe_text(fresh.name)}")

    def _rename(self, checklist: Checklist, item: CheckItem | None, name: str) -> None:
        if item is not None and name != item.name:
            self._change(UpdateCheckItem(**self._ids(checklist), item_id=item.id, name=name))
        elif item is None and name != checklist.name:
            self._change(UpdateChecklist(**self._ids(checklist), name=name))

    def _change(self, write: Write) -> None:
        self.post_message(self.Wrote(self, (write,), {"name": self._initial}))

    def _close_entry(self) -> None:
        """Close the text field, and focus the rows."""
        if self._mode != "add":
            self.ensure_entry().value = ""
        self._mode, self._target_id, self._target = "walk", "", (None, None)
        self.remove_class("-typing")
        self.rows.focus()
        self._show_hint()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.enter_row()

    def enter_row(self) -> None:
        """Tick the item; on the name of a checklist, add items to it."""
        checklist, item = self._at(self.rows.current)
        if item:
            self.tick()
        elif checklist:
            self.add_item()

    @on(OptionList.OptionHighlighted)
    def _walked(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if self._mode == "walk":
            self._show_hint()

    def _at(self, ident: str | None) -> tuple[Checklist | None, CheckItem | None]:
        for checklist in self._checklists:
            if checklist.id == ident:
                return checklist, None
            if (item := checklist.item(ident or "")) is not None:
                return checklist, item
        return None, None

    def _find_target(self) -> tuple[Checklist | None, CheckItem | None]:
        """Return what the typed line is about, as it was last shown if it is not shown now.

        The store knows the id that the service gave a thing a moment before ``show`` is told that it replaced another.
        """
        found = self._at(self._target_id)
        return self._target if found[0] is None else found

    def _rows(self) -> list[Row]:
        return [row for each in self._checklists for row in checklist_rows(each, self._people, self._now)]

    def _ids(self, checklist: Checklist) -> dict[str, str]:
        return {"board_id": self._board_id, "card_id": self._card_id, "checklist_id": checklist.id}

    def _write(self, *writes: Write) -> None:
        if writes:
            self.post_message(self.Wrote(self, writes))

    def _show_hint(self, words: str = "") -> None:
        hint = hint_under(checklists=bool(self._checklists), reads_only=self.reads_only)
        self.query_one("#checklist-hint", Static).update(Content(words or self.with_keys(hint)))
