"""Where a board service's permission page is, and what is asked there."""

from urllib.parse import urlencode, urlsplit

HOSTED = "https://api.trello.com"
"""The hosted service."""

_PAGES = {"api.trello.com": "https://trello.com"}
"""Services whose pages are at another address than their API."""


def pages(url: str) -> str:
    """Where the pages of the service at ``url`` are."""
    return _PAGES.get(urlsplit(url).hostname or "", url.rstrip("/").removesuffix("/1"))


def permission_page(
    url: str, key: str, *, name: str, scopes: str, expiration: str, return_url: str = ""
) -> str:
    """The address at which a member allows an application to act for them.

    Args:
        url: The service's.
        key: The application's.
        name: What the application calls itself.
        scopes: ``read,write,account``, or some of it.
        expiration: ``1hour``, ``1day``, ``30days`` or ``never``.
        return_url: Where the token goes, in the fragment; "" to have the page show it.
    """
    asked = {"key": key, "name": name, "scope": scopes, "expiration": expiration, "response_type": "token"}
    if return_url:
        asked |= {"return_url": return_url, "callback_method": "fragment"}
    return f"{pages(url)}/1/authorize?{urlencode(asked)}"
