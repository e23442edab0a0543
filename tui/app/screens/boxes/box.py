"""Box: what lies over a page until it is answered, which is once."""

import logging
from typing import TypeVar

from textual import on
from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen
from textual.worker import Worker, WorkerState

from tui.app.alerts import alert

_LOG = logging.getLogger(__name__)

Answer = TypeVar("Answer")
"""What a box is answered with."""


class Box(ModalScreen[Answer]):
    """The base of every box. The first answer counts; keys and clicks behind it in the same read are too late."""

    _answered = False
    _result: Answer | None = None

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Give the answer, and go. Under another box it waits: the toolkit would close whatever is on top."""
        if self._answered:
            return AwaitComplete()
        self._answered, self._result = True, result
        return self._go()

    @on(Worker.StateChanged)
    def _show_error(self, event: Worker.StateChanged) -> None:
        """Say what of ours went wrong in the box itself: what was typed is still in it."""
        if event.state is WorkerState.ERROR and (error := event.worker.error) is not None:
            event.stop()
            _LOG.error("%s in %s", type(error).__name__, type(self).__name__, exc_info=error)
            shown = alert(error)
            self.fail("\n".join(filter(None, (shown.what, shown.hint))))

    def fail(self, why: str) -> None:
        """Say why what was asked for could not be done."""

    def on_screen_resume(self) -> None:
        """Go now, when the answer was given under another box. The base class's handler runs too."""
        if self._answered:
            _ = self._go()

    def _go(self) -> AwaitComplete:
        # A box that has gone still gets what was posted to it before; and being resumed, it may have gone already.
        return super().dismiss(self._result) if self.app.screen is self else AwaitComplete()
