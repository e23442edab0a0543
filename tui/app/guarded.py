"""Guarded: a widget that reads from the store and reports read errors to its screen."""

from textual.message import Message
from textual.widget import Widget

from tui.errors import CardscoutError


class Guarded(Widget):
    """A widget whose errors are shown by its screen; Textual would exit on an unhandled error."""

    class Failed(Message):
        """Posted when the widget could not read something."""

        def __init__(self, error: CardscoutError) -> None:
            super().__init__()
            self.error = error

    _reported_error: str = ""

    async def _dispatch_message(self, message: Message) -> None:
        """Dispatch a message to its handlers, and post their errors to the screen."""
        try:
            await super()._dispatch_message(message)
        except CardscoutError as error:
            self.post_message(self.Failed(error))

    def report_once(self, error: CardscoutError) -> None:
        """Report a paint error to the screen once, because showing it paints this widget again."""
        if self._reported_error != str(error):
            self._reported_error = str(error)
            self.post_message(self.Failed(error))

    def clear_reported(self) -> None:
        """Forget the last reported error after a successful read, so that the next one is reported."""
        self._reported_error = ""
