"""OAuth 1.0a request tokens: issued, allowed by a member, and exchanged once for a token."""

import hmac
import secrets
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import urlencode

from sqlalchemy import Connection, Row, delete, insert, select, update

from tui.model.values.scalars import format_instant
from tui.server.access.apps import create_token, find_app, token_secret
from tui.server.access.derived import derive
from tui.server.authorize.question import (
    Question,
    checked_return,
    read_expiration,
    read_scopes,
    shown_name,
)
from tui.server.pipeline.auth import hash_token
from tui.server.pipeline.params import Refused
from tui.server.storage import db

LIFE = timedelta(hours=1)
"""How long a request token is valid, until it is exchanged."""

SHOWN = "oob"
"""The callback of an application without an address, whose verifier is shown to the member."""


class IssuedToken(NamedTuple):
    """A request token or an access token, and its secret, in clear text."""

    token: str
    secret: str


def request_secret(connection: Connection, token: str) -> str:
    """Return the secret of a request token."""
    return derive(connection, "request", hash_token(token))


def ask(connection: Connection, key: str, callback: str, now: datetime) -> IssuedToken:
    """Issue a request token to an application.

    Args:
        connection: A connection in a writing transaction.
        key: The key of the application, whose signature was checked.
        callback: The address that receives the verifier; ``oob`` or empty to show it.
        now: The server's time.

    Raises:
        Refused: 401, the key is unknown; 400, the callback is not allowed.
    """
    app = find_app(connection, key)
    if app is None:
        raise Refused(HTTPStatus.UNAUTHORIZED, "invalid key")
    if callback != SHOWN:
        checked_return(app, callback)
    token, table = secrets.token_hex(16), db.oauth_requests
    connection.execute(delete(table).where(table.c.date_expires <= format_instant(now)))
    row = {"hash": hash_token(token), "app_key": key, "callback": callback or SHOWN}
    connection.execute(insert(table).values(**row, date_expires=format_instant(now + LIFE)))
    return IssuedToken(token, request_secret(connection, token))


def read_request(connection: Connection, query: dict[str, str], now: datetime) -> Question:
    """Parse the question about a request token from the query of the page's address.

    Raises:
        Refused: 400, the token is unknown, expired or already allowed, or a value is invalid.
    """
    token = query.get("oauth_token", "")
    row = _find_open(connection, token, now)
    app = None if row is None or row.verifier else find_app(connection, row.app_key)
    if row is None or app is None:
        raise Refused(HTTPStatus.BAD_REQUEST, "This request is over. Start again from the application.")
    callback = "" if row.callback == SHOWN else row.callback
    return Question(
        app.key,
        app.name,
        shown_name(query.get("name", "")) or app.name,
        read_scopes(query.get("scope", "")),
        read_expiration(query.get("expiration", "")),
        checked_return(app, query.get("return_url", "")) or callback,
        request=row.hash,
        request_token=token,
    )


def allow(connection: Connection, question: Question, id_member: str, verifier: str) -> None:
    """Record that a member allowed ``question``."""
    table = db.oauth_requests
    connection.execute(
        update(table)
        .where(table.c.hash == question.request)
        .values(
            verifier=hash_token(verifier),
            id_member=id_member,
            identifier=question.name,
            scope=",".join(question.scopes),
            expiration=question.expiration,
        )
    )


def exchange(connection: Connection, key: str, token: str, verifier: str, now: datetime) -> IssuedToken:
    """Exchange a request token and its verifier for the token that a member allowed.

    Raises:
        Refused: 401, the request token belongs to another application, is expired or not allowed, or the
            verifier is wrong.
    """
    row = _find_open(connection, token, now)
    if row is None or row.app_key != key or row.verifier is None:
        raise Refused(HTTPStatus.UNAUTHORIZED, "invalid token")
    if not hmac.compare_digest(row.verifier, hash_token(verifier)):
        raise Refused(HTTPStatus.UNAUTHORIZED, "invalid verifier")
    forget(connection, row.hash)
    made = create_token(
        connection,
        id_member=row.id_member,
        key=key,
        scopes=row.scope.split(","),
        expiration=row.expiration,
        now=now,
        identifier=row.identifier,
    )
    return IssuedToken(made, token_secret(connection, made))


def forget(connection: Connection, request: str) -> None:
    """Delete a request token by its hash."""
    connection.execute(delete(db.oauth_requests).where(db.oauth_requests.c.hash == request))


def callback_url(question: Question, **answer: str) -> str:
    """Add the request token and ``answer`` to the return address's query, as OAuth 1.0a specifies."""
    query = urlencode({"oauth_token": question.request_token, **answer})
    address = question.return_url.partition("#")[0]
    return f"{address}{'&' if '?' in address else '?'}{query}"


def _find_open(connection: Connection, token: str, now: datetime) -> Row[Any] | None:
    table = db.oauth_requests
    mine = select(table).where(table.c.hash == hash_token(token), table.c.date_expires > format_instant(now))
    return connection.execute(mine).one_or_none()
