"""ChipStrip: a line with the labels and members of a board, which are dragged onto cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.geometry import Offset
from textual.widgets import Static

from tui.app.widgets.drag import SLACK
from tui.app.widgets.kanban import Kanban

_LEFT = 1  # button
_EARLIER, _MORE = "‹ ", " ›"


class Chip(NamedTuple):
    """A label or a member to put on cards.

    Attributes:
        shown: Its name as drawn, made safe.
    """

    kind: Literal["label", "member"]
    ident: str
    shown: Content

    @property
    def name(self) -> str:
        """Its name alone."""
        return self.shown.plain


class ChipStrip(Static):
    """A line of chips, which the wheel scrolls."""

    ALLOW_SELECT = False
    can_focus = False

    class ChipSaid(Kanban.Said):
        """Base of its messages."""

        def __init__(self, chip: Chip, pointer: Offset) -> None:
            super().__init__()
            self.chip, self.pointer = chip, pointer

    class ChipClicked(ChipSaid):
        """Message that a chip was clicked, not dragged."""

    class ChipDragged(ChipSaid):
        """Message that a chip is being dragged, with the pointer's position."""

    class ChipDropped(ChipSaid):
        """Message that a dragged chip was dropped at the pointer."""

    class ChipWheeled(Kanban.Said):
        """Message that the wheel was turned while a chip is dragged.

        Attributes:
            way: 1 for down, -1 for up.
        """

        def __init__(self, event: events.MouseEvent, way: int) -> None:
            super().__init__()
            self.event, self.way = event, way

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._chips: tuple[Chip, ...] = ()
        self._first = 0  # index of the first chip that is shown
        self._spans: list[tuple[int, int, Chip]] = []
        self._held: Chip | None = None
        self._pressed = Offset()
        self._moving = False

    def show(self, chips: Sequence[Chip]) -> None:
        """Draw these chips."""
        self._chips = tuple(chips)
        self._first = min(self._first, max(0, len(self._chips) - 1))
        self._draw()

    def _draw(self) -> None:
        self._spans = []
        parts: list[Content] = [Content.styled(_EARLIER if self._first else "  ", "$ink-quiet")]
        at = cell_len(_EARLIER)
        for place, chip in enumerate(self._chips[self._first :]):
            end = at + chip.shown.cell_length
            if place and end + cell_len(_MORE) > self.size.width:
                parts.append(Content.styled(_MORE, "$ink-quiet"))
                break
            self._spans.append((at, end, chip))
            parts += [chip.shown, Content("  ")]
            at = end + 2
        if not self._chips:
            parts.append(Content.styled("this board has no labels and no members", "$ink-quiet"))
        self.update(Content("").join(parts), layout=False)

    def on_resize(self) -> None:
        """Fit the chips to the new width."""
        self._draw()

    # --- the mouse ------------------------------------------------------------------------

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Press the chip under the pointer."""
        event.stop()
        chip = next((chip for start, end, chip in self._spans if start <= event.x < end), None)
        if chip is not None and event.button == _LEFT:
            self._held, self._pressed, self._moving = chip, event.screen_offset, False
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the pressed chip; drop it if the button was released outside the terminal."""
        event.stop()
        if self._held is None:
            return
        away = event.screen_offset - self._pressed
        self._moving = self._moving or abs(away.x) > SLACK or abs(away.y) >= SLACK
        if not event.button:
            self._let_go(event.screen_offset)
        elif self._moving:
            self.post_message(self.ChipDragged(self._held, event.screen_offset))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Drop the dragged chip."""
        event.stop()
        self._let_go(event.screen_offset)

    def on_mouse_release(self) -> None:
        """End a drag without a drop, when another widget captured the mouse."""
        self._held = None

    def _let_go(self, pointer: Offset) -> None:
        chip, self._held = self._held, None
        if chip is not None:
            self.release_mouse()
            self.post_message((self.ChipDropped if self._moving else self.ChipClicked)(chip, pointer))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Show the next chips; during a drag, scroll the list under the pointer."""
        self._wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Show the previous chips; during a drag, scroll the list under the pointer."""
        self._wheel(event, -1)

    def _wheel(self, event: events.MouseEvent, way: int) -> None:
        event.stop()
        if self._held is not None:
            self.post_message(self.ChipWheeled(event, way))
        elif way < 0 or (self._spans[-1:] and self._spans[-1][2] != self._chips[-1]):
            self._first = max(0, self._first + way)
            self._draw()
