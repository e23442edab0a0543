"""A real socket between a client and a service, on which each request meets what was planned for it.

The service stands behind as an httpx transport: the embedded server in process, or one at an address. What the
client sees is real TCP: resets, cuts, single bytes, silence.
"""

import asyncio
import contextlib
import socket
import struct
from collections import Counter, deque
from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx

_RESET = struct.pack("ii", 1, 0)
_HOP = {"host", "connection", "transfer-encoding"}


@dataclass
class Plan:
    """What happens to a request, or to its answer.

    Attributes:
        kind: ``refuse``, ``cut request``, ``drop``, ``reset``, ``cut``, ``hang``, ``slices``, ``drip``,
            ``corrupt``, ``late``, or ``stale``: reset at the second request of a connection.
        at: Bytes of the answer that get through; where ``corrupt`` begins.
        frame: How the answer's end is told: ``length``, ``long`` (a length that is too long), ``chunked``, ``close``.
        seconds: Between two bytes, or before the answer.
        method: The requests it is for; "" for all.
        part: As above, of the path.
        times: How many of them.
    """

    kind: str = "pass"
    at: int = 0
    frame: str = "length"
    seconds: float = 0.0
    method: str = ""
    part: str = ""
    times: int = 1

    def fits(self, method: str, path: str) -> bool:
        return self.times > 0 and method.startswith(self.method) and self.part in path


class Proxy:
    """Takes requests on loopback.

    Attributes:
        plans: What is to happen; the first that fits.
        keep: Whether connections are kept for the next request.
        heads: First line of every request that came whole.
        quiet: Set while there is no connection.
        twins: GETs that were asked while the same was under way already.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner
        self.plans: deque[Plan] = deque()
        self.keep = False
        self.heads: list[str] = []
        self.quiet = asyncio.Event()
        self._open = 0
        self.twins: list[str] = []
        self._under_way: Counter[str] = Counter()
        self._server: asyncio.Server | None = None

    @property
    def port(self) -> int:
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def plan(self, kind: str, **given: object) -> None:
        self.plans.append(Plan(kind, **given))  # type: ignore[arg-type]  # a test's own words

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open += 1
        self.quiet.clear()
        try:
            served = 0
            while await self._one(reader, writer, served) and self.keep:
                served += 1
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._open -= 1
            if not self._open:
                self.quiet.set()
            with contextlib.suppress(ConnectionError):
                writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, served: int) -> bool:
        """Take one request. Whether the connection is good for another."""
        line = (await reader.readuntil(b"\r\n")).decode().strip()
        method, path, _ = line.split(" ")
        plan = next((plan for plan in self.plans if plan.fits(method, path)), Plan())
        if plan.kind == "stale" and not served:
            plan = Plan()
        plan.times -= 1
        if plan.kind in {"refuse", "stale"}:
            return reset(writer)
        if plan.kind == "cut request":
            await reader.read(20)
            return reset(writer)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        headers = [tuple(one.split(": ", 1)) for one in head if one]
        length = next((int(value) for name, value in headers if name.lower() == "content-length"), 0)
        body = await reader.readexactly(length)
        self.heads.append(line)
        return await self._answer(
            writer,
            plan,
            httpx.Request(
                method,
                f"http://cardscout.localhost{path}",
                headers=[(name, value) for name, value in headers if name.lower() not in _HOP],
                content=body,
            ),
        )

    async def _answer(self, writer: asyncio.StreamWriter, plan: Plan, request: httpx.Request) -> bool:
        name = f"{request.method} {request.url}"
        if request.method == "GET" and self._under_way[name]:
            self.twins.append(name)
        self._under_way[name] += 1
        try:
            return await self._send(writer, plan, await self._asked(request))
        finally:
            self._under_way[name] -= 1

    async def _asked(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        await response.aread()
        return response

    async def _send(self, writer: asyncio.StreamWriter, plan: Plan, response: httpx.Response) -> bool:
        raw = written_out(response, plan.frame, keep=self.keep)
        match plan.kind:
            case "drop":
                return reset(writer)
            case "reset" | "cut" | "hang":
                writer.write(raw[: plan.at or raw.index(b"\r\n\r\n") + 5])
                await writer.drain()
                if plan.kind == "hang":
                    await asyncio.Event().wait()
                return plan.kind == "reset" and reset(writer)
            case "slices" | "drip":
                async for byte in slowly(raw, plan.seconds):
                    writer.write(byte)
                    await writer.drain()
                return self.keep
            case "corrupt":
                at = plan.at or raw.index(b"\r\n\r\n") + 6
                raw = raw[:at] + bytes(byte ^ 0x80 for byte in raw[at : at + 8]) + raw[at + 8 :]
            case "late":
                await asyncio.sleep(plan.seconds)
            case _:
                pass
        writer.write(raw)
        await writer.drain()
        return self.keep


def reset(writer: asyncio.StreamWriter) -> bool:
    """End a connection as a crash does."""
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    writer.transport.abort()
    return False


def written_out(response: httpx.Response, frame: str, *, keep: bool) -> bytes:
    """An answer as its bytes on the wire."""
    body = response.content
    head = [f"HTTP/1.1 {response.status_code} X"]
    head += [f"{n}: {v}" for n, v in response.headers.items() if n not in {"content-length", *_HOP}]
    head.append("Connection: keep-alive" if keep and frame != "close" else "Connection: close")
    match frame:
        case "chunked":
            head.append("Transfer-Encoding: chunked")
            body = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
        case "long":
            head.append(f"Content-Length: {len(body) + 500}")
        case "length":
            head.append(f"Content-Length: {len(body)}")
        case _:
            pass
    return "\r\n".join([*head, "", ""]).encode("latin-1") + body


async def slowly(raw: bytes, seconds: float) -> AsyncIterator[bytes]:
    """Byte after byte."""
    for byte in raw:
        yield bytes([byte])
        await asyncio.sleep(seconds)
