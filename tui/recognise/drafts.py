"""People and companies while a card is being read, and when two of them are one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from dataclasses import field as attribute
from typing import TYPE_CHECKING, TypeVar

from tui.recognise.text import FIELDS
from tui.recognise.words.lexicon import fold
from tui.recognise.words.likeness import squeeze

if TYPE_CHECKING:
    from tui.model.subject import Identifier, Kind
    from tui.recognise.names import Named

Place = tuple[int, int]
"""Where on the card something is, in reading order: which passage, and the offset in it."""

NOWHERE: Place = (10**6, 0)
"""A place behind all others, for a name of which only an address says that it is one."""

SPELT, SOLE_EMPLOYER, NAMED_BESIDE = 0.8, 0.7, 0.6
"""How sure a name is: an address spells it; it is the only employer's; it stands beside the company's number."""

_SHORTEST_LIKENESS = 4


@dataclass(slots=True)
class Draft:
    """A person or a company while the card is being read.

    Attributes:
        place: Where it is named first.
        field: The most telling field that names it.
        sure: How sure the name is, 0 to 1.
        places: Where else it is named.
    """

    place: Place
    field: str
    name: str = ""
    sure: float = 0.0
    identifiers: list[Identifier] = attribute(default_factory=list)
    places: list[Place] = attribute(default_factory=list)

    def add(self, identifier: Identifier) -> None:
        """Take an identifier, once."""
        if all((one.kind, one.value) != (identifier.kind, identifier.value) for one in self.identifiers):
            self.identifiers.append(identifier)

    def has(self, kind: Kind) -> bool:
        """Whether it has an identifier of ``kind``."""
        return any(one.kind == kind for one in self.identifiers)

    def holds(self, value: str) -> bool:
        """Whether one of its identifiers has this value."""
        return any(one.value == value for one in self.identifiers)

    def seen(self, place: Place, where: str) -> None:
        """Note that it is also named at ``place``: what counts is where it is named first."""
        self.places.append(place)
        self.place = min(self.place, place)
        self.field = min(self.field, where, key=FIELDS.index)


@dataclass(slots=True)
class PersonDraft(Draft):
    """A person, with the employer as written."""

    company: str = ""
    domain: str = ""

    @classmethod
    def spelt(cls, name: str) -> PersonDraft:
        """Somebody whose name is on the card, as an address of theirs says."""
        return cls(NOWHERE, FIELDS[-1], name, SPELT)


@dataclass(slots=True)
class CompanyDraft(Draft):
    """A company."""

    domain: str = ""


@dataclass(slots=True)
class Notes:
    """What the passages of a card say, before it is assembled.

    Attributes:
        named: Where, in which field, and who.
        fields: Which field each passage is of.
        plain: The passages with blanks where identifiers are.
        runs: Words in a row that begin with capitals: what might be a name.
        firms: Where a firm is named, and how.
        lone: People named without a firm: they count when something of the card is theirs.
    """

    identifiers: list[tuple[Place, Identifier]] = attribute(default_factory=list)
    named: list[tuple[Place, str, Named]] = attribute(default_factory=list)
    fields: list[str] = attribute(default_factory=list)
    plain: list[str] = attribute(default_factory=list)
    runs: list[str] = attribute(default_factory=list)
    firms: list[tuple[Place, str]] = attribute(default_factory=list)
    lone: list[PersonDraft] = attribute(default_factory=list)

    def of_kind(self, kind: Kind) -> list[tuple[Place, Identifier]]:
        """The identifiers of a kind, in reading order."""
        return [found for found in self.identifiers if found[1].kind == kind]


@dataclass(slots=True)
class Assembly:
    """The people and companies of a card as far as they are put together."""

    notes: Notes
    people: list[PersonDraft] = attribute(default_factory=list)
    companies: list[CompanyDraft] = attribute(default_factory=list)

    def is_lone(self, person: PersonDraft) -> bool:
        """Whether somebody is only named, so far."""
        return not person.identifiers and any(person is lone for lone in self.notes.lone)

    def company_of(self, domain: str) -> CompanyDraft | None:
        """The company of a domain; none for no domain."""
        return next((one for one in self.companies if domain and one.domain == domain), None)

    def company_called(self, name: str, place: Place) -> CompanyDraft:
        """The company that a name at a place means: a new one, when there is none alike."""
        company = alike(self.companies, name)
        if company is None:
            company = CompanyDraft(place, self.notes.fields[place[0]], name, NAMED_BESIDE)
            self.companies.append(company)
        return company


_D = TypeVar("_D", bound=Draft)


def nearest(drafts: Sequence[_D], place: Place) -> _D | None:
    """The draft that is named last before ``place`` in its passage."""
    last = [
        (max(seen), count)
        for count, draft in enumerate(drafts)
        if (seen := [one for one in (draft.place, *draft.places) if one[0] == place[0] and one <= place])
    ]
    return drafts[max(last)[1]] if last else None


def label_of(domain: str) -> str:
    """What a domain calls its owner, written as ``squeeze`` writes names: ``tuiridge`` of tui-ridge.co.nz."""
    return fold(domain.partition(".")[0].replace("-", ""))


def alike(companies: Iterable[CompanyDraft], name: str) -> CompanyDraft | None:
    """The company that a name means, by the name it has already or by its domain."""
    for company in companies:
        if company.name and same_firm(company.name, name):
            return company
        label = label_of(company.domain)
        squeezed = squeeze(name)
        if label and squeezed and (label == squeezed or _begins(label, squeezed)):
            return company
    return None


def _begins(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= _SHORTEST_LIKENESS and long.startswith(short)


def same_firm(one: str, other: str) -> bool:
    """Whether two spellings are one firm's: legal forms, marks and blanks aside."""
    return squeeze(one) == squeeze(other)
