"""Merge of drafts into the directory: updates known records, makes new ones, and refuses ambiguous ones."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Literal

from sqlalchemy import Connection

from tui.server.enrich import opt_outs
from tui.server.enrich.fold import fold, name_words
from tui.server.enrich.postings import sql_companies_by_prefixes
from tui.server.enrich.rows import person_id
from tui.server.enrich.tables import companies, people
from tui.server.importing.batch import Record, RecordBatch, empty_record
from tui.server.importing.drafts import UNKNOWN_SIZE, NewCompany, NewPerson
from tui.server.importing.values import BadCell
from tui.server.storage import directory_change
from tui.server.storage.directory_change import DirectoryChange
from tui.server.storage.directory_index import Employer, IndexedPerson
from tui.server.storage.statements import fetch_all

Outcome = Literal["new", "changed", "same"]

_COMPANY_KEYS = ("number", "domain", "network_slug", "abn")
_PERSON_KEYS = ("number", "email", "personal_email", "network_slug")
_OWN_KEYS = ("email", "network_slug", "personal_email")
_GAPS: tuple[str, ...] = ("domain", "network_slug", "abn")
_MOST_NAMESAKES = 200
_MOST_NAMES = 400_000


@dataclass(slots=True)
class CompanyNameCache:
    """A cache of companies by name, shared by the batches of an import, since lookups by name are slow.

    Attributes:
        by_name: Row numbers of companies by name, as far as they are known.
        sought: Names that were looked up, so that all their companies are known.
    """

    by_name: dict[str, set[int]] = field(default_factory=dict)
    sought: set[str] = field(default_factory=set)

    def trim(self) -> None:
        """Empty the cache when it has grown too large."""
        if len(self.by_name) + len(self.sought) > _MOST_NAMES:
            self.by_name.clear()
            self.sought.clear()


class BatchMerge:
    """The merge of one batch, in one transaction."""

    def __init__(self, connection: Connection, known: CompanyNameCache) -> None:
        known.trim()
        self._connection = connection
        self._known = known
        self._companies = RecordBatch(connection, companies, _COMPANY_KEYS)
        self._people = RecordBatch(connection, people, _PERSON_KEYS)
        self._opted_out: set[str] = set()

    def prefetch(self, drafts: Iterable[NewCompany | NewPerson]) -> None:
        """Read the rows that the drafts may match, all together."""
        listed = list(drafts)
        staff = [one for one in listed if isinstance(one, NewPerson)]
        self._expect_people(staff)
        self._expect_companies([one.employer if isinstance(one, NewPerson) else one for one in listed])
        self._people.prefetch_numbers(each for one in staff for each in self._by_employer(one))

    def _expect_people(self, drafts: list[NewPerson]) -> None:
        self._people.fetch_matches(one.keys for one in drafts)
        self._companies.fetch("n", [row["company_n"] for row in self._people.rows.values()])
        self._people.prefetch_numbers(f"{key} {value}" for key, value in map(_own_key, drafts) if key)
        self._opted_out = opt_outs.find_opted_out(
            self._connection, (each for one in drafts for each in _digests(one))
        )

    def _expect_companies(self, drafts: list[NewCompany]) -> None:
        self._companies.fetch_matches(one.keys for one in drafts)
        self._companies.fetch(
            "n", (n for one in drafts for n in self._known.by_name.get(one.folded_name, ()))
        )
        unmatched = [one for one in drafts if one.keys and not self._companies.rows_by_key(one.keys)]
        self._companies.prefetch_numbers(
            each for one in unmatched for each in (_identity(one), _by_name(one))
        )

    def _by_employer(self, draft: NewPerson) -> Iterator[str]:
        """Yield the identities that a person may have by name at an employer who is there already."""
        homes = set[int]().union(*self._companies.rows_by_key(draft.employer.keys).values())
        for n in homes:
            yield _at(draft, self._companies.rows[n]["number"])

    def merge(self, draft: NewCompany | NewPerson) -> Outcome:
        """Merge one draft, and return the outcome.

        Raises:
            BadCell: The draft matches several records, or belongs to a person who has opted out.
        """
        return self._person(draft) if isinstance(draft, NewPerson) else self._company(draft)

    def _company(self, draft: NewCompany) -> Outcome:
        n = self._companies.match_one(draft.keys)
        if n is None:
            n = self._named(draft)
        if n is None:
            self._new_company(draft)
            return "new"
        return self._fill(n, draft.found)

    def _person(self, draft: NewPerson) -> Outcome:
        if self._opted_out and not self._opted_out.isdisjoint(_digests(draft)):
            raise BadCell("name", "has opted out, and is not brought in again")
        n = self._people.match_one(draft.keys)
        home = self._employer_row(draft.employer, None if n is None else self._people.rows[n]["company_n"])
        number = draft.keys.get("number")
        if n is None and number is None:
            number, n = self._person_number(draft, home)
        elif n is not None and number is None:
            self._refuse_another(draft, self._people.rows[n]["name"], n)
        if n is None:
            blank_row = empty_record(people, seniority=7, department=17)
            self._people.put(blank_row | draft.found | {"number": number, "company_n": home})
            return "new"
        before = self._people.rows[n]
        return self._outcome(self._people, before, before | draft.found | {"company_n": home})

    def _person_number(self, draft: NewPerson, home: int) -> tuple[int, int | None]:
        """Return a number for a person no identifier matches, and a row they have by name alone, or None."""
        key, value = _own_key(draft)
        # Only a company that existed before the batch can have people to match by name.
        if not key or home in self._companies.before:
            identity = _at(draft, self._companies.rows[home]["number"])
            match = self._people.number_for(identity, {"name": draft.found["name"], "company_n": home})
            if not key:
                return match
            if match[1] is not None and not any(self._people.rows[match[1]][one] for one in _OWN_KEYS):
                return match
        return self._people.number_for(f"{key} {value}", {key: value})

    def _refuse_another(self, draft: NewPerson, name: str, n: int) -> None:
        """Refuse a draft whose identifier belongs to another person, because people may share a mailbox."""
        given = draft.found.get("name", "")
        if name and given and set(fold(name).split()).isdisjoint(fold(given).split()):
            key = next(iter(self._people.rows_by_key(draft.keys)))
            raise BadCell(
                key,
                f"is that of {name} ({self._people.public_id(n)}), not of {given}: correct it, or leave it out",
            )

    # --- companies ------------------------------------------------------------------

    def _employer_row(self, draft: NewCompany, current: int | None) -> int:
        """Return the row number of a person's employer, which is created if it is unknown."""
        n = self._companies.match_one(draft.keys)
        if n is None:
            if current is not None and self._names(self._companies.rows[current]) & {draft.folded_name}:
                return current
            n = self._named(draft)
        if n is None:
            return self._new_company(draft)
        row = self._companies.rows[n]
        # A company's details in a list of people fill gaps, but do not replace known values.
        more: dict[str, Any] = {key: draft.found[key] for key in _GAPS if key in draft.found and not row[key]}
        self._fill(n, more)
        return n

    def _named(self, draft: NewCompany) -> int | None:
        """Return the company of exactly the draft's name, or None; with keys, only one that has no key yet."""
        called = draft.folded_name
        if not called:
            return None
        if draft.keys:
            return self._unidentified(draft)
        self._look_up_name(called)
        found = self._known.by_name.get(called, set())
        if len(found) > 1:
            ids = ", ".join(self._companies.public_id(n) for n in sorted(found)[:5])
            raise BadCell(
                "company", f"{len(found)} companies are called so ({ids}): tell the domain or the ABN"
            )
        return next(iter(found), None)

    def _unidentified(self, draft: NewCompany) -> int | None:
        """Return the company of the draft's name that was imported without any identifier, or None."""
        bare = {"domain": "", "network_slug": "", "abn": ""}
        _, n = self._companies.number_for(_by_name(draft), bare)
        if n is None or draft.folded_name not in self._names(self._companies.rows[n]):
            return None
        return n

    def _look_up_name(self, called: str) -> None:
        """Read all companies of a name into the cache."""
        if called in self._known.sought:
            return
        self._known.sought.add(called)
        statement, values = sql_companies_by_prefixes(self._connection, called.split())
        found = [n for (n,) in fetch_all(self._connection, f"{statement} LIMIT {_MOST_NAMESAKES}", values)]
        self._companies.fetch("n", found)
        same = {n for n in found if called in self._names(self._companies.rows[n])}
        self._known.by_name.setdefault(called, set()).update(same)

    @staticmethod
    def _names(row: Record) -> set[str]:
        names = (row["name"], row["legal_name"], *json.loads(row["trading_names"] or "[]"))
        return {" ".join(name_words(name)) for name in names if name}

    def _new_company(self, draft: NewCompany) -> int:
        number = draft.keys.get("number")
        if number is None:
            number, _ = self._companies.number_for(_identity(draft), {"n": None})
        low, high = UNKNOWN_SIZE
        row = empty_record(companies, size_low=low, size_high=high, number=number)
        n = self._companies.put(_updated_row(row, draft.found))
        if self._known.sought or not draft.keys:
            self._known.by_name.setdefault(draft.folded_name, set()).add(n)
        return n

    def _fill(self, n: int, found: dict[str, Any]) -> Outcome:
        before = self._companies.rows[n]
        return self._outcome(self._companies, before, _updated_row(before, found))

    @staticmethod
    def _outcome(batch: RecordBatch, before: Record, after: Record) -> Outcome:
        if before == after:
            return "same"
        batch.put(after)
        return "changed"

    # --- writing --------------------------------------------------------------------

    def write(self) -> None:
        """Write all changes, and update the directory's index."""
        seats = [(_seat(before), _seat(after)) for before, after in self._people.changed()]
        homes = {seat.company_n for pair in seats for seat in pair if seat is not None}
        self._companies.fetch("n", homes)
        employers = {
            n: (_employer(self._companies.before.get(n)), _employer(self._companies.rows[n])) for n in homes
        }
        for before, after in self._companies.changed():
            employers[after["n"]] = _employer(before), _employer(after)
        if not seats and not employers:
            return
        self._companies.write()
        self._people.write()
        directory_change.apply(self._connection, DirectoryChange(seats, employers))


def _digests(draft: NewPerson) -> list[str]:
    """Return the digests of a person's identifiers, as stored for people who have opted out."""
    return [
        opt_outs.identifier_digest("id", person_id(value))
        if kind == "number"
        else opt_outs.identifier_digest(kind, value)
        for kind, value in draft.keys.items()
    ]


def _own_key(draft: NewPerson) -> tuple[str, str]:
    """Return kind and value of the identifier a person's number is hashed from; two "" if there is none."""
    return next(
        ((key, draft.keys[key]) for key in _OWN_KEYS if key in draft.keys),
        ("", ""),
    )


def _at(draft: NewPerson, firm: int) -> str:
    """Return the text that the number of a person without identifiers is hashed from."""
    return f"{fold(draft.found['name'])} of {firm}"


def _identity(draft: NewCompany) -> str:
    """Return the text a company's number is hashed from."""
    key = next((key for key in ("abn", "domain", "network_slug") if key in draft.keys), None)
    return f"{key} {draft.keys[key]}" if key else _by_name(draft)


def _by_name(draft: NewCompany) -> str:
    return f"company {draft.folded_name} {draft.found.get('country', 'AU')}"


def _updated_row(row: Record, found: dict[str, Any]) -> Record:
    """Return the row with the found values, and with the columns derived from them updated."""
    after = row | found
    if "size_low" in found:
        after["size_high"] = found.get("size_high")
    names = (after["name"], after["legal_name"], *json.loads(after["trading_names"] or "[]"))
    after["folded"] = " ".join(name_words(*names))
    return after


def _seat(row: Record | None) -> IndexedPerson | None:
    return None if row is None else IndexedPerson._make(_INDEXED_VALUES(row))


_INDEXED_VALUES = itemgetter(*IndexedPerson._fields)


def _employer(row: Record | None) -> Employer | None:
    return None if row is None else Employer(row["n"], row["folded"], row["size_low"], row["size_high"] or 0)
