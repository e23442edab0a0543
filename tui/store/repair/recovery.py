"""Recovery of a damaged store: it is set aside, never deleted, and replaced by its readable contents.

This is done row by row. The shown state is computed again from the services' data, which is also fetched
again. Data that only this machine has (unsent writes, drafts, paid answers, spending, the suppression list)
is copied. An unreadable write is kept for the user, with its readable parts.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.errors import StoreDamaged
from tui.model.writes import registry
from tui.model.writes.registry import parse_readable
from tui.store.connection import connect
from tui.store.db import Transaction
from tui.store.faults import mark_damaged, marker, translating_errors
from tui.store.migrate import migrate
from tui.store.outbox import rebase
from tui.store.outbox.ids import keep_ids
from tui.store.outbox.queue import append
from tui.store.repair.integrity import Columns, tables
from tui.store.repair.raw_rows import connect_raw, raw_rows
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
        "outbox_ids",
    }
)  # fmt: skip
"""Tables that are derived from others, only hold cursors, or are recovered separately."""

_TEXT_TABLES = frozenset({"drafts", "ledger", "unreadable"})
"""Tables whose text is worth keeping even with replaced characters."""

_LOST = "Saved from a damaged store: send it again, or drop it."


def repair_store(path: Path, clock: Clock, presence: Presence) -> str:
    """Set the damaged ``path`` aside, and replace it by its readable contents.

    Returns:
        A message for the user: where the damaged file is, and how many unsent writes were saved.

    Raises:
        StoreError: The store cannot be repaired now: others use it, or nothing can be written.
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
    """Replace ``path`` by ``fresh``; if killed midway, the next start continues from there.

    The log is moved last but one: without it the old file lacks its newest writes, for which a disk that is full
    must not leave it, and SQLite would apply a log beside the wrong file to that file.
    """
    mark_damaged(path)
    try:
        os.link(path, aside)
    except OSError:
        with ExitStack() as failed:
            failed.callback(aside.unlink, missing_ok=True)
            shutil.copyfile(path, aside)
            failed.pop_all()
    for end in reversed(_ENDS[1:]):
        if (part := path.with_name(path.name + end)).exists():
            part.rename(aside.with_name(aside.name + end))
    fresh.replace(path)


def _rebuild(path: Path, fresh: Path, clock: Clock) -> tuple[int, int]:
    """Build ``fresh`` from the readable contents of ``path``.

    Returns:
        How many unsent writes were saved, and how many writes were unreadable.
    """
    with translating_errors(fresh), closing(connect(fresh, read_only=False)) as conn:
        migrate(conn)
        conn.execute("BEGIN IMMEDIATE")
        tx = Transaction(conn, clock.now())
        with closing(connect_raw(path)) as old:
            lost, seen = _copy_all(tx, old)
        if not seen:
            _recover_from_bytes(tx, path)
        _show_all(tx)
        saved = tx.one(f"SELECT count(*) FROM outbox WHERE {rows.IS_UNSETTLED}")[0]
        conn.execute("COMMIT")
    return int(saved), lost


def _copy_all(tx: Transaction, old: sqlite3.Connection) -> tuple[int, bool]:
    """Copy every readable row; return the number of unreadable writes, and whether the queue was found."""
    for table in tables(tx.conn):
        if table not in _DERIVED:
            _copy_table(tx, old, table)
    with suppress(sqlite3.Error):
        tx.run(
            "UPDATE counter SET value = max(value, ?)", *old.execute("SELECT value FROM counter").fetchone()
        )
    return _copy_outbox(tx, old)


def _copy_table(tx: Transaction, old: sqlite3.Connection, table: str) -> None:
    """Copy the readable rows of ``table``."""
    columns = Columns(tx.conn, table)
    text = _decode_with_replacement if table in _TEXT_TABLES else _decode_strictly
    for raw in raw_rows(old, table, columns.names):
        with suppress(UnicodeDecodeError):
            row = _decoded(raw, text)
            if columns.fits(row):
                _insert(tx, "OR IGNORE", table, columns.names, row)


def _copy_outbox(tx: Transaction, old: sqlite3.Connection) -> tuple[int, bool]:
    """Copy the queue; unreadable writes are kept as text for the user."""
    columns = Columns(tx.conn, "outbox")
    lost, seen = 0, False
    for raw in raw_rows(old, "outbox", columns.names):
        seen = True
        try:
            row = _decoded(raw, _decode_strictly)
            readable = columns.fits(row) and _is_op(row[columns.names.index("op")])
        except UnicodeDecodeError:
            row, readable = _decoded(raw, _decode_with_replacement), False
        by_name = dict(zip(columns.names, row, strict=True))
        if readable:
            if by_name["state"] == "inflight":
                by_name["state"] = "uncertain"
            _insert(tx, "OR IGNORE", "outbox", columns.names, tuple(by_name.values()))
            _index_ids(tx, by_name)
        elif by_name["state"] not in {"done", "dropped", "folded"}:
            lost += 1
            kept = (by_name["seq"], str(by_name["kind"]), str(by_name["op"]))
            _insert(tx, "OR IGNORE", "unreadable", ("seq", "kind", "op"), kept)
    return lost, seen


def _index_ids(tx: Transaction, row: dict[str, Any]) -> None:
    """Record the ids in a copied write; the outbox sets aside one whose inverses cannot be read."""
    with suppress(ValueError):
        writes = (registry.parse_json(row["op"]), *registry.parse_all(row["inverse"]))
        keep_ids(tx, row["seq"], writes, json.loads(row["renames"]))


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


def _decode_strictly(value: bytes) -> str:
    return value.decode()


def _decode_with_replacement(value: bytes) -> str:
    return value.decode(errors="replace")


def _decoded(raw: tuple[Any, ...], text: Callable[[bytes], str]) -> tuple[Any, ...]:
    return tuple(text(value) if isinstance(value, bytes) else value for value in raw)


def _show_all(tx: Transaction) -> None:
    """Compute the shown state again from the services' data and the unsent writes."""
    for noun in TABLES:
        for ident, parent in tx.rows("SELECT id, parent_id FROM docs WHERE noun = ?", noun):
            rebase.refresh(tx, (noun, ident), parent if noun in {"checklists", "comments"} else "")
    texts = tx.rows(f"SELECT op FROM outbox WHERE {rows.IS_PENDING} ORDER BY seq")
    rebase.refresh_after(tx, parse_readable(texts))


def _recover_from_bytes(tx: Transaction, path: Path) -> None:
    """Recover writes from the raw bytes of a file whose tables cannot be found.

    Their states are unknown, and sending an old move again would undo later ones, so the user is asked.
    """
    for write in _scan(path):
        seq = append(tx, write, key=os.urandom(16).hex(), batch=None, role="do")
        tx.run("UPDATE outbox SET state = 'refused', reason = ? WHERE seq = ?", _LOST, seq)


def _scan(path: Path) -> Iterator[Write]:
    """Find writes in the bytes of a file and its log, each once; not inverses, which are in brackets."""
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
            pass  # truncated, or no write at all
        at = text.find('{"board_id"', end)
    return iter(writes)
