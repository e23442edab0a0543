"""The Host guard: a request that was meant for another name is turned away before anything looks at it.

A page in a browser can make its own name point to this machine (DNS rebinding) and then read what is served here;
what it can not do is change the Host header. So only the names the server was started for are answered, exactly.
"""

from collections.abc import Iterable
from http import HTTPStatus
from ipaddress import ip_address

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

_ANY = ("0.0.0.0", "[::]")  # noqa: S104 - compared with, not bound to
_USUAL_PORTS = ("80", "443")


class HostGuard:
    """Lets requests through that name this server; what comes over a Unix socket comes from no browser.

    Args:
        app: Who answers them.
        hosts: Names it has, ``host:port`` as browsers write them. Among them ``0.0.0.0`` or ``[::]`` stand for
            every numeric address: a page can not make its own origin be a number.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self._app = app
        self._hosts = {name for host in hosts for name in _spellings(host.lower())}
        self._any = {port for host in self._hosts for name, port in [_parted(host)] if name in _ANY}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what names us, refuse the rest with 400."""
        if scope["type"] != "http" or _is_local_socket(scope) or self._names_us(scope):
            await self._app(scope, receive, send)
            return
        kind = (b"content-type", b"text/plain; charset=utf-8")
        await send({"type": "http.response.start", "status": HTTPStatus.BAD_REQUEST, "headers": [kind]})
        await send({"type": "http.response.body", "body": b"invalid host"})

    def _names_us(self, scope: Scope) -> bool:
        given = [value for name, value in scope["headers"] if name == b"host"]
        if len(given) != 1:
            return False
        host = given[0].decode("latin-1").lower()
        name, port = _parted(host)
        return host in self._hosts or (port in self._any and _is_number(name))


def origin_seen(request: Request, public: str) -> str:
    """Scheme and host under which the client sees the server.

    A proxy that speaks TLS for it passes the Host on and speaks plain HTTP itself.

    Args:
        request: Any.
        public: Where the server's web addresses begin.
    """
    host = request.headers.get("host", request.url.netloc).lower()
    return public if host == public.partition("://")[2].lower() else f"{request.url.scheme}://{host}"


def _is_local_socket(scope: Scope) -> bool:
    server = scope.get("server")
    return server is None or (server[1] is None and server[0].startswith("/"))


def _spellings(host: str) -> tuple[str, ...]:
    """``host`` with its port, and without when the port is a usual one."""
    name, port = _parted(host)
    return (host, name) if port in _USUAL_PORTS else (host,)


def _parted(host: str) -> tuple[str, str]:
    """Name and port of ``host``; the port is empty when none is written."""
    if host.endswith("]") or ":" not in host:
        return host, ""
    name, _, port = host.rpartition(":")
    return name, port


def _is_number(name: str) -> bool:
    try:
        return bool(ip_address(name.removeprefix("[").removesuffix("]")))
    except ValueError:
        return False
