"""Facts of a card: everything that a filter can ask about it, and the base class of what it asks."""

from abc import ABC, abstractmethod
from datetime import UTC, datetime
from functools import lru_cache
from typing import Protocol

from tui.model.search import fold_text
from tui.model.values.fields import Frozen


class NamedThing(Frozen):
    """Something that has a name, and perhaps another one: a label with its colour, a member with a username.

    Attributes:
        other: The colour of a label, the username of a member; "" for none.
        short: The initials of a member, as cards show them; "" for none.
    """

    id: str
    name: str = ""
    other: str = ""
    short: str = ""

    def is_called(self, name: str) -> bool:
        """Return whether ``name``, folded, is the id, or the beginning of a name or of the initials; ``*`` is the name of everything."""
        return name in (self.id, "*") or f"\n{name}" in _folded(self.name, self.other, self.short)


@lru_cache(maxsize=1024)
def _folded(*names: str) -> str:
    """Fold names, each behind a line end, without empty ones; the same few names are used for each card."""
    return "".join(f"\n{fold_text(name)}" for name in names if name)


@lru_cache(maxsize=16_384)
def moment(text: str) -> datetime | None:
    """Return the moment that a card has as a text, read once for all cards and letters; None if it cannot be read."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def moments(texts: tuple[str, ...]) -> tuple[datetime, ...]:
    """Return the moments that a card has as texts, in their order."""
    return tuple(filter(None, map(moment, texts))) if texts else ()


class CardFacts(Protocol):
    """A card, as filters see it."""

    @property
    def name(self) -> str:
        """The title."""

    @property
    def text(self) -> str:
        """The folded text in which a word without a key is searched: the title, and the names of labels and members."""

    @property
    def desc(self) -> str:
        """The description."""

    @property
    def has_desc(self) -> bool:
        """Whether there is a description."""

    @property
    def list_name(self) -> str:
        """The name of the card's list."""

    @property
    def labels(self) -> tuple[NamedThing, ...]:
        """The labels."""

    @property
    def members(self) -> tuple[NamedThing, ...]:
        """The members."""

    @property
    def mine(self) -> bool:
        """Whether this account's member is on the card."""

    @property
    def due(self) -> datetime | None:
        """The due date, or None."""

    @property
    def due_complete(self) -> bool:
        """Whether the due date is marked done."""

    @property
    def item_dues(self) -> tuple[datetime, ...]:
        """When the open items of its checklists are due, the earliest first."""

    @property
    def created(self) -> datetime | None:
        """The creation time, or None if its id does not contain it."""

    @property
    def edited(self) -> datetime | None:
        """When something about it last changed, or None if that is unknown."""

    @property
    def closed(self) -> bool:
        """Whether it is archived."""

    @property
    def is_template(self) -> bool:
        """Whether new cards are copied from it."""

    @property
    def items(self) -> int:
        """Items on its checklists."""

    @property
    def items_done(self) -> int:
        """Items that are ticked."""

    @property
    def comments(self) -> int:
        """Number of comments."""

    @property
    def attachments(self) -> int:
        """Number of files and links."""

    @property
    def has_subject(self) -> bool:
        """Whether the card names a person or a company, according to the last recognition."""


class FilterTerm(Frozen, ABC):
    """One test of a card.

    Attributes:
        start: Its start index in the text of the filter.
    """

    start: int
    end: int

    @property
    def decided_by(self) -> tuple[str, ...]:
        """The names of the only facts that it reads, besides the time; () if it may read any."""
        return ()

    @abstractmethod
    def passes(self, card: CardFacts, now: datetime) -> bool:
        """Return whether ``card`` matches."""

    def narrows(self, other: "FilterTerm") -> bool:
        """Return whether every match of this term certainly matches ``other``."""
        return self == other


def folded_names(*named: NamedThing) -> str:
    """Return the names of labels and members, folded, one a line, so that no word spans two of them."""
    return "\n".join(fold_text(text) for one in named for text in (one.name, one.other) if text)


class StoredFacts(Frozen):
    """The facts of a card with all its fields."""

    name: str
    desc: str = ""
    list_name: str = ""
    labels: tuple[NamedThing, ...] = ()
    members: tuple[NamedThing, ...] = ()
    mine: bool = False
    due: datetime | None = None
    due_complete: bool = False
    item_dues: tuple[datetime, ...] = ()
    created: datetime | None = None
    edited: datetime | None = None
    closed: bool = False
    is_template: bool = False
    items: int = 0
    items_done: int = 0
    comments: int = 0
    attachments: int = 0
    has_subject: bool = False

    @property
    def text(self) -> str:
        """The title and the names of labels and members, folded."""
        return f"{fold_text(self.name)}\n{folded_names(*self.labels, *self.members)}"

    @property
    def has_desc(self) -> bool:
        """Whether there is a description."""
        return bool(self.desc.strip())
