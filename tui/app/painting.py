"""A base screen that paints each cell of a frame only once."""

from textual.screen import Screen


class PaintedOnce(Screen[None]):
    """A screen whose first frame is composed only once.

    Textual composes a frame even while the app holds all painting back, and discards it; and it paints a
    screen that was just pushed twice, in full.
    """

    def _compositor_refresh(self) -> None:
        """Paint what changed, unless the app holds painting back."""
        if self.app._batch_count:  # noqa: SLF001 - it has no other way to ask
            self._repaint_required = True
            return
        if self._repaint_required:
            self._repaint_required = False
            self._compositor.update_widgets({self})
        super()._compositor_refresh()
