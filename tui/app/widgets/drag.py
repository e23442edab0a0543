"""Drag: a card held by the mouse, as values; and the ghost that follows the pointer.

The kanban tells it where the pointer is and asks it what to do; nothing here knows a screen.
"""

from dataclasses import dataclass

from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widget import Widget

from tui.app.widgets.card_face import Look, State, draw
from tui.model.card import CardFace

SLACK = 1
"""Cells the pointer may wander before a press becomes a drag."""

EDGE = 2
"""Rows or cells from an edge in which the board scrolls by itself."""

BEAT = 0.06
"""Seconds between two steps of scrolling by itself."""


@dataclass(slots=True)
class Drag:
    """A press on a card that is, or may become, a drag.

    Attributes:
        face: The card, as it was when it was pressed.
        pressed: Where, in screen cells.
        grip: Where on the card, so that the ghost does not jump.
        pointer: Where the pointer is now.
        moving: Whether it has become a drag.
        list_id: List it would be dropped in, while there is one.
        place: Place in that list.
    """

    face: CardFace
    pressed: Offset
    grip: Offset
    pointer: Offset
    moving: bool = False
    list_id: str | None = None
    place: int = 0

    def to(self, pointer: Offset) -> bool:
        """Take the pointer's new place; whether this is a drag by now."""
        self.pointer = pointer
        away = pointer - self.pressed
        self.moving = self.moving or abs(away.x) > SLACK or abs(away.y) >= SLACK
        return self.moving


def pull(pointer: Offset, board: Region) -> Offset:
    """Which way the board scrolls by itself while the pointer is near its edge: -1, 0 or 1 each way."""
    return Offset(_pull(pointer.x, board.x, board.right), _pull(pointer.y, board.y + 1, board.bottom))


def _pull(at: int, first: int, end: int) -> int:
    if at < first + EDGE:
        return -1
    return 1 if at >= end - EDGE else 0


class Ghost(Widget):
    """The card in the hand, drawn over the board on a layer of its own."""

    ALLOW_SELECT = False
    can_focus = False

    def __init__(self) -> None:
        super().__init__()
        self.display = False
        self._strips: list[Strip] = []

    def take(self, face: CardFace, look: Look) -> None:
        """Look like ``face``."""
        self._strips = draw(face, look, State.LIFTED)
        self.styles.width = look.width
        self.styles.height = len(self._strips)
        self.refresh()

    def follow(self, place: Offset) -> None:
        """Be at ``place``, relative to the board, and be seen."""
        self.styles.offset = place
        self.display = True

    def vanish(self) -> None:
        """Be gone."""
        self.display = False

    def render_lines(self, crop: Region) -> list[Strip]:
        """The card's lines."""
        blank = Strip.blank(self.size.width)
        lines = [self._strips[y] if y < len(self._strips) else blank for y in range(crop.y, crop.bottom)]
        for each in self.get_line_filters():
            lines = [line.apply_filter(each, self.background_colors[1]) for line in lines]
        return [line.crop(crop.x, crop.right) for line in lines]

    def render_line(self, y: int) -> Strip:
        """One line."""
        return self.render_lines(Region(0, y, self.size.width, 1))[0]
