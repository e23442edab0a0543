"""A file system for SQLite that can lose its power: what was not synced is lost, in part or whole.

SQLite runs for real, through a file layer of apsw that passes everything on to real files and remembers what
each file holds for certain. ``Power.photo`` is what a disk could hold if the power failed at that moment.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Self

import apsw

SECTOR = 512


@dataclass
class Disk:
    """One file: what is on it for certain, and what has been asked for since."""

    sure: bytes = b""
    asked: list[tuple[int, bytes | None]] = field(default_factory=list)

    def after(self, kept: Sequence[tuple[int, bytes | None]]) -> bytes:
        """Its bytes once ``kept`` have been carried out; None cuts it to a length."""
        held = bytearray(self.sure)
        for at, data in kept:
            if data is None:
                del held[at:]
            else:
                held.extend(bytes(max(0, at + len(data) - len(held))))
                held[at : at + len(data)] = data
        return bytes(held)

    def sync(self) -> None:
        self.sure, self.asked = self.after(self.asked), []

    def cut(self, dice: Random) -> bytes:
        """As the power may leave it: all, none or some of what was asked for, and some of that torn."""
        kept: list[tuple[int, bytes | None]] = []
        share = dice.choice((0.0, 0.5, 1.0))
        for at, data in self.asked:
            if dice.random() < share:
                torn = data is not None and dice.random() < 0.2
                kept.append((at, data[: len(data) // 2 // SECTOR * SECTOR] if torn and data else data))
        return self.after(kept)


class Power(apsw.VFS):
    """The file layer.

    Args:
        watch: Called after each thing the disk was asked for.
    """

    def __init__(self, watch: Callable[[], None]) -> None:
        self.disks: dict[str, Disk] = {}
        self.watch = watch
        super().__init__("power", "")

    def xOpen(self, name: Any, flags: list[int]) -> File:  # noqa: N802 - SQLite's name
        return File(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self.disks.pop(filename, None)
        self.watch()

    def photo(self, folder: Path, dice: Random) -> None:
        """Write into ``folder`` what would be found after a power cut now."""
        folder.mkdir()
        for name, disk in self.disks.items():
            (folder / Path(name).name).write_bytes(disk.cut(dice))


class File(apsw.VFSFile):
    """A file that remembers what it was asked for."""

    def __init__(self, power: Power, name: Any, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._power = power
        path = name if isinstance(name, str) else name.filename() if name is not None else None
        self._disk = Disk() if path is None else power.disks.setdefault(path, Disk(Path(path).read_bytes()))

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        super().xWrite(data, offset)
        self._disk.asked.append((offset, bytes(data)))
        self._power.watch()

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self._disk.asked.append((newsize, None))
        self._power.watch()

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self._disk.sync()
        self._power.watch()


class Cursor:
    """The part of sqlite3's that the store uses."""

    def __init__(self, cursor: apsw.Cursor, conn: apsw.Connection) -> None:
        self._cursor, self.rowcount, self.lastrowid = cursor, conn.changes(), conn.last_insert_rowid()
        self._rows = list(cursor)

    def fetchone(self) -> Any:
        return self._rows.pop(0) if self._rows else None

    def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)

    def close(self) -> None:
        self._rows = []


class Connection:
    """A connection through the file layer. All are one: without shared memory a file has one owner."""

    def __init__(self, conn: apsw.Connection, lock: threading.RLock) -> None:
        self._conn, self._lock = conn, lock

    @property
    def in_transaction(self) -> bool:
        return not self._conn.getautocommit()

    def execute(self, sql: str, args: Sequence[Any] = ()) -> Cursor:
        if "query_only" in sql:
            sql = "SELECT 0"
        with self._lock:
            return Cursor(self._conn.cursor().execute(sql, tuple(args)), self._conn)

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> Cursor:
        with self._lock:
            return Cursor(self._conn.cursor().executemany(sql, [tuple(row) for row in rows]), self._conn)

    def close(self) -> None:
        """The one behind it is closed at the end of the run."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def powered(path: Path, watch: Callable[[], None]) -> Iterator[tuple[Power, Callable[..., Any]]]:
    """The file layer, and what to call in place of ``sqlite3.connect`` for ``path``."""
    power, real, lock = Power(watch), sqlite3.connect, threading.RLock()
    path.touch()
    conn = apsw.Connection(str(path), vfs="power")
    conn.cursor().execute("PRAGMA locking_mode=EXCLUSIVE").fetchall()

    def connect(name: Any, *args: Any, **more: Any) -> Any:
        return Connection(conn, lock) if str(name) == str(path) else real(name, *args, **more)

    try:
        yield power, connect
    finally:
        conn.close()
        power.unregister()
