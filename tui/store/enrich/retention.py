"""Retention: what lookups left in the store about people, erased by its age or by whom it is about."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from tui.model.enrich.retention import Forgotten
from tui.store.enrich.bulk import drop

if TYPE_CHECKING:
    from tui.store.db import Transaction

_PLAIN = ("domain:%", "website:%", "abn:%", "acn:%", "nzbn:%", "company:%", "search:%")
"""Keys of receipts that name no person: companies, and the criteria of searches."""

_PERSONAL = "key != '' AND " + " AND ".join(f"key NOT LIKE '{pattern}'" for pattern in _PLAIN)
_ERASED = "erased"
_ENDED = "state IN ('done', 'cancelled', 'planned')"


def forget_older(tx: Transaction, before: datetime, *, dry_run: bool = False) -> Forgotten:
    """Erase the answers of lookups, ended runs, and whom receipts are about, if older than ``before``.

    Receipts keep their date, service and price, so that spending still adds up.

    Args:
        tx: The transaction.
        before: The moment from which on everything is kept.
        dry_run: Only count what would be erased.
    """
    at, text = before.timestamp(), before.isoformat()
    hits = "coalesce(json_extract(payload, '$.person'), json_extract(payload, '$.company')) IS NOT NULL"
    found = tx.one(f"SELECT coalesce(sum({hits}), 0), count(*) FROM findings WHERE fetched_at < ?", text)
    receipts = f"at < ? AND key != '{_ERASED}' AND {_PERSONAL}"
    runs = [ident for (ident,) in tx.rows(f"SELECT id FROM bulk_runs WHERE made_at < ? AND {_ENDED}", at)]
    counted = Forgotten(
        findings=int(found[0]),
        misses=int(found[1]) - int(found[0]),
        receipts=int(tx.one(f"SELECT count(*) FROM ledger WHERE {receipts}", at)[0]),
        runs=len(runs),
    )
    if not dry_run and counted.total:
        tx.run("DELETE FROM findings WHERE fetched_at < ?", text)
        tx.run(
            "DELETE FROM finding_names WHERE NOT EXISTS (SELECT 1 FROM findings AS f WHERE"
            " f.provider = finding_names.provider AND f.type = finding_names.type AND f.key = finding_names.key)"
        )
        tx.run(f"UPDATE ledger SET key = '{_ERASED}' WHERE {receipts}", at)
        for ident in runs:
            drop(tx, ident)
        tx.changed("findings")
    return counted


def erase_receipts(tx: Transaction, is_about: Callable[[str], bool]) -> None:
    """Erase from receipts and from the items of runs whom they are about, where ``is_about`` accepts the key."""
    for (key,) in tx.rows("SELECT key FROM ledger UNION SELECT key FROM bulk_items"):
        if is_about(key):
            tx.run(f"UPDATE ledger SET key = '{_ERASED}' WHERE key = ?", key)
            tx.run(
                "UPDATE bulk_items SET key = '', subject = NULL, why = 'opted out' WHERE key = ?"
                " AND state NOT IN ('waiting', 'working')",
                key,
            )
    tx.changed("bulk")
