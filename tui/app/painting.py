"""How often a screen is painted: each cell once."""

from textual.screen import Screen


class PaintedOnce(Screen[None]):
    """A screen whose first frame is composed once.

    The toolkit composes a frame also while the app holds all painting back, and throws it away; and a screen that was
    put on top it paints a second time, whole.
    """

    def _compositor_refresh(self) -> None:
        """Paint what is different."""
        if self.app._batch_count:  # noqa: SLF001 - it has no other way to ask
            self._repaint_required = True
            return
        if self._repaint_required:
            self._repaint_required = False
            self._compositor.update_widgets({self})
        super()._compositor_refresh()
