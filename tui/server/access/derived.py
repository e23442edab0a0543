"""Secrets that two sides must know, without keeping any of them.

OAuth 1.0a and the signatures of webhooks are HMACs: the server needs the application's secret itself, a hash of it
would not do. So secrets are derived from one random value, the pepper, which the database keeps: a row of the
tables gives nobody's secret away, and several worker processes agree without sharing a file. Whoever reads the
whole database can sign as an application; to act as a member takes a token too, and of tokens there are only hashes.
"""

import hashlib
import hmac
import secrets

from sqlalchemy import Connection, insert, select

from tui.server.storage import db

_NAME = "pepper"


def make_pepper(connection: Connection) -> None:
    """Make the pepper unless there is one; ``connection`` is a writing one."""
    if connection.scalar(select(db.meta.c.value).where(db.meta.c.name == _NAME)) is None:
        connection.execute(insert(db.meta).values(name=_NAME, value=secrets.token_hex(32)))


def derive(connection: Connection, purpose: str, *names: str) -> str:
    """The secret of ``names`` for ``purpose``: 64 hex digits, always the same.

    Args:
        connection: Any; the pepper must have been made, as ``create_key`` does.
        purpose: Keeps secrets of different kinds apart.
        names: What the secret belongs to.
    """
    pepper = connection.execute(select(db.meta.c.value).where(db.meta.c.name == _NAME)).scalar_one()
    text = "\0".join((purpose, *names))
    return hmac.new(bytes.fromhex(pepper), text.encode("utf-8", "replace"), hashlib.sha256).hexdigest()
