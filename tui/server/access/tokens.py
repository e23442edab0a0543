"""Tokens: given to an application on behalf of a member, and taken back."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, delete, select

from tui.errors import UsageError
from tui.server.access.derived import derive
from tui.server.pipeline.auth import ALL_SCOPES, grant, hashed
from tui.server.pipeline.ids import IdMaker
from tui.server.storage import db

EXPIRATIONS = {
    "1hour": timedelta(hours=1),
    "1day": timedelta(days=1),
    "30days": timedelta(days=30),
    "never": None,
}
"""How long a token may live (docs/reference/board.md, 4.2)."""

SCOPES = ("read", "write", "account")
"""What a token may carry, in the order it is told."""


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
    """Give the application ``key`` a token of ``id_member``; it is told once, here.

    The hosted service hands out the same token again when the same is asked; here only the token's hash is
    kept, so every grant is a token of its own.

    Args:
        connection: A writing one.
        id_member: For whom it speaks.
        key: The application's.
        scopes: Some of SCOPES.
        expiration: One of EXPIRATIONS.
        now: When it is given.
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
    """The secret that goes with ``token`` in OAuth 1.0a."""
    return derive(connection, "token", hashed(token))


def find_token(connection: Connection, token: str) -> Row[Any] | None:
    """The row of ``token``, or None."""
    return connection.execute(select(db.tokens).where(db.tokens.c.hash == hashed(token))).one_or_none()


def tokens_of(connection: Connection, id_member: str) -> list[Row[Any]]:
    """Every token that speaks for a member, oldest first."""
    mine = select(db.tokens).where(db.tokens.c.id_member == id_member)
    return list(connection.execute(mine.order_by(db.tokens.c.date_created, db.tokens.c.id)))


def revoke_token(connection: Connection, ident: str) -> bool:
    """End the token whose id is ``ident``, and what hangs on it; whether there was one."""
    return connection.execute(delete(db.tokens).where(db.tokens.c.id == ident)).rowcount > 0
