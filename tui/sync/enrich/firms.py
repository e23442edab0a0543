"""Firms: finds the companies for a name, in a register or among the employers of people found."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from tui.errors import NobodyFits, Undecided
from tui.model.company import Company
from tui.model.enrich.people import PeopleQuery
from tui.model.subject import STRENGTH, Identifier, Subject
from tui.sync.enrich.names import is_same_firm, words

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.enrich.people import PeoplePage
    from tui.model.person import CompanyRef, Person
    from tui.sync.enrich.askable import Asking

KEPT_NAMES, KEPT_SECONDS = 200, 3600.0
"""Number of names whose companies are cached, and the seconds: a search may be charged."""

SHOWN = 9
"""Maximum companies to choose from."""

Search = Callable[[str, str], Awaitable[tuple[Company, ...]]]
"""Searches the register for a name, as part of a run."""

SearchPeople = Callable[[PeopleQuery, str], Awaitable["PeoplePage"]]
"""Searches people, as part of a run."""


class Firms:
    """A service object that finds companies by their names.

    Args:
        clock: For the age of cached names.
        people: Searches the service's people, if it has no register.
    """

    def __init__(self, clock: Clock, register: Search, people: SearchPeople) -> None:
        self._clock, self._register, self._people = clock, register, people
        self._held: OrderedDict[str, tuple[float, tuple[Company, ...]]] = OrderedDict()

    async def identify(self, subject: Subject, asking: Asking, run: str = "") -> Subject | None:
        """Return a company known only by name with an identifier; None if the register has no match.

        Raises:
            Undecided: Several companies have that name, or none surely.
            RemoteError: The service did not answer.
        """
        name, near = _name(subject), await self.matching(subject, asking, run)
        if not near and asking.finds_companies:
            return None
        found = {_identifier(one, asking) for one in near if _is_called(one, name)}
        if len(found) == 1:
            return subject.replace(identifiers=(*subject.identifiers, *filter(None, found)))
        if not near:
            # Only companies with people in the directory were searched.
            raise NobodyFits(f"No company called {name} was found.", hint="Write its domain.")
        many = f"{len(found)} companies are called that" if found else "no company is surely called that"
        wanted = "its ABN or NZBN" if asking.finds_companies else "its domain"
        raise Undecided(
            f"It is not sure which company {name} is: {many}.",
            hint=f"Choose one of those that come near, or write {wanted}.",
        )

    async def matching(self, subject: Subject, asking: Asking, run: str = "") -> tuple[Company, ...]:
        """Return the companies that fit the name of ``subject``, exact matches first.

        Raises:
            RemoteError: The service did not answer.
        """
        name = _name(subject)
        listed = await self._listed(name, asking, run)
        first: dict[Identifier, Company] = {}
        for one in sorted(listed, key=lambda one: not _is_called(one, name)):
            if (identifier := _identifier(one, asking)) is not None:
                first.setdefault(identifier, one)
        return tuple(first.values())[:SHOWN]

    async def _listed(self, name: str, asking: Asking, run: str) -> tuple[Company, ...]:
        """Return the service's companies for a name, from the cache or by a request."""
        key, now = " ".join(words(name)), self._clock.monotonic()
        at, known = self._held.get(key, (now - KEPT_SECONDS, ()))
        if now - at < KEPT_SECONDS:
            return known
        if asking.finds_companies:
            found = await self._register(name, run)
        else:
            page = await self._people(PeopleQuery(company=name), run)
            found = tuple(_company(employer_of(one)) for one in page.people)
        self._held[key] = (now, found)
        while len(self._held) > KEPT_NAMES:
            self._held.popitem(last=False)
        return found


def _name(subject: Subject) -> str:
    return subject.name or subject.company or ""


def with_company(subject: Subject, company: Company, asking: Asking) -> Subject:
    """Return ``subject`` with the identifier of the company that was chosen for it."""
    identifier = _identifier(company, asking)
    return subject.replace(identifiers=(*subject.identifiers, *filter(None, [identifier])))


def _identifier(company: Company, asking: Asking) -> Identifier | None:
    """Return the strongest identifier of a company by which the service can be asked."""
    kinds = [kind for kind in STRENGTH if kind in asking.kinds("company")]
    return next(
        (Identifier(kind=kind, value=value) for kind in kinds if (value := getattr(company, kind, ""))), None
    )


def _is_called(company: Company, name: str) -> bool:
    called = (company.name, company.legal_name, *company.trading_names)
    return any(is_same_firm(name, each) for each in called)


def employer_of(person: Person) -> CompanyRef:
    """Return a hit's employer, with the domain that the service may report beside the hit."""
    domain = person.company.domain or str(person.extra.get("company_domain") or "")
    return person.company.replace(domain=domain)


def _company(firm: CompanyRef) -> Company:
    return Company(name=firm.name, domain=firm.domain)
