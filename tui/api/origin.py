"""Where a service is: its address checked, and where a redirect may lead."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx

from tui.errors import Garbled, UsageError

if TYPE_CHECKING:
    from tui.api.message import Service

_HOST = re.compile(r"[\w.:-]{1,255}")
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names of this machine, which plain http may reach."""


def checked(base_url: str, service: Service, *, in_process: bool) -> str:
    """``base_url`` without a slash at its end; the board service's without its ``/1``.

    Args:
        base_url: A service's address.
        service: Whose.
        in_process: Whether nothing is sent over a network.

    Raises:
        UsageError: It cannot be used, or would carry the credentials in the clear.
    """
    try:
        url = httpx.URL(base_url.strip())
    except httpx.InvalidURL as error:
        raise UsageError(f"The {service} service's address is no URL.", hint="Write https://host.") from error
    if url.scheme not in {"http", "https"} or not _HOST.fullmatch(url.host) or url.query or url.fragment:
        raise UsageError(f"The {service} service's address is no web address.", hint="Write https://host.")
    if url.userinfo:
        raise UsageError(
            f"The {service} service's address holds a password.",
            hint=f"Use cardscout {'accounts' if service == 'board' else 'providers'} add.",
        )
    if url.scheme == "http" and not in_process and url.host not in LOOPBACK:
        raise UsageError(
            f"http://{url.host} would carry your key over the network for all to read.",
            hint=f"Write https://{url.host}.",
        )
    text = str(url).rstrip("/")
    return text.removesuffix("/1") if service == "board" else text


def origin(url: httpx.URL) -> str:
    """Scheme, host and port: what credentials are bound to."""
    port = url.port or {"https": 443, "http": 80}.get(url.scheme)
    return f"{url.scheme}://{url.host}:{port}"


def onward(response: httpx.Response, here: httpx.URL) -> httpx.URL:
    """Where a redirect leads, if that is the origin of ``here``.

    Raises:
        Garbled: It leads elsewhere; both origins are named.
    """
    try:
        there = response.request.url.join(response.headers.get("location", ""))
    except httpx.InvalidURL:
        raise Garbled(f"{origin(here)} sent us on to an address that is none.") from None
    if origin(there) != origin(here):
        raise Garbled(
            f"{origin(here)} sent us on to {origin(there)}; that was not followed, and no credential left.",
            status=response.status_code,
            hint="Check the service's address in the settings.",
        )
    return there
