"""The ids that the writes of the outbox name, in a table of their own: the service's answers ask for them.

Each answer to a create asks which writes name the thing. Reading them all made sending ten thousand new cards cost
more the longer the queue was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.model.writes.base import Write
    from tui.store.db import Transaction

NAMES = "seq IN (SELECT seq FROM outbox_ids WHERE ident = ?)"
"""The condition on rows of the outbox that name an id: in the write, its inverses or its renames."""


def keep_ids(tx: Transaction, seq: int, writes: Iterable[Write], renames: Mapping[str, str]) -> None:
    """Record which ids a row of the outbox names, in place of those it named.

    Args:
        tx: The transaction.
        seq: The row.
        writes: Its write and its inverses.
        renames: The new ids of what it restores, by the old ones.
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
