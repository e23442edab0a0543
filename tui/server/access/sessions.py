"""Browser sessions of members on the permission and account pages."""

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, insert, select

from tui.model.values.scalars import format_instant
from tui.server.pipeline.auth import hash_token
from tui.server.storage import db

LIFE = timedelta(hours=12)
"""How long a browser stays signed in."""


def new_cookie() -> str:
    """Return a new value for the cookie: 256 random bits."""
    return secrets.token_urlsafe(32)


def open_session(connection: Connection, id_member: str, now: datetime) -> str:
    """Sign a member in, and return the cookie's value, of which only a hash is stored."""
    cookie, table = new_cookie(), db.web_sessions
    connection.execute(delete(table).where(table.c.date_expires <= format_instant(now)))
    connection.execute(
        insert(table).values(
            hash=hash_token(cookie), id_member=id_member, date_expires=format_instant(now + LIFE)
        )
    )
    return cookie


def member_of(connection: Connection, cookie: str, now: datetime) -> str | None:
    """Return the id of the member who is signed in with ``cookie``, or None."""
    table = db.web_sessions
    mine = select(table.c.id_member).where(
        table.c.hash == hash_token(cookie), table.c.date_expires > format_instant(now)
    )
    return connection.scalar(mine)


def close_session(connection: Connection, cookie: str) -> None:
    """Delete the session of ``cookie``."""
    connection.execute(delete(db.web_sessions).where(db.web_sessions.c.hash == hash_token(cookie)))


def form_token(cookie: str) -> str:
    """Return the CSRF token of forms for the browser with ``cookie``."""
    return hmac.new(cookie.encode("utf-8", "replace"), b"form", hashlib.sha256).hexdigest()


def form_token_matches(cookie: str, given: str) -> bool:
    """Return whether ``given`` is the CSRF token of the browser with ``cookie``."""
    return bool(cookie) and hmac.compare_digest(form_token(cookie).encode(), given.encode("utf-8", "replace"))
