"""Somebody or some firm while the card is being read, and when two of them are one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from dataclasses import field as attribute
from typing import TypeVar

from tui.model.subject import Identifier, Kind
from tui.recognise.names import Named
from tui.recognise.text import FIELDS
from tui.recognise.words.lexicon import fold
from tui.recognise.words.likeness import squeeze

Place = tuple[int, int]
"""Which passage, and the offset in it: where on the card something is, in reading order."""

_SHORTEST_LIKENESS = 4


@dataclass(slots=True)
class Draft:
    """Somebody or some firm while the card is being read.

    Attributes:
        sure: How sure the name is, 0 to 1.
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

    def seen(self, place: Place, where: str) -> None:
        """Note that it is also named at ``place``: what counts is where it is named first."""
        self.places.append(place)
        self.place = min(self.place, place)
        self.field = min(self.field, where, key=FIELDS.index)


@dataclass(slots=True)
class Person(Draft):
    """A person, with the employer as written."""

    company: str = ""
    domain: str = ""


@dataclass(slots=True)
class Company(Draft):
    """A firm."""

    domain: str = ""


@dataclass(slots=True)
class Notes:
    """Everything the passages of a card say, before it is put together.

    Attributes:
        named: Where, in which field, and who.
        fields: Which field each passage is of.
        plain: The passages, everything that identifies somebody blanked.
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
    lone: list[Person] = attribute(default_factory=list)


_D = TypeVar("_D", bound=Draft)


def nearest(drafts: Sequence[_D], place: Place) -> _D | None:
    """Who is named last before ``place`` in its passage."""
    last = [
        (max(seen), count)
        for count, draft in enumerate(drafts)
        if (seen := [one for one in (draft.place, *draft.places) if one[0] == place[0] and one <= place])
    ]
    return drafts[max(last)[1]] if last else None


def label_of(domain: str) -> str:
    """What a domain is called, as a name is squeezed: ``tuiridge`` of tui-ridge.co.nz."""
    return fold(domain.partition(".")[0].replace("-", ""))


def alike(companies: Iterable[Company], name: str) -> Company | None:
    """The company a name is the name of: by its domain or by the name it has."""
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
