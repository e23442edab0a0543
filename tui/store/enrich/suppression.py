"""The suppression list: who opted out, with nothing else stored about them."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tui.model.enrich.identities import Identities, Key
from tui.model.enrich.mentions import receipt_mentions
from tui.model.enrich.suppression import (
    Kind,
    Suppressed,
    is_at_company,
    likely_locals,
    names_of_slugs,
    suppression_keys,
)
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
_NO_MORE: Mapping[Key, Collection[Key]] = MappingProxyType({})
_COLUMNS = "kind, value, why, at, shown"
_BATCH = 200
"""Number of values compared in one statement; SQLite allows some thousand."""


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
        """Return the entry that bars ``one`` from lookups, or None."""
        return self.covering([*suppression_keys(one), *self._likely(one)])

    def _likely(self, one: Subject | Person | Company) -> list[Key]:
        """Return the listed addresses that are ``one``'s by name and company: a search returns no address."""
        some = likely_locals(one)
        if not some:
            return []
        # Of the characters that an address may have, @ is followed by A.
        found = self._db.query(
            "SELECT value FROM suppressed WHERE kind = 'email' AND ("
            + " OR ".join("value >= ? AND value < ?" for _ in some)
            + ")",
            *(bound for each in some for bound in (f"{each}@", f"{each}A")),
        )
        return [("email", value) for (value,) in found if is_at_company(value, one)]

    def covering(self, known: Iterable[tuple[Kind, str]]) -> Suppressed | None:
        """Return the entry that bars whoever has one of the ``known`` identifiers, or None."""
        return _covering(self._db.query, known)

    def keys(self) -> set[Key]:
        """Return all keys on the list, including those that were added along with an entry."""
        return {(kind, value) for kind, value in self._db.query("SELECT kind, value FROM suppressed")}

    def deleted_comments(self, words: str) -> list[tuple[str, str]]:
        """Return id and text of comments that are gone, but in the undo history still, with a text that has ``words``."""
        named = "json_extract(o.op, '$.comment_id')"
        found = self._db.query(
            f"SELECT {named}, o.op, o.inverse FROM outbox AS o WHERE o.kind LIKE '%_comment'"
            " AND (instr(o.op, ?) > 0 OR instr(o.inverse, ?) > 0) AND NOT EXISTS (SELECT 1 FROM comments AS c"
            f" WHERE c.id = {named} OR c.id = (SELECT server FROM bound WHERE local = {named}))",
            words,
            words,
        )
        return [
            (ident, text)
            for ident, op, inverse in found
            for write in (json.loads(op), *json.loads(inverse))
            if words in (text := write.get("text") or "")
        ]

    def keys_listed_with(self, entry: Key) -> set[Key]:
        """Return the keys that were added along with an entry."""
        found = self._db.query("SELECT kind, value FROM suppressed WHERE of = ?", f"{entry[0]}:{entry[1]}")
        return {(kind, value) for kind, value in found}

    def identities(self) -> Identities:
        """Return the people whom the stored answers are about."""
        return _identities(self._db.query)


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
    _erase(tx, _identities(tx.rows), [((one.kind, one.value), ()) for one in added])
    return added


def adopt(
    tx: Transaction, entries: Sequence[Suppressed], more: Mapping[Key, Collection[Key]] = _NO_MORE
) -> None:
    """Add the entries of another account's list, with their dates; existing entries stay unchanged.

    Args:
        tx: The transaction.
        entries: The entries.
        more: Further identifiers of the same people, known to other accounts.
    """
    tx.conn.executemany(
        "INSERT OR IGNORE INTO suppressed (kind, value, why, at, shown) VALUES (?, ?, ?, ?, ?)",
        [(one.kind, one.value, one.why, (one.at or tx.now).timestamp(), one.shown) for one in entries],
    )
    keys = [(one.kind, one.value) for one in entries]
    _erase(tx, _identities(tx.rows), [(key, more.get(key, ())) for key in keys])


def forget_comments(tx: Transaction, idents: Sequence[str]) -> None:
    """Erase the texts of deleted comments from the undo history, conflicts, their drafts and events, except writes still to be sent."""
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
            of = "FROM conflicts WHERE json_extract(op, '$.comment_id') = ?"
            tx.run(f"DELETE FROM drafts WHERE key IN (SELECT 'merge:' || id {of})", name)
            if tx.run(f"DELETE {of}", name):
                tx.changed("conflicts")
            tx.run(
                "UPDATE events SET event = json_remove(event, '$.data.text', '$.data.action.text', '$.data.old')"
                " WHERE instr(event, ?) > 0",
                name,
            )


def allow(tx: Transaction, kind: Kind, value: str) -> bool:
    """Remove an entry and return whether it was on the list; stripped findings must be requested again.

    A value that was added along with another entry stays; remove that entry instead.
    """
    gone = tx.run("DELETE FROM suppressed WHERE kind = ? AND value = ? AND of = ''", kind, value) > 0
    if gone:
        tx.run("DELETE FROM suppressed WHERE of = ?", f"{kind}:{value}")
        # Stripped findings do not show their subjects; those of people still listed are stripped again.
        tx.run("DELETE FROM findings WHERE json_extract(payload, '$.withheld')")
        # Nor do stripped hits, which the same search would show without their names.
        tx.run("DELETE FROM pages")
    tx.changed("findings")
    return gone


def without_opted_out(tx: Transaction, finding: Finding) -> Finding:
    """Return ``finding`` as it may be stored: stripped if its person or company opted out."""
    about = finding.person or finding.company
    if about is None or (entry := _covering(tx.rows, suppression_keys(about))) is None:
        return finding
    known, listed = _identities(tx.rows, finding), (entry.kind, entry.value)
    more = set[Key]() if known.is_shared(listed) else known.own_keys(finding)
    _erase(tx, known, [(listed, more)], {finding.key})
    return withheld(finding)


def _erase(
    tx: Transaction,
    known: Identities,
    entries: Sequence[tuple[Key, Iterable[Key]]],
    about: Collection[str] = (),
) -> None:
    """Erase answers and receipts about those on the list, and list all identifiers that are only theirs.

    Args:
        tx: The transaction.
        known: The people whom the stored answers are about.
        entries: The entries that the user gave, each with further known identifiers.
        about: Keys of receipts about them.
    """
    erased, keys = set[Key](), set(about)
    for entry, more in entries:
        same, findings = known.of({entry, *more})
        erased |= same
        for finding in findings:
            overwrite(tx, withheld(finding))
            keys.add(finding.key)
        _list_with(tx, same - {entry}, entry)
    _drop_misses(tx, erased)
    erase_from_pages(tx, erased)
    erase_receipts(tx, lambda key: key in keys or receipt_mentions(key, erased))
    tx.changed("findings")


def _drop_misses(tx: Transaction, erased: Collection[Key]) -> None:
    """Delete the misses for identifiers of those who opted out."""
    missed = (
        "SELECT DISTINCT key FROM findings WHERE NOT coalesce(json_extract(payload, '$.withheld'), 0)"
        " AND coalesce(json_extract(payload, '$.person'), json_extract(payload, '$.company')) IS NULL"
    )
    for (key,) in list(tx.rows(missed)):
        if receipt_mentions(key, erased):
            tx.run("DELETE FROM findings WHERE key = ?", key)
            tx.run("DELETE FROM finding_names WHERE key = ?", key)


def _list_with(tx: Transaction, keys: Iterable[Key], entry: Key) -> None:
    """List ``keys`` along with the entry of the same person, so that a search by another one shows nothing."""
    why = tx.one("SELECT why FROM suppressed WHERE kind = ? AND value = ?", *entry)
    tx.conn.executemany(
        "INSERT OR IGNORE INTO suppressed (kind, value, why, at, of) VALUES (?, ?, ?, ?, ?)",
        [
            (kind, value, "" if why is None else why[0], tx.now.timestamp(), f"{entry[0]}:{entry[1]}")
            for kind, value in keys
        ],
    )


def _identities(query: Callable[..., Iterable[Any]], *new: Finding) -> Identities:
    """Return the people whom the stored answers, and those that are ``new``, are about."""
    stored = (rows.read(Finding, text) for (text,) in query("SELECT payload FROM findings"))
    return Identities((*stored, *new))


def withheld(finding: Finding) -> Finding:
    """Return ``finding`` without the person or company it is about."""
    return finding.replace(person=None, company=None, changes=(), withheld=True)


def _covering(query: Callable[..., list[Any]], known: Iterable[tuple[Kind, str]]) -> Suppressed | None:
    """Return the entry that bars whoever has one of the ``known`` identifiers, or None.

    Former versions stored a person known only by a profile as a name made of the slug's words.
    """
    wanted = list(known)
    wanted += [*names_of_slugs(wanted)]
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
