"""CardScreen: the page of one card, with its fields, description, checklists and comments."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from tui.app.backdrop import Blank
from tui.app.commands.catalogue import OPEN
from tui.app.commands.open_card import PARTS, CardPart
from tui.app.enrich.panel_message import PanelMessage
from tui.app.screens.card_parts.content import CardContent
from tui.app.screens.card_parts.drafts import CardDrafts
from tui.app.screens.card_parts.external_editor import ExternalEditor
from tui.app.screens.card_parts.facts import CardFormFacts
from tui.app.screens.card_parts.hints import show_keys
from tui.app.screens.card_parts.links import choose_link
from tui.app.screens.card_parts.writer import CardWriter
from tui.app.screens.enrich.side import EnrichSide
from tui.app.screens.screen import CARD_NOUNS, WorkspaceScreen
from tui.app.widgets.card_form import CardForm
from tui.app.widgets.part import ScreenPart, offer_to_change
from tui.app.widgets.status_bar import StatusBar
from tui.errors import StoreError

if TYPE_CHECKING:
    from tui.app.widgets.card_form import Facts
    from tui.clock import Clock
    from tui.model.board import Board, BoardList
    from tui.model.card import Card, CardFace
    from tui.model.change import Change, Noun
    from tui.workspace import Workspace

WIDE = 100
"""Minimum width in cells at which comments are shown beside the text instead of below it."""

RESTS = 4.0
"""Minimum pause between two redraws on changes, as a multiple of the last redraw's duration."""

_SHOWN: frozenset[Noun] = CARD_NOUNS | {"conflicts"}

GONE = "This card is gone: it was deleted elsewhere. If you typed anything for it, {conflicts} shows that among the conflicts."


class _Body(Blank, Horizontal):
    """The container of the card and the panel beside it."""


class CardScreen(Blank, WorkspaceScreen):
    """The page of a card; ``open`` shows another card in it.

    Args:
        card_id: Id of the card; "" for a page that is built before it is known which card it shows.
        part: The part to start at; "" for the top. An item of the checklists may follow behind a slash.

    Attributes:
        home: Id of the board beneath all pages when the card was opened, or None; the card's may be another.
    """

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(WIDE, "-wide")]
    about = _SHOWN | {"findings", "sync"}
    commands = OPEN

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
        self.feed.minute_passed = self.reload  # comments tell how long ago they were written
        self.side = EnrichSide(self, clock)
        self._drafts = CardDrafts(workspace)
        self._facts = CardFormFacts(workspace, clock)
        self._writer = CardWriter(self, self._drafts, self._read_deferred)
        self._outside = ExternalEditor(self, self._drafts)
        self.home: str | None = None
        self._card: Card | None = None
        self._read_timer: Timer | None = None
        self._next_read_at = 0.0
        self._begun = False
        self.choose_card(card_id, part)

    def choose_card(self, card_id: str, part: str = "") -> None:
        """Choose the card that the page shows once it is on top."""
        self.shown_id = card_id
        part, _, self._item = part.partition("/")
        self._part = next((each for each in PARTS if each == part), None)

    def compose(self) -> ComposeResult:
        """Yield the fields, then the text and checklists, the comments, the panel, and the status bar."""
        # A CSS class that changes later restyles all child widgets; ``on_mount`` reports an error.
        facts = None
        with suppress(StoreError):
            self._card = self.workspace.cards.get(self.shown_id)
            # On a busy machine the parts may take a moment; what the card is must not.
            facts = self._known_facts()
        yield CardForm(facts, id="form")
        yield Static(id="gone")
        with _Body(id="body"):
            yield CardContent(self, self._drafts, self._writer, self.now)
            yield Container(id="side")
        yield StatusBar()

    def on_mount(self) -> None:
        """Show the card. Textual calls the base class's handler too."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.reload())
        self._begin()

    def on_screen_resume(self) -> None:
        """Show the card on a page that was built before. Textual calls the base class's handler too."""
        self._begin()

    def _begin(self) -> None:
        """Show the card that the page was opened for, unless it is shown already, or not chosen yet."""
        if self.shown_id and not self._begun:
            self._begun = True
            self.query_one(CardContent).expect(self._item)
            self.open(self.shown_id, self._part)

    def on_unmount(self) -> None:
        """Stop syncing the card's comments. Textual calls the base class's handler too."""
        if self.shown_id:
            self.workspace.sync.unwatch(self.shown_id)

    def open(self, card_id: str, part: CardPart | None = None) -> None:
        """Show another card, and go to ``part``."""
        self.shown_id, self._part = self.feed.current_id(card_id), part
        self._card = None
        self.tell("")
        _ = self.side.close()
        self.reload()
        # Delayed until the card is drawn, because the sync threads compete with this one.
        self.call_after_refresh(self.call_after_refresh, self._watch)
        self.part(part)

    def go(self, place: str, *, saying: str = "") -> None:
        """Go to another place; back from a card of another board, that one is kept up to date again."""
        if place == "back" and self.home is not None and not self.is_at_home:
            self.workspace.sync.watch(self.feed.current_id(self.home))
        super().go(place, saying=saying)

    @property
    def is_at_home(self) -> bool:
        """Whether the card is on the board beneath all pages, as far as is known."""
        return (
            self.home is None or self._card is None or self._card.id_board == self.feed.current_id(self.home)
        )

    def _watch(self) -> None:
        """Keep the comments and checklists up to date."""
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
        """The card as shown in a list, or None if it is gone."""
        return self.workspace.cards.face(self.shown_id)

    # --- reading --------------------------------------------------------------------------

    def reload(self, change: Change | None = None) -> None:
        """Show ``change``, and keep typed text, focus and scroll positions."""
        if not self.shown_id:
            return
        self.side.reload(change)
        if (ident := self.feed.current_id(self.shown_id)) != self.shown_id:
            self.shown_id = ident
            self._watch()
        if change is None:
            self._read()
        elif self._concerns_card(change) and self._read_timer is None:
            wait = self._next_read_at - self._clock.monotonic()
            self._read_timer = self.set_timer(max(wait, 0.001), self._read)
        self._show_keys()

    def _show_keys(self) -> None:
        show_keys(self, away=not self.is_at_home)

    def _read(self) -> None:
        """Read and show the card, and measure the time, so that slow cards are redrawn less often."""
        if self._read_timer is not None:
            self._read_timer.stop()
            self._read_timer = None
        began = self._clock.monotonic()
        card = self.workspace.cards.get(self.shown_id)
        self.set_class(card is None, "-gone")
        if card is None:
            self.query_one("#gone", Static).update(Content(GONE.format_map(self.key_names)))
        else:
            self._card = card
            self._show(card, self.feed.bind(self.shown_id, card.id))
        now = self._clock.monotonic()
        self._next_read_at = now + RESTS * (now - began)

    def _read_deferred(self) -> None:
        """Run a deferred read now, because the next key acts on the result of a write."""
        if self._read_timer is not None:
            self._read()

    def _concerns_card(self, change: Change) -> bool:
        if not change.nouns & _SHOWN:
            return False
        only_cards = not change.nouns - {"cards", "checklists", "comments", "outbox"}
        return bool(change.bound) or not (
            only_cards and change.card_ids and self.shown_id not in change.card_ids
        )

    def _show(self, card: Card, bound: Mapping[str, str]) -> None:
        facts = self._facts.of(card, self.board, self.board_list)
        self.query_one(CardForm).show(facts)
        offer_to_change(self, not facts.reads_only)
        self.query_one(CardContent).show(card, bound)

    def _known_facts(self) -> Facts | None:
        """Return what the form shows of the card; None for a card that is gone."""
        return None if self._card is None else self._facts.of(self._card, self.board, self.board_list)

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

    def part(self, name: CardPart | None) -> None:
        """Go to a part of the card, and start editing it if that is its purpose."""
        match name:
            case "title":
                self.query_one(CardForm).edit_title()
            case "editor" if self._card is not None:
                self.work(partial(self._outside.edit, self._card), "editor", asks=True)
            case "links" if self._card is not None:
                self.work(partial(choose_link, self, self._card), "links", asks=True)
            case _:
                self.query_one(CardContent).go_to(name)

    def action_open_link(self, url: str) -> None:
        """Ask whether to open a link that was clicked."""
        self.work(partial(self.open_address, url), "open-link", asks=True)

    # --- writing ---------------------------------------------------------------------------

    @on(CardForm.Wrote)
    def _write(self, event: CardForm.Wrote) -> None:
        event.stop()
        self._writer.begin(event.writes, give_back=partial(event.form.unsent, event.writes), seen=event.seen)

    @on(CardForm.Left)
    def _title_left(self, event: CardForm.Left) -> None:
        event.stop()
        self.part(None)

    # --- showing ---------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Keep a focused text field on the screen."""
        if self.keys_read.in_text_field and self.focused is not None:
            self.call_after_refresh(self.focused.scroll_visible, animate=False)

    def scroll_to_center(self, widget: Widget, *args: Any, **options: Any) -> None:
        """Scroll to a widget that gets the focus; to the first of a part with the border, which names the part."""
        part = widget.parent
        if isinstance(part, ScreenPart) and part.children[0] is widget:
            widget = part
        super().scroll_to_center(widget, *args, **options)

    def on_descendant_focus(self) -> None:
        """Update the key hints, which differ in a text field and in the side panel."""
        self._show_keys()
        self.side.offer()

    def on_descendant_blur(self) -> None:
        """Update the key hints when the panel is left."""
        self.side.offer()
