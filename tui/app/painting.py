"""A base screen that paints each cell of a frame only once.

Textual composes a frame even while the app holds all painting back, and discards it; it paints a screen that was
just pushed three times, in full; and it applies all styles again when the first size arrives.
"""

from __future__ import annotations

import asyncio
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from textual import events, on, strip
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.css.model import RuleSet
from textual.screen import UPDATE_PERIOD, Screen

from tui.app.terminal.frame import Frame, FrameUpdate

if TYPE_CHECKING:
    from collections.abc import Hashable

    from rich.console import RenderableType
    from textual._compositor import ReflowResult
    from textual.geometry import Size
    from textual.timer import Timer
    from textual.widget import Widget

Answer = TypeVar("Answer")
"""The type of what a screen returns."""

_TURNS = 6
"""Number of turns that widgets get before a frame: a message passes through as many on its way to the screen."""

_LONGEST = 0.3
"""Seconds after which a screen is painted that is still being built."""


# For each widget the toolkit looks each rule up in a set, by a function in Python that returns the same as this one:
# 30,000 calls when a card opens.
RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign]  # as said above


class StripCache(dict[Any, Any]):
    """A cache of what a line of a widget was cut or styled into; each line has seven, most of them empty for ever.

    It takes the place of the toolkit's, whose making was a tenth of what a frame costs.
    """

    __slots__ = ()
    # Written in C, and ignores the size that the toolkit gives.
    __init__ = object.__init__

    def __setitem__(self, key: Hashable, value: object) -> None:
        """Keep ``value``, and forget the oldest of sixteen."""
        if len(self) >= _MOST_CUTS and key not in self:
            del self[next(iter(self))]
        super().__setitem__(key, value)


_MOST_CUTS = 16
"""Number of results that a line keeps of each kind, as many as the toolkit's own keeps at most."""

strip.FIFOCache = StripCache  # type: ignore[attr-defined]  # as its docstring says


class FramedApp(Protocol):
    """An app that knows what its terminal shows."""

    frame: Frame


class PaintedOnce(Screen[Answer]):
    """A screen that is painted once it is built, and sends only the cells that differ."""

    @on(events.Compose)
    def _set_up_painting(self) -> None:
        """Set the classes of the terminal's size, before there are widgets whose styles depend on them."""
        self._compositor = ScreenCompositor(self, cast("FramedApp", self.app).frame)
        limits = (self.HORIZONTAL_BREAKPOINTS or [], self.VERTICAL_BREAKPOINTS or [])
        for size, breakpoints in zip(self.app.size, limits, strict=True):
            self.add_class(*self._get_breakpoint_classes(size, breakpoints))

    @on(events.ScreenResume)
    def _keep_styles(self, event: events.ScreenResume) -> None:
        """Leave the styles of a new screen as they are: they were applied just now."""
        event.refresh_styles = event.refresh_styles and getattr(self._compositor, "built", False)

    @cached_property
    def _update_timer(self) -> Timer:
        """The beat of the frames."""
        return self.set_interval(UPDATE_PERIOD, partial(_paint_in_turn, self), pause=True)

    def _screen_resized(self, size: Size) -> None:
        """Lay the screen out for a new size; the toolkit does it again for each size that it tells of."""
        if size != self._compositor.size:
            super()._screen_resized(size)


async def _paint_in_turn(screen: Screen[Any]) -> None:
    """Paint what changed, once the widgets had their turns to tell of it.

    A key changes several, and the first that told of it was painted one beat before the others.
    """
    for _ in range(_TURNS):
        await asyncio.sleep(0)
    screen._on_timer_update()  # noqa: SLF001 - what the toolkit's own beat calls


class ScreenCompositor(Compositor):
    """A compositor that paints nothing before its screen is built, and then only the difference to what is shown.

    Attributes:
        built: Whether the screen is laid out, or took too long.
    """

    def __init__(self, screen: Screen[Any], frame: Frame) -> None:
        super().__init__()
        self._screen, self._frame = screen, frame
        self.built = False
        screen.call_after_refresh(self._paint_built)
        screen.set_timer(_LONGEST, self._paint_built)

    def _paint_built(self, *, waited: bool = False) -> None:
        """Paint the screen now that it is laid out: the next beat of the toolkit would be a sixtieth of a second later.

        An app that is starting holds all painting back until it takes messages, and is asked then.
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
            # Terminals move what they show when their size changes.
            self._frame.forget()
            if not self.built:
                self._screen.call_later(self._lay_out_built)
        return super().reflow(parent, size)

    async def _lay_out_built(self) -> None:
        """Lay a new screen out once its widgets had their turns: the beat would be up to a sixtieth of a second later."""
        for _ in range(_TURNS):
            await asyncio.sleep(0)
        if self._screen._layout_required and not self.built:  # noqa: SLF001 - it tells nobody
            self._screen._on_timer_update()  # noqa: SLF001 - what the beat calls

    def render_update(
        self, full: bool = False, screen_stack: list[Screen[Any]] | None = None, simplify: bool = False
    ) -> RenderableType | None:
        """Return the update to draw; None while the screen is being built or the app holds painting back.

        A full one is a picture for a file: it is all there, and what the terminal still has to be sent is sent.
        """
        if full:
            to_send = set(self._dirty_regions)
            picture = super().render_update(full, screen_stack, simplify)
            self._dirty_regions |= to_send
            return picture
        if not self.built:
            return None
        if self._screen.app._batch_count:  # noqa: SLF001 - it has no other way to ask
            self._screen._repaint_required = True  # noqa: SLF001 - as the toolkit does
            return None
        if self._screen._repaint_required:  # noqa: SLF001 - it would be painted again at once
            self._screen._repaint_required = False  # noqa: SLF001
            self.update_widgets({self._screen})
        update = super().render_update(full, screen_stack, simplify)
        if isinstance(update, LayoutUpdate | ChopsUpdate):
            drawn = FrameUpdate(update, self.size.width, self._frame)
            return None if self._shows_already(drawn) else drawn
        return update

    def _shows_already(self, drawn: FrameUpdate) -> bool:
        """Whether the terminal shows all of an update, for which the toolkit would still move the cursor."""
        app = self._screen.app
        return (
            not app.is_headless
            and app.cursor_position == app._previous_cursor_position  # noqa: SLF001 - it has no other way to ask
            and not drawn.render_segments(app.console)
        )
