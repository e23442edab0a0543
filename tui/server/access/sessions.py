"""Sessions of browsers on the pages where members give permission."""

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, insert, select

from tui.model.base import instant_text
from tui.server.pipeline.auth import hashed
from tui.server.storage import db

LIFE = timedelta(hours=12)
"""How long a browser stays signed in."""


def new_cookie() -> str:
    """A value for the cookie: 256 random bits."""
    return secrets.token_urlsafe(32)


def open_session(connection: Connection, id_member: str, now: datetime) -> str:
    """Sign a member in; the value of their cookie, told once, here."""
    cookie, table = new_cookie(), db.web_sessions
    connection.execute(delete(table).where(table.c.date_expires <= instant_text(now)))
    connection.execute(
        insert(table).values(hash=hashed(cookie), id_member=id_member, date_expires=instant_text(now + LIFE))
    )
    return cookie


def member_of(connection: Connection, cookie: str, now: datetime) -> str | None:
    """The member who is signed in with ``cookie``, or None."""
    table = db.web_sessions
    mine = select(table.c.id_member).where(
        table.c.hash == hashed(cookie), table.c.date_expires > instant_text(now)
    )
    return connection.scalar(mine)


def close_session(connection: Connection, cookie: str) -> None:
    """Sign out."""
    connection.execute(delete(db.web_sessions).where(db.web_sessions.c.hash == hashed(cookie)))


def form_token(cookie: str) -> str:
    """What a form must carry to show that our page made it: only who has the cookie can know it."""
    return hmac.new(cookie.encode("utf-8", "replace"), b"form", hashlib.sha256).hexdigest()


def form_token_matches(cookie: str, given: str) -> bool:
    """Whether a form was made for the browser that has ``cookie``."""
    return bool(cookie) and hmac.compare_digest(form_token(cookie).encode(), given.encode("utf-8", "replace"))
