"""BoardScreen: the board that is walked and changed. What it does is done by the parts it has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import Input, Static, TextArea

from tui.app.backdrop import backdrop
from tui.app.commands.catalogue import BOARD
from tui.app.commands.command import Command, CommandType, ImmediateCommand
from tui.app.enrich.asks import PanelMessage
from tui.app.screens.board_parts.cursor_place import CursorPlace
from tui.app.screens.board_parts.filter import CardFilter
from tui.app.screens.board_parts.head import BoardHead
from tui.app.screens.board_parts.line import InlineLine
from tui.app.screens.board_parts.loader import BoardLoader
from tui.app.screens.board_parts.mover import CardMover
from tui.app.screens.board_parts.selection import Selection
from tui.app.screens.board_parts.shown import Shown
from tui.app.screens.board_parts.surprise import Surprise
from tui.app.screens.enrich.side import EnrichSide
from tui.app.screens.screen import WorkspaceScreen
from tui.app.widgets.card_face import DENSITIES, CardStyle
from tui.app.widgets.kanban import Kanban
from tui.app.widgets.line_editor import LineEditor
from tui.app.widgets.status_bar import TitleBar
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.app.commands.key_reader import Layer
    from tui.app.commands.open_card import CardPart
    from tui.clock import Clock
    from tui.model.board import Board, BoardList
    from tui.model.card import CardFace
    from tui.model.change import Change
    from tui.settings.config import Density
    from tui.workspace import Workspace

_READ = 1.5
"""Seconds in which what was said may be read, before a key takes it away."""


class _Body(Horizontal):
    """The board and the panel beside it."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """What lies under them."""
        return backdrop(self, crop)


class BoardScreen(WorkspaceScreen):
    """A board.

    Args:
        workspace: The one door.
        board_id: The board, or None when there is none.
        clock: For due dates.
        account: The account's name, for the title.
        keys: The user's keys by command name.

    Attributes:
        kanban: Shows the lists; the cursor is walked there.
        loader: Reads the store into it.
        head: Says which board it is.
        selection: What a verb acts on.
        filter: Narrows the board to some cards.
        line: The line that is typed in.
        side: The panel beside the board.
    """

    ALLOW_SELECT = False
    AUTO_FOCUS = ""  # keys are commands until a line is opened
    commands: ClassVar[tuple[CommandType, ...]] = BOARD

    def __init__(
        self,
        workspace: Workspace,
        board_id: str | None,
        *,
        clock: Clock,
        account: str = "local",
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, keys=keys)
        self._clock = clock
        self.kanban = Kanban(CardStyle(28, "normal", clock.now(), {}))
        self._shown = shown = Shown(self, clock, self.kanban, board_id)
        self.head = BoardHead(shown, account)
        self.selection = Selection(shown, self.head)
        self._place = CursorPlace(shown)
        self.loader = BoardLoader(shown, self.head, self._place, self._follow)
        self.filter = CardFilter(shown, self.head, self.selection)
        self.line = InlineLine(shown, self.loader, self.filter, self.selection)
        self._mover = CardMover(shown, self.loader)
        self.side = EnrichSide(self, clock)
        self._surprise = Surprise(shown)
        self._told = float("inf")

    def render_lines(self, crop: Region) -> list[Strip]:
        """What lies under everything."""
        return backdrop(self, crop)

    def compose(self) -> ComposeResult:
        """Title, board and side, status; the line that is typed in lies over the board."""
        self.kanban.row.card_style = self.head.style()
        yield self._shown.title
        with _Body(id="body"):
            yield self.kanban
            yield Container(id="side")
        yield Static(id="empty")
        yield self._shown.bar
        yield self.editor

    def on_mount(self) -> None:
        """Show the board. The toolkit calls the base class's handler too."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.kanban.row.restyle(self.head.style()))
        # The first board may have come since the screen was made.
        self.open_board(self._shown.board_id or self._any_board())

    def on_unmount(self) -> None:
        """Keep the cursor's place. The toolkit calls the base class's handler too."""
        self._place.keep()

    # --- what it is about -----------------------------------------------------------------

    @property
    def editor(self) -> LineEditor:
        """The line that is typed in."""
        return self._shown.editor

    @property
    def board(self) -> Board | None:
        """The open board."""
        return self._shown.board

    @property
    def lists(self) -> Sequence[BoardList]:
        """The board's open lists, in order."""
        return self.kanban.lists

    @property
    def board_list(self) -> BoardList | None:
        """The list with the cursor."""
        lists, at = self.kanban.lists, self.kanban.row.at
        return lists[at] if at < len(lists) else None

    @property
    def card(self) -> CardFace | None:
        """The card with the cursor."""
        return self.kanban.card

    @property
    def cards(self) -> Sequence[CardFace]:
        """The selected cards in the board's order, else the card with the cursor."""
        return self.selection.cards if self.selection.picked else super().cards

    def cards_of(self, list_id: str) -> Sequence[CardFace]:
        """Every card of a list that is shown, in order."""
        cards = self.kanban.row.card_list(list_id)
        return () if cards is None else cards.faces()

    def many(self) -> tuple[str, Sequence[str]]:
        """The selected cards, else those of the list that are shown; and what they are called."""
        if self.selection.picked:
            return "the selection", [card.id for card in self.cards]
        here = self.board_list
        return (here.name, [card.id for card in self.cards_of(here.id)]) if here is not None else ("", [])

    def now(self) -> datetime:
        """Now, for dates."""
        return self._clock.now()

    @property
    def at_something(self) -> bool:
        """Whether something is begun here and not done: a line, a key of several, a card in the hand."""
        focused = isinstance(self.focused, Input | TextArea)
        return bool(focused or self.editor.purpose or self.keys_read.typed or self.selection.holding)

    # --- reading --------------------------------------------------------------------------

    def open_board(self, board_id: str | None) -> None:
        """Show another board; the place on this one is kept."""
        self._place.keep()
        self.loader.open(board_id)
        self.selection.offer()

    def _any_board(self) -> str | None:
        """The board to show where none was asked for, or None where there is none."""
        return next((board.id for board in self.workspace.boards.all()), None)

    def reload(self, change: Change | None = None) -> None:
        """Show what ``change`` made different."""
        self.side.reload(change)
        if change is not None and self._shown.board_id is None and "boards" in change.nouns:
            self.open_board(self._any_board())
        else:
            self.loader.reload(change)
        self._follow()

    def catch_up(self) -> None:
        """Show all that is different by now, also what is put off while the sync pours cards in."""
        super().catch_up()
        self.loader.catch_up()

    def _follow(self) -> None:
        """Keep the line at its card and the number of selected cards true: they may be elsewhere now."""
        self.line.follow_card()
        self.selection.count()

    # --- keys -----------------------------------------------------------------------------

    async def on_key(self, event: events.Key) -> None:  # noqa: ARG002 - any key
        """Take away what was said a while ago: it is not what this key does. The base class's handler runs too."""
        self._shown.pressed_at = now = self._clock.monotonic()
        if now - self._told > _READ:
            self.settle()
            self._told = float("inf")

    def key_layers(self, key: str) -> Sequence[Layer]:
        """No key is a command while a line is typed."""
        return () if self.editor.purpose else super().key_layers(key)

    async def ask(self, command: Command[Any]) -> None:
        """Run ``command``, but none on a card that has only just come under the cursor by itself."""
        self.kanban.cursor.unmoved = False
        if reason := self._surprise.refuse(command):
            self.ahead.turn_down(self.tell, reason, opens=command.asks or command.opens)
            return
        if not isinstance(command, ImmediateCommand):
            self.kanban.cursor.acted = frozenset(card.id for card in self.cards)
        await super().ask(command)

    # --- what the commands ask for ----------------------------------------------------------

    def show_list(self, list_id: str) -> None:
        """Put the cursor on this list, which may be on the board only since this moment."""
        self.loader.read_board()
        # Looked up behind the lists: whichever id it has on the screen is one of these two then.
        wanted = self.workspace.boards.get_list(list_id)
        names = {list_id, "" if wanted is None else wanted.id}
        if (at := next((at for at, each in enumerate(self.lists) if each.id in names), None)) is not None:
            self.kanban.go_to_list(at)

    def show_cards(self, card_ids: Sequence[str]) -> None:
        """Show these cards as they are now; the cursor goes to the first."""
        self.loader.show(card_ids)

    async def place(self, cards: Sequence[CardFace], list_id: str, index: int) -> None:
        """Put cards one after another at a place among those shown; the cursor follows the first."""
        await self._mover.place(cards, list_id, index)

    def go(self, place: str, *, saying: str = "") -> None:
        """Show another place; what is done to a card while it is open is done by whoever opened it."""
        if self.card is not None and place.startswith("card:"):
            self.kanban.cursor.acted = frozenset({self.card.id})
        super().go(place, saying=saying)

    def part(self, name: CardPart) -> None:
        """Open the card at a part of it."""
        if self.card is not None:
            self.go(f"card:{self.card.id}/{name}")

    def edit_labels(self) -> None:
        """Show the labels of the board, for the cards a verb acts on."""
        from tui.app.screens.labels import open_labels

        open_labels(self)

    def open_panel(self) -> None:
        """Show whom the card names, and give the panel the keys."""
        self.side.open()

    def denser(self) -> str:
        """Show cards in the next density."""
        at = (DENSITIES.index(self.kanban.row.card_style.density) + 1) % len(DENSITIES)
        density: Density = DENSITIES[at]
        self.workspace.memory.set("density", density)
        self.kanban.row.set_density(density)
        return density

    def tell(self, text: str, *, undo: bool = False) -> None:
        """Say something in the status bar."""
        self._told = self._clock.monotonic()
        super().tell(text, undo=undo)

    # --- what the widgets say -----------------------------------------------------------------

    @on(Kanban.Walked)
    def _walked(self, message: Kanban.Walked) -> None:
        message.stop()
        column = self.kanban.row.column_of(self.kanban.list_id)
        cut = self.board_list is not None and column is not None and column.name_cut
        self._shown.bar.place = safe_line(self.board_list.name) if cut and self.board_list else ""
        if not self.kanban.cursor.unmoved:
            self._place.note()
        self.side.follow()

    @on(Kanban.Slid)
    def _slid(self, message: Kanban.Slid) -> None:
        message.stop()
        self._surprise.tell(message.card)

    @on(Kanban.Placed)
    async def _dropped(self, message: Kanban.Placed) -> None:
        message.stop()
        await self._mover.take_dropped(message)

    @on(Kanban.Refused)
    def _refused(self, message: Kanban.Refused) -> None:
        message.stop()
        self.selection.offer()
        self.tell(message.reason)

    @on(Kanban.Opened)
    def _open(self, message: Kanban.Opened) -> None:
        message.stop()
        self.go(f"card:{message.card.id}")

    @on(TitleBar.Clicked)
    def _title_clicked(self, message: TitleBar.Clicked) -> None:
        message.stop()
        self.go("boards")

    @on(LineEditor.Said)
    async def _typed(self, message: LineEditor.Said) -> None:
        message.stop()
        await self.line.take(message)

    @on(PanelMessage)
    def _panel_asks(self, message: PanelMessage) -> None:
        self.side.take(message)

    def on_descendant_focus(self) -> None:
        """Offer the keys of whatever has the focus."""
        self.side.offer()

    def on_descendant_blur(self) -> None:
        """The same when nothing has it any more."""
        self.side.offer()

    def on_resize(self) -> None:
        """Fit the title to the new width."""
        self.head.show_title()
