"""Dragging of cards with the mouse, with a ghost at the pointer and a mark where they would land.

The kanban passes the pointer to the drag state and handles the drop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from tui.app.drawing.wrapping import fit
from tui.app.widgets.card_face import CardStyle, State, draw
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.app.widgets.column_row import ColumnRow
    from tui.model.card import CardFace

SLACK = 1
"""Cells that the pointer may move before a press becomes a drag."""

EDGE = 2
"""Rows from an edge in which the board scrolls automatically."""

EDGE_SIDEWAYS = 5
"""Cells from an edge in which it does so: a pointer is hard to hold in a terminal's last cell."""

AWAY = Offset(-1000, -1000)
"""Offset of the ghost while nothing is dragged: off the screen but displayed, because displaying a widget
causes a new layout, for which Textual repaints the whole board."""

BEAT = 0.06
"""Seconds between two steps of automatic scrolling."""

BEATS_SIDEWAYS = 6
"""Beats between two lists: lists scroll more slowly than lines, so that the user can stop at one."""


@dataclass(slots=True)
class Drag:
    """A press on a card that is, or may become, a drag.

    Attributes:
        face: The card, as it was when pressed.
        card_ids: Ids of all dragged cards, including this one.
        grip: Position of the press on the card, so that the ghost does not jump.
        moving: Whether the press has become a drag.
        free: Whether the pointer has left the edges: a press on a card at an edge does not scroll the board.
        list_id: Id of the list under the pointer, or None.
    """

    face: CardFace
    pressed: Offset
    grip: Offset
    pointer: Offset
    card_ids: frozenset[str] = frozenset()
    moving: bool = False
    free: bool = False
    list_id: str | None = None
    place: int = 0

    def update_pointer(self, pointer: Offset) -> bool:
        """Update the pointer; return whether this is a drag now."""
        self.pointer = pointer
        away = pointer - self.pressed
        self.moving = self.moving or abs(away.x) > SLACK or abs(away.y) >= SLACK
        return self.moving


def scroll_direction(pointer: Offset, board: Region) -> Offset:
    """Return the scroll direction near an edge of the board: -1, 0 or 1 on each axis."""
    return Offset(
        _pull(pointer.x, board.x, board.right, EDGE_SIDEWAYS),
        _pull(pointer.y, board.y + 1, board.bottom, EDGE),
    )


def _pull(at: int, first: int, end: int, edge: int) -> int:
    if at < first + edge:
        return -1
    return 1 if at >= end - edge else 0


class Ghost(Widget):
    """The dragged card, drawn above the board on its own layer."""

    ALLOW_SELECT = False
    can_focus = False

    def __init__(self) -> None:
        super().__init__()
        self.styles.offset = AWAY
        self._strips: list[Strip] = []

    def set_card(self, face: CardFace, card_style: CardStyle, count: int = 1) -> None:
        """Draw ``face``, and the number of cards if there are several."""
        self._strips = draw(face, card_style, State.LIFTED)
        if count > 1:
            words = f"◆ {count} cards".rjust(card_style.width - 1).ljust(card_style.width)
            self._strips.append(
                Strip([Segment(words, card_style.style("cursor", State.LIFTED))], card_style.width)
            )
        self.styles.width = card_style.width
        self.styles.height = len(self._strips)
        self.refresh()

    def set_words(self, words: str, card_style: CardStyle) -> None:
        """Draw a line of text, such as the name of a dragged list."""
        text = f" {fit(safe_line(words), max(card_style.width - 2, 1))} "
        self._strips = [Strip([Segment(text, card_style.style("cursor", State.LIFTED))])]
        self.styles.width, self.styles.height = cell_len(text), 1
        self.refresh()

    def follow(self, place: Offset) -> None:
        """Show the ghost at ``place``, relative to the board."""
        self.styles.offset = place

    def vanish(self) -> None:
        """Hide the ghost."""
        self.styles.offset = AWAY

    def render_lines(self, crop: Region) -> list[Strip]:
        """Render the card's lines."""
        blank = Strip.blank(self.size.width)
        lines = [self._strips[y] if y < len(self._strips) else blank for y in range(crop.y, crop.bottom)]
        for each in self.get_line_filters():
            lines = [line.apply_filter(each, self.background_colors[1]) for line in lines]
        return [line.crop(crop.x, crop.right) for line in lines]

    def render_line(self, y: int) -> Strip:
        """Render one line."""
        return self.render_lines(Region(0, y, self.size.width, 1))[0]


class DragTarget(Protocol):
    """The widget that cards are dragged over."""

    row: ColumnRow

    @property
    def region(self) -> Region:
        """The widget's region on the screen."""

    def show_held(self) -> None:
        """Redraw the lifted or dragged cards as such."""

    def set_interval(self, interval: float, callback: Callable[[], None]) -> Timer:
        """Call ``callback`` at intervals."""

    def release_mouse(self) -> None:
        """Release the mouse capture."""


class DragState:
    """The mouse state of a board.

    Attributes:
        held: The card pressed or dragged, or None.
    """

    def __init__(self, board: DragTarget, ghost: Ghost) -> None:
        self.held: Drag | None = None
        self._board = board
        self._ghost = ghost
        self._scrolling: Timer | None = None
        self._beats = 0

    def press(
        self, face: CardFace, pointer: Offset, corner: Offset, card_ids: frozenset[str], card_style: CardStyle
    ) -> None:
        """Start a press on ``face``, whose first cell is at ``corner`` of the screen, with all dragged cards."""
        self.held = Drag(face, pointer, pointer - corner, pointer, card_ids)
        self._beats = 0
        # The ghost gets its size now, so that the first motion need not wait for a layout.
        self._ghost.set_card(face, card_style, len(card_ids))

    def move(self, pointer: Offset) -> None:
        """Move the drag to ``pointer``; a movement of a few cells is no drag yet."""
        drag = self.held
        if drag is None:
            return
        started = drag.moving
        if not drag.update_pointer(pointer):
            return
        if not started:
            self._board.show_held()
            self._scrolling = self._board.set_interval(BEAT, self._scroll)
        self._ghost.follow(drag.pointer - drag.grip - self._board.region.offset)
        self.update_target()

    def update_target(self) -> None:
        """Find and mark the drop position."""
        drag = self.held
        if drag is None or not drag.moving:
            return
        over = self._board.row.column_at(drag.pointer)
        drag.list_id = over.board_list.id if over is not None and over.board_list is not None else None
        if over is not None:
            drag.place = over.drop_index_at(drag.pointer.y - over.region.y)
        for column in self._board.row.columns:
            column.drop_mark(drag.place if column is over else None)

    def _scroll(self) -> None:
        """Scroll while the pointer is near an edge."""
        drag = self.held
        if drag is None:
            return
        way = scroll_direction(drag.pointer, self._board.region)
        column = self._board.row.column_at(drag.pointer)
        drag.free = drag.free or not way.x
        outward = drag.free or (drag.pointer.x - drag.pressed.x) * way.x > 0
        self._beats = self._beats + 1 if way.x and outward else 0
        # Scroll sideways at the first beat, and then every BEATS_SIDEWAYS.
        sideways = self._beats % BEATS_SIDEWAYS == 1 and self._board.row.scroll_sideways(way.x)
        along = bool(way.y) and column is not None and column.scroll_by(way.y)
        if sideways or along:
            self.update_target()

    def drop(self) -> Drag | None:
        """End the drag; return it if it was a drag and is over a list, else None."""
        drag = self.held
        self.cancel()
        return drag if drag is not None and drag.moving and drag.list_id is not None else None

    def cancel(self) -> None:
        """End the drag without a drop."""
        if self.held is None:
            return
        self.held = None
        self._board.release_mouse()
        if self._scrolling is not None:
            self._scrolling.stop()
            self._scrolling = None
        self._ghost.vanish()
        for column in self._board.row.columns:
            column.drop_mark(None)
        self._board.show_held()
