"""Request tokens of OAuth 1.0a: asked for, allowed by a member, and exchanged for a token, once."""

import hmac
import secrets
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import urlencode

from sqlalchemy import Connection, Row, delete, insert, select, update

from tui.model.base import instant_text
from tui.server.access.apps import find_app
from tui.server.access.derived import derive
from tui.server.access.tokens import create_token, token_secret
from tui.server.authorize.question import (
    Question,
    checked_return,
    read_expiration,
    read_scopes,
    shown_name,
)
from tui.server.pipeline.auth import hashed
from tui.server.pipeline.refusal import Refused
from tui.server.storage import db

LIFE = timedelta(hours=1)
"""How long a request token may take to be allowed and exchanged."""

SHOWN = "oob"
"""The callback of an application that has no address: the verifier is shown to the member."""


class IssuedToken(NamedTuple):
    """A token of either kind and its secret, in clear."""

    token: str
    secret: str


def request_secret(connection: Connection, token: str) -> str:
    """The secret that goes with a request token."""
    return derive(connection, "request", hashed(token))


def ask(connection: Connection, key: str, callback: str, now: datetime) -> IssuedToken:
    """Give an application a request token.

    Args:
        connection: A writing one.
        key: The application's, whose signature was checked.
        callback: Where the verifier is to go; ``oob`` or empty to show it.
        now: The server's time.

    Raises:
        Refused: 401, the key is unknown; 400, answers may not go to the callback.
    """
    app = find_app(connection, key)
    if app is None:
        raise Refused(HTTPStatus.UNAUTHORIZED, "invalid key")
    if callback != SHOWN:
        checked_return(app, callback)
    token, table = secrets.token_hex(16), db.oauth_requests
    connection.execute(delete(table).where(table.c.date_expires <= instant_text(now)))
    row = {"hash": hashed(token), "app_key": key, "callback": callback or SHOWN}
    connection.execute(insert(table).values(**row, date_expires=instant_text(now + LIFE)))
    return IssuedToken(token, request_secret(connection, token))


def read_request(connection: Connection, query: dict[str, str], now: datetime) -> Question:
    """What the address of the page asks for a request token.

    Raises:
        Refused: 400, the token is unknown, over or allowed already, or a word is none.
    """
    token = query.get("oauth_token", "")
    row = _open(connection, token, now)
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
    """Note that a member allowed what ``question`` asks."""
    table = db.oauth_requests
    connection.execute(
        update(table)
        .where(table.c.hash == question.request)
        .values(
            verifier=hashed(verifier),
            id_member=id_member,
            identifier=question.name,
            scope=",".join(question.scopes),
            expiration=question.expiration,
        )
    )


def exchange(connection: Connection, key: str, token: str, verifier: str, now: datetime) -> IssuedToken:
    """Give an application the token that a member allowed, for the request token and the verifier.

    Raises:
        Refused: 401, the request token is another's, over or not allowed, or the verifier is wrong; the request
            is over then.
    """
    row = _open(connection, token, now)
    if row is None or row.app_key != key or row.verifier is None:
        raise Refused(HTTPStatus.UNAUTHORIZED, "invalid token")
    if not hmac.compare_digest(row.verifier, hashed(verifier)):
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
    """End a request."""
    connection.execute(delete(db.oauth_requests).where(db.oauth_requests.c.hash == request))


def returned(question: Question, **answer: str) -> str:
    """The address of the application with the request token and ``answer`` in its query, as OAuth 1.0a wants it."""
    told = urlencode({"oauth_token": question.request_token, **answer})
    address = question.return_url.partition("#")[0]
    return f"{address}{'&' if '?' in address else '?'}{told}"


def _open(connection: Connection, token: str, now: datetime) -> Row[Any] | None:
    table = db.oauth_requests
    mine = select(table).where(table.c.hash == hashed(token), table.c.date_expires > instant_text(now))
    return connection.execute(mine).one_or_none()
