"""The Host guard: requests for another host name are refused before anything else handles them.

A web page can make its own host name resolve to this machine (DNS rebinding) and then read from this server,
but it can not change the Host header. So only requests for the exact names of the server are answered.
"""

from collections.abc import Iterable
from http import HTTPStatus
from ipaddress import ip_address

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

_ANY = ("0.0.0.0", "[::]")  # noqa: S104 - compared with, not bound to
_USUAL_PORTS = ("80", "443")
_INVALID = (
    b"invalid host: whoever runs this server can let it answer to this name with --public-url or --allow-host"
)


class HostGuard:
    """ASGI middleware that passes only requests for this server's names, and those from Unix sockets.

    Args:
        hosts: The server's names, ``host:port`` as browsers write them. ``0.0.0.0`` or ``[::]`` stand for
            every numeric address, because no page can have such an origin.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self._app = app
        self._hosts = {name for host in hosts for name in _spellings(host.lower())}
        self._any = {port for host in self._hosts for name, port in [_split_port(host)] if name in _ANY}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on requests for this server, and refuse all others with 400."""
        if scope["type"] != "http" or _is_local_socket(scope) or self._names_us(scope):
            await self._app(scope, receive, send)
            return
        kind = (b"content-type", b"text/plain; charset=utf-8")
        await send({"type": "http.response.start", "status": HTTPStatus.BAD_REQUEST, "headers": [kind]})
        await send({"type": "http.response.body", "body": _INVALID})

    def _names_us(self, scope: Scope) -> bool:
        given = [value for name, value in scope["headers"] if name == b"host"]
        if len(given) != 1:
            return False
        host = given[0].decode("latin-1").lower()
        name, port = _split_port(host)
        return host in self._hosts or (port in self._any and _is_number(name))


def origin_seen(request: Request, public: str) -> str:
    """Return the scheme and host under which the client sees the server.

    A proxy that terminates TLS passes the Host header on but connects by plain HTTP.

    Args:
        request: The request.
        public: The base of the server's web addresses.
    """
    host = request.headers.get("host", request.url.netloc).lower()
    return public if host == public.partition("://")[2].lower() else f"{request.url.scheme}://{host}"


def _is_local_socket(scope: Scope) -> bool:
    server = scope.get("server")
    return server is None or (server[1] is None and server[0].startswith("/"))


def _spellings(host: str) -> tuple[str, ...]:
    """Return ``host`` with its port, and also without if the port is a default one."""
    name, port = _split_port(host)
    return (host, name) if port in _USUAL_PORTS else (host,)


def _split_port(host: str) -> tuple[str, str]:
    """Split ``host`` into name and port; the port is "" if it is missing."""
    if host.endswith("]") or ":" not in host:
        return host, ""
    name, _, port = host.rpartition(":")
    return name, port


def _is_number(name: str) -> bool:
    try:
        return bool(ip_address(name.removeprefix("[").removesuffix("]")))
    except ValueError:
        return False
