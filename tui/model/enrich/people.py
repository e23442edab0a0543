"""A search for people: what is asked, a page of what was found, and whom a name stands for."""

from tui.model.base import Value
from tui.model.enrich.suppression import Suppressed
from tui.model.person import Person

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
"""Fields of a PeopleQuery, in the order they are asked for."""


class PeopleQuery(Value):
    """Whom to search for; what is "" does not narrow.

    Attributes:
        company: A name or a domain.
        company_id: The service's own id of a company, where it searches by that.
        seniority: One of vocabulary.SENIORITIES, its label, or a word services use for it.
        department: A label of vocabulary.DEPARTMENTS, or a word services use for it.
        location: An Australian state or a New Zealand region, by code or name.
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
        """The criteria that narrow."""
        found = {name: str(getattr(self, name)).strip() for name in CRITERIA}
        return {name: value for name, value in found.items() if value}

    @property
    def empty(self) -> bool:
        """Whether nothing narrows: services refuse that."""
        return not self.given

    @property
    def key(self) -> str:
        """What a page of it is remembered and paid under: the criteria, folded and in order."""
        return "|".join(f"{name}={' '.join(value.casefold().split())}" for name, value in self.given.items())


class PeoplePage(Value):
    """One page of a search. Hits hold no addresses and numbers, only whether there are some.

    Attributes:
        total: How many there are in all, or None where the service does not say.
        offset: Of the first hit.
        next: The offset of the page after this one, or None after the last.
        cost: Credits this page took; 0 when it was remembered.
        credits_left: The balance told with it, or None.
        hidden: Hits left out because they asked not to be looked up.
    """

    people: tuple[Person, ...] = ()
    total: int | None = None
    offset: int = 0
    next: int | None = None
    cost: int = 0
    credits_left: int | None = None
    hidden: int = 0


class Resolved(Value):
    """Whom a name and a company stand for.

    Attributes:
        chosen: The one clear winner, or None: then somebody must choose.
        candidates: Who fits, the best first.
        searched: Hits that were looked through.
        total: Hits there are, where the service says; more than ``searched`` means that not all were seen.
        opted_out: The entry that keeps out who would be it, or the only one who has the name; else None.
    """

    chosen: Person | None = None
    candidates: tuple[Person, ...] = ()
    searched: int = 0
    total: int | None = None
    opted_out: Suppressed | None = None

    @property
    def whole(self) -> bool:
        """Whether all hits were looked through."""
        return self.total is None or self.searched >= self.total
