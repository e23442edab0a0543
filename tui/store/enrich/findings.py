"""The findings: remembered answers, indexed by every identifier they contain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from tui.model.finding import Finding, Was, changes, is_other
from tui.model.search import name_key
from tui.model.subject import STRENGTH, Kind, Subject
from tui.store.enrich.ledger import PROVIDER, spend_of
from tui.store.enrich.settlement import record_spend
from tui.store.enrich.suppression import without_opted_out
from tui.store.tables import rows

if TYPE_CHECKING:
    from tui.model.company import Company
    from tui.model.person import Person
    from tui.store.db import Database, Transaction
    from tui.store.enrich.pages import HitPages
    from tui.store.enrich.reservations import Reservation

Type = Literal["person", "company"]
_ADDRESSES = frozenset({"network_url", "website", "domain"})
_CALLED = "called"
"""The kind of names in the index: that of a person, with the answer's key."""


class Findings:
    """Queries on findings and on the comments that hold them.

    Attributes:
        provider: The current service, whose answers make another request unnecessary. While it is None
            (unknown), the answers of any service do.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self.provider = db.meta(PROVIDER)

    def get(self, key: str, type: Type | None = None) -> Finding | None:
        """Return the provider's newest answer to ``key`` (Subject.key) or another identifier of its subject.

        Args:
            key: ``email:ana@…``, ``domain:acme.example`` …
            type: The type to find, as a slug may name a person and a company; None for either.
        """
        return self._get(key, type, self.provider)

    def _get(self, key: str, type: Type | None, provider: str | None) -> Finding | None:
        row = self._db.first(
            "SELECT f.payload FROM finding_names AS n"
            " JOIN findings AS f ON f.provider = n.provider AND f.type = n.type AND f.key = n.key"
            " WHERE n.name = ? AND (? IS NULL OR n.type = ?) AND (? IS NULL OR n.provider = ?)"
            " ORDER BY f.fetched_at DESC LIMIT 1",
            _normal(key),
            type,
            type,
            provider,
            provider,
        )
        return None if row is None else rows.read(Finding, row[0], self._db)

    def find_for(
        self, subject: Subject, asked: frozenset[Kind], provider: str | None = None
    ) -> Finding | None:
        """Return a provider's newest answer to any identifier of ``subject``, trying the strongest first.

        A miss counts only if it covers all identifiers, because a request with one more may find the subject.

        Args:
            subject: The subject.
            asked: Kinds of identifiers that the service accepts.
            provider: The service; None for the default one.
        """
        return self._of(subject, asked, self.provider if provider is None else provider)

    def of_all(self, subject: Subject) -> list[Finding]:
        """Return the match of each service for ``subject``, newest first."""
        keys = (subject.key, *(f"{one.kind}:{one.value}" for one in subject.identifiers))
        return self.of_key(subject.type, *keys)

    def of_key(self, type: Type, *keys: str) -> list[Finding]:
        """Return the match of each service under one of ``keys``, newest first."""
        names = {_normal(key) for key in keys}
        found = self._db.query(
            "SELECT DISTINCT f.provider, f.key, f.fetched_at, f.payload FROM finding_names AS n"
            " JOIN findings AS f ON f.provider = n.provider AND f.type = n.type AND f.key = n.key"
            f" WHERE n.type = ? AND n.name IN ({', '.join('?' * len(names))}) ORDER BY f.fetched_at DESC",
            type,
            *sorted(names),
        )
        newest: dict[str, Finding] = {}
        for provider, _, _, payload in found:
            finding = rows.read(Finding, payload, self._db)
            if finding.matched:
                newest.setdefault(provider, finding)
        return list(newest.values())

    def called(self, name: str, provider: str | None) -> list[Finding]:
        """Return a provider's answers about people of a name, newest first; None is the default provider."""
        key = name_key(name)
        found = self._db.query(
            "SELECT f.payload FROM finding_names AS n"
            " JOIN findings AS f ON f.provider = n.provider AND f.type = n.type AND f.key = n.key"
            " WHERE n.type = 'person' AND n.name > ? AND n.name < ? AND (? IS NULL OR n.provider = ?)"
            " ORDER BY f.fetched_at DESC",
            f"{_CALLED}:{key}|",
            # The sign behind the bar.
            f"{_CALLED}:{key}}}",
            *(self.provider if provider is None else provider,) * 2,
        )
        answers = (rows.read(Finding, text, self._db) for (text,) in found)
        # A row may have a name that the record had before.
        return [one for one in answers if one.person is not None and name_key(one.person.whole_name) == key]

    def shown(self, subject: Subject, asked: frozenset[Kind]) -> Finding | None:
        """Return the provider's answer, or another's match if the provider found nobody or was not asked."""
        own = self.find_for(subject, asked)
        if self.provider is None or (own is not None and _is_conclusive(own)):
            return own
        other = self._of(subject, asked, None)
        return other if other is not None and other.matched else own

    def _of(self, subject: Subject, asked: frozenset[Kind], provider: str | None) -> Finding | None:
        found = self._get(subject.key, subject.type, provider)
        if found is not None and _is_conclusive(found):
            return found
        missed = found
        for one in sorted(subject.identifiers, key=lambda one: STRENGTH.index(one.kind)):
            found = self._get(f"{one.kind}:{one.value}", subject.type, provider)
            if found is not None and _is_conclusive(found):
                return found
            if found is None and one.kind in asked:
                return None
            missed = missed or found
        return missed

    @property
    def pages(self) -> HitPages:
        """The pages of searches for people that are remembered."""
        from tui.store.enrich.pages import HitPages

        return HitPages(self._db)

    def every(self) -> list[Finding]:
        """Return the answers of every service, oldest first."""
        found = self._db.query("SELECT payload FROM findings ORDER BY fetched_at, type, key")
        return [rows.read(Finding, text, self._db) for (text,) in found]

    def withheld(self) -> list[str]:
        """Return the keys of the answers that are erased, because their subjects opted out."""
        found = self._db.query(
            "SELECT key FROM findings WHERE json_extract(payload, '$.withheld') ORDER BY key"
        )
        return [key for (key,) in found]

    @rows.one_snapshot
    def attached_comment(self, card_id: str, key: str) -> str | None:
        """Return the id of the card's comment with this finding; None also after its deletion."""
        return self._db.text(
            "SELECT a.comment_id FROM attached AS a JOIN comments AS c ON c.id = a.comment_id"
            " WHERE a.card_id = ? AND a.key = ?",
            rows.resolve(self._db, card_id),
            key,
        )

    def attached_cards(self, key: str) -> list[str]:
        """Return the ids of the cards with a comment that holds the finding ``key``."""
        found = self._db.query(
            "SELECT a.card_id FROM attached AS a JOIN comments AS c ON c.id = a.comment_id WHERE a.key = ?",
            key,
        )
        return [ident for (ident,) in found]


def set_provider(tx: Transaction, provider: str) -> None:
    """Store the current provider, so that the next start shows its answers before it is connected."""
    tx.set_meta(PROVIDER, provider)
    if tx.meta(_CALLED) is None:
        # Answers that earlier versions stored.
        for (text,) in list(tx.rows("SELECT payload FROM findings WHERE type = 'person'")):
            finding = rows.read(Finding, text)
            index_under(tx, finding, _called(finding))
        tx.set_meta(_CALLED, "indexed")
    tx.changed("findings")


def remember(
    tx: Transaction,
    finding: Finding,
    names: Sequence[str] = (),
    reservation: Reservation | None = None,
    run: str = "",
) -> Finding:
    """Store a finding under all its identifiers, and record its cost in the ledger.

    Args:
        tx: The transaction.
        finding: The answer; for people who opted out only the cost is stored.
        names: More identifiers of the finding.
        reservation: The answered request, which ends here.
        run: Id of the run that the request was part of.

    Returns:
        The finding as it was stored.
    """
    record_spend(tx, spend_of(finding, run), reservation, finding.credits_left)
    before = _stored(tx, finding)
    kept = without_opted_out(tx, finding.replace(changes=_changes(before, finding)))
    if before is not None and _is_other(before, finding):
        _keep_apart(tx, before)
    _put(tx, kept)
    index_under(tx, kept, (kept.key, *names, *_names(kept), *_called(kept)))
    return kept


def _put(tx: Transaction, finding: Finding) -> None:
    tx.run(
        "INSERT INTO findings (provider, type, key, fetched_at, payload) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (provider, type, key)"
        " DO UPDATE SET fetched_at = excluded.fetched_at, payload = excluded.payload",
        finding.provider,
        finding.type,
        finding.key,
        finding.fetched_at.isoformat(),
        rows.text_of(finding),
    )


def _stored(tx: Transaction, finding: Finding) -> Finding | None:
    """Return the answer that is stored under the provider and the key of a finding."""
    row = tx.one(
        "SELECT payload FROM findings WHERE provider = ? AND type = ? AND key = ?",
        finding.provider,
        finding.type,
        finding.key,
    )
    return None if row is None else rows.read(Finding, row[0])


def _is_other(before: Finding, after: Finding) -> bool:
    return is_other(before.person or before.company, after.person or after.company)


def _keep_apart(tx: Transaction, before: Finding) -> None:
    """Keep an answer about somebody else under its own identifiers, no longer under the question it was wrong for."""
    tx.run(
        "DELETE FROM finding_names WHERE provider = ? AND type = ? AND key = ?",
        before.provider,
        before.type,
        before.key,
    )
    own = [one for one in _names(before) if _normal(one) != _normal(before.key)]
    if not own:
        return
    moved = before.replace(key=min(own, key=_strength).casefold())
    stored = _stored(tx, moved)
    if stored is None or stored.fetched_at < moved.fetched_at:
        _put(tx, moved)
    index_under(tx, moved, (*own, *_called(moved)))


def _strength(name: str) -> int:
    return [str(kind) for kind in STRENGTH].index(name.partition(":")[0])


def _changes(before: Finding | None, finding: Finding) -> tuple[Was, ...]:
    """Return the fields that differ from the previous answer; if none differ, the changes stored with that one."""
    if before is None or not finding.matched or _is_other(before, finding):
        return ()
    record = finding.person or finding.company
    return changes(before.person or before.company, record, before.fetched_at) or before.changes


def index_under(tx: Transaction, finding: Finding, names: Sequence[str]) -> None:
    """Index a finding under ``names`` too."""
    for one in {_normal(one) for one in names}:
        tx.run(
            "INSERT INTO finding_names (type, name, provider, key) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (type, name, provider) DO UPDATE SET key = excluded.key",
            finding.type,
            one,
            finding.provider,
            finding.key,
        )


def _is_conclusive(finding: Finding) -> bool:
    return finding.matched or finding.withheld


def _names(finding: Finding) -> list[str]:
    """List identifiers of the result, in the format of Subject.key, without phones, because people share them.

    An answer about somebody other than the requested subject (F47) is indexed only under the request.
    """
    about = finding.person or finding.company
    if about is None or about.conflicts:
        return []
    pairs = [*_person(finding.person), *_company(finding.company)]
    return [f"{kind}:{value}" for kind, value in pairs if value]


def _called(finding: Finding) -> list[str]:
    """Return the name of the person in an answer, as several answers may have it."""
    person = finding.person
    if person is None or person.conflicts or not (name := name_key(person.whole_name)):
        return []
    return [f"{_CALLED}:{name}|{finding.key}"]


def _person(person: Person | None) -> list[tuple[str, str]]:
    if person is None:
        return []
    emails = [("email", email.value) for email in person.emails]
    return [*emails, ("network_slug", person.network_slug), ("network_url", person.network_url)]


def _company(company: Company | None) -> list[tuple[str, str]]:
    if company is None:
        return []
    kinds = ("domain", "website", "abn", "acn", "nzbn", "crn", "network_slug", "network_url")
    return [(kind, getattr(company, kind)) for kind in kinds]


def _normal(key: str) -> str:
    """Normalise ``key``, so that two spellings of one identifier are equal."""
    kind, colon, value = key.casefold().partition(":")
    if kind in _ADDRESSES:
        value = value.removeprefix("https://").removeprefix("http://").removeprefix("www.").rstrip("/")
    elif kind in {"abn", "acn", "nzbn"}:
        value = "".join(filter(str.isdigit, value))
    return f"{kind}{colon}{value.strip()}"
