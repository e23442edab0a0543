"""Services with certificates that are right, or wrong in one way; who asks trusts the authority ``ours`` alone."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import trustme

HOST = "board.example"


class Authorities:
    """One that is trusted and one that is not.

    Args:
        folder: Where the trusted one's certificate is kept, for ``SSL_CERT_FILE``.
    """

    def __init__(self, folder: Path) -> None:
        self._ours, self._other = trustme.CA(), trustme.CA()
        self.file = folder / "authority.pem"
        self._ours.cert_pem.write_to_path(str(self.file))

    def context(self, kind: str) -> ssl.SSLContext:
        """A server's: ``right``, ``expired``, ``another host``, ``untrusted`` or ``not yet``."""
        now = datetime.now(UTC)  # noqa: TID251 - OpenSSL looks at the machine's clock, not at ours
        begins = now + timedelta(days=1) if kind == "not yet" else now - timedelta(days=1)
        issued = (self._other if kind == "untrusted" else self._ours).issue_cert(
            "another.example" if kind == "another host" else HOST,
            not_before=begins - timedelta(days=3) if kind == "expired" else begins,
            not_after=begins if kind == "expired" else begins + timedelta(days=9),
        )
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        issued.configure_cert(made)
        return made


@asynccontextmanager
async def serving(context: ssl.SSLContext) -> AsyncIterator[tuple[int, list[str]]]:
    """A server that answers every request with an empty object: its port, and what it was asked."""
    asked: list[str] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append((await reader.readuntil(b"\r\n")).decode())
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
            b'Content-Length: 7\r\nConnection: close\r\n\r\n{"a":1}'
        )
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context)
    yield server.sockets[0].getsockname()[1], asked
    server.close()
