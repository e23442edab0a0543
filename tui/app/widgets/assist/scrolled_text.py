"""ScrolledText: a scrollable text that tells how many of its lines are above and below the visible ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget

from tui.app.drawing.beyond import beyond_words

if TYPE_CHECKING:
    from collections.abc import Callable

Counted = tuple[int, int]
"""How many rows are above, and how many below the visible ones."""

_UNFRAMED = frozenset({"", "none", "hidden", "blank"})
"""Types of border that draw no line, on which words could stand."""


def edge_of(pane: Widget) -> Widget:
    """Return the widget whose lower border tells what is hidden: the pane, or the box around it if that has the frame."""
    around = pane.parent
    framed = not _has_frame(pane) and isinstance(around, Widget) and _has_frame(around)
    return around if isinstance(around, Widget) and framed else pane


def _has_frame(widget: Widget) -> bool:
    return widget.styles.border_bottom[0] not in _UNFRAMED


def tell_beyond(pane: Widget, count: Callable[[int], Counted]) -> bool:
    """Show on the lower border how many rows of a scrollable widget are hidden.

    Without a frame around it, the widget gets the class ``-beyond``, for a line of its own.

    Args:
        pane: The widget.
        count: Counts the rows above and below for a number of visible lines.

    Returns:
        Whether it has lost a line to the words just now.
    """
    edge, height, shrunk = edge_of(pane), pane.scrollable_content_region.height, False
    if edge is pane and not _has_frame(pane):
        # With one more line everything would fit: the line with the words is not worth it.
        own = pane.has_class("-beyond")
        pane.set_class(pane.virtual_size.height > height + own, "-beyond")
        shrunk = pane.has_class("-beyond") and not own
    words = beyond_words(*count(height))
    edge.border_subtitle = Content(words) if words else ""
    return shrunk


class ScrolledText(VerticalScroll):
    """A scrollable text without a focus; the page or box around it scrolls it by key."""

    def __init__(self, *children: Widget, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(*children, id=id, classes=classes, can_focus=False)

    def on_mount(self) -> None:
        """Count the hidden lines again whenever the text scrolls or changes."""
        for name in ("scroll_y", "virtual_size"):
            self.watch(self, name, self._tell_beyond, init=False)

    def on_resize(self) -> None:
        """Count the hidden lines for the new height."""
        self._tell_beyond()

    def scroll_part(self, pages: float) -> None:
        """Scroll by a share of the height, down for a positive one."""
        self.scroll_relative(y=round(pages * self.scrollable_content_region.height), animate=False)

    def _tell_beyond(self) -> None:
        _ = tell_beyond(self, self._lines_beyond)

    def _lines_beyond(self, height: int) -> Counted:
        """Return how many lines are above and below the ``height`` visible ones."""
        top = round(self.scroll_y)
        return (top, max(self.virtual_size.height - top - height, 0)) if height else (0, 0)
