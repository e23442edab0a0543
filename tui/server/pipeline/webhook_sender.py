"""The interface through which handlers send webhooks."""

from typing import Protocol


class WebhookSender(Protocol):
    """A sender of webhooks; a server without one sends none."""

    def ring(self) -> None:
        """Notify the sender, from any thread, that an event was queued."""

    async def probe(self, callback: str) -> int:
        """Return the status of a HEAD request to ``callback``; 502 without an answer, 504 after a timeout.

        Raises:
            Refused: 400, the callback's address is not allowed.
        """
