"""The ids in writes of the outbox, and their replacement once the service has assigned its own.

The ids are in a separate table, because each answer to a create must find the writes that name the thing.
Reading all writes would make sending ten thousand new cards slower the longer the queue is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from tui.model.values.scalars import is_local
from tui.model.writes import registry
from tui.store.tables.catalogue import TABLES

if TYPE_CHECKING:
    from tui.model.writes.base import Write
    from tui.store.db import Transaction

NAMES = "seq IN (SELECT seq FROM outbox_ids WHERE ident = ?)"
"""The condition on rows of the outbox that name an id: in the write, its inverses or its renames."""


def keep_ids(tx: Transaction, seq: int, writes: Iterable[Write], renames: Mapping[str, str]) -> None:
    """Record the ids in a row of the outbox, replacing earlier ones.

    Args:
        tx: The transaction.
        seq: The row.
        writes: Its write and its inverses.
        renames: The new ids of restored things, by the old ones.
    """
    named = {ident for write in writes for ident in write.referenced_ids}
    named.update(chain.from_iterable(renames.items()))
    tx.run("DELETE FROM outbox_ids WHERE seq = ?", seq)
    tx.conn.executemany(_ADD, [(ident, seq) for ident in named])


def keep_new_ids(tx: Transaction, rows: Iterable[tuple[int, Iterable[Write]]]) -> None:
    """Record which ids new rows name: each has its number, its write and its inverses."""
    named = {(ident, seq) for seq, writes in rows for write in writes for ident in write.referenced_ids}
    # In the order of the table, in which they are added three times as fast.
    tx.conn.executemany(_ADD, sorted(named))


_ADD = "INSERT INTO outbox_ids (ident, seq) VALUES (?, ?)"


def current_id(tx: Transaction, ident: str) -> str:
    """Return a thing's current id: the service's for a local id that has been bound."""
    row = tx.one("SELECT server FROM bound WHERE local = ?", ident) if is_local(ident) else None
    return ident if row is None else str(row[0])


def current(tx: Transaction, write: Write) -> Write:
    """Return ``write`` with the service's ids for local ids that have been bound meanwhile."""
    now = {ident: current_id(tx, ident) for ident in write.referenced_ids if is_local(ident)}
    return write.with_ids_replaced({ident: name for ident, name in now.items() if name != ident})


def bind(tx: Transaction, names: dict[str, str], write: Write) -> Write:
    """Bind local ids to the service's in the whole store, and return ``write`` with the service's ids.

    The rows under the local ids are deleted, and rebuilt from the writes under the service's ids, on top of
    what a pull may have brought already.
    """
    for local, server in names.items():
        tx.run("INSERT OR REPLACE INTO bound (local, server) VALUES (?, ?)", local, server)
        for noun in TABLES:
            tx.run(f"DELETE FROM {noun} WHERE id = ?", local)
            tx.run("DELETE FROM docs WHERE noun = ? AND id = ?", noun, local)
        tx.run("UPDATE OR REPLACE attached SET card_id = ? WHERE card_id = ?", server, local)
        tx.run("UPDATE attached SET comment_id = ? WHERE comment_id = ?", server, local)
        tx.run(
            "UPDATE OR REPLACE drafts SET key = replace(key, ?, ?) WHERE instr(key, ?) > 0",
            local,
            server,
            local,
        )
        rename_writes(tx, local, {local: server})
        _rename_conflicts(tx, local, {local: server})
    if names:
        tx.bound(names)
        tx.changed("outbox")
    return write.with_ids_replaced(names)


def _rename_conflicts(tx: Transaction, ident: str, names: Mapping[str, str]) -> None:
    for number, text in tx.rows("SELECT id, op FROM conflicts WHERE instr(op, ?) > 0", ident):
        renamed = registry.parse_json(text).with_ids_replaced(names).to_stored()
        tx.run("UPDATE conflicts SET op = ? WHERE id = ?", renamed, number)


def rename_writes(
    tx: Transaction, ident: str, names: Mapping[str, str], *, inverses_only: bool = False
) -> None:
    """Replace ids in every write and inverse that names ``ident``: in id fields only, never in texts."""
    found = tx.rows(f"SELECT seq, op, inverse, renames FROM outbox WHERE {NAMES}", ident)
    for seq, text, inverse, renames in found:
        try:
            write = registry.parse_json(text)
            inverses = [registry.parse(one).with_ids_replaced(names) for one in json.loads(inverse)]
        except ValueError:
            continue  # unreadable: left to the quarantine
        write = write if inverses_only else write.with_ids_replaced(names)
        new_renames = {names.get(old, old): names.get(new, new) for old, new in json.loads(renames).items()}
        tx.run(
            "UPDATE outbox SET op = ?, entity = ?, needs = ?, inverse = ?, renames = ? WHERE seq = ?",
            write.to_stored(),
            write.entity,
            " ".join(write.unbound_ids),
            f"[{','.join(one.to_stored() for one in inverses)}]",
            json.dumps(new_renames),
            seq,
        )
        keep_ids(tx, seq, (write, *inverses), new_renames)
