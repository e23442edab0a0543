"""Sending to a callback: to one checked address, with a deadline, without redirects or reading the body."""

import asyncio
import base64
import hashlib
import hmac

import httpx

from tui.server.webhooks.address import ForbiddenAddress, Guard

DEADLINE = 5.0
"""Seconds from the DNS lookup to the head of the answer."""

SIGNATURE = "X-Trello-Webhook"
"""The header of the signature, named as on the hosted service for the sake of its receivers."""

UNREACHABLE, TOO_LATE = 502, 504
"""The statuses that stand for a missing answer."""

_CLIENT = "X-Trello-Client-Identifier"
_AGENT = "Cardscout-Webhooks"


def signature(secret: str, body: bytes, callback: str) -> str:
    """Sign a delivery: base64 of HMAC-SHA1 over the body and the callback as it was given."""
    made = hmac.new(secret.encode(), body + callback.encode("utf-8", "replace"), hashlib.sha1)
    return base64.b64encode(made.digest()).decode()


class Sender:
    """An HTTP client that sends to callbacks.

    Args:
        transport: The transport in tests; None for the network.
    """

    def __init__(self, guard: Guard, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._guard = guard
        # No proxies of the environment: they would resolve the host name again, unchecked.
        self._http = httpx.AsyncClient(
            transport=transport, trust_env=False, follow_redirects=False, timeout=DEADLINE
        )

    async def head(self, callback: str) -> int:
        """Send a HEAD request, and return the status.

        Raises:
            ForbiddenAddress: The callback's address is not allowed.
        """
        return await self._send("HEAD", callback, b"", {})

    async def post(self, callback: str, body: bytes, *, secret: str, client: str = "") -> int:
        """Send a delivery, and return the status.

        Args:
            callback: The URL to send to.
            body: The JSON body.
            secret: The application's secret, for the signature.
            client: The identifier of the client that made the change, so that it recognises its own writes.

        Raises:
            ForbiddenAddress: The callback's address is not allowed any more.
        """
        headers = {"Content-Type": "application/json", SIGNATURE: signature(secret, body, callback)}
        if client:
            headers[_CLIENT] = client
        return await self._send("POST", callback, body, headers)

    async def close(self) -> None:
        """Close the connections."""
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
                    # The client's identifier may be any text, and is returned byte for byte as it was read.
                    headers=httpx.Headers(sent, encoding="latin-1"),
                    extensions={"sni_hostname": target.name},
                )
                # Streaming, so that the body of the answer, of whatever size, is never read.
                answer = await self._http.send(request, stream=True)
                await answer.aclose()
                return answer.status_code
        except (TimeoutError, httpx.TimeoutException):
            return TOO_LATE
        except (httpx.HTTPError, httpx.InvalidURL, ValueError):
            return UNREACHABLE


__all__ = ("DEADLINE", "SIGNATURE", "TOO_LATE", "UNREACHABLE", "ForbiddenAddress", "Sender", "signature")
