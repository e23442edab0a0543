"""CardScreen: the page of one card, with its fields, description, checklists and comments."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, ScrollableContainer
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from tui.app.backdrop import Blank
from tui.app.commands.account.accounts import login_keys_text
from tui.app.commands.catalogue import OPEN
from tui.app.commands.open_card import PARTS, CardPart
from tui.app.commands.writing import read_only_reason, visible_hints
from tui.app.enrich.panel_message import PanelMessage
from tui.app.screens.card_parts.drafts import CardDrafts
from tui.app.screens.card_parts.external_editor import ExternalEditor
from tui.app.screens.card_parts.facts import CardFormFacts
from tui.app.screens.card_parts.links import choose_link
from tui.app.screens.card_parts.writer import CardWriter
from tui.app.screens.enrich.side import EnrichSide
from tui.app.screens.screen import WorkspaceScreen
from tui.app.widgets.card_form import CardForm
from tui.app.widgets.checklist_editor import ChecklistEditor
from tui.app.widgets.comments import Comments
from tui.app.widgets.description import Description
from tui.app.widgets.draft_area import DraftArea
from tui.app.widgets.entry import Entry
from tui.app.widgets.part import offer_to_change
from tui.app.widgets.status_bar import Hint, StatusBar, no_token_words
from tui.errors import StoreError
from tui.model.writes.cards import UpdateCard

if TYPE_CHECKING:
    from tui.app.commands.command import CommandType
    from tui.clock import Clock
    from tui.model.board import Board, BoardList
    from tui.model.card import Card, CardFace
    from tui.model.change import Change
    from tui.workspace import Workspace

WIDE = 100
"""Minimum width in cells at which comments stand beside the text instead of below it."""

RESTS = 4.0
"""Minimum pause between two redraws on changes, as a multiple of how long the last one took."""

GONE = "This card is gone: it was deleted elsewhere. What you typed is still here and kept as a draft."

_ABOUT: frozenset[str] = frozenset(
    {"boards", "lists", "cards", "labels", "members", "checklists", "comments", "outbox"}
)


class _Body(Blank, Horizontal):
    """The container of the card and the panel beside it."""


class _Part(Blank, ScrollableContainer):
    """The container of some of the card's parts."""


class CardScreen(Blank, WorkspaceScreen):
    """The page of a card, which can be reused for another card with ``open``.

    Args:
        workspace: The workspace of the open account.
        card_id: The card's id.
        clock: The clock for dates and ages.
        part: The part to start at; "" for the top.
        keys: The user's keys by command name.
    """

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(WIDE, "-wide")]
    commands: ClassVar[tuple[CommandType, ...]] = OPEN

    def __init__(
        self,
        workspace: Workspace,
        card_id: str,
        *,
        clock: Clock,
        part: str = "",
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, keys=keys)
        self._clock = clock
        self.side = EnrichSide(self, clock)
        self._drafts = CardDrafts(workspace)
        self._facts = CardFormFacts(workspace, clock)
        self._writer = CardWriter(self, self._read_deferred)
        self._outside = ExternalEditor(self, self._drafts)
        self.shown_id = card_id
        self._card: Card | None = None
        self._read_timer: Timer | None = None
        self._next_read_at = 0.0
        self._part = next((each for each in PARTS if each == part), None)

    def compose(self) -> ComposeResult:
        """Yield the fields, then the text and checklists, the comments, the panel, and the status bar."""
        # Each class that changes later has all widgets in there styled once more; ``on_mount`` tells of an error.
        face = None
        with suppress(StoreError):
            face = self.card
        yield CardForm(id="form")
        yield Static(id="gone")
        with _Body(id="body"):
            with _Part(id="page", can_focus=False):
                with _Part(id="work", can_focus=False):
                    yield Description(id="description", empty=face is not None and not face.has_desc)
                    yield ChecklistEditor(id="checklists", empty=face is not None and not face.items)
                with _Part(id="talk", can_focus=False):
                    yield Comments(id="comments", empty=face is not None and not face.comments)
            yield Container(id="side")
        yield StatusBar()

    def on_mount(self) -> None:
        """Show the card. Textual calls the base class's handler too."""
        self.query_one("#description").border_title = "Description"
        self.query_one("#checklists").border_title = "Checklists"
        self.query_one("#comments").border_title = "Comments"
        self.app.theme_changed_signal.subscribe(self, lambda _: self._read())
        self.open(self.shown_id, self._part)

    def on_unmount(self) -> None:
        """Stop syncing the card's comments. Textual calls the base class's handler too."""
        self.workspace.sync.unwatch(self.shown_id)

    def open(self, card_id: str, part: CardPart | None = None) -> None:
        """Show another card, and go to ``part``."""
        self.shown_id, self._part = self.feed.current_id(card_id), part
        self._card = None
        self.tell("")
        _ = self.side.close()
        self.reload()
        # The threads of the sync take turns with this one: they begin when the card is drawn.
        self.call_after_refresh(self.call_after_refresh, self._watch)
        if part is None:
            self.query_one(Description).focus()
        else:
            self.part(part)

    def _watch(self) -> None:
        """Have the sync keep the comments and checklists up to date."""
        if self._card is not None:
            self.workspace.sync.watch(self._card.id_board, self.shown_id)

    # --- card, list and board -------------------------------------------------------------

    @property
    def board(self) -> Board | None:
        """The card's board."""
        return self.workspace.boards.get(self._card.id_board) if self._card is not None else None

    @property
    def board_list(self) -> BoardList | None:
        """The card's list."""
        if self._card is None:
            return None
        ident = self._card.id_list
        return next(
            (each for each in self.workspace.boards.lists(self._card.id_board) if each.id == ident), None
        )

    @property
    def card(self) -> CardFace | None:
        """The card's face, or None if the card is gone."""
        return self.workspace.cards.face(self.shown_id)

    # --- reading --------------------------------------------------------------------------

    def reload(self, change: Change | None = None) -> None:
        """Show what ``change`` altered, and keep typed text, focus and scroll positions."""
        self.side.reload(change)
        self._show_keys()
        if (ident := self.feed.current_id(self.shown_id)) != self.shown_id:
            self.shown_id = ident
            self._watch()
        if change is None:
            self._read()
        elif self._concerns_card(change) and self._read_timer is None:
            wait = self._next_read_at - self._clock.monotonic()
            self._read_timer = self.set_timer(max(wait, 0.001), self._read)

    def _read(self) -> None:
        """Read and show the card, and time it: cards that are slow to draw are redrawn less often."""
        if self._read_timer is not None:
            self._read_timer.stop()
            self._read_timer = None
        began = self._clock.monotonic()
        card = self.workspace.cards.get(self.shown_id)
        self.set_class(card is None, "-gone")
        self.query_one("#gone", Static).update(Content(GONE))
        if card is not None:
            self._card = card
            self._show(card, self.feed.bind(self.shown_id, card.id))
        now = self._clock.monotonic()
        self._next_read_at = now + RESTS * (now - began)

    def _read_deferred(self) -> None:
        """Run a deferred read now, because the next key acts on the result of a write."""
        if self._read_timer is not None:
            self._read()

    def _concerns_card(self, change: Change) -> bool:
        if not change.nouns & _ABOUT:
            return False
        only_cards = not change.nouns - {"cards", "checklists", "comments", "outbox"}
        return bool(change.bound) or not (
            only_cards and change.card_ids and self.shown_id not in change.card_ids
        )

    def _show(self, card: Card, bound: Mapping[str, str]) -> None:
        now = self._clock.now()
        self.query_one(CardForm).show(facts := self._facts.of(card, self.board, self.board_list))
        offer_to_change(self, not facts.reads_only)
        draft = self._drafts.get(f"desc:{card.id}")
        since = self._drafts.base(f"desc:{card.id}")
        description = self.query_one(Description)
        description.show(card.id, card.desc, draft, since=since, same=card.id in bound.values())
        checklists = self.workspace.cards.checklists(card.id)
        people = self.workspace.boards.members(card.id_board)
        people.sort(key=lambda one: one.id not in card.id_members)
        names = self.workspace.names.people(card.id_board)
        self.query_one(ChecklistEditor).show(
            card.id_board, card.id, checklists, bound, people=people, names=names, now=now
        )
        talk, draft = self.workspace.cards.comments(card.id), self._drafts.get(f"comment:{card.id}")
        board = card.id_board
        self.query_one(Comments).show(board, card.id, talk, now, draft=draft, bound=bound, people=people)

    def now(self) -> datetime:
        """Return the current time, for dates."""
        return self._clock.now()

    def edit_labels(self) -> None:
        """Open the board's labels, for this card."""
        from tui.app.screens.labels import open_labels

        open_labels(self)

    def open_panel(self) -> None:
        """Open the panel with the people and companies on the card, and focus it."""
        self.side.open()

    @on(PanelMessage)
    def _panel_asks(self, message: PanelMessage) -> None:
        self.side.take(message)

    # --- going to a part -------------------------------------------------------------------

    def part(self, name: CardPart) -> None:
        """Go to a part of the card, and start editing where that is its purpose."""
        match name:
            case "title":
                self.query_one(CardForm).edit_title()
            case "description":
                self.query_one(Description).edit()
            case "checklists":
                _go_to_checklists(self, self._card)
            case "new-checklist":
                self.query_one(ChecklistEditor).add_checklist()
            case "comment":
                self.query_one(Comments).write()
            case "editor" if self._card is not None:
                self.work(partial(self._outside.edit, self._card), "editor", asks=True)
            case "links" if self._card is not None:
                self.work(partial(choose_link, self, self._card), "links", asks=True)

    def action_open_link(self, url: str) -> None:
        """Ask whether to open a link that was clicked."""
        self.work(partial(self.open_address, url), "open-link", asks=True)

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
        submit = partial(self._writer.submit, event.ops, give_back=give_back, seen=event.seen)
        self.work(submit, "write", asks=True)

    @on(ChecklistEditor.Asked)
    def _ask_about_item(self, event: ChecklistEditor.Asked) -> None:
        event.stop()
        from tui.app.screens.card_parts.items import ask_about_item

        self.work(partial(ask_about_item, self, self.now(), event), "item", asks=True)

    @on(Comments.Wrote)
    def _write_comment(self, event: Comments.Wrote) -> None:
        event.stop()
        draft = f"comment:{self.feed.current_id(event.card_id)}" if event.typed else ""
        give_back = partial(event.comments.unsent, event.typed) if event.typed else None
        if unknown := event.comments.unknown_names(event.typed):
            self.tell(f"nobody on this board is called {', '.join(unknown)}: nobody is told")
        self.work(partial(self._writer.submit, event.ops, draft, give_back, event.seen), "write", asks=True)

    @on(Description.Wrote)
    def _write_text(self, event: Description.Wrote) -> None:
        event.stop()
        if self._card is not None:
            op = UpdateCard(board_id=self._card.id_board, card_id=self.shown_id, desc=event.text)
            give_back = partial(event.description.unsaved, event.text, event.was)
            seen = {"desc": event.was}
            submit = partial(self._writer.submit, (op,), f"desc:{self.shown_id}", give_back, seen)
            self.work(submit, "write", asks=True)

    @on(Description.Drafted)
    def _save_text_draft(self, event: Description.Drafted) -> None:
        event.stop()
        self._drafts.keep(f"desc:{self.feed.current_id(event.card_id)}", event.text, event.base)

    @on(Comments.Drafted)
    def _save_comment_draft(self, event: Comments.Drafted) -> None:
        event.stop()
        self._drafts.keep(f"comment:{self.feed.current_id(event.card_id)}", event.text)

    @on(CardForm.Left)
    def _title_left(self, event: CardForm.Left) -> None:
        event.stop()
        self.query_one(Description).focus()

    # --- showing ---------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Show as many key hints as fit, and keep the field on the screen that is typed into."""
        self._show_keys()
        if self.keys_read.in_text_field and self.focused is not None:
            self.call_after_refresh(self.focused.scroll_visible, animate=False)

    def on_descendant_focus(self) -> None:
        """Update the key hints: they differ in a text field and in the side panel."""
        self._show_keys()
        self.side.offer()

    def on_descendant_blur(self) -> None:
        """Update the key hints when the panel is left."""
        self.side.offer()

    def _show_keys(self) -> None:
        bar = self.query_one(StatusBar)
        bar.place = _missing_token(self)
        bar.hint(_hints(self))


def _missing_token(page: CardScreen) -> str:
    """Return that the token is missing or refused, and the keys that lead to the login; "" where it is not."""
    status = page.workspace.sync.status()
    if status.state != "unauthorized":
        return ""
    way = login_keys_text(page.key_names, locked=status.trouble == "locked")
    return f"{no_token_words(status)} · {way}"


def _hints(page: CardScreen) -> list[Hint]:
    """Return the key hints for what has the focus."""
    if isinstance(page.focused, DraftArea):
        save, leave = page.key_names["save-text"], page.key_names["leave-text"]
        return [(save, "save"), (leave, "leave, kept as a draft"), ("ctrl+z", "undo")]
    if isinstance(page.focused, Entry):
        return [("enter", "save"), ("esc", "leave")]
    return [("tab", "next part"), *visible_hints(page.keymap, read_only_reason(page))]


def _go_to_checklists(page: CardScreen, card: Card | None) -> None:
    """Go to the checklists, or where the card may be given a first one, ask for its name.

    Without a checklist there is nothing to walk, and what is typed next would run as commands of the card.
    """
    editor = page.query_one(ChecklistEditor)
    listed = card is None or card.badges.check_items or page.workspace.cards.checklists(card.id)
    if listed or read_only_reason(page):
        editor.focus()
    else:
        editor.add_checklist()
