"""The board: a row of columns, the cursor, and the card in the hand.

It is told the lists and their cards and says what the user did with them; it writes nothing itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.geometry import Offset, Region
from textual.message import Message
from textual.timer import Timer

from tui.app.widgets.card_face import Density, Look
from tui.app.widgets.card_list import CardList
from tui.app.widgets.column import HEAD, Column
from tui.app.widgets.drag import BEAT, Drag, Ghost, pull
from tui.app.widgets.tabs import ListTabs
from tui.model import position
from tui.model.board import BoardList
from tui.model.card import CardFace

NARROWEST = 26
WIDEST = 46
"""Cells of a column."""

ONE_COLUMN = 60
"""Below this many cells there is one column, and a strip of the lists' names."""

_WHEEL = 3  # lines a notch of the wheel scrolls


class Kanban(Container):
    """Shows a board's lists, as many as fit.

    Attributes:
        lists: The board's, in order.
        at: Index of the list with the cursor.
        columns: The columns there are, from the left.
        held: The card lifted by key and the state to put it back to, or None.
        drag: The card pressed or dragged by the mouse, or None.
    """

    ALLOW_SELECT = False
    can_focus = False

    @dataclass
    class Walked(Message):
        """The cursor is on another card, or on none."""

        card: CardFace | None

    @dataclass
    class Opened(Message):
        """A card was double-clicked."""

        card: CardFace

    @dataclass
    class Placed(Message):
        """A card was put at a place, counted without the card itself."""

        card_id: str
        list_id: str
        index: int

    @dataclass
    class Refused(Message):
        """Something did not happen, and why."""

        reason: str

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.lists: list[BoardList] = []
        self.at = 0
        self.columns: list[Column] = []
        self.held: CardFace | None = None
        self.drag: Drag | None = None
        self._lists: dict[str, CardList] = {}
        self._tops: dict[str, int] = {}
        self._cursors: dict[str, int] = {}
        self._cursor_id: str | None = None
        self._picked: frozenset[str] = frozenset()
        self._first = 0
        self._fits = 1
        self._pulling: Timer | None = None
        self._ghost = Ghost()
        self._tabs = ListTabs()

    def compose(self) -> ComposeResult:
        """The strip of names, and the ghost; columns are mounted when the width is known."""
        yield self._tabs
        yield self._ghost

    # --- the board ----------------------------------------------------------------------

    def show(self, lists: Sequence[BoardList], cards: Mapping[str, CardList]) -> None:
        """Show these lists. The cursor stays on its card, or as near as can be."""
        focused = self.list_id
        self.lists, self._lists = list(lists), dict(cards)
        ids = [each.id for each in self.lists]
        self.at = ids.index(focused) if focused in ids else max(0, min(self.at, len(ids) - 1))
        self._lay_out()

    def wear(self, look: Look) -> None:
        """Draw everything another way."""
        self.look = look
        self._lay_out(anew=True)

    @property
    def list_id(self) -> str | None:
        """Id of the list with the cursor."""
        return self.lists[self.at].id if 0 <= self.at < len(self.lists) else None

    @property
    def cards(self) -> CardList | None:
        """The cards of the list with the cursor."""
        return self._lists.get(self.list_id or "")

    @property
    def index(self) -> int:
        """Where in its list the cursor is."""
        return self._cursors.get(self.list_id or "", 0)

    @property
    def card(self) -> CardFace | None:
        """The card with the cursor."""
        return None if self.cards is None else self.cards.face(self.index)

    @property
    def picked(self) -> frozenset[str]:
        """Ids of the selected cards."""
        return self._picked

    def pick(self, ids: Iterable[str]) -> None:
        """Select exactly these cards."""
        self._picked = frozenset(ids)
        for column in self.columns:
            column.picked = self._picked
            column.refresh()

    def card_list(self, list_id: str) -> CardList | None:
        """The cards of a list."""
        return self._lists.get(list_id)

    # --- columns ------------------------------------------------------------------------

    def column_of(self, list_id: str | None) -> Column | None:
        """The column that shows a list, while one does."""
        return next(
            (c for c in self.columns if c.board_list is not None and c.board_list.id == list_id), None
        )

    def on_resize(self, event: events.Resize) -> None:
        """Fit the columns to the new size."""
        event.stop()
        if self.drag is not None:
            self.let_go()
        self._lay_out(anew=True)

    def _lay_out(self, *, anew: bool = False) -> None:
        """As many columns as fit, all of them whole."""
        width = self.size.width
        if not width:
            return
        one = width < ONE_COLUMN
        self._fits = max(1, min(len(self.lists), 1 if one else width // NARROWEST))
        each = min(width // self._fits, width if one else WIDEST)
        self._tabs.display = one and len(self.lists) > 1
        if anew or each - 1 != self.look.width:
            self.look = replace(self.look, width=max(each - 1, 4))
            self._remember_tops(forget=True)
            for cards in self._lists.values():
                cards.wear(self.look)
        columns = self.columns
        for extra in columns[self._fits :]:
            _ = extra.remove()
        missing = [Column(self.look) for _ in range(self._fits - len(columns))]
        self.columns = columns[: self._fits] + missing
        if missing:
            _ = self.mount_all(missing, before=self._ghost)
        for column in self.columns:
            column.styles.width = self.look.width
            if column.look is not self.look:
                column.wear(self.look)
        self._assign(anew=True)

    def _remember_tops(self, *, forget: bool = False) -> None:
        for column in self.columns:
            if column.board_list is not None:
                self._tops[column.board_list.id] = 0 if forget else column.top

    def _assign(self, *, anew: bool = False) -> None:
        """Hand the visible lists to the columns, the focused one among them."""
        self._remember_tops()
        first = max(0, min(self._first, len(self.lists) - self._fits))
        first = min(self.at, max(first, self.at - self._fits + 1))
        moved, self._first = first != self._first, first
        for offset, column in enumerate(self.columns[: self._fits]):
            board_list = self.lists[first + offset] if first + offset < len(self.lists) else None
            cards = self._lists.get(board_list.id) if board_list else None
            if anew or moved or column.cards is not cards or column.board_list != board_list:
                column.picked = self._picked
                column.lifted = self._in_hand
                column.show(board_list, cards, top=self._tops.get(board_list.id, 0) if board_list else 0)
        self._tabs.show([each.name for each in self.lists], self.at)
        self._point()

    @property
    def _in_hand(self) -> str | None:
        if self.held is not None:
            return self.held.id
        return self.drag.face.id if self.drag is not None and self.drag.moving else None

    def _point(self) -> None:
        """Show the cursor where it is, and nowhere else."""
        cards = self.cards
        if cards is not None:
            self._cursors[cards.list_id] = max(0, min(self.index, len(cards) - 1))
        for column in self.columns:
            active = column.board_list is not None and column.board_list.id == self.list_id
            if active and column.cards is not None and len(column.cards) and column.size.height:
                column.reveal(self.index)
            column.point(self.index if active else None, active=active)
        card = self.card
        ident = None if card is None else card.id
        if ident != self._cursor_id:
            self._cursor_id = ident
            self.post_message(self.Walked(card))

    # --- walking ------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Move the cursor by so many cards."""
        if self.held is not None:
            self._carry(0, by)
            return
        self.go_to(self.index + by)

    def go_to(self, index: int) -> None:
        """Move the cursor to a card of this list; past an end means that end."""
        if (cards := self.cards) is not None:
            self._cursors[cards.list_id] = max(0, min(index, len(cards) - 1))
            self._point()

    def aside(self, by: int) -> None:
        """Move the cursor by so many lists, to the card at about the same height."""
        if self.held is not None:
            self._carry(by, 0)
            return
        self.go_to_list(self.at + by)

    def go_to_list(self, at: int) -> None:
        """Move the cursor to the list at index ``at``; past an end means that end."""
        to = max(0, min(at, len(self.lists) - 1))
        if to == self.at or not self.lists:
            return
        source = self.column_of(self.list_id)
        row = source.row_of(self.index) if source is not None else HEAD
        self.at = to
        self._assign()
        target = self.column_of(self.list_id)
        if target is not None and (index := self._level(target, row)) is not None:
            self.go_to(index)

    @staticmethod
    def _level(column: Column, row: int) -> int | None:
        """The card of ``column`` at ``row`` or just above it."""
        if column.cards is None or not len(column.cards):
            return None
        index = column.cards.at(max(column.top + row - HEAD, 0))
        return len(column.cards) - 1 if index is None else index

    def page(self, screens: float) -> None:
        """Move the cursor by so many screens of cards."""
        column = self.column_of(self.list_id)
        if column is None or column.cards is None or not len(column.cards):
            return
        line = column.cards.start(self.index) + round(column.room * screens)
        index = column.cards.at(max(line, 0))
        index = len(column.cards) - 1 if index is None else index
        if index == self.index:
            index += 1 if screens > 0 else -1
        self.go_to(index)

    def reveal(self, card_id: str, list_id: str) -> bool:
        """Put the cursor on a card; whether it is there."""
        cards = self._lists.get(list_id)
        index = None if cards is None else cards.index(card_id)
        if index is None:
            return False
        self.at = next(at for at, each in enumerate(self.lists) if each.id == list_id)
        self._cursors[list_id] = index
        self._assign()
        return True

    # --- changes ------------------------------------------------------------------------

    def changed(self, list_ids: Iterable[str]) -> None:
        """Repaint these lists; their cards are not what they were. The cursor stays on its card if it can."""
        for list_id in list_ids:
            if (column := self.column_of(list_id)) is not None:
                column.cursor = None
                column.repaint_list()
        cards = self.cards
        if cards is not None and self._cursor_id is not None:
            index = cards.index(self._cursor_id)
            if index is not None:
                self._cursors[cards.list_id] = index
        self._point()
        if self.drag is not None and self.drag.moving:
            self._aim()

    def disturbed(self, card_id: str) -> None:
        """Let go of a card that somebody else has just moved."""
        if card_id == self._in_hand:
            self.let_go()
            self.post_message(self.Refused("that card was moved by somebody else: let go"))

    # --- a card in the hand: keys ---------------------------------------------------------

    def lift(self) -> None:
        """Take the card with the cursor into the hand."""
        self.held = self.card
        self._show_hand()

    def _carry(self, lists: int, places: int) -> None:
        """Move the card in the hand, as a preview: nothing is written."""
        held, cards = self.card, self.cards
        if held is None or cards is None:
            return
        at = max(0, min(self.at + lists, len(self.lists) - 1))
        target = self._lists[self.lists[at].id]
        siblings = target.siblings(held.id)
        index = self.index + places if at == self.at else self._level_of(at)
        pos = position.at([face.pos for face in siblings], index)
        before = cards.list_id
        if at != self.at:
            cards.drop(held.id)
        target.put(replace(held, list_id=target.list_id, pos=pos))
        self.at = at
        self._cursor_id = held.id
        self._cursors[target.list_id] = max(0, min(index, len(siblings)))
        self._assign()
        self.changed({before, target.list_id})

    def _level_of(self, at: int) -> int:
        source, target = self.column_of(self.list_id), self.column_of(self.lists[at].id)
        if source is None or target is None:
            return 0
        level = self._level(target, source.row_of(self.index))
        return 0 if level is None else level

    def put_down(self) -> None:
        """Leave the card in the hand where it is."""
        held, card, cards = self.held, self.card, self.cards
        self.held = None
        self._show_hand()
        if held is None or card is None or cards is None:
            return
        if (card.list_id, card.pos) != (held.list_id, held.pos):
            self.post_message(self.Placed(card.id, card.list_id, self.index))

    def put_back(self) -> bool:
        """Give up what is in the hand, by key or by mouse; whether there was anything."""
        if self.drag is not None:
            self.let_go()
            return True
        held, card, cards = self.held, self.card, self.cards
        if held is None:
            return False
        self.held = None
        if card is not None and cards is not None:
            cards.drop(card.id)
            home = self._lists[held.list_id]
            home.put(held)
            self.changed({cards.list_id, held.list_id})
            self.reveal(held.id, held.list_id)
        self._show_hand()
        return True

    def _show_hand(self) -> None:
        for column in self.columns:
            column.lifted = self._in_hand
        if (shown := self.column_of(self.list_id)) is not None:
            shown.repaint(self.index)

    # --- a card in the hand: mouse --------------------------------------------------------

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Put the cursor on what was pressed, and wait whether it becomes a drag."""
        event.stop()
        if event.button != 1 or self.held is not None:
            return
        pointer = event.screen_offset
        column = self._column_at(pointer)
        if column is None or column.board_list is None:
            return
        self.at = next(at for at, each in enumerate(self.lists) if each.id == column.board_list.id)
        index = column.index_at(pointer.y - column.region.y)
        if index is not None:
            self._cursors[column.board_list.id] = index
        self._point()
        face = self.card
        if index is None or face is None:
            return
        corner = Offset(column.region.x, column.region.y + column.row_of(index))
        self.drag = Drag(face, pointer, pointer - corner, pointer)
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Carry the card along."""
        event.stop()
        drag = self.drag
        if drag is None:
            return
        if not event.button:
            # The button came up where no terminal could see it.
            self._drop()
            return
        was = drag.moving
        if not drag.to(event.screen_offset):
            return
        if not was:
            self._ghost.take(drag.face, self.look)
            self._show_hand()
            self._pulling = self.set_interval(BEAT, self._pull)
        self._follow(drag)
        self._aim()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Drop the card."""
        event.stop()
        if self.drag is not None:
            self.drag.pointer = event.screen_offset
            self._drop()

    def on_click(self, event: events.Click) -> None:
        """Open a card that was clicked twice."""
        event.stop()
        column = self._column_at(event.screen_offset)
        if event.chain == 2 and column is not None:  # noqa: PLR2004 - a double click
            index = column.index_at(event.screen_y - column.region.y)
            if index is not None and index == self.index and self.card is not None:
                self.post_message(self.Opened(self.card))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll the column under the pointer down, or the board to the right."""
        event.stop()
        self._wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll the column under the pointer up, or the board to the left."""
        event.stop()
        self._wheel(event, -1)

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        """Scroll the board to the right."""
        event.stop()
        self.scroll_aside(1)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        """Scroll the board to the left."""
        event.stop()
        self.scroll_aside(-1)

    def _wheel(self, event: events.MouseEvent, way: int) -> None:
        if event.shift or event.ctrl:
            self.scroll_aside(way)
        elif (column := self._column_at(event.screen_offset)) is not None:
            column.scroll_by(way * _WHEEL)
            if self.drag is not None and self.drag.moving:
                self._aim()

    def scroll_aside(self, by: int) -> None:
        """Show the lists one further; the cursor comes along when its list would leave the screen."""
        first = max(0, min(self._first + by, len(self.lists) - self._fits))
        if first == self._first:
            return
        self._first = first
        self.at = max(first, min(self.at, first + self._fits - 1))
        self._assign(anew=True)

    def _column_at(self, pointer: Offset) -> Column | None:
        """The column under ``pointer``; its margin counts as its own."""
        for column in self.columns:
            region = column.region
            if region.x <= pointer.x <= region.right and region.y <= pointer.y < region.bottom:
                return column
        return None

    def _follow(self, drag: Drag) -> None:
        self._ghost.follow(drag.pointer - drag.grip - self.region.offset)

    def _aim(self) -> None:
        """Mark the place the card would take."""
        drag = self.drag
        if drag is None:
            return
        over = self._column_at(drag.pointer)
        drag.list_id = over.board_list.id if over is not None and over.board_list is not None else None
        if over is not None:
            drag.place = over.place_at(drag.pointer.y - over.region.y)
        for column in self.columns:
            column.drop_mark(drag.place if column is over else None)

    def _pull(self) -> None:
        """Scroll by itself while the pointer is near an edge."""
        drag = self.drag
        if drag is None or not drag.moving:
            return
        way = pull(drag.pointer, self.region)
        if way.x:
            self._pull_aside(way.x)
        column = self._column_at(drag.pointer)
        if way.y and column is not None and column.scroll_by(way.y):
            self._aim()

    def _pull_aside(self, way: int) -> None:
        first = max(0, min(self._first + way, len(self.lists) - self._fits))
        if first != self._first:
            self.scroll_aside(way)
            self._aim()

    def _drop(self) -> None:
        """End the drag where the pointer is."""
        drag = self.drag
        if drag is None:
            return
        moving = drag.to(drag.pointer) and drag.moving
        if moving:
            self._aim()
        list_id, place = drag.list_id, drag.place
        self.let_go()
        if not moving or list_id is None:
            return
        index = self._without(drag.face.id, list_id, place)
        if index is not None:
            self.post_message(self.Placed(drag.face.id, list_id, index))

    def _without(self, card_id: str, list_id: str, place: int) -> int | None:
        """``place`` counted without the card itself; None when it is where it was."""
        cards = self._lists[list_id]
        own = cards.index(card_id)
        if own is None:
            return place
        if place in {own, own + 1}:
            return None
        return place - 1 if place > own else place

    def let_go(self) -> None:
        """End a drag without a move."""
        if self.drag is None:
            return
        self.drag = None
        self.release_mouse()
        if self._pulling is not None:
            self._pulling.stop()
            self._pulling = None
        self._ghost.vanish()
        for column in self.columns:
            column.drop_mark(None)
            if column.lifted is not None:
                column.lifted = None
                column.refresh()

    # --- places, for what is laid over the board ------------------------------------------

    def region_of(self, index: int, *, after: bool = False) -> Region:
        """Where the card at ``index`` of this list is, relative to the board, or where one after it would be."""
        column = self.column_of(self.list_id)
        if column is None or column.cards is None:
            return Region(0, 0, self.look.width, 1)
        y = column.row_of(index)
        if after:
            y = HEAD - column.top + column.cards.end(index) if len(column.cards) else HEAD
        y = max(HEAD, min(y, column.size.height - 3))
        return Region(
            column.region.x - self.region.x, column.region.y - self.region.y + y, column.size.width, 3
        )

    def set_density(self, density: Density) -> None:
        """Show more or less on each card."""
        self.wear(replace(self.look, density=density))
