"""Sending to a callback: one address, one deadline, no redirects, and nothing read of what comes back."""

import asyncio
import base64
import hashlib
import hmac

import httpx

from tui.server.webhooks.address import ForbiddenAddress, Guard

DEADLINE = 5.0
"""Seconds from the look-up to the answer's first line."""

SIGNATURE = "X-Trello-Webhook"
"""The header the receivers of the hosted service look at; ours are the same programs."""

UNREACHABLE, TOO_LATE = 502, 504
"""What stands for an answer when there was none."""

_CLIENT = "X-Trello-Client-Identifier"
_AGENT = "Cardscout-Webhooks"


def signature(secret: str, body: bytes, callback: str) -> str:
    """The signature of a delivery: base64 of HMAC-SHA1 over the body and the callback as it was given."""
    made = hmac.new(secret.encode(), body + callback.encode("utf-8", "replace"), hashlib.sha1)
    return base64.b64encode(made.digest()).decode()


class Sender:
    """Sends to callbacks.

    Args:
        guard: Says where they lead.
        transport: For tests; None for the network.
    """

    def __init__(self, guard: Guard, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._guard = guard
        # Not the environment's proxies: they would resolve the name once more, elsewhere.
        self._http = httpx.AsyncClient(
            transport=transport, trust_env=False, follow_redirects=False, timeout=DEADLINE
        )

    async def head(self, callback: str) -> int:
        """The status a HEAD request gets.

        Raises:
            Forbidden: It leads where it may not.
        """
        return await self._send("HEAD", callback, b"", {})

    async def post(self, callback: str, body: bytes, *, secret: str, client: str = "") -> int:
        """The status a delivery gets.

        Args:
            callback: Where to.
            body: The JSON.
            secret: The application's; it signs.
            client: What the client that wrote called itself, given back so that it knows its own writes.

        Raises:
            Forbidden: It leads where it may not, by now.
        """
        headers = {"Content-Type": "application/json", SIGNATURE: signature(secret, body, callback)}
        if client:
            headers[_CLIENT] = client
        return await self._send("POST", callback, body, headers)

    async def close(self) -> None:
        """Let the connections go."""
        await self._http.aclose()

    async def _send(self, method: str, callback: str, body: bytes, headers: dict[str, str]) -> int:
        try:
            async with asyncio.timeout(DEADLINE):
                target = await self._guard.target(callback)
                sent = {"Host": target.host, "User-Agent": _AGENT, **headers}
                request = self._http.build_request(
                    method,
                    target.url,
                    content=body,
                    # A client may call itself anything: it is given back byte for byte, as it was read.
                    headers=httpx.Headers(sent, encoding="latin-1"),
                    extensions={"sni_hostname": target.name},
                )
                # The body of the answer, of whatever size, is never read.
                answer = await self._http.send(request, stream=True)
                await answer.aclose()
                return answer.status_code
        except (TimeoutError, httpx.TimeoutException):
            return TOO_LATE
        except (httpx.HTTPError, httpx.InvalidURL, ValueError):
            return UNREACHABLE


__all__ = ("DEADLINE", "SIGNATURE", "TOO_LATE", "UNREACHABLE", "ForbiddenAddress", "Sender", "signature")
