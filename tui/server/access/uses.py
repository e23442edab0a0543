"""Dates of last use of tokens, which members can see; stored after the answer has been sent."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from threading import Lock
from typing import TYPE_CHECKING

from sqlalchemy import Engine, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from tui.model.values.scalars import format_instant
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.server.pipeline.auth import Principal

EVERY = timedelta(minutes=1)
"""Minimum time between two stored uses of a token, so that most reads cause no write."""


class Uses:
    """Records the use of tokens in this process, and stores it later."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stored: dict[str, datetime] = {}
        self._pending: dict[str, datetime] = {}
        self._lock = Lock()

    def record(self, session: Principal, now: datetime) -> None:
        """Record the use of a token; the embedded server's own credentials are not recorded."""
        if not session.token or not session.counted:
            return
        with self._lock:
            kept = self._stored.get(session.token)
            if kept is None or now - kept >= EVERY:
                self._stored[session.token] = self._pending[session.token] = now

    @property
    def waits(self) -> bool:
        """Whether there are uses to store."""
        return bool(self._pending)

    def flush(self) -> None:
        """Store the recorded uses; database errors are ignored, as they only make a displayed date older."""
        with self._lock:
            waiting, self._pending = self._pending, {}
        token, use = db.tokens.c, db.token_uses
        with suppress(SQLAlchemyError), db.writing(self._engine) as connection:
            rows = connection.execute(select(token.id, token.hash).where(token.hash.in_(waiting))).all()
            connection.execute(delete(use).where(use.c.id_token.in_([row.id for row in rows])))
            if rows:
                dated = [{"id_token": row.id, "date": format_instant(waiting[row.hash])} for row in rows]
                connection.execute(insert(use), dated)
