"""What the board screen shows around its columns, and how the cards in them are drawn."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip
from textual.timer import Timer
from textual.widgets import Static

from tui.app.backdrop import backdrop
from tui.app.commands.command import show_key
from tui.app.nothing_yet import without_a_board, without_lists
from tui.app.screens.desk import Desk
from tui.app.theme import TOKENS
from tui.app.widgets.card_face import DENSITIES, Look
from tui.app.widgets.kanban import Kanban
from tui.app.widgets.line_editor import LineEditor
from tui.app.widgets.status_bar import StatusBar, TitleBar, seconds_left, sync_words
from tui.clock import Clock
from tui.model.board import Board, BoardList
from tui.model.card import CardFace

if TYPE_CHECKING:
    from tui.workspace import Workspace


QUIET = 1.6
"""Seconds after a key in which the title does not tell how far the loading is."""

_READ = 1.5  # seconds in which what was said may be read, before a key takes it away
_FIRST = {"help": 0, "palette": 1}


class _Body(Horizontal):
    """The board and the panel beside it."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """What lies under them."""
        return backdrop(self, crop)


class BoardView(Desk):
    """Shows a board that ``BoardReader`` reads; what is done there is the board screen's.

    Args:
        workspace: The one door.
        board_id: The board, or None when there is none.
        clock: For due dates.
        account: The account's name, for the title.
        keys: The user's keys by command name.
    """

    ALLOW_SELECT = False
    AUTO_FOCUS = ""  # keys are commands until a line is opened

    def __init__(
        self,
        workspace: "Workspace",
        board_id: str | None,
        *,
        clock: Clock,
        account: str = "local",
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, clock=clock, keys=keys)
        self._board_id = board_id
        self._account = account
        self._board: Board | None = None
        self._words = ""
        self._beat: Timer | None = None
        self._titled: tuple[Board | None, str] = (None, "")
        self._pressed_at = float("-inf")
        self._told = float("inf")

    def render_lines(self, crop: Region) -> list[Strip]:
        """What lies under everything."""
        return backdrop(self, crop)

    def compose(self) -> ComposeResult:
        """Title, board and side, status; the line that is typed in lies over the board."""
        yield TitleBar()
        with _Body(id="body"):
            yield Kanban(self._look())
            yield Container(id="side")
        yield Static(id="empty")
        yield StatusBar()
        yield LineEditor()

    # --- what it is about -----------------------------------------------------------------

    @property
    def kanban(self) -> Kanban:
        """The board's widget."""
        return self.query_one(Kanban)

    @property
    def editor(self) -> LineEditor:
        """The line that is typed in."""
        return self.query_one(LineEditor)

    @property
    def board(self) -> Board | None:
        """The open board."""
        return self._board

    @property
    def lists(self) -> Sequence[BoardList]:
        """The board's open lists, in order."""
        return self.kanban.lists

    @property
    def board_list(self) -> BoardList | None:
        """The list with the cursor."""
        lists, at = self.kanban.lists, self.kanban.at
        return lists[at] if at < len(lists) else None

    @property
    def card(self) -> CardFace | None:
        """The card with the cursor."""
        return self.kanban.card

    @property
    def cards(self) -> Sequence[CardFace]:
        """The selected cards in the board's order, else the card with the cursor."""
        if picked := self.kanban.picked:
            return [face for each in self.lists for face in self.cards_of(each.id) if face.id in picked]
        return super().cards

    @property
    def index(self) -> int:
        """Where in its list the cursor is."""
        return self.kanban.index

    @property
    def holding(self) -> bool:
        """Whether a card is in the hand."""
        return self.kanban.held is not None

    @property
    def picked(self) -> frozenset[str]:
        """Ids of the selected cards."""
        return self.kanban.picked

    def cards_of(self, list_id: str) -> Sequence[CardFace]:
        """Every card of a list that is shown, in order."""
        cards = self.kanban.card_list(list_id)
        return () if cards is None else cards.faces()

    # --- showing --------------------------------------------------------------------------

    def _look(self) -> Look:
        """How cards are drawn now."""
        board_id = self._board_id or ""
        variables = self.app.theme_variables
        remembered = self.workspace.remembered("density")
        width = self.kanban.look.width if self.query(Kanban) else 28
        return Look(
            width=width,
            density=next((each for each in DENSITIES if each == remembered), "normal"),
            # By the minute, so that a look read again is the same look and nothing is drawn anew.
            now=self._clock.now().replace(second=0, microsecond=0),
            variables={**{name: variables[name] for name in TOKENS}, "background": variables["background"]},
            dark=self.app.current_theme.dark,
            labels={label.id: label for label in self.workspace.labels(board_id)},
            members={member.id: member for member in self.workspace.members(board_id)},
        )

    @property
    def coming(self) -> bool:
        """Whether the board has never been read whole: what is not there may be on its way."""
        return self._board is not None and not self.workspace.was_read(self._board.id)

    def _show_title(self) -> None:
        status, now = self.workspace.status(), self._clock.now()
        about = (self._board, self._words)
        if status.state == "loading" and about == self._titled and self._at_work():
            # How far it is can wait: behind each key it would be bytes that the key did not ask for.
            self._beat = self._beat or self.set_timer(QUIET, self._count_down)
            return
        self._titled = about
        shown = [
            each for each in map(self.kanban.card_list, (each.id for each in self.lists)) if each is not None
        ]
        total = sum(cards.total for cards in shown)
        # While its first reading is on the way nobody knows how many there are.
        right = f"{total:,} card{'s' * (total != 1)}" if total or not self.coming else ""
        if self._words:
            right = f"/{self._words} · {sum(map(len, shown)):,} of {right} shown"
        board = self._board.name if self._board else ""
        account = self._account
        if board and self.workspace.access.reads_only(self._board_id or ""):
            account += " · read only"
        self.query_one(TitleBar).say(
            board=board, account=account, sync=sync_words(status, now), right=right if board else ""
        )
        if seconds_left(status, now) and self._beat is None:
            self._beat = self.set_timer(1, self._count_down)

    def _at_work(self) -> bool:
        """Whether somebody has just pressed a key."""
        return self._clock.monotonic() - self._pressed_at < QUIET

    def _count_down(self) -> None:
        """While the service makes us wait, or after keys that it waited for, the line changes by itself."""
        self._beat = None
        with self.boundary():
            self._show_title()

    def _show_empty(self) -> None:
        """Say what to do where there is nothing to see."""
        words, state = "", self.workspace.status().state
        coming = state in {"starting", "loading"}
        if self._board is None:
            others, closed = bool(self.workspace.boards()), bool(self.workspace.boards(closed=True))
            words = without_a_board(self._account, state, self._shown_key, others=others, closed=closed)
        elif not self.lists:
            words = without_lists(self._board, self._shown_key)
            # Of a board that is still on its way nobody knows that.
            if coming or not self.workspace.was_read(self._board.id):
                words = "nothing of it is here yet" if state == "offline" else "reading the board …"
        self.query_one("#empty", Static).update(Content(words))
        self.set_class(bool(words), "-empty")

    def _shown_key(self, name: str) -> str:
        """The key of the command ``name``, as a person reads it."""
        return next(map(show_key, self.keymap.keys_of(name)), "")

    def wear(self) -> None:
        """Draw the cards in the colours of the theme."""
        self.kanban.wear(self._look())

    def on_resize(self) -> None:
        """Fit the title to the new width."""
        self._show_title()
        # The keys that tell all others stand first: they must not be cut off.
        offered = sorted(
            (deed for deed in self.keymap.deeds.values() if deed.shown),
            key=lambda d: _FIRST.get(d.name(), len(_FIRST)),
        )
        hints = [
            (show_key(key[0]), deed.hint) for deed in offered if (key := self.keymap.keys_of(deed.name()))
        ]
        self.query_one(StatusBar).hint(hints)

    def taken(self, key: str) -> bool:
        """No key is a command while a line is typed."""
        return bool(self.editor.purpose) or super().taken(key)

    async def on_key(self, event: events.Key) -> None:  # noqa: ARG002 - any key
        """Take away what was said a while ago: it is not what this key does. The base class's handler runs too."""
        self._pressed_at = self._clock.monotonic()
        if self._clock.monotonic() - self._told > _READ:
            self.query_one(StatusBar).settle()
            self._told = float("inf")

    def show_typed(self, text: str) -> None:
        """Show a count or the start of a sequence in the status bar."""
        self.query_one(StatusBar).typed = text

    def tell(self, text: str, *, undo: bool = False) -> None:
        """Say something in the status bar."""
        self._told = self._clock.monotonic()
        self.query_one(StatusBar).tell(text, undo=undo)
