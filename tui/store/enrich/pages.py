"""Pages: the answers to paid searches for people, used for an hour, and deleted by the next search or the upkeep."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from tui.model.enrich.people import PeoplePage
from tui.model.enrich.suppression import suppression_keys
from tui.model.person import CompanyRef, EmailPoint, Person, PhonePoint
from tui.store.tables import rows

if TYPE_CHECKING:
    from tui.model.enrich.identities import Key
    from tui.store.db import Database, Transaction

KEPT = timedelta(hours=1)
"""How long a page is used in place of another request."""


class HitPages:
    """Queries on remembered pages."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def get(self, provider: str, key: str, now: datetime) -> PeoplePage | None:
        """Return the page that was received for a receipt's key; None if there is no recent one."""
        row = self._db.first(
            "SELECT payload FROM pages WHERE provider = ? AND key = ? AND at > ?",
            provider,
            key,
            (now - KEPT).timestamp(),
        )
        return None if row is None else rows.read(PeoplePage, row[0], self._db)

    def every(self) -> Iterator[tuple[datetime, str, str, PeoplePage]]:
        """Yield all pages: when each was received, of which service, under which key, and the page."""
        for at, provider, key, text in self._db.query("SELECT at, provider, key, payload FROM pages"):
            yield datetime.fromtimestamp(at, UTC), provider, key, rows.read(PeoplePage, text, self._db)


def remember_page(tx: Transaction, provider: str, key: str, page: PeoplePage) -> None:
    """Store a page, without people who opted out; delete pages that are too old to be used."""
    tx.run("DELETE FROM pages WHERE at <= ?", (tx.now - KEPT).timestamp())
    listed = {(kind, value) for kind, value in tx.rows("SELECT kind, value FROM suppressed")}
    tx.run(
        "INSERT INTO pages (provider, key, at, payload) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (provider, key) DO UPDATE SET at = excluded.at, payload = excluded.payload",
        provider,
        key,
        tx.now.timestamp(),
        rows.text_of(_without(page, listed)),
    )


def erase_from_pages(tx: Transaction, listed: Collection[Key]) -> None:
    """Erase the data in pages about people with one of the suppression keys ``listed``."""
    for provider, key, text in list(tx.rows("SELECT provider, key, payload FROM pages")):
        page = rows.read(PeoplePage, text)
        if (kept := _without(page, listed)) != page:
            tx.run(
                "UPDATE pages SET payload = ? WHERE provider = ? AND key = ?",
                rows.text_of(kept),
                provider,
                key,
            )


def _without(page: PeoplePage, listed: Collection[Key]) -> PeoplePage:
    """Return a page that only has the listed identifier for people who are ``listed``."""
    return page.replace(people=tuple(_bare(one, listed) for one in page.people))


def _bare(person: Person, listed: Collection[Key]) -> Person:
    found = next((key for key in suppression_keys(person) if key in listed), None)
    match found:
        case None:
            return person
        case "network_slug", value:
            return Person(network_slug=value)
        case "phone", value:
            return Person(phones=(PhonePoint(raw=value),))
        case "email", value:
            return Person(emails=(EmailPoint(value=value),))
        case "name", value:
            name, _, company = value.partition("|")
            return Person(full_name=name, company=CompanyRef(name=company))
        case _, value:
            return Person(company=CompanyRef(domain=value))
