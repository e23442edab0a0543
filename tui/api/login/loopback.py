"""A loopback web server, to which the browser on this machine brings the permission page's result.

The service puts the token into the fragment of its redirect, which a browser does not send; so the page
served here posts it to its own address. OAuth 1.0a puts a verifier into the query. One result is accepted: at
a path that nobody can guess, posted by our own page, and only under this host name.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit

import h11

from tui.secret import NOTHING, Secret

PORTS = (8472, 8473, 8474, 0)
"""Ports in order of preference: a service may redirect only to registered addresses, usually the first."""

LARGEST = 8 * 1024
"""Maximum size of a posted result in bytes."""

_HOST = "127.0.0.1"
_SECONDS = 10.0
_AT_ONCE = 8
_CHUNK = 65536


@dataclass(frozen=True, slots=True)
class Redirect:
    """The result of a permission page.

    Attributes:
        token: The token, or "".
        verifier: The verifier of OAuth 1.0a, or "".
        error: The service's reason if there is neither, or "".
    """

    token: Secret = NOTHING
    verifier: Secret = NOTHING
    error: str = ""

    @classmethod
    def read(cls, text: str) -> Redirect | None:
        """Parse a fragment or a query; None if it holds no result."""
        fields = dict(parse_qsl(text))
        found = cls(
            Secret(fields.get("token", "")), Secret(fields.get("oauth_verifier", "")), fields.get("error", "")
        )
        return found if found != cls() else None


class Loopback:
    """A web server that accepts one result; use it with ``async with``."""

    def __init__(self) -> None:
        self._nonce = secrets.token_urlsafe(24)
        self._style = secrets.token_urlsafe(12)
        self._answer: asyncio.Future[Redirect] = asyncio.get_running_loop().create_future()
        self._server: asyncio.Server | None = None
        self._room = asyncio.Semaphore(_AT_ONCE)
        self.origin = ""
        """The origin that a service may have to allow: ``http://127.0.0.1:8472``."""

    async def __aenter__(self) -> Self:
        """Start listening.

        Raises:
            OSError: No port can be opened.
        """
        for port in PORTS:
            try:
                self._server = await asyncio.start_server(self._serve, _HOST, port)
            except OSError:
                if port == PORTS[-1]:
                    raise
            else:
                break
        if self._server is not None:
            self.origin = f"http://{_HOST}:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop listening."""
        self._answer.cancel()
        if self._server is not None:
            self._server.close()

    @property
    def address(self) -> str:
        """The address to which the service must redirect the browser."""
        return f"{self.origin}/{self._nonce}"

    async def answer(self) -> Redirect:
        """Wait for the result and return it."""
        return await asyncio.shield(self._answer)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with self._room, asyncio.timeout(_SECONDS):
                status, page = await self._read_request(reader)
                writer.write(self._reply(status, page))
                await writer.drain()
        except (TimeoutError, OSError):
            # A client that is too slow, or gone, gets no response.
            return
        finally:
            writer.close()

    async def _read_request(self, reader: asyncio.StreamReader) -> tuple[HTTPStatus, str]:
        wire = h11.Connection(h11.SERVER)
        try:
            request = await _next(reader, wire)
            if not isinstance(request, h11.Request):
                return HTTPStatus.BAD_REQUEST, ""
            body = bytearray()
            while isinstance(part := await _next(reader, wire), h11.Data):
                body += part.data
                if len(body) > LARGEST:
                    return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, ""
        except (h11.RemoteProtocolError, EOFError):
            return HTTPStatus.BAD_REQUEST, ""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in request.headers}
        return self._dispatch(request.method.decode(), request.target.decode("latin-1"), headers, bytes(body))

    def _dispatch(
        self, method: str, target: str, headers: dict[str, str], body: bytes
    ) -> tuple[HTTPStatus, str]:
        parts = urlsplit(target)
        named = hmac.compare_digest(parts.path.encode(), f"/{self._nonce}".encode())
        # A foreign page may use another host name for this machine to read the result (DNS rebinding).
        if f"http://{headers.get('host', '')}" != self.origin or not named:
            return HTTPStatus.NOT_FOUND, ""
        if method == "GET":
            result = Redirect.read(parts.query)
            if result is None or not (result.verifier or result.error):
                return HTTPStatus.OK, _BRIDGE
            return self._accept(result)
        if method != "POST":
            return HTTPStatus.METHOD_NOT_ALLOWED, ""
        if headers.get("origin") != self.origin:
            return HTTPStatus.FORBIDDEN, ""
        result = Redirect.read(body.decode("utf-8", "replace"))
        return (HTTPStatus.BAD_REQUEST, "") if result is None else self._accept(result)

    def _accept(self, result: Redirect) -> tuple[HTTPStatus, str]:
        if self._answer.done():
            return HTTPStatus.GONE, _OVER
        self._answer.set_result(result)
        return HTTPStatus.OK, _REFUSED if result.error else _DONE

    def _reply(self, status: HTTPStatus, page: str) -> bytes:
        body = page.replace("NONCE", self._style).encode()
        lines = (
            f"HTTP/1.1 {status.value} {status.phrase}",
            "Content-Type: text/html; charset=utf-8",
            f"Content-Length: {len(body)}",
            "Connection: close",
            "Cache-Control: no-store",
            "Referrer-Policy: no-referrer",
            "X-Content-Type-Options: nosniff",
            "X-Frame-Options: DENY",
            (
                "Content-Security-Policy: default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
                f"frame-ancestors 'none'; script-src 'nonce-{self._style}'; style-src 'nonce-{self._style}'"
            ),
        )
        return "\r\n".join((*lines, "", "")).encode() + body


async def _next(reader: asyncio.StreamReader, wire: h11.Connection) -> Any:
    while (event := wire.next_event()) is h11.NEED_DATA:
        wire.receive_data(await reader.read(_CHUNK))
    return event


_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Cardscout</title>
<meta name="color-scheme" content="light dark">
<style nonce="NONCE">body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}</style>
<h1>Cardscout</h1>"""
_DONE = f"{_PAGE}<p>Allowed. Go back to the terminal; this page can be closed.</p>"
_REFUSED = f"{_PAGE}<p>Nothing was allowed, and nothing was kept. Go back to the terminal.</p>"
_OVER = f"{_PAGE}<p>This was answered already. Go back to the terminal.</p>"
_BRIDGE = f"""{_PAGE}<p id="said">Handing the answer to the terminal …</p>
<noscript><p>This page needs JavaScript. In the terminal choose to paste the token instead.</p></noscript>
<script nonce="NONCE">
const told = location.hash.slice(1), said = document.getElementById("said");
history.replaceState(null, "", location.pathname);
if (told) fetch(location.pathname, {{method: "POST", body: told}}).then(
  async answer => {{
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    said.textContent = page.querySelector("p")?.textContent ?? "The terminal did not take it. Log in there again.";
  }},
  () => {{ said.textContent = "The terminal no longer listens. Log in there again."; }});
else said.textContent = "There is no answer in this address. Log in from the terminal again.";
</script>"""
