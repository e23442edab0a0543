"""QuickPreview: what is understood of the line for a new card, on one line below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from tui.presentation.safe_text import safe_text

if TYPE_CHECKING:
    from textual.geometry import Region

    from tui.presentation.quick_card import QuickCard

_NARROW = 100  # cells; a narrower window takes two rows
_WIDEST = 96
_HELP = "#label @member ^list · a date at the end, or due:date · !reminder"


class QuickPreview(Static):
    """Line below the one for a new card; wider than its column, as it lies over the board."""

    can_focus = False

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._place: tuple[int, int, int, int] | None = None

    @staticmethod
    def rows(screen_width: int) -> int:
        """Return how many rows it takes in a window of that width."""
        return 1 if screen_width >= _NARROW else 2

    def put_under(self, line: Region, height: int, screen_width: int) -> None:
        """Show it ``height`` rows below the top of ``line``, a region of the screen, as far to the left as it needs."""
        width = min(screen_width, _WIDEST)
        place = (max(0, min(line.x, screen_width - width)), line.y + height, width, self.rows(screen_width))
        if place != self._place:
            self._place = place
            self.styles.offset = place[:2]
            self.styles.width, self.styles.height = place[2:]

    def show(self, card: QuickCard | None) -> None:
        """Show what ``card`` understood; None for a line that is taken as typed."""
        # Its size does not depend on what it shows, so the board is not laid out again at each key.
        self.update(self._content(card), layout=False)

    @staticmethod
    def _content(card: QuickCard | None) -> Content:
        if card is None:
            return Content.styled("taken as typed · ctrl+l understands it again", "$soon")
        found = [
            Content.assemble((f"{kind} ", "$ink-quiet"), (safe_text(text), "bold $found"))
            for kind, text in card.parts
        ]
        found += [Content.styled(safe_text(problem), "$late") for problem in card.problems]
        if not found:
            return Content.styled(_HELP, "$ink-quiet")
        return Content.styled(" · ", "$ink-quiet").join(found)
