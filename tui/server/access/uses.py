"""When tokens were last used: kept for the member to see, after the answer has left."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from threading import Lock
from typing import TYPE_CHECKING

from sqlalchemy import Engine, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from tui.model.base import instant_text
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.server.pipeline.auth import Principal

EVERY = timedelta(minutes=1)
"""A use this soon after the last one that was kept is not kept: reads stay reads."""


class Uses:
    """Tokens that were used in this process.

    Args:
        engine: The storage.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._kept: dict[str, datetime] = {}
        self._waiting: dict[str, datetime] = {}
        self._lock = Lock()

    def saw(self, session: Principal, now: datetime) -> None:
        """A token was used; those of this process itself are nobody's to see."""
        if not session.token or not session.counted:
            return
        with self._lock:
            kept = self._kept.get(session.token)
            if kept is None or now - kept >= EVERY:
                self._kept[session.token] = self._waiting[session.token] = now

    @property
    def waits(self) -> bool:
        """Whether there is something to keep."""
        return bool(self._waiting)

    def keep(self) -> None:
        """Keep what was seen; a full disk or a busy file costs a moment on a page, and nothing else."""
        with self._lock:
            waiting, self._waiting = self._waiting, {}
        token, use = db.tokens.c, db.token_uses
        with suppress(SQLAlchemyError), db.writing(self._engine) as connection:
            rows = connection.execute(select(token.id, token.hash).where(token.hash.in_(waiting))).all()
            connection.execute(delete(use).where(use.c.id_token.in_([row.id for row in rows])))
            if rows:
                dated = [{"id_token": row.id, "date": instant_text(waiting[row.hash])} for row in rows]
                connection.execute(insert(use), dated)
