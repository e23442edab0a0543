"""What an administrator sees of tokens and enrichment keys, and ends by id: the secrets themselves are kept nowhere."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import Connection, Engine, Row, delete, func, select

from tui.errors import UsageError
from tui.server.access.apps import revoke_token
from tui.server.enrich.tables import accounts, key_uses, keys
from tui.server.storage import db

SHORT = 8
"""Number of characters of a key's hash by which it is listed."""

_KEY_ID = re.compile(f"[0-9a-f]{{{SHORT},64}}")

_TOKENS = (
    select(
        db.tokens.c.id,
        db.members.c.username.label("user"),
        func.coalesce(db.apps.c.name, db.tokens.c.identifier).label("app"),
        db.tokens.c.scope.label("scopes"),
        db.tokens.c.date_created.label("created"),
        func.coalesce(db.token_uses.c.date, "").label("used"),
        func.coalesce(db.tokens.c.date_expires, "").label("expires"),
    )
    .join_from(db.tokens, db.members, db.members.c.id == db.tokens.c.id_member)
    .outerjoin(db.apps, db.apps.c.key == db.tokens.c.app_key)
    .outerjoin(db.token_uses, db.token_uses.c.id_token == db.tokens.c.id)
    .order_by(db.members.c.username, db.tokens.c.date_created, db.tokens.c.id)
)


def list_tokens(engine: Engine) -> list[dict[str, Any]]:
    """List every token by its id, with its member, application, and last use."""
    with db.reading(engine) as connection:
        return [dict(row) for row in connection.execute(_TOKENS).mappings()]


def list_enrich_keys(engine: Engine) -> list[dict[str, Any]]:
    """List every key of the enrichment service by the start of its hash, with its account's plan and its last use."""
    with db.reading(engine) as connection:
        return [dict(row) for row in connection.execute(_KEYS).mappings()]


_KEYS = (
    select(
        keys.c.label, keys.c.account_id.label("account"), func.substr(keys.c.hash, 1, SHORT).label("id"),
        func.substr(keys.c.hash, 1, SHORT).label("hash"), accounts.c.credits,
        accounts.c.monthly, accounts.c.per_second, accounts.c.per_minute, keys.c.per_second.label("key_per_second"),
        keys.c.per_minute.label("key_per_minute"), keys.c.scopes, keys.c.expires, keys.c.created, func.coalesce(key_uses.c.date, "").label("used"),
    )
    .join_from(keys, accounts)
    .outerjoin(key_uses, key_uses.c.hash == keys.c.hash)
    .order_by(keys.c.account_id, keys.c.created, keys.c.hash)
)  # fmt: skip


def revoke_by_id(engine: Engine, ident: str) -> str:
    """Revoke the token or the enrichment key with an id, as they are listed.

    Returns:
        A description of the revoked thing, or "" if there is no such thing.

    Raises:
        UsageError: Several keys have an id that begins so.
    """
    with db.writing(engine) as connection:
        if revoke_token(connection, ident):
            return "the token, and its webhooks"
        key = _key(connection, ident)
        if key is None:
            return ""
        connection.execute(delete(keys).where(keys.c.hash == key.hash))
        return f"the enrichment key {key.label or ident} of {key.account_id}"


def _key(connection: Connection, ident: str) -> Row[Any] | None:
    if not _KEY_ID.fullmatch(ident):
        return None
    found = connection.execute(select(keys).where(keys.c.hash.startswith(ident))).all()
    if len(found) > 1:
        raise UsageError(f"several keys have an id that begins with {ident}", hint="write more of it")
    return next(iter(found), None)
