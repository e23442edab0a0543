"""Shared secrets that are derived instead of stored.

Signatures of OAuth 1.0a and of webhooks are HMACs: the server needs the application's secret itself, not a
hash. So secrets are derived from one random value in the database, the pepper: no single row reveals a
secret, and worker processes agree without sharing a file. A reader of the whole database can sign as an
application, but not act as a member, which takes a token: only hashes of tokens are stored.
"""

import hashlib
import hmac
import secrets

from sqlalchemy import Connection, insert, select

from tui.server.storage import db

_NAME = "pepper"


def make_pepper(connection: Connection) -> None:
    """Create the pepper unless it exists; ``connection`` is in a writing transaction."""
    if connection.scalar(select(db.meta.c.value).where(db.meta.c.name == _NAME)) is None:
        connection.execute(insert(db.meta).values(name=_NAME, value=secrets.token_hex(32)))


def derive(connection: Connection, purpose: str, *names: str) -> str:
    """Derive the secret of ``names`` for ``purpose``: 64 hex digits, always the same.

    Args:
        connection: Any connection; the pepper must exist, which ``create_key`` ensures.
        purpose: The kind of secret, so that kinds differ.
        names: The identifiers of the secret's owner.
    """
    pepper = connection.execute(select(db.meta.c.value).where(db.meta.c.name == _NAME)).scalar_one()
    text = "\0".join((purpose, *names))
    return hmac.new(bytes.fromhex(pepper), text.encode("utf-8", "replace"), hashlib.sha256).hexdigest()
