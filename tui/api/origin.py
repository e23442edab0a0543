"""Validation of service addresses and redirects."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx

from tui.errors import Garbled, UsageError

if TYPE_CHECKING:
    from tui.api.message import Service

_HOST = re.compile(r"[\w.:-]{1,255}")
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""Host names of this machine, the only ones that plain http may reach."""


def validate_base_url(base_url: str, service: Service, *, in_process: bool) -> str:
    """Validate a service's address, and return it without a final slash or, for the board service, ``/1``.

    Raises:
        UsageError: The address is invalid, or would send the credentials unencrypted.
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
    """Return scheme, host and port of ``url``, to which credentials are bound."""
    port = url.port or {"https": 443, "http": 80}.get(url.scheme)
    return f"{url.scheme}://{url.host}:{port}"


def redirect_target(response: httpx.Response, here: httpx.URL) -> httpx.URL:
    """Return the target of a redirect that stays at the origin of ``here``.

    Raises:
        Garbled: The redirect leads to another origin; both are named.
    """
    try:
        target = response.request.url.join(response.headers.get("location", ""))
    except httpx.InvalidURL:
        raise Garbled(f"{origin(here)} sent us on to an address that is none.") from None
    if origin(target) != origin(here):
        raise Garbled(
            f"{origin(here)} sent us on to {origin(target)}; that was not followed, and no credential left.",
            status=response.status_code,
            hint="Check the service's address in the settings.",
        )
    return target
