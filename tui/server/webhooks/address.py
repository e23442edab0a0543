"""Where a webhook may go: never into the network the server is in.

A callback is an address that a member chose and the server calls: without a guard it would reach what only this
machine can. The name is resolved once, every address it has must be a public one, and the connection goes to the
address that was looked at, so that an answer that changes between look and call changes nothing.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

_PORTS = {"http": 80, "https": 443}
_LONGEST = 2048
_NAT64 = IPv6Network("64:ff9b::/96")
_UNICAST = IPv6Network("2000::/3")

Resolver = Callable[[str, int], Awaitable[list[str]]]
"""Addresses of a host name."""


class ForbiddenAddress(Exception):
    """A callback that leads where it may not, or nowhere."""


async def look_up(host: str, port: int) -> list[str]:
    """What the system's resolver says."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise ForbiddenAddress(f"{host} is not known") from error
    return [str(entry[4][0]) for entry in found]


@dataclass(frozen=True, slots=True)
class Target:
    """A callback, resolved.

    Attributes:
        url: The callback with the address in the host's place.
        host: The Host header.
        name: The name a certificate must have.
    """

    url: str
    host: str
    name: str


@dataclass(frozen=True, slots=True)
class Guard:
    """Says where a callback leads, if it may go there.

    Attributes:
        loopback: Whether this machine itself is allowed too, on any port: for tests, and for receivers that
            run beside the server.
        resolve: Finds addresses.
    """

    loopback: bool = False
    resolve: Resolver = look_up

    async def target(self, callback: str) -> Target:
        """Where ``callback`` leads.

        Raises:
            Forbidden: It is no plain http or https URL, or leads to an address that is not public.
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
        # is_global counts multicast in: 224.0.0.1 is nobody's web server. Of IPv6 it counts in what nobody was given,
        # where old ways to write an address of IPv4 are, and networks' own translators.
        given = isinstance(address, IPv4Address) or address in _UNICAST
        return given and address.is_global and not address.is_multicast and port in _PORTS.values()


def split(callback: str) -> SplitResult:
    """The parts of a callback.

    Raises:
        Forbidden: It is no http or https URL with a host, or carries a user and password.
    """
    try:
        parts = urlsplit(callback)
        good = parts.scheme in _PORTS and bool(parts.hostname) and "@" not in parts.netloc
        good = good and (parts.port is None or parts.port > 0) and len(callback) <= _LONGEST
    except ValueError as error:
        raise ForbiddenAddress("it is no URL") from error
    if not good or any(char <= " " or char in "\\\x7f" for char in callback):
        raise ForbiddenAddress("it is no plain http or https URL")
    return parts


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The address a v6 one stands for, when it carries a v4 one: that is where the packets go."""
    if isinstance(address, IPv6Address):
        if address in _NAT64:
            return IPv4Address(int(address) & 0xFFFFFFFF)
        return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else address)
    return address
