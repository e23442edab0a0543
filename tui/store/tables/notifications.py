"""The account's notifications."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.model.notification import Notification
from tui.model.values.scalars import format_instant
from tui.store.tables import rows
from tui.store.tables.rows import Table

if TYPE_CHECKING:
    from tui.store.db import Database

NOTIFICATIONS: Table[Notification] = Table(
    "notifications",
    Notification,
    ("id", "date", "unread"),
    lambda _, row: (row.id, format_instant(row.date), row.unread),
    lambda _: ("", ""),
)


class Notifications:
    """Read access to notifications, as shown."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def all(self, *, unread_only: bool = False, limit: int = 100) -> list[Notification]:
        """Return the newest notifications, newest first."""
        where = "(? = 0 OR v.unread = 1) ORDER BY v.date DESC, v.id DESC LIMIT ?"
        texts = rows.payloads(self._db, "notifications", where, unread_only, limit)
        return [rows.read(Notification, text, self._db) for text in texts]

    def unread(self) -> int:
        """Return the number of unread notifications."""
        return int(self._db.first("SELECT count(*) FROM notifications WHERE unread = 1")[0])

    def since(self, oldest: str) -> set[str]:
        """Return the ids from ``oldest`` on."""
        return {ident for (ident,) in self._db.query("SELECT id FROM notifications WHERE id >= ?", oldest)}

    def newest(self) -> str | None:
        """Return the id of the newest notification, or None."""
        row = self._db.first("SELECT max(id) FROM notifications")
        return None if row[0] is None else str(row[0])
