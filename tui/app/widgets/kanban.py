"""The board: a row of columns, the cursor, and the card in the hand.

It is told the lists and their cards and says what the user did with them; it writes nothing itself.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from textual import events
from textual.geometry import Offset, Region
from textual.message import Message

from tui.app.widgets.card_face import Look
from tui.app.widgets.column import HEAD, Column
from tui.app.widgets.cursor_row import CursorRow
from tui.app.widgets.drag import Ghost, Hand
from tui.model import position
from tui.model.card import CardFace

_WHEEL = 3  # lines a notch of the wheel scrolls


class Kanban(CursorRow):
    """Shows a board's lists, as many as fit.

    Attributes:
        held: The card lifted by key and the state to put it back to, or None.
        hand: What the mouse holds.
    """

    @dataclass
    class Opened(Message):
        """A card was double-clicked."""

        card: CardFace

    @dataclass
    class Placed(Message):
        """Cards were put at a place, counted without themselves."""

        card_ids: frozenset[str]
        list_id: str
        index: int

    @dataclass
    class Refused(Message):
        """Something did not happen, and why."""

        reason: str

    def __init__(self, look: Look) -> None:
        ghost = Ghost()
        super().__init__(look, ghost)
        self.held: CardFace | None = None
        self._picked: frozenset[str] = frozenset()
        self.hand = Hand(self, ghost)

    @property
    def picked(self) -> frozenset[str]:
        """Ids of the selected cards."""
        return self._picked

    def pick(self, ids: Iterable[str]) -> None:
        """Select exactly these cards."""
        self._picked = frozenset(ids)
        for column in self.columns:
            column.picked = self._picked
            column.repaint_list()

    def on_resize(self, event: events.Resize) -> None:
        """Let go of what the mouse holds: what it was over is elsewhere now. The row's own handler runs too."""
        event.stop()
        self.hand.let_go()

    def dress(self, column: Column) -> None:
        """Mark what is selected and what is in the hand."""
        column.picked = self._picked
        column.lifted = self._in_hand

    @property
    def _in_hand(self) -> str | None:
        if self.held is not None:
            return self.held.id
        drag = self.hand.drag
        return drag.face.id if drag is not None and drag.moving else None

    # --- walking ------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Move the cursor by so many cards."""
        if self.held is not None:
            self._carry(0, by)
            return
        self.go_to(self.index + by)

    def aside(self, by: int) -> None:
        """Move the cursor by so many lists, to the card at about the same height."""
        if self.held is not None:
            self._carry(by, 0)
            return
        self.go_to_list(self.at + by)

    # --- changes ------------------------------------------------------------------------

    def changed(self, list_ids: Iterable[str]) -> None:
        """Repaint what is different of these lists. The cursor stays on its card if it can."""
        super().changed(list_ids)
        self.hand.aim()

    def called(self, names: Mapping[str, str]) -> None:
        """Know things by their new ids: the cursor and the selection stay where they are."""
        super().called(names)
        self._picked = frozenset(names.get(each, each) for each in self._picked)
        if self.held is not None and self.held.id in names:
            self.held = replace(self.held, id=names[self.held.id])
        for column in self.columns:
            self.dress(column)

    def moved_away(self, card_id: str, face: CardFace | None) -> None:
        """Let go of a card in the hand that is not where it was: ``face`` is what it is now."""
        held = self.held or (self.hand.drag.face if self.hand.drag is not None else None)
        if held is None or held.id != card_id:
            return
        if face is None or (face.list_id, face.pos) != (held.list_id, held.pos):
            self.held = None
            self.acted |= {card_id}  # told here, and not a second time
            self.hand.let_go()
            self.show_hand()
            self.post_message(self.Refused("somebody else moved the card in your hand: it is let go"))

    # --- a card in the hand: keys ---------------------------------------------------------

    def lift(self) -> None:
        """Take the card with the cursor into the hand."""
        self.held = self.card
        self.show_hand()

    def _carry(self, lists: int, places: int) -> None:
        """Move the card in the hand, as a preview: nothing is written."""
        held, cards = self.card, self.cards
        if held is None or cards is None:
            return
        at = max(0, min(self.at + lists, len(self.lists) - 1))
        target = self._lists[self.lists[at].id]
        siblings = target.siblings(held.id)
        index = max(0, self.index + places if at == self.at else self._level_of(at))
        pos = position.at([face.pos for face in siblings], target.true_place(index, {held.id}))
        before = cards.list_id
        if at != self.at:
            cards.drop(held.id)
        target.put(replace(held, list_id=target.list_id, pos=pos))
        self.at = at
        self._cursors[target.list_id] = max(0, min(index, len(target) - 1))
        self._assign()
        self.changed({before, target.list_id})

    def _level_of(self, at: int) -> int:
        source, target = self.column_of(self.list_id), self.column_of(self.lists[at].id)
        if source is None or target is None:
            return 0
        level = self._level(target, source.row_of(self.index))
        return 0 if level is None else level

    def carry_on(self, preview: CardFace) -> None:
        """Show the card in the hand at its previewed place again, after the lists were read anew."""
        for cards in self._lists.values():
            cards.drop(preview.id)
        if (target := self._lists.get(preview.list_id)) is not None:
            target.put(preview)

    def put_down(self) -> None:
        """Leave the card in the hand where it is."""
        held, card, cards = self.held, self.card, self.cards
        self.held = None
        self.show_hand()
        if held is None or card is None or cards is None:
            return
        if (card.list_id, card.pos) != (held.list_id, held.pos):
            self.post_message(self.Placed(frozenset({card.id}), card.list_id, self.index))

    def put_back(self) -> bool:
        """Give up what is in the hand, by key or by mouse; whether there was anything."""
        if self.hand.drag is not None:
            self.hand.let_go()
            return True
        held, card, cards = self.held, self.card, self.cards
        if held is None:
            return False
        self.held = None
        if card is not None and cards is not None:
            self.acted |= {card.id}
            cards.drop(card.id)
            if (home := self._lists.get(held.list_id)) is not None:
                home.put(held)
            self.changed({cards.list_id, held.list_id})
            if not self.reveal(held.id, held.list_id):
                self.post_message(self.Refused("its list is gone: the card went with it"))
        self.show_hand()
        return True

    def show_hand(self) -> None:
        """Draw the card in the hand as such, wherever it is."""
        for column in self.columns:
            if column.lifted != self._in_hand:
                column.lifted = self._in_hand
                column.repaint_list()
        if (shown := self.column_of(self.list_id)) is not None:
            shown.repaint(self.index)

    # --- the mouse ------------------------------------------------------------------------

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Put the cursor on what was pressed, and wait whether it becomes a drag."""
        event.stop()
        pointer = event.screen_offset
        column = self.column_at(pointer)
        if event.button != 1 or self.held is not None or column is None or column.board_list is None:
            return
        index = column.index_at(pointer.y - column.region.y)
        self.at = next(at for at, each in enumerate(self.lists) if each.id == column.board_list.id)
        if index is not None:
            self._cursors[column.board_list.id] = index
        self.point()
        if index is not None and (face := self.card) is not None:
            corner = Offset(column.region.x, column.region.y + column.row_of(index))
            # One of the selected cards stands for all of them, as it does for a key.
            self.hand.press(
                face, pointer, corner, self._picked if face.id in self._picked else frozenset({face.id})
            )
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Carry the card along; a button that came up where no terminal could see it drops it."""
        event.stop()
        if event.button:
            self.hand.move(event.screen_offset)
        else:
            self._drop()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Drop the card."""
        event.stop()
        self.hand.move(event.screen_offset)
        self._drop()

    def _drop(self) -> None:
        drag = self.hand.drop()
        cards = None if drag is None else self._lists.get(drag.list_id or "")
        if drag is None or cards is None:
            return
        own = sorted(at for card_id in drag.card_ids if (at := cards.index(card_id)) is not None)
        here = len(own) == len(drag.card_ids) == own[-1] - own[0] + 1 if own else False
        if not here or not own[0] <= drag.place <= own[-1] + 1:
            index = drag.place - sum(at < drag.place for at in own)
            self.post_message(self.Placed(drag.card_ids, cards.list_id, index))

    def on_click(self, event: events.Click) -> None:
        """Open a card that was clicked twice."""
        event.stop()
        column = self.column_at(event.screen_offset)
        if event.chain == 2 and column is not None:  # noqa: PLR2004 - a double click
            index = column.index_at(event.screen_y - column.region.y)
            if index is not None and index == self.index and self.card is not None:
                self.post_message(self.Opened(self.card))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll the column under the pointer down, or the board to the right."""
        self._wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll the column under the pointer up, or the board to the left."""
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
        event.stop()
        if event.shift or event.ctrl:
            self.scroll_aside(way)
        elif (column := self.column_at(event.screen_offset)) is not None and column.scroll_by(way * _WHEEL):
            self.hand.aim()

    # --- places, for what is laid over the board ------------------------------------------

    def open_up(self, index: int, lines: int, *, after: bool = False) -> Region:
        """Make room of ``lines`` for what is laid over the card at ``index`` of this list, or under it.

        Returns:
            Where, relative to the board.
        """
        self.close_up()
        column = self.column_of(self.list_id)
        if column is None or column.cards is None:
            return Region(0, 0, self.look.width, lines)
        cards, y = column.cards, HEAD
        if (face := cards.face(index)) is not None:
            own = cards.end(index) - cards.start(index)
            cards.open_under(face.id, lines if after else max(0, lines - own))
            column.reveal(index)
            y = column.row_of(index) + (own if after else 0)
            self.repaint_all()
        y = max(HEAD, min(y, column.size.height - lines))
        return Region(
            column.region.x - self.region.x, column.region.y - self.region.y + y, column.size.width, lines
        )

    def close_up(self) -> None:
        """Close the room made for what was laid over the cards."""
        for cards in self._lists.values():
            cards.open_under(None)
        self.repaint_all()

    def repaint_all(self) -> None:
        """Repaint whatever is different."""
        for column in self.columns:
            column.repaint_list()
