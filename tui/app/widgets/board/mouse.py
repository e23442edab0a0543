"""BoardMouse: the actions of the mouse's buttons and wheel on a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from textual.geometry import Offset

from tui.app.widgets.column import HEAD
from tui.app.widgets.drag import SLACK

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.geometry import Region
    from textual.message import Message

    from tui.app.widgets.column import Column
    from tui.app.widgets.column_row import ColumnRow
    from tui.app.widgets.cursor import Cursor
    from tui.app.widgets.drag import DragState, Ghost
    from tui.model.board import BoardList
    from tui.model.card import CardFace

_WHEEL_LINES = 3  # lines scrolled by one notch
_LEFT, _RIGHT = 1, 3  # buttons


class MouseBoard(Protocol):
    """The board under the mouse, and the messages that it posts."""

    row: ColumnRow
    cursor: Cursor
    drag: DragState

    @property
    def Opened(self) -> Callable[[CardFace], Message]:  # noqa: N802 - a class of messages
        """Creates the message that a card was opened."""

    @property
    def Placed(self) -> Callable[[frozenset[str], str, int], Message]:  # noqa: N802 - a class of messages
        """Creates the message that cards were dropped."""

    @property
    def ListPlaced(self) -> Callable[[str, int], Message]:  # noqa: N802 - a class of messages
        """Creates the message that a list was dropped."""

    @property
    def FoldAsked(self) -> Callable[[str], Message]:  # noqa: N802 - a class of messages
        """Creates the message that a list is to be collapsed, or shown whole."""

    @property
    def RenameAsked(self) -> Callable[[], Message]:  # noqa: N802 - a class of messages
        """Creates the message that a title was double-clicked."""

    @property
    def MenuAsked(self) -> Callable[..., Message]:  # noqa: N802 - a class of messages
        """Creates the message that a menu was requested."""

    @property
    def lists(self) -> Sequence[BoardList]:
        """The lists, in order."""

    @property
    def card(self) -> CardFace | None:
        """The card with the cursor."""

    @property
    def index(self) -> int:
        """The index of the cursor in its list."""

    @property
    def held(self) -> CardFace | None:
        """The carried card."""

    @property
    def picked(self) -> frozenset[str]:
        """The ids of the selected cards."""

    @property
    def region(self) -> Region:
        """The region of the board on the screen."""

    def post_message(self, message: Message) -> bool:
        """Post a message."""

    def show_held(self) -> None:
        """Redraw the lifted or dragged card as such."""

    def capture_mouse(self) -> None:
        """Capture the mouse."""

    def release_mouse(self) -> None:
        """Release the mouse capture."""


class BoardMouse:
    """The mouse over a board: it presses, drags and clicks cards, and lists by their titles.

    Args:
        ghost: Widget drawn at the pointer while something is dragged.

    Attributes:
        list_id: Id of the list whose title is pressed or dragged, or None.
    """

    def __init__(self, board: MouseBoard, ghost: Ghost) -> None:
        self._board, self._ghost = board, ghost
        self.list_id: str | None = None
        self._pressed = Offset()
        self._moving = False  # whether the press on a title has become a drag
        self._clicked, self._twice = "", False  # the list whose title was clicked last, and before that
        self._words = ""  # text of a thing dragged here from elsewhere
        self._place: int | None = None  # index at which the dragged list would be dropped

    # --- pressing ---------------------------------------------------------------------------

    def press(self, event: events.MouseDown) -> None:
        """Put the cursor on the pressed card, and start a possible drag of the card, or of a list by its title."""
        board, pointer = self._board, event.screen_offset
        column = board.row.column_at(pointer)
        if board.held is not None or column is None or column.board_list is None:
            return
        if event.button == _RIGHT:
            board.post_message(board.MenuAsked(on_card=self._point(column, pointer)))
        elif event.button != _LEFT:
            return
        elif pointer.y - column.region.y < HEAD or column.folded:
            self.list_id, self._pressed, self._moving = column.board_list.id, pointer, False
            board.capture_mouse()
        else:
            self._press_card(column, pointer)

    def _point(self, column: Column, pointer: Offset) -> bool:
        """Put the cursor on the card or list at ``pointer``; return whether that is a card."""
        board = self._board
        if column.board_list is None:
            return False
        board.cursor.unmoved = False
        index = column.index_at(pointer.y - column.region.y)
        board.row.focused_index = board.row.index_of(column.board_list.id)
        if index is not None:
            board.cursor.set_index(column.board_list.id, index)
        board.cursor.point()
        return index is not None

    def _press_card(self, column: Column, pointer: Offset) -> None:
        board = self._board
        if self._point(column, pointer) and (face := board.card) is not None:
            corner = Offset(column.region.x, column.region.y + column.row_of(board.index))
            # Dragging a selected card drags all selected cards, as key commands do.
            ids = board.picked if face.id in board.picked else frozenset({face.id})
            board.drag.press(face, pointer, corner, ids, board.row.card_style)
            board.capture_mouse()

    # --- moving -----------------------------------------------------------------------------

    def move(self, event: events.MouseMove) -> None:
        """Move the dragged thing; drop it if the button was released outside the terminal."""
        if not event.button:
            self._drop(event.screen_offset)
        elif self.list_id is not None:
            self._move_list(event.screen_offset)
        else:
            self._board.drag.move(event.screen_offset)

    def _move_list(self, pointer: Offset) -> None:
        """Move the dragged list and its drop mark; a movement of a few cells is no drag yet."""
        row = self._board.row
        away = pointer - self._pressed
        if not self._moving and max(abs(away.x), abs(away.y)) <= SLACK:
            return
        if not self._moving:
            self._moving = True
            name = next((each.name for each in row.lists if each.id == self.list_id), "")
            self._ghost.set_words(name, row.card_style)
        # Below the rule, where the mark is drawn.
        self._ghost.follow(pointer - self._board.region.offset + (1, 2))
        over = row.column_at(pointer)
        self._place = None
        for column in row.columns:
            if column is not over or column.board_list is None:
                column.edge_mark("")
                continue
            right = 2 * (pointer.x - column.region.x) >= column.size.width
            self._place = row.index_of(column.board_list.id) + right
            column.edge_mark("right" if right else "left")

    # --- letting go -------------------------------------------------------------------------

    def release(self, event: events.MouseUp) -> None:
        """Drop the dragged thing."""
        if self.list_id is None:
            self._board.drag.move(event.screen_offset)
        self._drop(event.screen_offset)

    def _drop(self, pointer: Offset) -> None:
        if self.list_id is not None:
            self._drop_list(self.list_id, pointer)
        else:
            self._drop_cards()

    def _drop_list(self, list_id: str, pointer: Offset) -> None:
        board, moved, place = self._board, self._moving, self._place
        self.cancel()
        column = board.row.column_at(pointer)
        if not moved:
            self._click_title(list_id, column, pointer)
        elif place is not None and any(each.id == list_id for each in board.lists):
            at = board.row.index_of(list_id)
            if place not in {at, at + 1}:
                board.post_message(board.ListPlaced(list_id, place - (at < place)))

    def _click_title(self, list_id: str, column: Column | None, pointer: Offset) -> None:
        """Put the cursor on the clicked list; a collapsed one, or the sign for that, is also collapsed or expanded."""
        board = self._board
        if column is None:
            return
        # Looked at first, because the sign is drawn only where the cursor is.
        fold = column.folded or column.is_fold_mark(*(pointer - column.region.offset))
        self._point(column, pointer)
        self._twice = not fold and self._clicked == list_id
        self._clicked = "" if fold else list_id
        if fold:
            board.post_message(board.FoldAsked(list_id))

    def _drop_cards(self) -> None:
        board = self._board
        drag = board.drag.drop()
        cards = None if drag is None else board.row.card_list(drag.list_id)
        if drag is None or cards is None:
            return
        own = sorted(at for card_id in drag.card_ids if (at := cards.index(card_id)) is not None)
        here = len(own) == len(drag.card_ids) == own[-1] - own[0] + 1 if own else False
        if not here or not own[0] <= drag.place <= own[-1] + 1:
            index = drag.place - sum(at < drag.place for at in own)
            board.post_message(board.Placed(drag.card_ids, cards.list_id, index))

    def cancel(self) -> bool:
        """End a drag without a drop; return whether there was one."""
        if self._words:
            # The capture moves here from the widget where the drag started, which gets an event.
            self._board.capture_mouse()
            self._board.release_mouse()
            self.end_drag_in()
            return True
        if self.list_id is None:
            held = self._board.drag.held is not None
            self._board.drag.cancel()
            return held
        self.list_id, self._place, self._moving = None, None, False
        self._board.release_mouse()
        self._ghost.vanish()
        for column in self._board.row.columns:
            column.edge_mark("")
        return True

    # --- what is dragged here from elsewhere ------------------------------------------------

    def drag_in(self, words: str, pointer: Offset) -> CardFace | None:
        """Show ``words`` at the pointer; mark and return the card under it."""
        board = self._board
        if words != self._words:
            self._words = words
            self._ghost.set_words(words, board.row.card_style)
        # Beside the pointer, so that the card under it stays visible.
        self._ghost.follow(pointer - board.region.offset + (1, 1))
        over, face = board.row.column_at(pointer), None
        if over is not None and over.cards is not None:
            index = over.index_at(pointer.y - over.region.y)
            face = None if index is None else over.cards.face(index)
        for column in board.row.columns:
            target = face.id if face is not None and column is over else None
            if column.lifted != target:
                column.lifted = target
                column.repaint_list()
        return face

    def end_drag_in(self) -> None:
        """Remove the mark."""
        self._words = ""
        self._ghost.vanish()
        self._board.show_held()

    # --- clicks and the wheel ---------------------------------------------------------------

    def click(self, event: events.Click) -> None:
        """Open a card that was double-clicked, or ask for the new name of a list whose title was."""
        board = self._board
        column = board.row.column_at(event.screen_offset)
        if event.chain != 2 or event.button != _LEFT or column is None or column.board_list is None:
            return
        y = event.screen_y - column.region.y
        index = column.index_at(y)
        if index is not None and index == board.index and board.card is not None:
            board.post_message(board.Opened(board.card))
        elif y < HEAD and self._twice and self._clicked == column.board_list.id:
            board.post_message(board.RenameAsked())

    def wheel(self, event: events.MouseEvent, way: int) -> None:
        """Scroll the column under the pointer, or with shift or ctrl the board."""
        event.stop()
        board = self._board
        if event.shift or event.ctrl:
            board.row.scroll_sideways(way)
            return
        column = board.row.column_at(event.screen_offset)
        if column is not None and column.scroll_by(way * _WHEEL_LINES):
            board.drag.update_target()
