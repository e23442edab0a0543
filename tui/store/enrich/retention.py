"""Retention: erases stored lookup results about people, by age or by person."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from tui.model.enrich.retention import Forgotten
from tui.model.finding import Finding
from tui.model.subject import Subject
from tui.store.enrich.bulk import drop
from tui.store.enrich.ledger import ERASED, FORMER
from tui.store.enrich.pages import KEPT
from tui.store.tables import rows

if TYPE_CHECKING:
    from tui.store.db import Transaction

_PLAIN = ("domain:%", "website:%", "abn:%", "acn:%", "nzbn:%", "company:%", "search:%")
"""Keys of receipts that name no person: companies, and the criteria of searches."""

_PERSONAL = "key != '' AND " + " AND ".join(f"key NOT LIKE '{pattern}'" for pattern in _PLAIN)
_ENDED = "state IN ('done', 'cancelled', 'planned')"


def forget_older(tx: Transaction, before: datetime, *, dry_run: bool = False) -> Forgotten:
    """Erase answers of lookups, ended runs, and the subjects of receipts, if older than ``before``.

    Pages of hits are erased as soon as they are too old to be used. Receipts keep their date, service and
    price, so that spending still adds up.

    Args:
        tx: The transaction.
        before: Everything from this moment on is kept, except pages.
        dry_run: Only count what would be erased.
    """
    at, text = before.timestamp(), before.isoformat()
    expired = max(at, (tx.now - KEPT).timestamp())
    hits = "coalesce(json_extract(payload, '$.person'), json_extract(payload, '$.company')) IS NOT NULL"
    found = tx.one(f"SELECT coalesce(sum({hits}), 0), count(*) FROM findings WHERE fetched_at < ?", text)
    receipts = f"at < ? AND key != '{ERASED}' AND {_PERSONAL}"
    requests = f"at < ? AND owner = '' AND key NOT LIKE '{ERASED}' || char(10) || '%' AND {_PERSONAL}"
    runs = [ident for (ident,) in tx.rows(f"SELECT id FROM bulk_runs WHERE made_at < ? AND {_ENDED}", at)]
    counted = Forgotten(
        findings=int(found[0]),
        misses=int(found[1]) - int(found[0]),
        pages=int(tx.one("SELECT count(*) FROM pages WHERE at < ?", expired)[0]),
        receipts=sum(
            int(tx.one(f"SELECT count(*) FROM {which}", at)[0])
            for which in (f"ledger WHERE {receipts}", f"asked WHERE {requests}")
        ),
        runs=len(runs),
        changes=len(earlier := _earlier_values(tx, before)),
    )
    if not dry_run and counted.total:
        tx.run("DELETE FROM findings WHERE fetched_at < ?", text)
        tx.run("DELETE FROM pages WHERE at < ?", expired)
        tx.run(
            "DELETE FROM finding_names WHERE NOT EXISTS (SELECT 1 FROM findings AS f WHERE"
            " f.provider = finding_names.provider AND f.type = finding_names.type AND f.key = finding_names.key)"
        )
        for finding in earlier:
            kept = tuple(one for one in finding.changes if one.until >= before)
            overwrite(tx, finding.replace(changes=kept))
        tx.run(f"UPDATE ledger SET key = '{ERASED}' WHERE {receipts}", at)
        tx.run(f"UPDATE asked SET key = '{ERASED}' || char(10) || token WHERE {requests}", at)
        for ident in runs:
            drop(tx, ident)
        tx.changed("findings")
    return counted


def overwrite(tx: Transaction, finding: Finding) -> None:
    """Replace the stored answer with the key of ``finding``; its date is kept, but no name of somebody who opted out."""
    if finding.withheld:
        tx.run(
            "DELETE FROM finding_names WHERE name LIKE 'called:%' AND provider = ? AND type = ? AND key = ?",
            finding.provider,
            finding.type,
            finding.key,
        )
    tx.run(
        "UPDATE findings SET payload = ? WHERE provider = ? AND type = ? AND key = ?",
        rows.text_of(finding),
        finding.provider,
        finding.type,
        finding.key,
    )


def _earlier_values(tx: Transaction, before: datetime) -> list[Finding]:
    """Return the remembered answers with values that were last seen before ``before``."""
    marked = tx.rows("SELECT payload FROM findings WHERE json_array_length(payload, '$.changes') > 0")
    found = (rows.read(Finding, text) for (text,) in marked)
    return [one for one in found if any(was.until < before for was in one.changes)]


def erase_receipts(tx: Transaction, is_about: Callable[[str], bool]) -> None:
    """Erase the subjects of receipts, of unanswered requests and of items of runs.

    Args:
        tx: The transaction.
        is_about: Returns whether a key is about the people to erase.
    """
    for (key,) in list(tx.rows("SELECT DISTINCT key FROM ledger")):
        if is_about(key):
            tx.run(f"UPDATE ledger SET key = '{ERASED}' WHERE key = ?", key)
    for key, subject in list(tx.rows("SELECT DISTINCT key, subject FROM bulk_items")):
        others = rows.read(Subject, subject).identifiers if subject else ()
        if is_about(key) or any(is_about(f"{one.kind}:{one.value}") for one in others):
            tx.run(
                "UPDATE bulk_items SET key = '', subject = NULL, why = 'opted out' WHERE key = ?"
                " AND state NOT IN ('waiting', 'working')",
                key,
            )
    for key, token in list(tx.rows("SELECT key, token FROM asked")):
        if is_about(key.partition(FORMER)[0]):
            # Its possible cost still counts, and the request can still be ended by its token.
            tx.run("UPDATE asked SET key = ? WHERE token = ?", f"{ERASED}{FORMER}{token}", token)
    tx.changed("bulk")
