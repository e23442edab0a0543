"""The Host guard: a request that was meant for another name is turned away before anything looks at it.

A page in a browser can make its own name point to this machine (DNS rebinding) and then read what is served here;
what it can not do is change the Host header. So only the names the server was started for are answered, exactly.
"""

from collections.abc import Iterable
from ipaddress import ip_address

from starlette.types import ASGIApp, Receive, Scope, Send

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "cardscout.localhost")
_ANY = ("", "0.0.0.0", "::", "[::]")  # noqa: S104 - compared with, not bound to
_DEFAULT_PORTS = {80, 443}


class HostGuard:
    """Lets requests through that name this server.

    Args:
        app: Who answers them.
        hosts: Names it has, ``host`` or ``host:port``, as browsers write them.
        addresses_on: Ports on which any numeric address is one of them, for a server that listens on all: a page
            can not make its own origin be a number.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], addresses_on: Iterable[int] = ()) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)
        self._ports = frozenset(addresses_on)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what names us, refuse the rest with 400."""
        if scope["type"] != "http" or self._names_us(scope):
            await self._app(scope, receive, send)
            return
        kind = (b"content-type", b"text/plain; charset=utf-8")
        await send({"type": "http.response.start", "status": 400, "headers": [kind]})
        await send({"type": "http.response.body", "body": b"invalid host"})

    def _names_us(self, scope: Scope) -> bool:
        given = [value for name, value in scope["headers"] if name == b"host"]
        if len(given) != 1:
            return False
        host = given[0].decode("latin-1").lower()
        return host in self._hosts or self._is_our_address(host)

    def _is_our_address(self, host: str) -> bool:
        name, _, port = host.rpartition(":") if not host.endswith("]") else (host, "", "80")
        if ":" not in host:
            name, port = host, "80"
        if not (port.isascii() and port.isdigit() and int(port) in self._ports):
            return False
        try:
            return bool(ip_address(name.removeprefix("[").removesuffix("]")))
        except ValueError:
            return False


def names_of(host: str, port: int, others: Iterable[str] = ()) -> frozenset[str]:
    """What a server that listens on ``host`` and ``port`` is called.

    Args:
        host: As it was given to listen on; an address for all of them has this machine's names.
        port: Likewise.
        others: Public names, with their port unless it is the usual one of http or https.
    """
    own = _LOOPBACK if host in {*_ANY, *_LOOPBACK, "::1"} else (f"[{host}]" if ":" in host else host,)
    named = {f"{name}:{port}" for name in own}
    if port in _DEFAULT_PORTS:
        named |= set(own)
    return frozenset(named | {other.lower() for other in others})


def listens_on_all(host: str) -> bool:
    """Whether ``host`` stands for every address of this machine."""
    return host in _ANY
