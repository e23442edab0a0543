"""The guard of webhook addresses, which allows public ones only (protection from SSRF).

A callback is a URL that a member chose and the server calls: without a guard, members could reach the
server's own network. The host name is resolved once, all its addresses must be public, and the connection
goes to a checked address, so that a DNS answer that changes in between has no effect.
"""

import asyncio
import re
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

_PORTS = {"http": 80, "https": 443}
_LONGEST = 2048
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\\]")
_NAT64 = IPv6Network("64:ff9b::/96")
_UNICAST = IPv6Network("2000::/3")

Resolver = Callable[[str, int], Awaitable[list[str]]]
"""A function that resolves a host name and port to addresses."""


class ForbiddenAddress(Exception):
    """A callback's address is not allowed or cannot be resolved."""


async def look_up(host: str, port: int) -> list[str]:
    """Resolve ``host`` by the system's resolver."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise ForbiddenAddress(f"{host} is not known") from error
    return [str(entry[4][0]) for entry in found]


@dataclass(frozen=True, slots=True)
class Target:
    """A resolved callback.

    Attributes:
        url: The callback with the address in place of the host name.
        name: The host name, for the check of the certificate.
    """

    url: str
    host: str
    name: str


@dataclass(frozen=True, slots=True)
class Guard:
    """Resolves callbacks and checks that their addresses are allowed.

    Attributes:
        loopback: Whether loopback is allowed too, on any port: for tests, and for receivers on the same
            machine.
    """

    loopback: bool = False
    resolve: Resolver = look_up

    async def target(self, callback: str) -> Target:
        """Resolve and check ``callback``.

        Raises:
            ForbiddenAddress: It is no plain http or https URL, or one of its addresses is not public.
        """
        parts = split(callback)
        name = parts.hostname or ""
        port = parts.port or _PORTS[parts.scheme]
        addresses = [_plain(ip_address(each)) for each in await self.resolve(name, port)]
        if not addresses:
            raise ForbiddenAddress(f"{name} has no address")
        for each in addresses:
            if not self._allowed(each, port):
                raise ForbiddenAddress(f"{each} port {port} is not a public web address")
        place = f"[{addresses[0]}]" if isinstance(addresses[0], IPv6Address) else str(addresses[0])
        url = parts._replace(netloc=f"{place}:{port}", fragment="").geturl()
        return Target(url, parts.netloc, name)

    def _allowed(self, address: IPv4Address | IPv6Address, port: int) -> bool:
        if address.is_loopback:
            return self.loopback
        # is_global is true of multicast too, and of unassigned IPv6 ranges, which include obsolete embeddings
        # of IPv4 addresses and networks' own translators.
        given = isinstance(address, IPv4Address) or address in _UNICAST
        return given and address.is_global and not address.is_multicast and port in _PORTS.values()


def split(callback: str) -> SplitResult:
    """Split a callback into its parts.

    Raises:
        ForbiddenAddress: It is no http or https URL with a host, or contains a user and password.
    """
    try:
        parts = urlsplit(callback)
        good = parts.scheme in _PORTS and bool(parts.hostname) and "@" not in parts.netloc
        good = good and (parts.port is None or parts.port > 0) and len(callback) <= _LONGEST
    except ValueError as error:
        raise ForbiddenAddress("it is no URL") from error
    if not good or _FORBIDDEN.search(callback):
        raise ForbiddenAddress("it is no plain http or https URL")
    return parts


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return the IPv4 address embedded in an IPv6 one that leads to it, or else the address itself."""
    if isinstance(address, IPv6Address):
        if address in _NAT64:
            return IPv4Address(int(address) & 0xFFFFFFFF)
        return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else address)
    return address
