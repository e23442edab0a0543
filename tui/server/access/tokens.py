"""Tokens that let an application act for a member: creation, lookup and revocation."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, delete, select

from tui.errors import UsageError
from tui.server.access.derived import derive
from tui.server.pipeline.auth import ALL_SCOPES, grant, hash_token
from tui.server.pipeline.ids import IdMaker
from tui.server.storage import db

EXPIRATIONS = {
    "1hour": timedelta(hours=1),
    "1day": timedelta(days=1),
    "30days": timedelta(days=30),
    "never": None,
}
"""Lifetimes of tokens by name (docs/reference/board.md, 4.2)."""

SCOPES = ("read", "write", "account")
"""All scopes of a token, in display order."""


def create_token(
    connection: Connection,
    *,
    id_member: str,
    key: str,
    scopes: Iterable[str],
    expiration: str,
    now: datetime,
    identifier: str = "",
) -> str:
    """Grant the application ``key`` a token of ``id_member``, and return it: it can not be read again.

    The hosted service returns the same token for an equal grant; here only the token's hash is stored, so
    every grant makes a new token.

    Args:
        connection: A connection in a writing transaction.
        id_member: The member the token acts for.
        key: The application's key.
        scopes: Some of SCOPES.
        expiration: One of EXPIRATIONS.
        now: The date of the grant.
        identifier: The application's name, as the member saw it.

    Raises:
        UsageError: A scope or the expiration is unknown.
    """
    wanted = frozenset(scopes)
    if not wanted or not wanted <= ALL_SCOPES:
        raise UsageError(f"scopes are some of {', '.join(SCOPES)}")
    if expiration not in EXPIRATIONS:
        raise UsageError(f"expiration is one of {', '.join(EXPIRATIONS)}")
    life = EXPIRATIONS[expiration]
    return grant(
        connection,
        ident=IdMaker().at(now),
        id_member=id_member,
        key=key,
        scopes=wanted,
        now=now,
        expires=None if life is None else now + life,
        identifier=identifier,
    )


def token_secret(connection: Connection, token: str) -> str:
    """Return the secret of ``token`` for OAuth 1.0a."""
    return derive(connection, "token", hash_token(token))


def find_token(connection: Connection, token: str) -> Row[Any] | None:
    """Find the row of ``token``; None if there is none."""
    return connection.execute(select(db.tokens).where(db.tokens.c.hash == hash_token(token))).one_or_none()


def tokens_of(connection: Connection, id_member: str) -> list[Row[Any]]:
    """List every token that acts for a member, oldest first."""
    mine = select(db.tokens).where(db.tokens.c.id_member == id_member)
    return list(connection.execute(mine.order_by(db.tokens.c.date_created, db.tokens.c.id)))


def revoke_token(connection: Connection, ident: str) -> bool:
    """Delete the token with id ``ident`` and everything that depends on it; return whether it existed."""
    return connection.execute(delete(db.tokens).where(db.tokens.c.id == ident)).rowcount > 0
