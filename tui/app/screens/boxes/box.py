"""Box: the base of boxes, which are modal screens over a page that are answered once."""

import logging

from textual import on
from textual.app import RenderResult
from textual.await_complete import AwaitComplete
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import ModalScreen
from textual.worker import Worker, WorkerState

from tui.app.alerts import alert_for
from tui.app.painting import Answer, PaintedOnce
from tui.app.screens.boxes.scrim import Scrim, key_line

_LOG = logging.getLogger(__name__)


class Box(ModalScreen[Answer], PaintedOnce[Answer]):
    """The base of every box; only the first answer counts, and keys and clicks of the same read are ignored."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (18, "-tall")]

    _answered = False
    _result: Answer | None = None

    def render(self) -> RenderResult:  # type: ignore[override] # the toolkit draws any result of a widget
        """Return the page under the box, darkened; the line with the keys of the box stays as it is."""
        page = super().render()
        if not isinstance(page, BackgroundScreen):
            return page
        line = key_line(self.app.screen_stack) if getattr(self, "offers", None) else -1
        return Scrim(page.screen, page.color, line)

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Set the result and close once the box is on top; Textual would close the top screen instead."""
        if self._answered:
            return AwaitComplete()
        self._answered, self._result = True, result
        return self._close_if_on_top()

    @on(Worker.StateChanged)
    def _show_error(self, event: Worker.StateChanged) -> None:
        """Show a worker's error in the box itself, which still has the typed text."""
        if event.state is WorkerState.ERROR and (error := event.worker.error) is not None:
            event.stop()
            _LOG.error("%s in %s", type(error).__name__, type(self).__name__, exc_info=error)
            shown = alert_for(error)
            self.fail("\n".join(filter(None, (shown.what, shown.hint))))

    def fail(self, why: str) -> None:
        """Show why the request failed."""

    def on_screen_resume(self) -> None:
        """Close now if the answer was given under another box; the base class's handler runs too."""
        if self._answered:
            _ = self._close_if_on_top()

    def _close_if_on_top(self) -> AwaitComplete:
        # A closed box still gets earlier messages, and when it is resumed it may be closed already.
        return super().dismiss(self._result) if self.app.screen is self else AwaitComplete()
