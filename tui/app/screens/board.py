"""BoardScreen: the screen of one board, which delegates to its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.widgets import Static

from tui.app.backdrop import Blank
from tui.app.commands.catalogue import BOARD
from tui.app.commands.command import Command, ImmediateCommand
from tui.app.enrich.panel_message import PanelMessage
from tui.app.screens.board_parts.board_view import BoardView
from tui.app.screens.board_parts.conflict_notices import ConflictNotices
from tui.app.screens.board_parts.cursor_guard import CursorGuard
from tui.app.screens.board_parts.cursor_place import CursorPlace
from tui.app.screens.board_parts.filter import CardFilter
from tui.app.screens.board_parts.folds import Folds
from tui.app.screens.board_parts.gestures import Gestures
from tui.app.screens.board_parts.header import BoardHeader
from tui.app.screens.board_parts.line import InlineLine
from tui.app.screens.board_parts.loader import BoardLoader
from tui.app.screens.board_parts.mover import CardMover
from tui.app.screens.board_parts.refusals import Refusals
from tui.app.screens.board_parts.selection import Selection
from tui.app.screens.enrich.side import EnrichSide
from tui.app.screens.screen import CARD_NOUNS, WorkspaceScreen, tell_conflict
from tui.app.widgets.card_face import DENSITIES, CardStyle
from tui.app.widgets.kanban import Kanban
from tui.app.widgets.line_editor import LineEditor
from tui.app.widgets.status_bar import TitleBar

if TYPE_CHECKING:
    from tui.app.commands.key_reader import Layer
    from tui.app.commands.open_card import CardPart
    from tui.app.commands.writing import Done
    from tui.app.screens.board_parts.tour import BoardTour
    from tui.clock import Clock
    from tui.model.board import Board, BoardList
    from tui.model.card import CardFace
    from tui.model.change import Change, Noun
    from tui.workspace import Workspace

_NOUNS: frozenset[Noun] = CARD_NOUNS | {"notifications", "findings", "conflicts", "sync"}
"""Nouns that the board shows: those of its cards, and those of its title and of the panel."""

_MESSAGE_SECONDS = 1.5
"""Seconds for which a status message stays before a key clears it."""


class _Body(Blank, Horizontal):
    """The container of the board and the panel beside it."""


class BoardScreen(Blank, WorkspaceScreen):
    """The screen of a board.

    Args:
        board_id: The board's id, or None if there is none.
        ageing: Days without changes after which a card is dimmed; None for never.
        mouse: Whether there is a mouse.

    Attributes:
        loader: Reads the store into the kanban.
        head: Updates the title and the empty text.
        selection: The cards that a command acts on.
        filter: Limits the board to matching cards.
        tour: The tour of the board, or None.
        gestures: Handles the mouse and cursor messages of the board.
        cursor_guard: Refuses commands meant for a card that somebody else has just removed.
    """

    ALLOW_SELECT = False
    AUTO_FOCUS = ""  # keys are commands until the inline line is opened
    about = _NOUNS
    commands = BOARD

    def __init__(
        self,
        workspace: Workspace,
        board_id: str | None,
        *,
        clock: Clock,
        account: str = "local",
        keys: Mapping[str, str] | None = None,
        ageing: int | None = None,
        mouse: bool = True,
    ) -> None:
        super().__init__(workspace, keys=keys)
        self._clock = clock
        self.command_target = self.kanban = Kanban(CardStyle(28, "normal", clock.now(), {}))
        self.kanban.row.has_mouse = mouse
        self._view = view = BoardView(self, clock, self.kanban, board_id)
        self.head = BoardHeader(view, account, ageing=ageing)
        self.selection = Selection(view, self.head)
        self.pick_failed = self.selection.pick_failed
        self.folds = Folds(view)
        self._place = CursorPlace(view)
        self.filter = CardFilter(view, self.head, self.selection)
        renew = self.folds.replace_ids, self.filter.renew
        self.loader = BoardLoader(view, self.head, self._place, self._follow, *renew)
        self.line = InlineLine(view, self.loader, self.filter, self.selection)
        self._mover = CardMover(view, self.loader, self.selection)
        self.gestures = Gestures(self, view, self._mover, self._place)
        self.side = EnrichSide(self, clock)
        self.cursor_guard = CursorGuard(view)
        conflict = partial(tell_conflict, self, instead=True)
        self._refusals, self._conflicts = Refusals(view), ConflictNotices(self, conflict)
        self._told_at = float("inf")
        self.tour: BoardTour | None = None

    def compose(self) -> ComposeResult:
        """Yield title, board and side panel, status bar, and the inline line, which overlays the board."""
        self.kanban.row.card_style = self.head.style()
        yield self._view.title
        with _Body(id="body"):
            yield self.kanban
            yield Container(id="side")
        yield Static(id="empty")
        yield self._view.bar
        yield self.editor

    def on_mount(self) -> None:
        """Show the board. Textual calls the base class's handler too."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.gestures.restyle(self.head.style()))
        # The first board may have arrived since the screen was created.
        self.open_board(self._view.board_id or self._any_board())
        self._refusals.follow(self.head.status.refused)
        self._conflicts.follow()

    def on_unmount(self) -> None:
        """Save the cursor's place. Textual calls the base class's handler too."""
        self._place.keep()

    # --- board, lists and cards -----------------------------------------------------------

    @property
    def editor(self) -> LineEditor:
        """The widget of the inline text line."""
        return self._view.editor

    @property
    def board(self) -> Board | None:
        """The open board."""
        return self._view.board

    @property
    def lists(self) -> Sequence[BoardList]:
        """The board's open lists, in order."""
        return self.kanban.lists

    @property
    def board_list(self) -> BoardList | None:
        """The list with the cursor."""
        lists, at = self.kanban.lists, self.kanban.row.focused_index
        return lists[at] if at < len(lists) else None

    @property
    def card(self) -> CardFace | None:
        """The card with the cursor."""
        return self.kanban.card

    @property
    def cards(self) -> Sequence[CardFace]:
        """The selected cards in the board's order, or else the card with the cursor."""
        return self.selection.cards if self.selection.picked else super().cards

    def cards_of(self, list_id: str) -> Sequence[CardFace]:
        """Return the shown cards of a list, in order."""
        cards = self.kanban.row.card_list(list_id)
        return () if cards is None else cards.faces()

    def cards_for_bulk(self) -> tuple[str, Sequence[str]]:
        """Return a description and the ids of the selected cards, or else of those shown in the current list."""
        if self.selection.picked:
            return "the selection", [card.id for card in self.cards]
        here = self.board_list
        return (here.name, [card.id for card in self.cards_of(here.id)]) if here is not None else ("", [])

    def now(self) -> datetime:
        """Return the current time, for dates."""
        return self._clock.now()

    @property
    def is_busy(self) -> bool:
        """Whether the user is typing a line or a key sequence, or moving a card."""
        keys = self.keys_read
        return bool(keys.in_text_field or keys.typed or self.editor.purpose or self.selection.holding)

    # --- reading --------------------------------------------------------------------------

    def open_board(self, board_id: str | None) -> None:
        """Show another board, and save the cursor's place on the current one."""
        self._place.keep()
        self.loader.open(board_id, before=self.folds.restore)
        self.selection.offer()
        self.gestures.show_chips()

    def _any_board(self) -> str | None:
        """Return the id of the board to show by default, or None if there is none."""
        return next((board.id for board in self.workspace.boards.all()), None)

    def reload(self, change: Change | None = None) -> None:
        """Show ``change``."""
        self.side.reload(change)
        if change is not None and self._view.board_id is None and "boards" in change.nouns:
            self.open_board(self._any_board())
        else:
            self.loader.reload(change)
        if change is not None and "outbox" in change.nouns:
            self._refusals.follow(self.head.status.refused)
        if change is not None and "conflicts" in change.nouns:
            self._conflicts.follow()
        if change is None or change.nouns & {"boards", "labels", "members"}:
            self.gestures.show_chips()
        self._follow()

    def catch_up(self) -> None:
        """Show all changes so far, including those deferred during a large sync."""
        super().catch_up()
        self.loader.catch_up()

    def _follow(self) -> None:
        """Update the line's position, the number of selected cards and the list's name, which may have changed."""
        self.line.follow_card()
        self.selection.count()
        self.gestures.name_list()

    # --- keys -----------------------------------------------------------------------------

    async def on_key(self, event: events.Key) -> None:  # noqa: ARG002 - any key
        """Clear an old status message, which is not about this key; the base class's handler runs too."""
        self._view.pressed_at = now = self._clock.monotonic()
        if now - self._told_at > _MESSAGE_SECONDS:
            _ = self.clear_message()
            self._told_at = float("inf")

    def key_layers(self, key: str) -> Sequence[Layer]:
        """Return the key layers; none while the line is open, when no key is a command."""
        return () if self.editor.purpose else super().key_layers(key)

    async def ask(self, command: Command[Any]) -> None:
        """Run ``command``, unless it would act on a card that has just moved under the cursor."""
        self.kanban.cursor.unmoved = False
        self.filter.settle()
        if reason := self.cursor_guard.refuse(command):
            self.ahead.refuse_key(self.tell, reason, opens=command.asks or command.opens)
            return
        if not isinstance(command, ImmediateCommand):
            self.cursor_guard.expect(command, self.cards)
        await super().ask(command)
        if self.tour is not None:
            self.tour.follow(command)

    # --- what the commands ask for ----------------------------------------------------------

    def show_list(self, list_id: str) -> None:
        """Put the cursor on this list, which may have been added just now."""
        self.loader.read_board()
        # Looked up after the lists, so that the shown list has one of these two ids.
        wanted = self.workspace.boards.get_list(list_id)
        names = {list_id, "" if wanted is None else wanted.id}
        if (at := next((at for at, each in enumerate(self.lists) if each.id in names), None)) is not None:
            self.kanban.go_to_list(at)

    def show_cards(self, card_ids: Sequence[str]) -> None:
        """Reload these cards, and put the cursor on the first."""
        self.loader.show(card_ids)

    async def place(
        self, cards: Sequence[CardFace], list_id: str, index: int, *, follow: bool = True
    ) -> Done:
        """Move cards to ``index`` among those shown in a list; the cursor follows the first, or stays in its list."""
        return await self._mover.place(cards, list_id, index, follow=follow)

    def go(self, place: str, *, saying: str = "") -> None:
        """Go to another place; changes to a card opened here count as the user's own."""
        if self.card is not None and place.startswith("card:"):
            self.kanban.cursor.acted_ids = frozenset({self.card.id})
        super().go(place, saying=saying)

    def part(self, name: CardPart) -> None:
        """Open the card at one of its parts."""
        if self.card is not None:
            self.go(f"card:{self.card.id}/{name}")

    def edit_labels(self) -> None:
        """Open the board's labels, for the cards that a command acts on."""
        from tui.app.screens.labels import open_labels

        open_labels(self)

    def open_panel(self) -> None:
        """Open the panel with the people and companies on the card, and focus it."""
        self.side.open()

    def next_density(self) -> str:
        """Switch to the next card density, and return it."""
        at = (DENSITIES.index(self.kanban.row.card_style.density) + 1) % len(DENSITIES)
        self.head.show_density(DENSITIES[at])
        return DENSITIES[at]

    def tell(self, text: str, *, undo: bool = False) -> None:
        """Show a message in the status bar."""
        self._told_at = self._clock.monotonic()
        super().tell(text, undo=undo)

    # --- messages of the widgets --------------------------------------------------------------

    @on(Kanban.Said)
    async def _done(self, message: Kanban.Said) -> None:
        message.stop()
        await self.gestures.take(message)

    @on(TitleBar.Clicked)
    def _title_clicked(self, message: TitleBar.Clicked) -> None:
        message.stop()
        self.go("boards")

    @on(LineEditor.Said)
    async def _typed(self, message: LineEditor.Said) -> None:
        message.stop()
        await self.line.take(message)
        if self.tour is not None and not self.editor.purpose:
            self.tour.line_closed()

    @on(PanelMessage)
    def _panel_asks(self, message: PanelMessage) -> None:
        self.side.take(message)

    def on_descendant_focus(self) -> None:
        """Update the key hints to those of the focused widget, or of none."""
        self.side.offer()

    on_descendant_blur = on_descendant_focus

    def on_resize(self) -> None:
        """Fit the title and the open line to the new size."""
        self.head.show_title()
        self.call_after_refresh(self._follow)
