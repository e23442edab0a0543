"""What the board screen shows: the store read into the kanban, and read again when it is different."""

from collections.abc import Mapping, Sequence
from functools import partial
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
from tui.app.safe_text import safe_line
from tui.app.screens.desk import Desk
from tui.app.theme import TOKENS
from tui.app.widgets.card_face import DENSITIES, Look
from tui.app.widgets.card_list import CardList
from tui.app.widgets.kanban import Kanban
from tui.app.widgets.line_editor import LineEditor
from tui.app.widgets.status_bar import StatusBar, TitleBar, seconds_left, sync_words
from tui.clock import Clock
from tui.model.board import Board, BoardList
from tui.model.card import CardFace
from tui.model.change import Change

if TYPE_CHECKING:
    from tui.workspace import Workspace

FEW = 40
"""Changed cards that are looked at one by one; more, and the columns are read again."""

_IDLE = 0.004  # seconds between two readings ahead
_AHEAD = 120  # cards read and measured ahead at once: some two milliseconds
_PATIENCE = 8  # times a reading is put off for keys that keep coming
_BUSY = 0.25  # seconds between two readings of everything while the sync pours cards in


_READ = 1.5  # seconds in which what was said may be read, before a key takes it away
_FIRST = {"help": 0, "palette": 1}


class _Body(Horizontal):
    """The board and the panel beside it."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """What lies under them."""
        return backdrop(self, crop)


class BoardView(Desk):
    """Shows a board; what is done there is the board screen's.

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
        self._ahead: Timer | None = None
        self._again: Timer | None = None
        self._beat: Timer | None = None
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

    def on_mount(self) -> None:
        """Show the board. The toolkit calls the base class's handler too."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.wear())
        self.open_board(self._board_id)

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

    # --- reading --------------------------------------------------------------------------

    def open_board(self, board_id: str | None) -> None:
        """Show another board."""
        self.kanban.put_back()
        self._board_id = board_id
        self._words = ""
        self.kanban.pick(())
        self.workspace.watch(board_id)
        self._read_board(fresh=True)

    def reload(self, change: Change | None = None) -> None:
        """Show what ``change`` made different."""
        super().reload(change)
        if change is None:
            self._read_board()
            return
        if self._board_id is None and "boards" in change.nouns:
            self.open_board(next((board.id for board in self.workspace.boards()), None))
            return
        if self.workspace.status().state == "loading":
            # How far it is, with the next reading: a title a page would be a burst of bytes a key.
            self._reread_later()
        else:
            self._show_title()
        if change.nouns & {"boards", "lists", "cards", "labels", "members", "outbox"}:
            self._take(change)

    def _take(self, change: Change) -> None:
        """Show what ``change`` made different on the board."""
        if change.board_ids and self._board_id not in change.board_ids:
            return
        if change.bound:
            self.kanban.called(change.bound)
        if change.bound or change.nouns & {"boards", "lists", "labels", "members"}:
            self._read_board()
        elif change.card_ids and len(change.card_ids) <= FEW:
            self._patch(change.card_ids)
        else:
            self._reread_later()

    def _reread_later(self) -> None:
        """Read everything again soon, but not between two keys of somebody who is walking."""
        if self._again is None:
            self._wait_for_quiet(_PATIENCE)

    def _wait_for_quiet(self, patience: int) -> None:
        self._again = self.set_timer(_BUSY, partial(self._reread_when_quiet, self.pressed, patience))

    def _reread_when_quiet(self, pressed: int, patience: int) -> None:
        if self.pressed != pressed and patience:
            self._wait_for_quiet(patience - 1)
        else:
            with self.boundary():
                self._reread()

    def _read_board(self, *, fresh: bool = False) -> None:
        """Read the board and its lists; of the cards only what can be seen."""
        board = self.workspace.board(self._board_id) if self._board_id else None
        self._board = board
        lists = self.workspace.lists(board.id) if board else []
        totals = self.workspace.counts(board.id) if board else {}
        look = self._look()
        kept = {} if fresh else {each.id: self.kanban.card_list(each.id) for each in lists}
        cards: dict[str, CardList] = {}
        for each in lists:
            known = kept.get(each.id)
            cards[each.id] = known or CardList(
                each.id, partial(self._faces, each.id), totals.get(each.id, 0), look
            )
        self.kanban.show(lists, cards)
        if look != self.kanban.look:
            self.kanban.wear(look)
        if not fresh:
            self._reread()
        self._show_title()
        self._show_empty()
        self._read_ahead()

    def _faces(self, list_id: str, offset: int, limit: int | None) -> Sequence[CardFace]:
        return self.workspace.faces(list_id, offset, limit)

    def open_face(self, card_id: str) -> CardFace | None:
        """A card as a column shows it; None when it is gone or archived."""
        face = self.workspace.face(card_id)
        return None if face is None or face.closed else face

    def _reread(self) -> None:
        """Read the cards again, as far as they had been needed."""
        self._again = None
        if self._board is None:
            return
        totals = self.workspace.counts(self._board.id)
        held, preview = self.kanban.held, self.kanban.card
        different = set()
        for each in self.lists:
            cards = self.kanban.card_list(each.id)
            if cards is not None and cards.reread(self._needed(each.id), totals.get(each.id, 0)):
                different.add(each.id)
        if held is not None and preview is not None:
            self.kanban.moved_away(held.id, self.open_face(held.id))
            if self.holding:
                self.kanban.carry_on(preview)
        self.kanban.changed(different)
        self._show_title()
        self._read_ahead()

    def _needed(self, list_id: str) -> int:
        column = self.kanban.column_of(list_id)
        last = column.span()[1] if column is not None else 0
        cursor = self.kanban.index if self.kanban.list_id == list_id else 0
        return max(last, cursor) + 30

    def _patch(self, card_ids: frozenset[str]) -> None:
        """Look at these cards again."""
        if self._board is None:
            return
        totals = self.workspace.counts(self._board.id)
        different: set[str] = set()
        for card_id in card_ids:
            face = self.open_face(card_id)
            different |= self._patch_card(card_id, face)
        for each in self.lists:
            cards = self.kanban.card_list(each.id)
            if cards is not None and cards.total != totals.get(each.id, 0):
                cards.total = totals.get(each.id, 0)
                different.add(each.id)
        if different:
            self.kanban.changed(different)
            self._show_title()

    def _patch_card(self, card_id: str, face: CardFace | None) -> set[str]:
        """Bring one card to where it is now; the lists that changed."""
        held = self.kanban.held
        if held and face and held.id == card_id and (face.list_id, face.pos) == (held.list_id, held.pos):
            return set()
        self.kanban.moved_away(card_id, face)
        different = set()
        for each in self.lists:
            cards = self.kanban.card_list(each.id)
            if cards is None:
                continue
            here = face is not None and face.list_id == each.id
            if cards.put(face) if here and face is not None else cards.drop(card_id):
                different.add(each.id)
        return different

    def _read_ahead(self) -> None:
        """Read and measure the rest of the cards in idle slices, so that every later jump is at once."""
        if self._ahead is None:
            self._ahead = self.set_timer(_IDLE * 25, self._read_slice)

    def _read_slice(self) -> None:
        self._ahead = None
        for each in self.lists:
            cards = self.kanban.card_list(each.id)
            if cards is not None and cards.measured < len(cards):
                with self.boundary():
                    cards.start(min(cards.measured + _AHEAD, len(cards)))
                    self._ahead = self.set_timer(_IDLE, self._read_slice)
                return

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

    def _show_title(self) -> None:
        status, now = self.workspace.status(), self._clock.now()
        shown = [
            each for each in map(self.kanban.card_list, (each.id for each in self.lists)) if each is not None
        ]
        total = sum(cards.total for cards in shown)
        right = f"{total:,} card{'s' * (total != 1)}"
        if self._words:
            right = f"/{self._words} · {sum(map(len, shown)):,} of {right} shown"
        board = self._board.name if self._board else ""
        self.query_one(TitleBar).say(
            board=board, account=self._account, sync=sync_words(status, now), right=right if board else ""
        )
        if seconds_left(status, now) and self._beat is None:
            self._beat = self.set_timer(1, self._count_down)

    def _count_down(self) -> None:
        """While the service makes us wait, and only then, the line changes by itself."""
        self._beat = None
        with self.boundary():
            self._show_title()

    def _show_empty(self) -> None:
        """Say what to do where there is nothing to see."""
        words = ""
        if self._board is None:
            loading = self.workspace.status().state in {"starting", "loading"} and self._board_id
            words = (
                "opening the board …"
                if loading
                else "no board is open\n\nb  choose one\nctrl+p  everything else"
            )
        elif not self.lists:
            words = f"{safe_line(self._board.name)} has no lists yet\n\n+  add the first one"
        self.query_one("#empty", Static).update(Content(words))
        self.set_class(bool(words), "-empty")

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
