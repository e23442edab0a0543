"""Searches by name: the query, a page of hits, and the people or companies that fit a name."""

from tui.model.company import Company
from tui.model.enrich.suppression import Suppressed
from tui.model.finding import QuoteStep
from tui.model.person import Person
from tui.model.values.record import Value

CRITERIA = (
    "company",
    "company_id",
    "position",
    "seniority",
    "department",
    "location",
    "size_band",
    "country",
)
"""The fields of a PeopleQuery, in the order of the form."""


class PeopleQuery(Value):
    """The criteria of a people search; a criterion that is "" is ignored.

    Attributes:
        company_id: The service's own id of a company, for services that search by id.
        seniority: One of vocabulary.SENIORITIES, its label, or a word services use for it.
        department: A label of vocabulary.DEPARTMENTS, or a word services use for it.
        location: An Australian state or a New Zealand region, by code or name, or a city.
        size_band: Head count of the company, such as ``51-200``.
        country: ISO 3166 alpha-2.
    """

    company: str = ""
    company_id: str = ""
    position: str = ""
    seniority: str = ""
    department: str = ""
    location: str = ""
    size_band: str = ""
    country: str = ""

    @property
    def given(self) -> dict[str, str]:
        """The criteria that are not empty."""
        found = {name: str(getattr(self, name)).strip() for name in CRITERIA}
        return {name: value for name, value in found.items() if value}

    @property
    def empty(self) -> bool:
        """Whether no criterion is given: services refuse such a query."""
        return not self.given

    @property
    def key(self) -> str:
        """The key under which the query's pages are stored and charged: the criteria, folded and in order."""
        return "|".join(f"{name}={' '.join(value.casefold().split())}" for name, value in self.given.items())


class PeoplePage(Value):
    """One page of search hits, which have no addresses or numbers but only whether they exist.

    Attributes:
        total: Total number of hits, or None if the service does not report it.
        offset: Index of the first hit.
        next: The offset of the page after this one, or None after the last.
        cost: Credits charged; 0 for a stored page.
        credits_left: The balance reported with it, or None.
        hidden: Number of hits left out because those people opted out.
    """

    people: tuple[Person, ...] = ()
    total: int | None = None
    offset: int = 0
    next: int | None = None
    cost: int = 0
    credits_left: int | None = None
    hidden: int = 0


class Resolved(Value):
    """The result of resolving a name and a company to a person.

    Attributes:
        chosen: The one clear match; None if the user must choose.
        candidates: The people who match, best first.
        searched: Number of hits examined.
        total: Total number of hits, or None; if more than ``searched``, some were not examined.
        opted_out: The suppression entry of the best match, or of the only person of that name; else None.
    """

    chosen: Person | None = None
    candidates: tuple[Person, ...] = ()
    searched: int = 0
    total: int | None = None
    opted_out: Suppressed | None = None

    @property
    def whole(self) -> bool:
        """Whether all hits were examined."""
        return self.total is None or self.searched >= self.total

    @property
    def is_nobody(self) -> bool:
        """Whether all hits were examined, and nobody has the name."""
        return self.whole and not (self.candidates or self.chosen or self.opted_out)


class Namesake(Value):
    """A company that fits a name.

    Attributes:
        company: The company as the service lists it, with an identifier for a lookup.
        step: The service, with its price for the company.
    """

    company: Company
    step: QuoteStep


Candidate = Person | Namesake
"""One of those who fit a name, among whom the user picks."""
