"""Box: the base of boxes, which are modal screens over a page that are answered once."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import RenderResult
from textual.await_complete import AwaitComplete
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import ModalScreen
from textual.worker import Worker, WorkerState, get_current_worker

from tui.app.alerts import alert_for
from tui.app.painting import Answer, PaintedOnce
from tui.app.screens.boxes.scrim import Scrim, key_line
from tui.app.type_ahead import PATIENCE, ahead_of
from tui.errors import CardscoutError

if TYPE_CHECKING:
    from tui.app.commands.command import Attempt

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


class TextBox(Box[str | None]):
    """The base of boxes whose answer is a text, which may be tried before the box closes."""

    _tried: str | None = None

    def answer(self, text: str, attempt: Attempt | None) -> None:
        """Close with ``text`` once ``attempt`` succeeds with it, or at once if there is none; keys wait for that.

        Keys that have waited too long come all the same: another text is tried instead, the same one not twice.
        """
        if attempt is None:
            _ = self.dismiss(text)
        elif text != self._tried:
            self._tried = text
            ahead_of(self.app).hold(self._try(attempt, text), PATIENCE)

    @work(exclusive=True, exit_on_error=False)
    async def _try(self, attempt: Attempt, text: str) -> None:
        try:
            await attempt(text)
        except CardscoutError as error:
            self.refuse(error)
        else:
            _ = self.dismiss(text)
        finally:
            worker = get_current_worker()
            if not worker.is_cancelled:
                self._tried = None
            ahead_of(self.app).release(worker)

    def refuse(self, error: CardscoutError) -> None:
        """Show why the text was not accepted; it stays to be edited."""
        self.fail(error.in_full())
