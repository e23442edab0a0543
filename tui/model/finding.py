"""Findings: the results of looking subjects up, with source, date and price."""

from collections.abc import Iterator
from datetime import datetime
from typing import Literal

from tui.model.company import Company
from tui.model.person import Person
from tui.model.values.record import Value
from tui.model.values.scalars import Instant


class Was(Value):
    """An earlier value of a field.

    Attributes:
        field: The field's name as shown: ``title``, ``company``, ``e-mail`` …
        value: The value; several removed values are joined by commas.
        until: When it was last seen.
    """

    field: str
    value: str
    until: Instant


def is_other(before: Person | Company | None, after: Person | Company | None) -> bool:
    """Return whether two answers to one question are about different people or companies.

    They are if they have identifiers of a kind in common, and not a single one of those is the same.
    """
    if isinstance(before, Person) and isinstance(after, Person):
        pairs = [*zip(_who_person(before), _who_person(after), strict=True)]
    elif isinstance(before, Company) and isinstance(after, Company):
        pairs = [*zip(_who_company(before), _who_company(after), strict=True)]
    else:
        return False
    same = [one.casefold() == other.casefold() for one, other in pairs if one and other]
    return bool(same) and not any(same)


def _who_person(person: Person) -> tuple[str, ...]:
    return person.id, person.network_slug, person.network_url


def _who_company(company: Company) -> tuple[str, ...]:
    return company.id, company.abn, company.nzbn, company.crn, company.domain


def changes(
    before: Person | Company | None, after: Person | Company | None, until: Instant
) -> tuple[Was, ...]:
    """Return the fields of ``before``, seen at ``until``, that are not in ``after``; none for another record."""
    if isinstance(before, Person) and isinstance(after, Person):
        pairs = [*zip(_of_person(before), _of_person(after), strict=True)]
    elif isinstance(before, Company) and isinstance(after, Company):
        pairs = [*zip(_of_company(before), _of_company(after), strict=True)]
    else:
        return ()
    return tuple(
        Was(field=name, value=", ".join(gone), until=until)
        for (name, old), (_, new) in pairs
        if (gone := [value for value in old if value and value not in new])
    )


def _of_person(person: Person) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "title", (person.title,)
    yield "company", (person.company.name,)
    yield "e-mail", tuple(email.value for email in person.emails)
    # A number that must not be called is not repeated.
    yield "phone", tuple(phone.e164 or phone.raw for phone in person.phones if not phone.do_not_call)
    yield "place", (person.location.city,)


def _of_company(company: Company) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "name", (company.name,)
    yield "domain", (company.domain,)
    yield "people", (str(company.employee_count or ""),)
    yield "place", (company.hq.city,)


FRESH_DAYS = 90
"""Days after which a finding counts as old, because people change jobs; it is still shown, with its age."""


class OtherSource(Value):
    """The source of a field that came from another service than the rest of the finding.

    Attributes:
        field: ``email`` or ``phone``.
        provider: Name of the source, for the user.
        cost: Credits charged for its answer.
    """

    field: str
    provider: str
    fetched_at: Instant
    cost: int = 0


class Finding(Value):
    """The stored result of one lookup.

    A lookup without a match is stored too; ``person`` and ``company`` are then both None.

    Attributes:
        key: Key of the subject that was looked up (Subject.key).
        type: ``person`` or ``company``.
        provider: Name of the source, for the user: ``local directory``, ``api.firmable.com`` …
        cost: Credits charged; 0 for a miss or a repeat.
        credits_left: Balance the service reported with the answer, or None.
        changes: The previous values of fields, from the last lookup with another result.
        withheld: The subject opted out: the result is not kept, and must not be shown.
        also: Fields from other services, which were asked for what this one lacked.
        unreached: The services in the order that were skipped because they could not be reached.
        out_of_credits: Those that were skipped because their account has no credits left.
        without_key: Those that were skipped because there is no key to them, or none that can be read.
        refused: Those that were skipped because they refused the key, or the request.
    """

    key: str
    type: Literal["person", "company"]
    person: Person | None = None
    company: Company | None = None
    provider: str = ""
    fetched_at: Instant
    cost: int = 0
    credits_left: int | None = None
    request_id: str = ""
    changes: tuple[Was, ...] = ()
    withheld: bool = False
    also: tuple[OtherSource, ...] = ()
    unreached: tuple[str, ...] = ()
    out_of_credits: tuple[str, ...] = ()
    without_key: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    @property
    def sources(self) -> str:
        """The names of all sources, with the fields of each of the others: ``Hunter, phone from Acme``."""
        return ", ".join([self.provider, *(f"{one.field} from {one.provider}" for one in self.also)])

    @property
    def gaps(self) -> str:
        """The services that could not be asked or paid, in sentences; "" if all have answered."""
        skipped = (
            (self.unreached, "could not be reached"),
            (self.out_of_credits, "had no credits left"),
            (self.without_key, "was not asked: there is no key to it"),
            (self.refused, "refused the key, or may not be asked this"),
        )
        return " ".join(f"{' and '.join(names)} {why}." for names, why in skipped if names)

    @property
    def matched(self) -> bool:
        """Whether a person or a company was found."""
        return self.person is not None or self.company is not None

    def age_days(self, now: datetime) -> int:
        """Return the age of the finding in whole days."""
        return max(0, (now - self.fetched_at).days)

    def is_stale(self, now: datetime) -> bool:
        """Return whether the finding is old enough to be worth another lookup."""
        return self.age_days(now) >= FRESH_DAYS


class QuoteStep(Value):
    """The price at one of several services, charged if it is the one that finds the subject.

    Attributes:
        service: The service's name, for the user.
    """

    service: str
    low: int
    high: int
    name: str = ""

    @property
    def quote(self) -> "Quote":
        """The price of asking this service alone."""
        return Quote(low=self.low, high=self.high, services=frozenset({self.service}))


class Quote(Value):
    """The price of a lookup, shown before it is made.

    Attributes:
        low: Minimum credits; 0 if the answer is stored here.
        high: Maximum credits.
        credits_left: Last reported balance, or None if none was ever reported.
        cached_at: When the stored answer was fetched, or None.
        lost_at: When an earlier request got no answer, though it may have been charged; or None.
        refused: Why the subject cannot be looked up; "" if it can.
        steps: The services that are asked one after another until one finds the subject or the wanted fields;
            empty for one service.
        search: The part of the maximum that searches for the name may cost; 0 if the subject has an
            identifier.
        services: The names of the services that may be asked; empty if none is, or they are not known yet.
    """

    low: int
    high: int
    credits_left: int | None = None
    cached_at: Instant | None = None
    lost_at: Instant | None = None
    refused: str = ""
    steps: tuple[QuoteStep, ...] = ()
    search: int = 0
    services: frozenset[str] = frozenset()

    def covers(self, other: "Quote") -> bool:
        """Return whether who agreed to this price agreed to the other: it is not higher, nor that of another service."""
        others = other.services - self.services if self.services else frozenset()
        return not other.high or (other.high <= self.high and not others)


FREE = Quote(low=0, high=0)
"""The price of what costs nothing."""
