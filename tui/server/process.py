"""A second process that answers reads of the embedded server on another core.

A large import reads back everything it wrote, page by page. Serialising a page takes as long as storing it,
and one interpreter does only one of them at a time. The process opens the same file and never writes. It gets
addresses and has its own credentials, so that no token is sent to it. It ends when its connection is closed,
which the system also does when this process is killed.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import socket
import struct
import sys
import threading
from contextlib import suppress
from logging import getLogger
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from tui.clock import SystemClock
from tui.errors import Unreachable

if TYPE_CHECKING:
    import subprocess
    from collections.abc import AsyncIterator

_CHILD = "from tui.server.process import main; main()"
_SETTINGS = "CARDSCOUT_"
"""Prefix of the variables that are only for this process; some are secrets."""

_ASKED = struct.Struct(">I")  # the length of the address
_ANSWERED = struct.Struct(">III")  # the status, the lengths of the headers and of the body
_READY = b"+"
_RARELY = (50_000, 20, 50)
"""Numbers of new objects that trigger a collection of the young, the older, and all garbage."""

_log = getLogger(__name__)


class LineBroke(Unreachable):
    """The second process has ended; asking it again would not help."""

    retryable = False


class ServerProcess:
    """The process that reads the server's file of ``data`` on behalf of this one.

    Args:
        data: The directory of ``server.db``, which a server of this process has opened.
    """

    def __init__(self, data: Path) -> None:
        self._data = data
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._turn = threading.Lock()
        self._ready = False

    def start(self, id_member: str) -> None:
        """Start it with the rights of this member; if that fails, this process answers itself."""
        import subprocess

        mine, theirs = socket.socketpair()
        with theirs:
            try:
                self._process = subprocess.Popen(
                    # It must import the same modules as this process, not those in the working directory.
                    [sys.executable, "-P", "-c", _CHILD, str(self._data), id_member],
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=_environment(),
                    # A ctrl+c is for this process, which then closes the line.
                    start_new_session=True,
                )
            except OSError as error:
                mine.close()
                _log.warning("no second process for reading: %s", error)
                return
        self._line = mine

    def transport(self, here: httpx.AsyncBaseTransport) -> httpx.AsyncBaseTransport:
        """Return the transport that sends reads to the process, and everything else to ``here``."""
        return _Transport(self, here)

    def ask(self, target: bytes) -> httpx.Response | None:
        """Return the answer to a read of ``target``; None while the process is starting; this call blocks.

        Raises:
            LineBroke: The process ended.
        """
        with self._turn:
            if self._line is None or not self._has_begun(self._line):
                return None
            try:
                self._line.sendall(_ASKED.pack(len(target)) + target)
                status, *sizes = _ANSWERED.unpack(_receive(self._line, _ANSWERED.size))
                headers, body = (_receive(self._line, size) for size in sizes)
            except (OSError, EOFError) as error:
                raise LineBroke(
                    "The process that reads the board ended: the line broke.",
                    service="board",
                    hint="What was written is there: the next command reads it.",
                ) from error
        return httpx.Response(status, headers=json.loads(headers), stream=_Body(bytes(body)))

    def _has_begun(self, line: socket.socket) -> bool:
        """Return whether the process has opened the file; it may never be able to."""
        if not self._ready:
            with suppress(BlockingIOError):
                if not line.recv(len(_READY), socket.MSG_DONTWAIT):
                    _log.warning("the second process for reading did not begin")
                    self._close_line()
                else:
                    self._ready = True
        return self._ready

    def close(self) -> None:
        """End the process. It only reads, so nothing is lost with it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._close_line()

    def _close_line(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


class _Body(httpx.AsyncByteStream):
    """The body of an answer, which is read once and then gone.

    The client's answer and its stream refer to each other, so that both stay until garbage is looked for.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data

    async def __aiter__(self) -> AsyncIterator[bytes]:
        data, self._data = self._data, b""
        yield data


class _Transport(httpx.AsyncBaseTransport):
    def __init__(self, process: ServerProcess, here: httpx.AsyncBaseTransport) -> None:
        self._process, self._here = process, here

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        target = request.url.raw_path
        if request.method == "GET" and target.startswith(b"/1/"):
            answer = await asyncio.to_thread(self._process.ask, target)
            if answer is not None:
                return answer
        return await self._here.handle_async_request(request)

    async def aclose(self) -> None:
        await self._here.aclose()


def _environment() -> dict[str, str]:
    """Return the environment of the process: it finds the modules that this one has, and none of its settings."""
    usual = {name: value for name, value in os.environ.items() if not name.startswith(_SETTINGS)}
    return {**usual, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _receive(line: socket.socket, size: int) -> bytearray:
    """Return the next ``size`` bytes in one system call, because each further call waits for the interpreter lock."""
    data = bytearray(size)
    free = memoryview(data)
    while free:
        taken = line.recv_into(free, len(free), socket.MSG_WAITALL)
        if not taken:
            raise EOFError
        free = free[taken:]
    return data


def main() -> None:
    """Answer reading requests from standard input, until it is closed; the arguments are the directory and the member."""
    data, id_member = sys.argv[1:]
    with socket.socket(fileno=0) as line, suppress(EOFError, OSError):
        asyncio.run(_serve(line, Path(data), id_member))


async def _serve(line: socket.socket, data: Path, id_member: str) -> None:
    from tui.server.app import ORIGIN, BoardService
    from tui.server.catalogue import ROUTES
    from tui.server.pipeline.auth import Authority
    from tui.server.pipeline.ids import IdMaker
    from tui.server.storage.place import Place

    authority = Authority()
    made = authority.embed(id_member)
    credentials = {"Authorization": f'OAuth oauth_consumer_key="{made.key}", oauth_token="{made.token}"'}
    service = BoardService(Place(data).connect(), SystemClock(), authority, ROUTES, IdMaker(), ())
    transport = httpx.ASGITransport(service, raise_app_exceptions=False)
    # Looking for garbage among the thousands of objects of each page took a sixth of its time.
    gc.freeze()
    gc.set_threshold(*_RARELY)
    line.sendall(_READY)
    while True:
        (size,) = _ASKED.unpack(_receive(line, _ASKED.size))
        target = _receive(line, size).decode("ascii")
        answer = await transport.handle_async_request(
            httpx.Request("GET", f"{ORIGIN}{target}", headers=credentials)
        )
        body = await answer.aread()
        headers = json.dumps(answer.headers.multi_items()).encode()
        line.sendall(_ANSWERED.pack(answer.status_code, len(headers), len(body)) + headers)
        line.sendall(body)
