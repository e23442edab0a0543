"""Opening a store: its file is checked, repaired if damaged, migrated, and compared with its change counter."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tui.errors import StoreError
from tui.presence import Presence
from tui.store.change_counter import ChangeCounter, loss_message
from tui.store.connection import connect, journal
from tui.store.db import AS_IT_IS, Database, Upgrade
from tui.store.faults import damaged, marker
from tui.store.feed import Feed
from tui.store.migrate import check, keep_before, migrate, newest_schema, version_of
from tui.store.store import Store
from tui.store.windows.window import close_window, open_window

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.change import Doer


def open_store(path: Path, clock: Clock, doer: Doer = "command") -> Store:
    """Open the store at ``path``, creating or migrating it if necessary.

    A damaged store is set aside under another name, and replaced by its readable contents: see
    ``Store.notice``. A store that cannot be written to can still be read: see ``Store.trouble``.

    Args:
        path: The file.
        clock: The clock.
        doer: Who writes.

    Raises:
        StoreTooNew: A newer Cardscout wrote the store; it is left untouched.
        StoreBusy: Another process holds its lock.
        StoreError: The store cannot be opened, or is damaged and cannot be repaired now.
    """
    presence, counter = Presence(path.parent), ChangeCounter(path)
    # Read before opening, because other processes may write and update the counter meanwhile.
    counted = counter.last() if path.exists() else 0
    with ExitStack() as failed:
        failed.callback(presence.leave)
        notice = _repair_if_damaged(path, clock, presence)
        try:
            store = _open_checked(path, clock, doer)
        except StoreError:
            if not marker(path).exists():
                raise
            notice = _repair_if_damaged(path, clock, presence)
            store = _open_checked(path, clock, doer)
        failed.pop_all()
    store.writes.opened_after = stored = store.outbox.last()
    if counted > stored and not notice:
        notice = loss_message(path, counted - stored)
    if store.trouble is None:
        counter.start_again(stored)
    store.notice = notice
    store.closing.append(presence.leave)
    return store


def _open_checked(path: Path, clock: Clock, doer: Doer) -> Store:
    """Open the store and read what every start reads, so that damage is found now."""
    window, feed = open_window(doer), Feed()
    with ExitStack() as failed:
        failed.callback(close_window, window)
        db = Database(path, clock, feed, _prepare, window, _readable)
        failed.callback(db.close)
        store = Store(db, clock, feed, window)
        store.boards.all()
        store.meta.all()
        store.outbox.counts()
        failed.pop_all()
    return store


def _repair_if_damaged(path: Path, clock: Clock, presence: Presence) -> str:
    """Repair a damaged store and return a message for the user; "" if there is no damage."""
    if is_usable(path):
        return ""
    from tui.store.repair.recovery import repair_store

    return repair_store(path, clock, presence)


def _readable(conn: sqlite3.Connection) -> Upgrade | None:
    check(conn)
    version = version_of(conn)
    if version == newest_schema():
        return AS_IT_IS
    return migrate if version else None


def _prepare(conn: sqlite3.Connection, path: Path) -> None:
    check(conn)
    journal(conn, path)
    if 0 < (version := version_of(conn)) < newest_schema():
        keep_before(path, version)
    migrate(conn)


def is_usable(path: Path) -> bool:
    """Return whether SQLite can use the file; all of it is read if damage was found before."""
    if not path.exists() or path.stat().st_size == 0:
        return True
    try:
        with closing(connect(path, read_only=True)) as conn:
            check(conn)
            conn.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            if marker(path).exists():
                from tui.store.repair.integrity import is_sound

                if not is_sound(conn):
                    return False
                with suppress(OSError):
                    marker(path).unlink(missing_ok=True)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        # A locked or unreadable file is not damaged: opening it will report the cause.
        return not damaged(error)
    return True
