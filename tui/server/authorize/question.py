"""The question of an application to a member, parsed from the address of the permission page."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Row

from tui.server.access.apps import EXPIRATIONS, SCOPES, find_app, may_return, origin_of
from tui.server.pipeline.params import Refused, invalid

DENIED = "Token request rejected"
"""The error that an application receives when the member denies the request."""

_LONGEST_NAME = 100
_USUAL_EXPIRATION = "30days"
_BY_FRAGMENT, _BY_MESSAGE = "fragment", "postmessage"
# Unicode categories that could disguise a text or break its line.
_HIDDEN_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


@dataclass(frozen=True, slots=True)
class Question:
    """A request for permission.

    Attributes:
        app: The application's registered name.
        name: The name that the application gives itself in the request.
        scopes: The scopes of the token, in display order.
        expiration: One of ``EXPIRATIONS``.
        return_url: The address that receives the answer; empty to show it.
        by_message: Whether the answer is posted to the window that opened the page.
        request: The hash of the OAuth 1.0a request token; empty without one.
        request_token: The OAuth 1.0a request token.
    """

    key: str
    app: str
    name: str
    scopes: tuple[str, ...]
    expiration: str
    return_url: str = ""
    by_message: bool = False
    request: str = ""
    request_token: str = ""

    @property
    def return_origin(self) -> str:
        """The origin of ``return_url``; empty if the answer is shown."""
        return origin_of(self.return_url) or ""

    def returned(self, **answer: str) -> str:
        """Return ``return_url`` with ``answer`` in its fragment, which browsers send to no server."""
        answer_text = "&".join(f"{name}={quote(value, safe='')}" for name, value in answer.items())
        return f"{self.return_url.partition('#')[0]}#{answer_text}"


def read_question(connection: Connection, query: Mapping[str, str]) -> Question:
    """Parse the question from the query of the page's address.

    Raises:
        Refused: 400, the key is unknown, a value is invalid, or the application has not registered the
            return address.
    """
    app = find_app(connection, query.get("key", ""))
    if app is None:
        raise Refused(HTTPStatus.BAD_REQUEST, "invalid key")
    if query.get("response_type", "token").lower() not in {"token", "fragment", ""}:
        raise invalid("response_type")
    method = query.get("callback_method", "").lower()
    if method not in {"", _BY_FRAGMENT, _BY_MESSAGE}:
        raise invalid("callback_method")
    return_url = checked_return(app, query.get("return_url", ""))
    if method == _BY_MESSAGE and not return_url:
        # The return address determines which window may receive the token.
        raise invalid("return_url")
    return Question(
        app.key,
        app.name,
        shown_name(query.get("name", "")) or app.name,
        read_scopes(query.get("scope", "")),
        read_expiration(query.get("expiration", "")),
        return_url,
        method == _BY_MESSAGE,
    )


def checked_return(app: Row[Any], address: str) -> str:
    """Return ``address`` if answers to ``app`` may be sent there, or if it is empty.

    Raises:
        Refused: 400, the address is not allowed.
    """
    if address and not may_return(app, address):
        raise invalid("return_url")
    return address


def read_scopes(text: str) -> tuple[str, ...]:
    """Parse a list of scopes, separated by commas or blanks; ``read`` if it is empty.

    Raises:
        Refused: 400, a scope is unknown.
    """
    words = set(text.replace(",", " ").lower().split()) or {SCOPES[0]}
    if not words <= set(SCOPES):
        raise invalid("scope")
    return tuple(scope for scope in SCOPES if scope in words)


def read_expiration(text: str) -> str:
    """Parse an expiration; 30 days if it is empty.

    Raises:
        Refused: 400, the expiration is unknown.
    """
    word = text.lower() or _USUAL_EXPIRATION
    if word not in EXPIRATIONS:
        raise invalid("expiration")
    return word


def shown_name(text: str) -> str:
    """Sanitize a name for display: one line, no invisible characters, none that change text direction."""
    seen = "".join(
        " " if letter.isspace() else letter
        for letter in text[: 4 * _LONGEST_NAME]
        if letter.isspace() or unicodedata.category(letter) not in _HIDDEN_CATEGORIES
    )
    return " ".join(seen.split())[:_LONGEST_NAME]
