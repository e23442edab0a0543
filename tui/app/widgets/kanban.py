"""Kanban: the board widget, with a row of columns, the cursor, and lifted or dragged cards.

It receives lists and cards, and posts messages about the user's actions; it writes nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.geometry import Region
from textual.message import Message

from tui.app.backdrop import Blank
from tui.app.guarded import Guarded
from tui.app.widgets.board.mouse import BoardMouse
from tui.app.widgets.column import HEAD, Column
from tui.app.widgets.column_row import ColumnRow
from tui.app.widgets.cursor import Carry, Cursor
from tui.app.widgets.drag import DragState, Ghost

if TYPE_CHECKING:
    from tui.app.widgets.card_face import CardStyle
    from tui.app.widgets.card_list import CardList
    from tui.model.board import BoardList
    from tui.model.card import CardFace


class Kanban(Blank, Guarded, Container):
    """Widget that shows as many of a board's lists as fit.

    Attributes:
        carry: The card lifted by key.
        drag: The cards dragged by the mouse.
    """

    ALLOW_SELECT = False
    can_focus = False

    class Said(Message):
        """Base of the messages about actions on the board."""

    class Walked(Said):
        """Message that the cursor moved to another card, to none, or to another list."""

        def __init__(self, card: CardFace | None) -> None:
            super().__init__()
            self.card = card

    class Slid(Said):
        """Message that the card with the cursor left its list, so that the cursor is on another card."""

        def __init__(self, card: CardFace) -> None:
            super().__init__()
            self.card = card

    class Opened(Said):
        """Message that a card was double-clicked."""

        def __init__(self, card: CardFace) -> None:
            super().__init__()
            self.card = card

    class Placed(Said):
        """Message that cards were dropped at an index, counted without the cards themselves."""

        def __init__(self, card_ids: frozenset[str], list_id: str, index: int) -> None:
            super().__init__()
            self.card_ids, self.list_id, self.index = card_ids, list_id, index

    class ListPlaced(Said):
        """Message that a list was dropped at an index, counted without the list itself."""

        def __init__(self, list_id: str, index: int) -> None:
            super().__init__()
            self.list_id, self.index = list_id, index

    class FoldAsked(Said):
        """Message that a collapsed list was clicked, or the sign that collapses a list."""

        def __init__(self, list_id: str) -> None:
            super().__init__()
            self.list_id = list_id

    class RenameAsked(Said):
        """Message that the title of the list with the cursor was double-clicked."""

    class MenuAsked(Said):
        """Message that the right button was pressed on the board; the cursor was moved there.

        Attributes:
            on_card: Whether it was pressed on a card, and not elsewhere in a list.
        """

        def __init__(self, *, on_card: bool) -> None:
            super().__init__()
            self.on_card = on_card

    class Refused(Said):
        """Message that an action was refused, with the reason."""

        def __init__(self, reason: str) -> None:
            super().__init__()
            self.reason = reason

    def __init__(self, card_style: CardStyle) -> None:
        super().__init__()
        self._ghost = Ghost()
        self._picked: frozenset[str] = frozenset()
        self._news: Mapping[str, str] = {}
        self.row = ColumnRow(self, card_style, self._ghost, self._mark, self._point)
        self.cursor = Cursor(
            self.row,
            lambda card: self.post_message(self.Walked(card)),
            lambda card: self.post_message(self.Slid(card)),
        )
        self.carry = Carry(self.row, self.cursor, self.changed)
        self.drag = DragState(self, self._ghost)
        self.mouse = BoardMouse(self, self._ghost)

    def compose(self) -> ComposeResult:
        """Yield the strip of names and the ghost; columns are mounted when the width is known."""
        yield self.row.tabs
        yield self._ghost

    def on_resize(self, event: events.Resize) -> None:
        """Fit the columns to the new size, and end a drag, because the cards under it have moved."""
        event.stop()
        self.mouse.cancel()
        self.row.lay_out(anew=True)

    # --- what there is ------------------------------------------------------------------

    @property
    def lists(self) -> Sequence[BoardList]:
        """The board's lists, in order."""
        return self.row.lists

    @property
    def list_id(self) -> str | None:
        """Id of the list with the cursor."""
        return self.row.list_id

    @property
    def card(self) -> CardFace | None:
        """The card with the cursor, or lifted; None in a collapsed list."""
        return self.cursor.card if self.held is None else self.cursor.card_here

    @property
    def index(self) -> int:
        """Index of the cursor in its list."""
        return self.cursor.index

    @property
    def held(self) -> CardFace | None:
        """The card lifted by key, with the state to restore, or None."""
        return self.carry.held

    @property
    def picked(self) -> frozenset[str]:
        """Ids of the selected cards."""
        return self._picked

    def pick(self, ids: Iterable[str]) -> None:
        """Select exactly these cards."""
        self._picked = frozenset(ids)
        for column in self.row.columns:
            column.picked = self._picked
            column.repaint_list()

    def show_news(self, news: Mapping[str, str]) -> None:
        """Mark the cards that others have just changed; ``news`` has their names by card id."""
        self._news = dict(news)
        for column in self.row.columns:
            column.news = self._news
            column.repaint_list()

    def _mark(self, column: Column) -> None:
        """Set the selected, lifted and recently changed cards of ``column``."""
        column.picked, column.news = self._picked, self._news
        column.lifted = self._held_id

    def _point(self) -> None:
        self.cursor.point()

    @property
    def _held_id(self) -> str | None:
        if self.held is not None:
            return self.held.id
        drag = self.drag.held
        return drag.face.id if drag is not None and drag.moving else None

    # --- walking ------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Move the cursor by so many cards; a lifted card moves along."""
        if self.held is not None:
            self.carry.move(0, by)
        else:
            self.cursor.go_to(self.index + by)

    def step_lists(self, by: int) -> None:
        """Move the cursor by so many lists, to about the same height; a lifted card moves along."""
        if self.held is not None:
            self.carry.move(by, 0)
        else:
            self.cursor.go_to_list(self.row.focused_index + by)

    def go_to(self, index: int) -> None:
        """Move the cursor to the card at ``index`` of this list."""
        self.cursor.go_to(index)

    def go_to_list(self, at: int) -> None:
        """Move the cursor to the list at index ``at``."""
        self.cursor.go_to_list(at)

    def page(self, screens: float) -> None:
        """Move the cursor by so many screens of cards."""
        self.cursor.page(screens)

    # --- changes ------------------------------------------------------------------------

    def show(self, lists: Sequence[BoardList], cards: Mapping[str, CardList]) -> None:
        """Show these lists; the cursor stays on its card, or as near as possible."""
        self.row.show(lists, cards)

    def changed(self, list_ids: Iterable[str]) -> None:
        """Repaint the changed rows of these lists; the cursor stays on its card if possible."""
        self.cursor.keep_place()
        for list_id in list_ids:
            if (column := self.row.column_of(list_id)) is not None:
                column.repaint_list()
        self.drag.update_target()

    def replace_ids(self, names: Mapping[str, str]) -> None:
        """Replace ids by their new ones; cursor, selection and scroll offsets stay where they are."""
        self.row.replace_ids(names)
        self.cursor.replace_ids(names)
        self._picked = frozenset(names.get(each, each) for each in self._picked)
        self.carry.replace_ids(names)
        for column in self.row.columns:
            self._mark(column)

    def release_moved(self, card_id: str, face: CardFace | None) -> None:
        """Release a lifted or dragged card if its new state ``face`` has another place, or is None."""
        held = self.held or (self.drag.held.face if self.drag.held is not None else None)
        if held is None or held.id != card_id:
            return
        if face is None or (face.list_id, face.pos) != (held.list_id, held.pos):
            self.carry.held = None
            self.cursor.acted_ids |= {card_id}  # reported here already
            self.drag.cancel()
            self.show_held()
            # A key may have done it as well as another window or person.
            went = "is no longer on the board" if face is None else "was moved meanwhile"
            self.post_message(self.Refused(f"the card in your hand {went}: it is let go"))

    # --- the card in the hand -------------------------------------------------------------

    def lift(self) -> None:
        """Lift the card with the cursor."""
        self.carry.lift()
        self.show_held()

    def put_down(self) -> None:
        """Drop the lifted card where it is."""
        card = self.carry.put_down()
        self.show_held()
        if card is not None:
            self.post_message(self.Placed(frozenset({card.id}), card.list_id, self.index))

    def put_back(self) -> bool:
        """Put back a lifted card or end a drag; return whether there was either."""
        if self.mouse.cancel():
            return True
        if self.held is None:
            return False
        if not self.carry.put_back():
            self.post_message(self.Refused("its list is gone: the card went with it"))
        self.show_held()
        return True

    def show_held(self) -> None:
        """Redraw the lifted or dragged card as such, wherever it is."""
        for column in self.row.columns:
            if column.lifted != self._held_id:
                column.lifted = self._held_id
                column.repaint_list()
        if (shown := self.row.column_of(self.list_id)) is not None:
            shown.repaint(self.index)

    # --- the mouse ------------------------------------------------------------------------

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Put the cursor on the pressed card, and begin a possible drag of it, or of a list by its title."""
        event.stop()
        self.mouse.press(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Move the dragged thing."""
        event.stop()
        self.mouse.move(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Drop the dragged thing."""
        event.stop()
        self.mouse.release(event)

    def on_mouse_release(self) -> None:
        """End a drag without a drop, when a box over the board has taken the mouse."""
        if self.app.mouse_captured is None:
            _ = self.mouse.cancel()

    def on_click(self, event: events.Click) -> None:
        """Open a card that was double-clicked, or ask for the new name of a list whose title was."""
        event.stop()
        self.mouse.click(event)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll the column under the pointer down, or the board to the right."""
        self.mouse.wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll the column under the pointer up, or the board to the left."""
        self.mouse.wheel(event, -1)

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        """Scroll the board to the right."""
        event.stop()
        self.row.scroll_sideways(1)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        """Scroll the board to the left."""
        event.stop()
        self.row.scroll_sideways(-1)

    # --- places, for what is laid over the board ------------------------------------------

    def make_room(self, index: int, lines: int, *, after: bool = False) -> Region:
        """Make room of ``lines`` for a widget laid over the card at ``index`` of this list, or under it.

        Returns:
            The room's region, relative to the board.
        """
        self.close_up()
        column = self.row.column_of(self.list_id)
        if column is None or column.cards is None:
            return Region(0, 0, self.row.card_style.width, lines)
        cards, y = column.cards, HEAD
        if (face := cards.face(index)) is not None:
            own = cards.end(index) - cards.start(index)
            cards.set_space_under(face.id, lines if after else max(0, lines - own))
            column.reveal(index)
            y = column.row_of(index) + (own if after else 0)
            self.row.repaint()
        y = max(HEAD, min(y, column.size.height - lines))
        return Region(
            column.region.x - self.region.x, column.region.y - self.region.y + y, column.size.width, lines
        )

    def close_up(self) -> None:
        """Close the room made for a widget over the cards."""
        for cards in self.row.card_lists:
            cards.set_space_under(None)
        self.row.repaint()
