"""Addresses of a board service's permission pages."""

from urllib.parse import urlencode, urlsplit

HOSTED = "https://api.trello.com"
"""The API address of the hosted service."""

_PAGES = {"api.trello.com": "https://trello.com"}
"""Web addresses of services whose web pages have another address than their API."""


def pages(url: str) -> str:
    """Return the web address of the service whose API is at ``url``."""
    return _PAGES.get(urlsplit(url).hostname or "", url.rstrip("/").removesuffix("/1"))


def permission_page(
    url: str, key: str, *, name: str, scopes: str, expiration: str, return_url: str = ""
) -> str:
    """Build the address of the page where a member lets an application act for them.

    Args:
        url: The service's API address.
        key: The application's key.
        name: The application's name, shown on the page.
        scopes: ``read``, ``write`` and ``account``, joined by commas.
        expiration: ``1hour``, ``1day``, ``30days`` or ``never``.
        return_url: Where the page sends the token, in the fragment; "" to have the page show it.
    """
    params = {"key": key, "name": name, "scope": scopes, "expiration": expiration, "response_type": "token"}
    if return_url:
        params |= {"return_url": return_url, "callback_method": "fragment"}
    return f"{pages(url)}/1/authorize?{urlencode(params)}"
