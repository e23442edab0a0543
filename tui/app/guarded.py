"""Guarded: a widget that reads while it works. What goes wrong then is told by its screen, and ends nothing."""

from textual.message import Message
from textual.widget import Widget

from tui.errors import CardscoutError


class Guarded(Widget):
    """The toolkit ends the app on whatever a widget raises in its own time; a screen can show it."""

    class Failed(Message):
        """Something could not be read."""

        def __init__(self, error: CardscoutError) -> None:
            super().__init__()
            self.error = error

    _told: str = ""

    async def _dispatch_message(self, message: Message) -> None:
        """Hand a message to its handlers, and their errors to the screen."""
        try:
            await super()._dispatch_message(message)
        except CardscoutError as error:
            self.post_message(self.Failed(error))

    def tell_once(self, error: CardscoutError) -> None:
        """Say what keeps this widget from being painted: once, for the telling itself makes it paint again."""
        if self._told != str(error):
            self._told = str(error)
            self.post_message(self.Failed(error))

    def heard(self) -> None:
        """What it shows was read anew: a failure from now on is told again."""
        self._told = ""
