"""Salvage: a damaged store is put aside, never thrown away, and its unsent writes are saved out of it."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from tui.clock import Clock
from tui.errors import StoreError
from tui.model.op import OPS, Op
from tui.store.db import Transaction, connect, damaged, journal, marker, naming
from tui.store.migrate import check, migrate
from tui.store.ops import rebase
from tui.store.ops.queue import append

_ENDS = ("", "-wal", "-shm", "-journal")


class Saved(NamedTuple):
    """A write read out of a damaged store."""

    key: str
    op: Op
    state: str
    reason: str


def mend(path: Path, clock: Clock) -> None:
    """Put ``path`` aside if it is damaged, and start a new store with the unsent writes it held.

    Raises:
        StoreError: It was damaged; says where it is now and how many writes were saved.
    """
    if not path.exists() or path.stat().st_size == 0 or _sound(path):
        return
    aside = path.with_name(f"{path.name}.damaged-{clock.now():%Y%m%d-%H%M%S}-{os.urandom(2).hex()}")
    for end in _ENDS:
        if (part := path.with_name(path.name + end)).exists():
            part.rename(aside.with_name(aside.name + end))
    saved = list(_unsent(aside))
    with naming(path), closing(connect(path, read_only=False)) as conn:
        journal(conn, path)
        migrate(conn)
        conn.execute("BEGIN IMMEDIATE")
        tx = Transaction(conn, clock.now())
        for one in saved:
            _restore(tx, one)
        conn.execute("COMMIT")
    marker(path).unlink(missing_ok=True)
    raise StoreError(
        f"The local store was damaged. {len(saved)} unsent write{'s were' if len(saved) != 1 else ' was'} saved.",
        hint=f"Start again to go on: boards are fetched anew. The damaged file is kept as {aside}.",
    )


def _sound(path: Path) -> bool:
    """Whether SQLite can use the file; all of it is read when damage was met before."""
    try:
        with closing(connect(path, read_only=True)) as conn:
            check(conn)
            conn.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            if marker(path).exists():
                if conn.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                    return False
                marker(path).unlink(missing_ok=True)
    except sqlite3.DatabaseError as error:
        # Locked or unreadable is not damaged: opening it will say so.
        return not damaged(error)
    return True


def _restore(tx: Transaction, saved: Saved) -> None:
    seq = append(tx, saved.op, key=saved.key, batch=None, role="do")
    tx.run("UPDATE outbox SET state = ?, reason = ? WHERE seq = ?", saved.state, saved.reason, seq)
    rebase.refresh_after(tx, [saved.op])


def _unsent(path: Path) -> Iterator[Saved]:
    """The writes still to be sent: by SQLite as far as it reads, else out of the raw bytes."""
    found: set[Op] = set()
    try:
        with closing(connect(path, read_only=True)) as conn:
            for key, text, state, reason in conn.execute(
                "SELECT key, op, CASE state WHEN 'inflight' THEN 'uncertain' ELSE state END, reason"
                " FROM outbox NOT INDEXED WHERE state IN ('waiting', 'inflight', 'uncertain', 'refused') ORDER BY seq"
            ):
                found.add(op := OPS.validate_json(text))
                yield Saved(key, op, state, reason)
    except (sqlite3.DatabaseError, ValidationError):
        # Whole rows stand in the pages as text, but not how far each had come: sending an old move again
        # would undo later ones, so the user is asked.
        for op in _scan(path):
            if op not in found:
                yield Saved(
                    os.urandom(16).hex(),
                    op,
                    "refused",
                    "Saved from a damaged store: send it again, or drop it.",
                )


def _scan(path: Path) -> list[Op]:
    """Ops that stand readable in the bytes of a file and its log, each once; inverses (in brackets) not."""
    text = b"".join(
        part.read_bytes() for end in ("", "-wal") if (part := path.with_name(path.name + end)).exists()
    ).decode("utf-8", "replace")
    ops: dict[Op, None] = {}
    at = text.find('{"board_id"')
    while at >= 0:
        end = at + 1
        try:
            value, end = json.JSONDecoder().raw_decode(text, at)
            if text[at - 1 : at] not in {"[", ","}:
                ops[OPS.validate_python(value)] = None
        except ValueError:
            pass  # torn in the middle, or not an op at all
        at = text.find('{"board_id"', end)
    return list(ops)
