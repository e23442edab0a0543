"""Painting: a base screen that paints each cell of a frame only once, and the app that shows such screens.

Textual composes a frame even while the app suspends painting, and discards it; it paints a screen that was
just pushed three times, in full; and it applies all styles again when the first size arrives.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left, bisect_right
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar, cast

from textual import events, on
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual._context import active_message_pump
from textual.app import App
from textual.css.query import NoMatches
from textual.messages import Layout, Update
from textual.screen import UPDATE_PERIOD, Screen
from textual.widget import Widget

from tui.app.drawing import toolkit
from tui.app.terminal.frame import Frame, FrameUpdate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rich.console import RenderableType
    from textual._compositor import ReflowResult
    from textual.geometry import Region, Size
    from textual.message import Message
    from textual.strip import Strip
    from textual.timer import Timer

Answer = TypeVar("Answer")
"""The type of a screen's result."""

_TURNS_PER_FRAME = 6
"""Event loop turns that widgets get before a frame, because a message to the screen passes through as many."""

_LONGEST = 0.3
"""Seconds after which a screen is painted even if it is still being built."""


toolkit.replace_parts()


class PaintedApp(App[None]):
    """An app that tells the terminal nothing twice, draws nothing that is not seen, and may end at any moment.

    Attributes:
        frame: The cells that the terminal shows.
    """

    frame: Frame
    _pointer = "default"

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        """The screens seen through the top one; none through an opaque one, below which Textual would lay out and paint too."""
        stack = self._screen_stack
        return [] if stack and stack[-1].styles.background.a == 1 else super()._background_screens

    def _set_pointer_shape(self, shape: str) -> None:
        """Tell the terminal the shape of the mouse pointer; Textual does that again for each new screen."""
        if shape != self._pointer:
            self._pointer = shape
            super()._set_pointer_shape(shape)

    def _handle_exception(self, error: Exception) -> None:
        """End on an error, unless a widget that is being removed looked for its children.

        Textual mounts no children of a widget that is removed while it is composed, and tells it all the same that it is
        mounted: the program ended on that when it was quit while a page opened.
        """
        pump = active_message_pump.get(None)
        if isinstance(error, NoMatches) and isinstance(pump, Widget) and (pump._closing or pump._pruning):  # noqa: SLF001 - Textual asks the same
            if not pump.is_mounted:  # else its loop cleans up
                _ = self.call_later(pump._message_loop_exit)  # noqa: SLF001
            return
        super()._handle_exception(error)


class PaintedOnce(Screen[Answer]):
    """A screen that is painted once it is built, and then sends only changed cells."""

    @on(events.Compose)
    def _set_up_painting(self) -> None:
        """Set the classes for the terminal's size before widgets exist whose styles depend on them."""
        self._compositor = ScreenCompositor(self, cast("PaintedApp", self.app).frame)
        limits = (self.HORIZONTAL_BREAKPOINTS or [], self.VERTICAL_BREAKPOINTS or [])
        # Together, because each addition styles the screen again.
        self.add_class(*chain.from_iterable(map(self._get_breakpoint_classes, self.app.size, limits)))

    @on(events.ScreenResume)
    def _begin_painting(self, event: events.ScreenResume) -> None:
        """Skip the style refresh of a new screen, whose styles were applied just now."""
        begin = getattr(self._compositor, "begin", bool)
        event.refresh_styles = begin() and event.refresh_styles

    @cached_property
    def _update_timer(self) -> Timer:
        """The timer of the frames."""
        return self.set_interval(UPDATE_PERIOD, partial(paint, self), pause=True)

    def post_message(self, message: Message) -> bool:
        """Post a message; that a widget is to be painted or laid out is noted at once."""
        compositor = self._compositor
        noted = isinstance(compositor, ScreenCompositor) and compositor.note(message)
        return noted or super().post_message(message)

    def _screen_resized(self, size: Size) -> None:
        """Lay the screen out for a new size; Textual would repeat that for each resize event of the same size."""
        if size != self._compositor.size:
            super()._screen_resized(size)


async def paint(screen: Screen[Any]) -> None:
    """Paint the changes of a screen after the widgets had their turns, even if it still handles a message.

    One key changes several widgets; without the turns, the first would be painted one frame before the
    others.
    """
    for _ in range(_TURNS_PER_FRAME):
        await asyncio.sleep(0)
    screen._on_timer_update()  # noqa: SLF001 - what Textual's own beat calls


def mount_hidden(app: App[Any], screen: Screen[Any]) -> None:
    """Mount a screen that is not shown, and lay it out."""
    _ = app._register(app, screen)  # noqa: SLF001 - what the toolkit does with a screen that it shows
    _ = screen.call_after_refresh(_lay_out_hidden, screen)


def _lay_out_hidden(screen: Screen[Any]) -> None:
    if not screen.is_current:
        screen._refresh_layout(screen.app.size)  # noqa: SLF001 - as above


def paint_when_filled(screen: Screen[Any]) -> None:
    """Paint a screen that was mounted before it is shown as a new one: once, with what it is filled with."""
    if isinstance(compositor := screen._compositor, ScreenCompositor):  # noqa: SLF001 - it is ours
        compositor.wait_until_built()


class ScreenCompositor(Compositor):
    """A compositor that paints nothing before its screen is built, and afterwards only what differs from the terminal.

    Attributes:
        built: Whether the screen is laid out, or took too long.
    """

    def __init__(self, screen: Screen[Any], frame: Frame) -> None:
        super().__init__()
        self._screen, self._frame = screen, frame
        # The regions of the partial update that is being painted; none for a full one.
        self._drawn: set[Region] = set()
        self.wait_until_built()

    def wait_until_built(self) -> None:
        """Paint nothing of the screen before it is laid out with what it is to show."""
        self.built = False
        self._screen.call_after_refresh(self._paint_built)
        self._screen.set_timer(_LONGEST, self._paint_built)

    def begin(self) -> bool:
        """Lay out a screen that was filled since it was laid out; return whether the screen was painted before."""
        if not self.built and self.size == self._screen.app.size:
            self.lay_out_soon()
        return self.built

    def note(self, message: Message) -> bool:
        """Note which widget asks to be painted or laid out, and return whether ``message`` says that.

        The toolkit queues a message for each, which were a fifth of all messages when a card opens.
        """
        screen = self._screen
        if isinstance(message, Update):
            if self.built:  # else all of the screen is painted, once it is built
                screen._dirty_widgets.add(message.widget)  # noqa: SLF001 - as the toolkit does
        elif isinstance(message, Layout) and message.widget.parent is not None:
            widgets = screen._layout_widgets.setdefault(message.widget.parent, set())  # noqa: SLF001
            widgets.add(message.widget)
            screen._layout_required = True  # noqa: SLF001
        else:
            return False
        screen.check_idle()
        return True

    def _paint_built(self, *, waited: bool = False) -> None:
        """Paint the screen now that it is laid out, instead of waiting up to 1/60 s for Textual's next frame.

        A starting app suspends painting until it handles messages; then this is called again.
        """
        if self.built:
            return
        screen, app = self._screen, self._screen.app
        if app._batch_count and not waited:  # noqa: SLF001 - it has no other way to ask
            app.call_later(self._paint_built, waited=True)
            return
        self.built = True
        screen.refresh()
        if screen.is_current:
            screen._on_timer_update()  # noqa: SLF001 - what the beat calls

    def reflow(self, parent: Widget, size: Size) -> ReflowResult:
        """Lay the screen out, as the base class does."""
        if size != self.size:
            self._frame.fit(size.width, size.height)
            if not self.built:
                self._screen._layout_required = False  # noqa: SLF001 - it is laid out now, with what was asked before
                self.lay_out_soon()
        return super().reflow(parent, size)

    def lay_out_soon(self) -> None:
        """Lay a new screen out after the widgets had their turns, instead of up to 1/60 s later."""
        self._screen.call_later(self._lay_out)

    async def _lay_out(self) -> None:
        for _ in range(_TURNS_PER_FRAME):
            await asyncio.sleep(0)
        if self._screen._layout_required and not self.built:  # noqa: SLF001 - it tells nobody
            self._screen._on_timer_update()  # noqa: SLF001 - what the beat calls

    def render_update(
        self, full: bool = False, screen_stack: list[Screen[Any]] | None = None, simplify: bool = False
    ) -> RenderableType | None:
        """Return the update to draw; None while the screen is being built or the app suspends painting.

        A full update is complete, because it may be drawn into a file; the terminal still gets only the
        changed cells.
        """
        if full:
            to_send = set(self._dirty_regions)
            picture = super().render_update(full, screen_stack, simplify)
            self._dirty_regions |= to_send
            return picture
        if not self.built:
            return None
        if self._screen.app._batch_count:  # noqa: SLF001 - it has no other way to ask
            self._screen._repaint_required = True  # noqa: SLF001 - as Textual does
            return None
        if self._screen._repaint_required:  # noqa: SLF001 - it would be painted again at once
            self._screen._repaint_required = False  # noqa: SLF001
            self.update_widgets({self._screen})
        update = super().render_update(full, screen_stack, simplify)
        if isinstance(update, LayoutUpdate | ChopsUpdate):
            drawn = FrameUpdate(update, self.size.width, self._frame)
            return None if self._shows_already(drawn) else drawn
        return update

    def render_partial_update(self) -> ChopsUpdate | None:
        """Return the update of the regions that are to be drawn; None if there are none."""
        self._drawn = self._dirty_regions.copy()
        try:
            return super().render_partial_update()
        finally:
            self._drawn = set()

    def _render_chops(
        self, crop: Region, is_rendered_line: Callable[[int], bool]
    ) -> Sequence[Mapping[int, Strip]]:
        """Cut the lines of the widgets into the pieces of a frame, from the front to the back.

        The toolkit also cuts what is covered, such as the lines of each container of a board, and for a change of a
        column the lines of the others.
        """
        chops: list[dict[int, Strip | None]] = [dict.fromkeys(each[:-1]) for each in self.cuts]
        missing = self._pieces(crop, is_rendered_line)
        for region, clip, strips in self._get_renders(crop):
            shown = region.intersection(clip)
            first, last = shown.column_span
            for y, strip in zip(shown.line_range, strips, strict=False):
                if not missing[y]:
                    continue
                ends = [cut for cut in self.cuts[y] if first <= cut <= last]
                bare = missing[y].intersection(ends[:-1])
                if bare:
                    pieces = strip.divide([end - first for end in ends[1:]])
                    chops[y].update(
                        (cut, piece) for cut, piece in zip(ends, pieces, strict=False) if cut in bare
                    )
                    missing[y] -= bare
        return cast("Sequence[Mapping[int, Strip]]", chops)

    def _pieces(self, crop: Region, is_rendered_line: Callable[[int], bool]) -> list[set[int]]:
        """Return the pieces to draw of each line, by their first cells."""
        pieces: list[set[int]] = [set() for _ in self.cuts]
        for region in self._drawn or {crop}:
            seen = region.intersection(crop)
            left, right = seen.column_span
            for y in filter(is_rendered_line, seen.line_range):
                cuts = self.cuts[y]
                pieces[y].update(cuts[bisect_right(cuts, left) - 1 : bisect_left(cuts, right)])
        return pieces

    def _shows_already(self, drawn: FrameUpdate) -> bool:
        """Return whether the terminal shows all of an update already; Textual would still move the cursor for it."""
        app = self._screen.app
        return (
            not app.is_headless
            and app.cursor_position == app._previous_cursor_position  # noqa: SLF001 - it has no other way to ask
            and not drawn.render_segments(app.console)
        )
