"""Drafts of people and companies while a card is being read, and their comparison."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from dataclasses import field as attribute
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from tui.recognise.identifiers.mailboxes import spellings
from tui.recognise.text import FIELDS
from tui.recognise.words.lexicon import fold
from tui.recognise.words.likeness import squeeze

if TYPE_CHECKING:
    from tui.model.subject import Identifier, Kind
    from tui.recognise.names import Named

Place = tuple[int, int]
"""A place on the card, in reading order: index of the passage, and offset in it."""

NOWHERE: Place = (10**6, 0)
"""A place after all others, for a name known only through an address that spells it."""

SPELT, SOLE_EMPLOYER, NAMED_BESIDE = 0.8, 0.7, 0.6
"""Confidence of a name: spelt by an address; of the only employer; beside the company's register number."""

_SHORTEST_LIKENESS = 4


@dataclass(slots=True)
class Draft:
    """A person or a company under construction.

    Attributes:
        place: Where it is named first.
        field: The most significant field that names it.
        sure: Confidence in the name, 0 to 1.
        places: Where else it is named.
    """

    place: Place
    field: str
    name: str = ""
    sure: float = 0.0
    identifiers: list[Identifier] = attribute(default_factory=list)
    places: list[Place] = attribute(default_factory=list)

    def add(self, identifier: Identifier) -> None:
        """Add an identifier, unless the draft has it already."""
        kind, value = identifier.kind, identifier.value
        for one in self.identifiers:
            if one.value == value and one.kind == kind:
                return
        self.identifiers.append(identifier)

    def has(self, kind: Kind) -> bool:
        """Whether the draft has an identifier of kind ``kind``."""
        return kind in [one.kind for one in self.identifiers]

    def holds(self, value: str) -> bool:
        """Whether an identifier of the draft has the value ``value``."""
        return value in [one.value for one in self.identifiers]

    def add_place(self, place: Place, where: str) -> None:
        """Record another place where the draft is named; the first place counts."""
        self.places.append(place)
        self.place = min(self.place, place)
        self.field = min(self.field, where, key=FIELDS.index)


@dataclass(slots=True)
class PersonDraft(Draft):
    """A person under construction, with the employer as written."""

    company: str = ""
    domain: str = ""

    @classmethod
    def spelt(cls, name: str) -> PersonDraft:
        """Make a person for a name on the card that an address spells."""
        return cls(NOWHERE, FIELDS[-1], name, SPELT)


@dataclass(slots=True)
class CompanyDraft(Draft):
    """A company under construction."""

    domain: str = ""


@dataclass(slots=True)
class Notes:
    """The identifiers and names of a card's passages, before the assembly.

    Attributes:
        named: Place, field and name of people with employers, and of firms.
        runs: Runs of capitalised words, which may be names.
        lone: People named without a firm: kept only if an identifier proves to be theirs.
    """

    identifiers: list[tuple[Place, Identifier]] = attribute(default_factory=list)
    named: list[tuple[Place, str, Named]] = attribute(default_factory=list)
    fields: list[str] = attribute(default_factory=list)
    plain: list[str] = attribute(default_factory=list)
    runs: list[str] = attribute(default_factory=list)
    firms: list[tuple[Place, str]] = attribute(default_factory=list)
    lone: list[PersonDraft] = attribute(default_factory=list)
    _spelt: list[tuple[str, frozenset[str]]] | None = attribute(default=None, init=False, repr=False)

    def runs_spelt(self, letters: str) -> list[str]:
        """Return the runs that the letters of a mailbox spell, in reading order."""
        if self._spelt is None:
            self._spelt = [(run, spelt) for run in self.runs if (spelt := spellings(run))]
        return [run for run, spelt in self._spelt if letters in spelt]

    def of_kind(self, kind: Kind) -> list[tuple[Place, Identifier]]:
        """Return the identifiers of a kind, in reading order."""
        return [found for found in self.identifiers if found[1].kind == kind]


@dataclass(slots=True)
class Assembly:
    """The people and companies of a card as assembled so far."""

    notes: Notes
    people: list[PersonDraft] = attribute(default_factory=list)
    companies: list[CompanyDraft] = attribute(default_factory=list)

    def is_lone(self, person: PersonDraft) -> bool:
        """Whether a person is so far known by name only."""
        return not person.identifiers and id(person) in [id(lone) for lone in self.notes.lone]

    def company_of(self, domain: str) -> CompanyDraft | None:
        """Return the company of a domain; None for an empty domain."""
        for one in self.companies if domain else ():
            if one.domain == domain:
                return one
        return None

    def company_called(self, name: str, place: Place) -> CompanyDraft:
        """Return the company that a name means, or a new one if there is none alike."""
        company = find_company(self.companies, name)
        if company is None:
            company = CompanyDraft(place, self.notes.fields[place[0]], name, NAMED_BESIDE)
            self.companies.append(company)
        return company


_D = TypeVar("_D", bound=Draft)


def nearest(drafts: Sequence[_D], place: Place) -> _D | None:
    """Return the draft that is named last before ``place`` in its passage, or None."""
    last = [
        (max(seen), count)
        for count, draft in enumerate(drafts)
        if (seen := [one for one in (draft.place, *draft.places) if one[0] == place[0] and one <= place])
    ]
    return drafts[max(last)[1]] if last else None


@lru_cache(maxsize=512)
def label_of(domain: str) -> str:
    """Return the first label of a domain, squeezed like a name: ``tuiridge`` for tui-ridge.co.nz."""
    return fold(domain.partition(".")[0].replace("-", ""))


def find_company(companies: Iterable[CompanyDraft], name: str) -> CompanyDraft | None:
    """Find the company that a name means, by its known name or by its domain."""
    squeezed = squeeze(name)
    for company in companies:
        if company.name and squeeze(company.name) == squeezed:
            return company
        label = label_of(company.domain) if company.domain and squeezed else ""
        if label and (label == squeezed or _begins(label, squeezed)):
            return company
    return None


def _begins(one: str, other: str) -> bool:
    short, long = (other, one) if len(other) < len(one) else (one, other)
    return len(short) >= _SHORTEST_LIKENESS and long.startswith(short)
