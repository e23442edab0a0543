"""What an application asks a member for, read from the address of the page."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Row

from tui.server.access.apps import find_app, may_return, origin_of
from tui.server.access.tokens import EXPIRATIONS, SCOPES
from tui.server.pipeline.refusal import Refused, invalid

DENIED = "Token request rejected"
"""What an application is told when the member says no."""

_LONGEST_NAME = 100
_USUAL_EXPIRATION = "30days"
_BY_FRAGMENT, _BY_MESSAGE = "fragment", "postmessage"
# Of these, none may pretend to be another text or to end the line it is in.
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked.

    Attributes:
        key: Of the application.
        app: What it is registered as.
        name: What it calls itself.
        scopes: What the token may do, in the order it is told.
        expiration: One of ``EXPIRATIONS``.
        return_url: Where the answer goes; empty to show it.
        by_message: Whether the answer goes to the window that opened the page.
        request: Hash of the request token of OAuth 1.0a; empty for a plain question.
        request_token: That token.
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
        """Where the answer goes, without path and query; empty when it is shown."""
        return origin_of(self.return_url) or ""

    def returned(self, **answer: str) -> str:
        """``return_url`` with ``answer`` in its fragment, where servers on the way do not see it."""
        told = "&".join(f"{name}={quote(value, safe='')}" for name, value in answer.items())
        return f"{self.return_url.partition('#')[0]}#{told}"


def read_question(connection: Connection, query: Mapping[str, str]) -> Question:
    """What the address of the page asks.

    Raises:
        Refused: 400, it asks nothing that could be answered: the key is unknown, a word is none, the answer would
            go to an address the application has not registered.
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
        # Without it there is no saying which window may hear the token.
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
    """``address`` if answers to ``app`` may go there; empty is no address.

    Raises:
        Refused: 400, they may not.
    """
    if address and not may_return(app, address):
        raise invalid("return_url")
    return address


def read_scopes(text: str) -> tuple[str, ...]:
    """The scopes of a comma-separated list; only ``read`` unless it says otherwise.

    Raises:
        Refused: 400, one is unknown.
    """
    words = set(text.replace(",", " ").lower().split()) or {SCOPES[0]}
    if not words <= set(SCOPES):
        raise invalid("scope")
    return tuple(scope for scope in SCOPES if scope in words)


def read_expiration(text: str) -> str:
    """How long the token is to live; 30 days unless it says otherwise.

    Raises:
        Refused: 400, it is no expiration.
    """
    word = text.lower() or _USUAL_EXPIRATION
    if word not in EXPIRATIONS:
        raise invalid("expiration")
    return word


def shown_name(text: str) -> str:
    """A name as a member may be shown it: one line, nothing invisible, nothing that turns text around."""
    seen = "".join(
        " " if letter.isspace() else letter
        for letter in text[: 4 * _LONGEST_NAME]
        if letter.isspace() or unicodedata.category(letter) not in _UNSEEN
    )
    return " ".join(seen.split())[:_LONGEST_NAME]
