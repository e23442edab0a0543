"""Recovery: a damaged store is put aside, never thrown away, and what can be read of it goes on in a new one.

Row by row: what the services said is built up again from what they said, and fetched anew; what only this machine
knows (unsent writes, drafts, paid answers, what was spent, who opted out) is taken over as it stands. A write that
cannot be read any more is kept for the user with what can be made out of it.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.errors import StoreDamaged
from tui.model.writes import registry
from tui.model.writes.registry import readable
from tui.store.db import Transaction, connect
from tui.store.faults import marker, naming, suspect
from tui.store.migrate import migrate
from tui.store.outbox import rebase
from tui.store.outbox.queue import append
from tui.store.repair.raw_rows import connect_raw, raw_rows
from tui.store.repair.soundness import Columns, tables
from tui.store.tables import rows
from tui.store.tables.catalogue import TABLES

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.writes.base import Write
    from tui.presence import Presence

_ENDS = ("", "-wal", "-shm", "-journal")
_DERIVED = frozenset(
    {
        "boards", "lists", "cards", "labels", "checklists", "comments", "notifications", "card_texts",
        "cursors", "lease", "counter", "outbox",
    }
)  # fmt: skip
"""Tables that are made again from others, that only say how far was read, or that have a way of their own."""

_WORDS = frozenset({"drafts", "ledger", "unreadable"})
"""Tables whose text is worth keeping with a character missing."""

_LOST = "Saved from a damaged store: send it again, or drop it."


def mend(path: Path, clock: Clock, presence: Presence) -> str:
    """Put ``path`` aside, which is damaged, and go on with what can be read of it.

    Returns:
        What was done, for the user: where the damaged file is, and how many unsent writes were saved.

    Raises:
        StoreError: It cannot be repaired now: others use it, or nothing can be written.
    """
    with presence.alone("The local store is damaged and cannot be repaired"):
        aside = path.with_name(f"{path.name}.damaged-{clock.now():%Y%m%d-%H%M%S}-{os.urandom(2).hex()}")
        fresh = path.with_name(f"{path.name}.mending")
        try:
            _remove(fresh)
            saved, lost = _rebuild(path, fresh, clock)
            _swap(path, fresh, aside)
        except OSError as error:
            raise StoreDamaged(
                f"The local store is damaged and cannot be repaired: {error.strerror}.",
                hint=f"Make room, see who owns it, and start again. ({path})",
            ) from error
    marker(path).unlink(missing_ok=True)
    writes = f"{saved} unsent write{'s were' if saved != 1 else ' was'} saved"
    more = f", {lost} cannot be read any more and wait in the outbox" if lost else ""
    return (
        f"The local store was damaged and was repaired: {writes}{more}. The damaged file is kept as {aside}."
    )


def _remove(path: Path) -> None:
    for end in _ENDS:
        path.with_name(path.name + end).unlink(missing_ok=True)


def _swap(path: Path, fresh: Path, aside: Path) -> None:
    """Put the whole of ``fresh`` in the place of ``path``; killed in between, the next start goes on from there.

    The log goes first: a log beside a file that is not its own would be taken for its own.
    """
    suspect(path)
    for end in reversed(_ENDS[1:]):
        if (part := path.with_name(path.name + end)).exists():
            part.rename(aside.with_name(aside.name + end))
    try:
        os.link(path, aside)
    except OSError:
        shutil.copyfile(path, aside)
    fresh.replace(path)


def _rebuild(path: Path, fresh: Path, clock: Clock) -> tuple[int, int]:
    """Make ``fresh`` of what can be read in ``path``.

    Returns:
        How many unsent writes are in it, and how many of them cannot be read any more.
    """
    with naming(fresh), closing(connect(fresh, read_only=False)) as conn:
        migrate(conn)
        conn.execute("BEGIN IMMEDIATE")
        tx = Transaction(conn, clock.now())
        with closing(connect_raw(path)) as old:
            lost, seen = _take_all(tx, old)
        if not seen:
            _take_ops_in_bytes(tx, path)
        _show_all(tx)
        saved = tx.one(f"SELECT count(*) FROM outbox WHERE {rows.IS_UNSETTLED}")[0]
        conn.execute("COMMIT")
    return int(saved), lost


def _take_all(tx: Transaction, old: sqlite3.Connection) -> tuple[int, bool]:
    """Take over every row that can be read; how many writes could not, and whether the queue was found at all."""
    for table in tables(tx.conn):
        if table not in _DERIVED:
            _take(tx, old, table)
    with suppress(sqlite3.Error):
        tx.run(
            "UPDATE counter SET value = max(value, ?)", *old.execute("SELECT value FROM counter").fetchone()
        )
    return _take_outbox(tx, old)


def _take(tx: Transaction, old: sqlite3.Connection, table: str) -> None:
    """Take over the rows of ``table`` that can be read."""
    columns = Columns(tx.conn, table)
    text = _with_gaps if table in _WORDS else _exactly
    for raw in raw_rows(old, table, columns.names):
        with suppress(UnicodeDecodeError):
            row = _decoded(raw, text)
            if columns.fits(row):
                _insert(tx, "OR IGNORE", table, columns.names, row)


def _take_outbox(tx: Transaction, old: sqlite3.Connection) -> tuple[int, bool]:
    """Take over the queue: a write is as it was, or is kept for the user to read."""
    columns = Columns(tx.conn, "outbox")
    lost, seen = 0, False
    for raw in raw_rows(old, "outbox", columns.names):
        seen = True
        try:
            row = _decoded(raw, _exactly)
            readable = columns.fits(row) and _is_op(row[columns.names.index("op")])
        except UnicodeDecodeError:
            row, readable = _decoded(raw, _with_gaps), False
        by_name = dict(zip(columns.names, row, strict=True))
        if readable:
            if by_name["state"] == "inflight":
                by_name["state"] = "uncertain"
            _insert(tx, "OR IGNORE", "outbox", columns.names, tuple(by_name.values()))
        elif by_name["state"] not in {"done", "dropped", "folded"}:
            lost += 1
            kept = (by_name["seq"], str(by_name["kind"]), str(by_name["op"]))
            _insert(tx, "OR IGNORE", "unreadable", ("seq", "kind", "op"), kept)
    return lost, seen


def _is_op(text: Any) -> bool:
    try:
        registry.parse_json(text)
    except ValueError:
        return False
    return True


def _insert(tx: Transaction, how: str, table: str, names: tuple[str, ...], row: tuple[Any, ...]) -> None:
    marks = ", ".join("?" * len(names))
    with suppress(sqlite3.IntegrityError):
        tx.run(f"INSERT {how} INTO {table} ({', '.join(names)}) VALUES ({marks})", *row)


def _exactly(value: bytes) -> str:
    return value.decode()


def _with_gaps(value: bytes) -> str:
    return value.decode(errors="replace")


def _decoded(raw: tuple[Any, ...], text: Callable[[bytes], str]) -> tuple[Any, ...]:
    return tuple(text(value) if isinstance(value, bytes) else value for value in raw)


def _show_all(tx: Transaction) -> None:
    """Make what is shown again: what the services said, with the unsent writes on top of it."""
    for noun in TABLES:
        for ident, parent in tx.rows("SELECT id, parent_id FROM docs WHERE noun = ?", noun):
            rebase.refresh(tx, (noun, ident), parent if noun in {"checklists", "comments"} else "")
    texts = tx.rows(f"SELECT op FROM outbox WHERE {rows.IS_PENDING} ORDER BY seq")
    rebase.refresh_after(tx, readable(texts))


def _take_ops_in_bytes(tx: Transaction, path: Path) -> None:
    """Take the writes that stand readable in the bytes of a file whose tables are not to be found.

    How far each had come is not known: sending an old move again would undo later ones, so the user is asked.
    """
    for write in _scan(path):
        seq = append(tx, write, key=os.urandom(16).hex(), batch=None, role="do")
        tx.run("UPDATE outbox SET state = 'refused', reason = ? WHERE seq = ?", _LOST, seq)


def _scan(path: Path) -> Iterator[Write]:
    """Writes that stand readable in the bytes of a file and its log, each once; inverses (in brackets) not."""
    text = b"".join(
        part.read_bytes() for end in ("", "-wal") if (part := path.with_name(path.name + end)).exists()
    ).decode("utf-8", "replace")
    writes: dict[Write, None] = {}
    at = text.find('{"board_id"')
    while at >= 0:
        end = at + 1
        try:
            value, end = json.JSONDecoder().raw_decode(text, at)
            if text[at - 1 : at] not in {"[", ","}:
                writes[registry.parse(value)] = None
        except ValueError:
            pass  # torn in the middle, or not a write at all
        at = text.find('{"board_id"', end)
    return iter(writes)
