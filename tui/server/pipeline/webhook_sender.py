"""What the handlers know of the sending of webhooks."""

from typing import Protocol


class WebhookSender(Protocol):
    """Sends webhooks; a server without one sends none."""

    def ring(self) -> None:
        """Say, from any thread, that an event was written down."""
        ...

    async def probe(self, callback: str) -> int:
        """What a HEAD request to ``callback`` is answered with; 502 when nobody answers, 504 when too late.

        Raises:
            Refused: 400, the callback leads where it may not.
        """
        ...
