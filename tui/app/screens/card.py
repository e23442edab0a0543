"""CardScreen: one card, whole: its fields, its text, its checklists and its comments."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult, SuspendNotSupported
from textual.containers import Container, Horizontal, ScrollableContainer
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from tui.app.commands.catalogue import OPEN
from tui.app.commands.command import CONFLICT, Choice, Deed, show_key
from tui.app.commands.open_card import PARTS, Part
from tui.app.markdown import prose
from tui.app.screens.desk import Desk
from tui.app.terminal.editor import Edited, edit
from tui.app.widgets.card_form import CardForm, Facts
from tui.app.widgets.checklist_editor import ChecklistEditor
from tui.app.widgets.comments import Comments
from tui.app.widgets.description import Description
from tui.app.widgets.draft_area import DraftArea
from tui.app.widgets.entry import Entry
from tui.app.widgets.status_bar import StatusBar
from tui.clock import Clock
from tui.model.board import Board, BoardList
from tui.model.card import Card, CardFace
from tui.model.change import Change
from tui.model.op import DeleteCheckItem, DeleteChecklist, DeleteComment, Op, UpdateCard

if TYPE_CHECKING:
    from tui.workspace import Workspace

WIDE = 100
"""Columns from which comments stand beside the text and not below it."""

RESTS = 4.0
"""How many times as long as the last drawing took no other is begun, while changes pour in."""

GONE = "This card is gone: it was deleted elsewhere. What you typed is still here and kept as a draft."

_DELETED = {
    DeleteCheckItem: "the item",
    DeleteChecklist: "the checklist with its items",
    DeleteComment: "the comment",
}
"""What is said to be gone, for it is done without asking."""

_ABOUT: frozenset[str] = frozenset(
    {"boards", "lists", "cards", "labels", "members", "checklists", "comments", "outbox"}
)


class CardScreen(Desk):
    """Shows a card. The screen can be kept and shown another card with ``open``.

    Args:
        workspace: The one door.
        card_id: The card.
        clock: For dates and ages.
        part: The part to begin at; "" for the top.
        keys: The user's keys by command name.
    """

    AUTO_FOCUS = ""
    deeds: ClassVar[tuple[Deed, ...]] = OPEN

    def __init__(
        self,
        workspace: "Workspace",
        card_id: str,
        *,
        clock: Clock,
        part: str = "",
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, clock=clock, keys=keys)
        self._card_id = card_id
        self._card: Card | None = None
        self._again: Timer | None = None
        self._rest_until = 0.0
        self._part = next((each for each in PARTS if each == part), None)

    def compose(self) -> ComposeResult:
        """The fields on top; below them the text and checklists, the comments, the panel; the keys."""
        yield CardForm(id="form")
        yield Static(id="gone")
        with Horizontal(id="body"):
            with ScrollableContainer(id="page", can_focus=False):
                with ScrollableContainer(id="work", can_focus=False):
                    yield Description(id="description")
                    yield ChecklistEditor(id="checklists")
                with ScrollableContainer(id="talk", can_focus=False):
                    yield Comments(id="comments")
            yield Container(id="side")
        yield StatusBar()

    def on_mount(self) -> None:
        """Show the card. The toolkit calls the base class's handler too."""
        self.query_one("#description").border_title = "Description"
        self.query_one("#checklists").border_title = "Checklists"
        self.query_one("#comments").border_title = "Comments"
        self.open(self._card_id, self._part)

    def on_unmount(self) -> None:
        """Stop asking for its comments. The toolkit calls the base class's handler too."""
        self.workspace.unwatch(self._card_id)

    def open(self, card_id: str, part: Part | None = None) -> None:
        """Show another card, at a part of it."""
        self._card_id, self._part = self.now_called(card_id), part
        self._card = None
        self.tell("")
        self.remove_class("-side")
        self.reload()
        self._watch()
        if part is None:
            self.query_one(Description).focus()
        else:
            self.part(part)

    def _watch(self) -> None:
        """Have the comments and checklists kept fresh."""
        if self._card is not None:
            self.workspace.watch(self._card.id_board, self._card_id)

    # --- what it is about -----------------------------------------------------------------

    @property
    def board(self) -> Board | None:
        """The card's board."""
        return self.workspace.board(self._card.id_board) if self._card is not None else None

    @property
    def board_list(self) -> BoardList | None:
        """The card's list."""
        if self._card is None:
            return None
        ident = self._card.id_list
        return next((each for each in self.workspace.lists(self._card.id_board) if each.id == ident), None)

    @property
    def card(self) -> CardFace | None:
        """The card."""
        return self.workspace.face(self._card_id)

    # --- reading --------------------------------------------------------------------------

    def reload(self, change: Change | None = None) -> None:
        """Show what ``change`` made different; typing, focus and scrolling stay."""
        super().reload(change)
        if (ident := self.now_called(self._card_id)) != self._card_id:
            self._card_id = ident
            self._watch()
        if change is None:
            self._read()
        elif self._about_us(change) and self._again is None:
            wait = self._rest_until - self._clock.monotonic()
            self._again = self.set_timer(max(wait, 0.001), self._read)

    def _read(self) -> None:
        """Read the card and show it. A card that takes long to draw is drawn less often while changes pour in."""
        if self._again is not None:
            self._again.stop()
            self._again = None
        began = self._clock.monotonic()
        card = self.workspace.card(self._card_id)
        self.set_class(card is None, "-gone")
        self.query_one("#gone", Static).update(Content(GONE))
        if card is not None:
            self._card = card
            self._show(card, self._bound)
        now = self._clock.monotonic()
        self._rest_until = now + RESTS * (now - began)

    def _about_us(self, change: Change) -> bool:
        if not change.nouns & _ABOUT:
            return False
        only_cards = not change.nouns - {"cards", "checklists", "comments", "outbox"}
        return bool(change.bound) or not (
            only_cards and change.card_ids and self._card_id not in change.card_ids
        )

    def _show(self, card: Card, bound: Mapping[str, str]) -> None:
        now = self._clock.now()
        self.query_one(CardForm).show(self._facts(card))
        draft = self._draft(f"desc:{card.id}")
        self.query_one(Description).show(card.id, card.desc, draft, same=card.id in bound.values())
        checklists = self.workspace.checklists(card.id)
        self.query_one(ChecklistEditor).show(card.id_board, card.id, checklists, bound)
        comments, draft = self.workspace.comments(card.id), self._draft(f"comment:{card.id}")
        self.query_one(Comments).show(card.id_board, card.id, comments, now, draft=draft, bound=bound)

    def _facts(self, card: Card) -> Facts:
        labels = {label.id: label for label in self.workspace.labels(card.id_board)}
        members = {member.id: member for member in self.workspace.members(card.id_board)}
        board, here = self.board, self.board_list
        place = f"{here.name if here else 'a closed list'} · {board.name if board else 'an unknown board'}"
        return Facts(
            card=card,
            place=place,
            labels=[labels[ident] for ident in card.id_labels if ident in labels],
            members=[members[ident] for ident in card.id_members if ident in members],
            now=self._clock.now(),
            mark=self._mark(card),
        )

    def _mark(self, card: Card) -> str:
        face = self.card
        marks = ["▣ archived"] if card.closed else []
        if face is not None and face.refused:
            marks.append("! a change was refused")
        elif face is not None and face.pending:
            marks.append(f"⟳ {face.pending} not sent yet")
        return " · ".join(marks)

    # --- going to a part -------------------------------------------------------------------

    def part(self, name: Part) -> None:
        """Go to a part of the card, and begin what the part is gone to for."""
        match name:
            case "title":
                self.query_one(CardForm).edit_title()
            case "description":
                self.query_one(Description).edit()
            case "checklists":
                self.query_one(ChecklistEditor).focus()
            case "new-checklist":
                self.query_one(ChecklistEditor).action_add_checklist()
            case "comment":
                self.query_one(Comments).action_write()
            case "editor":
                self.work(self._edit_outside(), "editor", asks=True)
            case "links":
                self.work(self._choose_link(), "links", asks=True)

    async def _edit_outside(self) -> None:
        """Lend the text to the user's editor. Ours is kept as a draft until it is back."""
        description, card = self.query_one(Description), self._card
        if card is None:
            return
        text = description.typed or self._draft(f"desc:{card.id}") or card.desc
        try:
            edited = await edit(text, os.environ, self._lent)
        except SuspendNotSupported:
            self.tell("This terminal cannot be lent to an editor: d edits here")
            return
        self._take_edited(card, text, edited)

    @contextmanager
    def _lent(self) -> Iterator[None]:
        # Without the batch some thirty updates fill the stopped writer's queue, and the loop stands still.
        with self.app.batch_update(), self.app.suspend():
            yield

    def _take_edited(self, card: Card, given: str, edited: Edited) -> None:
        card_id = self.now_called(card.id)
        if edited.problem:
            self.tell(edited.problem)
        if edited.text is None or edited.text == given == card.desc:
            return
        self._keep(f"desc:{card_id}", edited.text)
        self.reload()
        description = self.query_one(Description)
        description.edit(edited.text, since=card.desc)
        if edited.sure:
            description.area.action_save()

    async def _choose_link(self) -> None:
        """Offer the links of the text and the comments."""
        card = self._card
        if card is None:
            return
        texts = [card.desc, *(comment.text for comment in self.workspace.comments(card.id))]
        links = {held.url: held.name or held.url for held in card.attachments if not held.is_upload}
        links |= {link.url: link.text for text in texts for link in prose(text).links}
        if not links:
            self.tell("no link on this card")
            return
        choices = [Choice(url, said, "" if said == url else url) for url, said in links.items()]
        url = await self.choose("Open a link", choices) if len(links) > 1 else next(iter(links))
        if url is not None:
            await self.open_address(url)

    def action_open_link(self, url: str) -> None:
        """A link was clicked: ask before it is opened."""
        self.work(self.open_address(url), "open-link", asks=True)

    # --- writing ---------------------------------------------------------------------------

    @on(CardForm.Wrote)
    @on(ChecklistEditor.Wrote)
    def _write(self, event: CardForm.Wrote | ChecklistEditor.Wrote) -> None:
        event.stop()
        give_back = (
            partial(event.form.unsent, event.ops)
            if isinstance(event, CardForm.Wrote)
            else event.editor.unsent
        )
        self.work(self._submit(event.ops, give_back=give_back, seen=event.seen), "write", asks=True)

    @on(Comments.Wrote)
    def _write_comment(self, event: Comments.Wrote) -> None:
        event.stop()
        draft = f"comment:{self.now_called(event.card_id)}" if event.typed else ""
        give_back = partial(event.comments.unsent, event.typed) if event.typed else None
        self.work(self._submit(event.ops, draft, give_back, event.seen), "write", asks=True)

    @on(Description.Wrote)
    def _write_text(self, event: Description.Wrote) -> None:
        event.stop()
        if self._card is not None:
            op = UpdateCard(board_id=self._card.id_board, card_id=self._card_id, desc=event.text)
            give_back = partial(event.description.unsaved, event.text)
            seen = {"desc": event.was}
            self.work(self._submit((op,), f"desc:{self._card_id}", give_back, seen), "write", asks=True)

    async def _submit(
        self,
        ops: tuple[Op, ...],
        draft: str = "",
        give_back: Callable[[], None] | None = None,
        seen: Mapping[str, object] | None = None,
    ) -> None:
        """Write ``ops``; what was typed is forgotten as a draft when they are kept, else given back."""
        kept = False
        try:
            if self.has_class("-gone"):
                self.tell("nothing was written: this card is gone")
                return
            if await self.workspace.submit_all(ops, draft=draft, seen=seen):
                self.tell(CONFLICT)
            elif len(ops) == 1 and (gone := _DELETED.get(type(ops[0]))):
                self.tell(f"deleted {gone}", undo=True)
            kept = True
            self._deliver()
            if self._again is not None:
                self._read()  # the next key falls on what this one made
        finally:
            if not kept and give_back is not None and self.is_attached:
                give_back()

    @on(Description.Drafted)
    def _keep_text(self, event: Description.Drafted) -> None:
        event.stop()
        self._keep(f"desc:{self.now_called(event.card_id)}", event.text)

    @on(Comments.Drafted)
    def _keep_comment(self, event: Comments.Drafted) -> None:
        event.stop()
        self._keep(f"comment:{self.now_called(event.card_id)}", event.text)

    def _draft(self, key: str) -> str:
        """What was typed here and not submitted, else what was left behind by a window that is no more."""
        return self.workspace.drafts.get(key) or self.workspace.drafts.left(key)

    def _keep(self, key: str, text: str) -> None:
        if (left := self.workspace.drafts.left(key)) and not self.workspace.drafts.get(key):
            # What is typed goes on with it: it is this window's from here on.
            self.workspace.drafts.take(key, left)
        self.workspace.drafts.keep(key, text)

    @on(CardForm.Left)
    def _title_left(self, event: CardForm.Left) -> None:
        event.stop()
        self.query_one(Description).focus()

    # --- showing ---------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        """Two columns where there is room for them."""
        self.set_class(event.size.width >= WIDE, "-wide")
        self._show_keys()

    def on_descendant_focus(self) -> None:
        """Keys are others while something is typed."""
        self._show_keys()

    def _show_keys(self) -> None:
        offered = [deed for deed in self.keymap.deeds.values() if deed.shown]
        keys = [(self.keymap.keys_of(deed.name()), deed.hint) for deed in offered]
        hints = [("tab", "next part"), *((show_key(key[0]), hint) for key, hint in keys if key)]
        if isinstance(self.focused, DraftArea):
            hints = [("ctrl+s", "save"), ("esc", "leave, kept as a draft"), ("ctrl+z", "undo")]
        elif isinstance(self.focused, Entry):
            hints = [("enter", "save"), ("esc", "leave")]
        self.query_one(StatusBar).hint(hints)

    def show_typed(self, text: str) -> None:
        """Show a count in the status bar."""
        self.query_one(StatusBar).typed = text

    def tell(self, text: str, *, undo: bool = False) -> None:
        """Say something in the status bar."""
        self.query_one(StatusBar).tell(text, undo=undo)
