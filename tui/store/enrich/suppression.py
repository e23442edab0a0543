"""Who opted out: kept here, and nothing of theirs beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tui.model.enrich.suppression import Kind, Suppressed, marks
from tui.model.finding import Finding
from tui.model.person import Person
from tui.store.tables import rows

if TYPE_CHECKING:
    from tui.model.company import Company
    from tui.model.subject import Subject
    from tui.store.db import Database, Transaction

_A_COMPANYS = frozenset({"domain", "network_slug", "abn"})
_NONE: Mapping[tuple[Kind, str], str] = MappingProxyType({})
_COLUMNS = "kind, value, why, at, shown"
_AT_ONCE = 200
"""Values compared in one statement; SQLite takes some thousand."""


class Suppression:
    """The list of those who opted out."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def all(self) -> list[Suppressed]:
        """Everybody on it, the newest first."""
        found = self._db.query(
            f"SELECT {_COLUMNS} FROM suppressed WHERE of = '' ORDER BY at DESC, kind, value"
        )
        return [_read(row) for row in found]

    def covers(self, one: Subject | Person | Company) -> Suppressed | None:
        """The entry of the list that keeps ``one`` out, or None."""
        return self.covering(marks(one))

    def covering(self, known: Iterable[tuple[Kind, str]]) -> Suppressed | None:
        """The entry of the list that keeps out whoever is known by one of these, or None."""
        return _covering(self._db.query, known)


def suppress(
    tx: Transaction,
    entries: Sequence[tuple[Kind, str, str]],
    shown: Mapping[tuple[Kind, str], str] = _NONE,
) -> list[Suppressed]:
    """Put some on the list, and strip the findings that are about them.

    Args:
        tx: The transaction.
        entries: Kind, value and why of each.
        shown: How a reader is told of some, by kind and value.
    """
    made = [
        Suppressed(kind=kind, value=value, why=why, at=tx.now, shown=shown.get((kind, value), ""))
        for kind, value, why in entries
    ]
    tx.conn.executemany(
        "INSERT INTO suppressed (kind, value, why, at, shown) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (kind, value) DO UPDATE SET why = excluded.why, of = '', shown = excluded.shown",
        [(one.kind, one.value, one.why, tx.now.timestamp(), one.shown) for one in made],
    )
    wanted = {(one.kind, one.value) for one in made}
    for (text,) in tx.rows("SELECT payload FROM findings"):
        finding = rows.read(Finding, text)
        about = finding.person or finding.company
        if about is not None and not wanted.isdisjoint(marks(about)):
            _strip(tx, finding, about)
    tx.changed("findings")
    return made


def forget_comments(tx: Transaction, idents: Sequence[str]) -> None:
    """Take the words of deleted comments out of what undo keeps; what has still to be sent is left."""
    for ident in idents:
        names = [ident, *(local for (local,) in tx.rows("SELECT local FROM bound WHERE server = ?", ident))]
        for name in names:
            of = "kind LIKE '%_comment' AND json_extract(op, '$.comment_id') = ?"
            tx.run(f"UPDATE outbox SET inverse = '[]' WHERE {of}", name)
            tx.run(
                f"UPDATE outbox SET op = json_set(op, '$.text', '') WHERE {of}"
                f" AND kind != 'delete_comment' AND NOT {rows.IS_UNSETTLED}",
                name,
            )
            tx.run("DELETE FROM attached WHERE comment_id = ?", name)


def allow(tx: Transaction, kind: Kind, value: str) -> bool:
    """Take an entry off the list. Whether it was on it; what was stripped has to be asked for again.

    What is kept out only with another entry stays: that one has to be taken off.
    """
    gone = tx.run("DELETE FROM suppressed WHERE kind = ? AND value = ? AND of = ''", kind, value) > 0
    if gone:
        tx.run("DELETE FROM suppressed WHERE of = ?", f"{kind}:{value}")
        # Nobody knows any more about whom they were: who is still on the list is stripped again.
        tx.run("DELETE FROM findings WHERE json_extract(payload, '$.withheld')")
    tx.changed("findings")
    return gone


def stripped(tx: Transaction, finding: Finding) -> Finding:
    """``finding`` as it may be kept: without whoever opted out."""
    about = finding.person or finding.company
    if about is None or (entry := _covering(tx.rows, marks(about))) is None:
        return finding
    _learn(tx, about, entry)
    return withheld(finding)


def _strip(tx: Transaction, finding: Finding, about: Person | Company) -> None:
    """Take what is known of somebody who opted out from a finding that is kept."""
    if (entry := _covering(tx.rows, marks(about))) is not None:
        _learn(tx, about, entry)
    tx.run(
        "UPDATE findings SET payload = ? WHERE provider = ? AND type = ? AND key = ?",
        rows.text_of(withheld(finding)),
        finding.provider,
        finding.type,
        finding.key,
    )


def _learn(tx: Transaction, about: Person | Company, entry: Suppressed) -> None:
    """Keep somebody out by all that is theirs alone, so that a search does not show them by another name."""
    of = f"{entry.kind}:{entry.value}"
    if isinstance(about, Person):
        own = [pair for email in about.emails for pair in marks(Person(emails=(email,)))[:1]]
        own += marks(Person(network_slug=about.network_slug))
    else:
        own = [pair for pair in marks(about) if pair[0] in _A_COMPANYS]
    tx.conn.executemany(
        "INSERT OR IGNORE INTO suppressed (kind, value, why, at, of) VALUES (?, ?, ?, ?, ?)",
        [(kind, value, entry.why, tx.now.timestamp(), of) for kind, value in own],
    )


def withheld(finding: Finding) -> Finding:
    """``finding`` with nothing in it of whom it is about."""
    return finding.but(person=None, company=None, withheld=True)


def _covering(query: Callable[..., list[Any]], known: Iterable[tuple[Kind, str]]) -> Suppressed | None:
    wanted = list(known)
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
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
    """The entry that the user gave, for one that was learnt with it."""
    *entry, of = row
    kind, _, value = of.partition(":")
    first = (
        query(f"SELECT {_COLUMNS} FROM suppressed WHERE kind = ? AND value = ?", kind, value) if of else []
    )
    return _read(first[0] if first else entry)


def _read(row: Any) -> Suppressed:
    kind, value, why, at, shown = row
    return Suppressed(kind=kind, value=value, why=why, at=datetime.fromtimestamp(at, UTC), shown=shown)
