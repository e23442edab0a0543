"""Dates of last use of tokens, which members can see; stored after the answer has been sent."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Lock
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from tui.model.values.scalars import format_instant
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.server.pipeline.auth import Principal

EVERY = timedelta(minutes=1)
"""Minimum time between two stored uses of a token or a key, so that most reads cause no write."""


class Uses:
    """Records the use of tokens in this process, and stores it later."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stored: dict[str, datetime] = {}
        self._pending: dict[str, datetime] = {}
        self._lock = Lock()

    def record(self, session: Principal, now: datetime) -> None:
        """Record the use of a token; the embedded server's own credentials are not recorded."""
        if session.token and session.counted:
            self.note(session.token, now)

    def note(self, digest: str, now: datetime) -> None:
        """Record the use of what has a hash, unless one was recorded just before."""
        with self._lock:
            kept = self._stored.get(digest)
            if kept is None or now - kept >= EVERY:
                self._stored[digest] = self._pending[digest] = now

    @property
    def waits(self) -> bool:
        """Whether there are uses to store."""
        return bool(self._pending)

    def flush(self) -> None:
        """Store the recorded uses; database errors are ignored, as they only make a displayed date older."""
        with self._lock:
            waiting, self._pending = self._pending, {}
        with suppress(SQLAlchemyError), db.writing(self._engine) as connection:
            self._store(connection, {digest: format_instant(used) for digest, used in waiting.items()})

    def _store(self, connection: Connection, dates: Mapping[str, str]) -> None:
        """Store the last use of each token by its hash."""
        token, use = db.tokens.c, db.token_uses
        rows = connection.execute(select(token.id, token.hash).where(token.hash.in_(dates))).all()
        connection.execute(delete(use).where(use.c.id_token.in_([row.id for row in rows])))
        if rows:
            connection.execute(insert(use), [{"id_token": row.id, "date": dates[row.hash]} for row in rows])
