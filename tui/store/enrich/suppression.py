"""The suppression list: who opted out, with nothing else stored about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tui.model.enrich.suppression import Kind, Suppressed, keys_of, suppression_keys
from tui.model.finding import Finding
from tui.model.person import Person
from tui.store.enrich.retention import erase_receipts
from tui.store.tables import rows

if TYPE_CHECKING:
    from tui.model.company import Company
    from tui.model.subject import Subject
    from tui.store.db import Database, Transaction

_COMPANY_KINDS = frozenset({"domain", "network_slug", "abn"})
_NONE: Mapping[tuple[Kind, str], str] = MappingProxyType({})
_COLUMNS = "kind, value, why, at, shown"
_BATCH = 200
"""Values compared in one statement; SQLite takes some thousand."""


class Suppression:
    """Queries on the suppression list."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def all(self) -> list[Suppressed]:
        """Return the entries that the user gave, newest first."""
        found = self._db.query(
            f"SELECT {_COLUMNS} FROM suppressed WHERE of = '' ORDER BY at DESC, kind, value"
        )
        return [_read(row) for row in found]

    def covers(self, one: Subject | Person | Company) -> Suppressed | None:
        """Return the entry that keeps ``one`` out, or None."""
        return self.covering(suppression_keys(one))

    def covering(self, known: Iterable[tuple[Kind, str]]) -> Suppressed | None:
        """Return the entry that keeps out whoever has one of the ``known`` identifiers, or None."""
        return _covering(self._db.query, known)


def suppress(
    tx: Transaction,
    entries: Sequence[tuple[Kind, str, str]],
    shown: Mapping[tuple[Kind, str], str] = _NONE,
) -> list[Suppressed]:
    """Add entries to the list, and strip the findings that are about them.

    Args:
        tx: The transaction.
        entries: Kind, value and reason of each.
        shown: How some values are written for a reader, by kind and value.
    """
    added = [
        Suppressed(kind=kind, value=value, why=why, at=tx.now, shown=shown.get((kind, value), ""))
        for kind, value, why in entries
    ]
    tx.conn.executemany(
        "INSERT INTO suppressed (kind, value, why, at, shown) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (kind, value) DO UPDATE SET why = excluded.why, of = '', shown = excluded.shown",
        [(one.kind, one.value, one.why, tx.now.timestamp(), one.shown) for one in added],
    )
    wanted = {(one.kind, one.value) for one in added}
    if not wanted:
        return []
    for (text,) in tx.rows("SELECT payload FROM findings"):
        finding = rows.read(Finding, text)
        about = finding.person or finding.company
        if about is not None and not wanted.isdisjoint(suppression_keys(about)):
            _strip(tx, finding, about)
    erase_receipts(tx, lambda key: not wanted.isdisjoint(keys_of(key)))
    tx.changed("findings")
    return added


def adopt(tx: Transaction, entries: Sequence[Suppressed]) -> None:
    """Add the entries of another account's list, with their dates; entries that are here stay as they are."""
    tx.conn.executemany(
        "INSERT OR IGNORE INTO suppressed (kind, value, why, at, shown) VALUES (?, ?, ?, ?, ?)",
        [(one.kind, one.value, one.why, (one.at or tx.now).timestamp(), one.shown) for one in entries],
    )


def forget_comments(tx: Transaction, idents: Sequence[str]) -> None:
    """Erase the texts of deleted comments from the undo history, conflicts and events, except writes still to be sent."""
    for ident in idents:
        names = [ident, *(local for (local,) in tx.rows("SELECT local FROM bound WHERE server = ?", ident))]
        for name in names:
            of = "kind LIKE '%_comment' AND json_extract(op, '$.comment_id') = ?"
            tx.run(f"UPDATE outbox SET inverse = '[]' WHERE {of}", name)
            tx.run(
                f"UPDATE outbox SET op = json_set(op, '$.text', ''), base = NULL WHERE {of}"
                f" AND kind != 'delete_comment' AND NOT {rows.IS_UNSETTLED}",
                name,
            )
            tx.run("DELETE FROM attached WHERE comment_id = ?", name)
            tx.run("DELETE FROM conflicts WHERE json_extract(op, '$.comment_id') = ?", name)
            tx.run(
                "UPDATE events SET event = json_remove(event, '$.data.text', '$.data.action.text', '$.data.old')"
                " WHERE instr(event, ?) > 0",
                name,
            )


def allow(tx: Transaction, kind: Kind, value: str) -> bool:
    """Remove an entry and return whether it was on the list; stripped findings must be requested again.

    A value that was added along with another entry stays: remove that entry instead.
    """
    gone = tx.run("DELETE FROM suppressed WHERE kind = ? AND value = ? AND of = ''", kind, value) > 0
    if gone:
        tx.run("DELETE FROM suppressed WHERE of = ?", f"{kind}:{value}")
        # Stripped findings do not show whom they are about; those of people still listed get stripped again.
        tx.run("DELETE FROM findings WHERE json_extract(payload, '$.withheld')")
    tx.changed("findings")
    return gone


def stripped(tx: Transaction, finding: Finding) -> Finding:
    """Return ``finding`` as it may be stored: stripped if its person or company opted out."""
    about = finding.person or finding.company
    if about is None or (entry := _covering(tx.rows, suppression_keys(about))) is None:
        return finding
    _suppress_identifiers(tx, about, entry)
    return withheld(finding)


def _strip(tx: Transaction, finding: Finding, about: Person | Company) -> None:
    """Erase the person or company that opted out from a stored finding."""
    if (entry := _covering(tx.rows, suppression_keys(about))) is not None:
        _suppress_identifiers(tx, about, entry)
    tx.run(
        "UPDATE findings SET payload = ? WHERE provider = ? AND type = ? AND key = ?",
        rows.text_of(withheld(finding)),
        finding.provider,
        finding.type,
        finding.key,
    )


def _suppress_identifiers(tx: Transaction, about: Person | Company, entry: Suppressed) -> None:
    """Add all identifiers that are only theirs to the list, so that a search by another one shows nothing."""
    of = f"{entry.kind}:{entry.value}"
    if isinstance(about, Person):
        own = [pair for email in about.emails for pair in suppression_keys(Person(emails=(email,)))[:1]]
        own += suppression_keys(Person(network_slug=about.network_slug))
    else:
        own = [pair for pair in suppression_keys(about) if pair[0] in _COMPANY_KINDS]
    tx.conn.executemany(
        "INSERT OR IGNORE INTO suppressed (kind, value, why, at, of) VALUES (?, ?, ?, ?, ?)",
        [(kind, value, entry.why, tx.now.timestamp(), of) for kind, value in own],
    )


def withheld(finding: Finding) -> Finding:
    """Return ``finding`` without the person or company it is about."""
    return finding.replace(person=None, company=None, changes=(), withheld=True)


def _covering(query: Callable[..., list[Any]], known: Iterable[tuple[Kind, str]]) -> Suppressed | None:
    wanted = list(known)
    for start in range(0, len(wanted), _BATCH):
        some = wanted[start : start + _BATCH]
        pairs = ", ".join("(?, ?)" for _ in some)
        found = query(
            f"SELECT {_COLUMNS}, of FROM suppressed WHERE (kind, value) IN (VALUES {pairs})"
            " ORDER BY of != '' LIMIT 1",
            *(part for pair in some for part in pair),
        )
        if found:
            return _listed(query, found[0])
    return None


def _listed(query: Callable[..., list[Any]], row: Any) -> Suppressed:
    """Return the entry that the user gave, for one that was added along with it."""
    *entry, of = row
    kind, _, value = of.partition(":")
    first = (
        query(f"SELECT {_COLUMNS} FROM suppressed WHERE kind = ? AND value = ?", kind, value) if of else []
    )
    return _read(first[0] if first else entry)


def _read(row: Any) -> Suppressed:
    kind, value, why, at, shown = row
    return Suppressed(kind=kind, value=value, why=why, at=datetime.fromtimestamp(at, UTC), shown=shown)
