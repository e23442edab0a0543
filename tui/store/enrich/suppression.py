"""The suppression list: who opted out, with nothing else stored about them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tui.model.enrich.identities import Identities, Key, own_keys
from tui.model.enrich.mentions import receipt_mentions
from tui.model.enrich.suppression import Kind, Suppressed, suppression_keys
from tui.model.finding import Finding
from tui.store.enrich.pages import erase_from_pages
from tui.store.enrich.retention import erase_receipts, overwrite
from tui.store.tables import rows

if TYPE_CHECKING:
    from tui.model.company import Company
    from tui.model.person import Person
    from tui.model.subject import Subject
    from tui.store.db import Database, Transaction

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

    def keys(self) -> set[Key]:
        """Return all keys on the list, those that were added along with an entry included."""
        return {(kind, value) for kind, value in self._db.query("SELECT kind, value FROM suppressed")}

    def linked(self, known: Iterable[Key]) -> set[Key]:
        """Return ``known`` with all other identifiers of the same people and companies, as the answers tell them."""
        return _identities(self._db.query).of(known)[0]


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
    _erase(tx, [((one.kind, one.value), ()) for one in added])
    return added


def adopt(tx: Transaction, entries: Sequence[Suppressed]) -> None:
    """Add the entries of another account's list, with their dates; entries that are here stay as they are."""
    tx.conn.executemany(
        "INSERT OR IGNORE INTO suppressed (kind, value, why, at, shown) VALUES (?, ?, ?, ?, ?)",
        [(one.kind, one.value, one.why, (one.at or tx.now).timestamp(), one.shown) for one in entries],
    )
    _erase(tx, [((one.kind, one.value), ()) for one in entries])


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
        # Nor do stripped hits, which the same search would show without their names.
        tx.run("DELETE FROM pages")
    tx.changed("findings")
    return gone


def stripped(tx: Transaction, finding: Finding) -> Finding:
    """Return ``finding`` as it may be stored: stripped if its person or company opted out."""
    about = finding.person or finding.company
    if about is None or (entry := _covering(tx.rows, suppression_keys(about))) is None:
        return finding
    _erase(tx, [((entry.kind, entry.value), own_keys(finding))], {finding.key})
    return withheld(finding)


def _erase(
    tx: Transaction, entries: Sequence[tuple[Key, Iterable[Key]]], about: Collection[str] = ()
) -> None:
    """Erase answers and receipts about those on the list, and list all identifiers that are only theirs.

    Args:
        tx: The transaction.
        entries: The entries that the user gave, each with further identifiers that are known for it.
        about: Keys of receipts that are known to be about them.
    """
    known, erased, keys = _identities(tx.rows), set[Key](), set(about)
    for entry, more in entries:
        same, findings = known.of({entry, *more})
        erased |= same
        for finding in findings:
            overwrite(tx, withheld(finding))
            keys.add(finding.key)
        _list_along(tx, same - {entry}, entry)
    _drop_misses(tx, erased)
    erase_from_pages(tx, erased)
    erase_receipts(tx, lambda key: key in keys or receipt_mentions(key, erased))
    tx.changed("findings")


def _drop_misses(tx: Transaction, erased: Collection[Key]) -> None:
    """Delete the answers that nobody was found by an identifier of those who opted out."""
    missed = (
        "SELECT DISTINCT key FROM findings WHERE NOT coalesce(json_extract(payload, '$.withheld'), 0)"
        " AND coalesce(json_extract(payload, '$.person'), json_extract(payload, '$.company')) IS NULL"
    )
    for (key,) in list(tx.rows(missed)):
        if receipt_mentions(key, erased):
            tx.run("DELETE FROM findings WHERE key = ?", key)
            tx.run("DELETE FROM finding_names WHERE key = ?", key)


def _list_along(tx: Transaction, keys: Iterable[Key], entry: Key) -> None:
    """List ``keys`` along with the entry of the same person, so that a search by another one shows nothing."""
    why = tx.one("SELECT why FROM suppressed WHERE kind = ? AND value = ?", *entry)
    tx.conn.executemany(
        "INSERT OR IGNORE INTO suppressed (kind, value, why, at, of) VALUES (?, ?, ?, ?, ?)",
        [
            (kind, value, "" if why is None else why[0], tx.now.timestamp(), f"{entry[0]}:{entry[1]}")
            for kind, value in keys
        ],
    )


def _identities(query: Callable[..., Iterable[Any]]) -> Identities:
    """Return whom the remembered answers are about."""
    return Identities(rows.read(Finding, text) for (text,) in query("SELECT payload FROM findings"))


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
