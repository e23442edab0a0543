"""What every write has: fields, facts about itself, and what it can be asked for.

A write is a frozen value that can be stored as JSON, applied to what is shown any number of times with the same
result, sent, and taken back by other writes. A write that makes something carries a local id (``new-…``) which
stands for the thing until the service has named it; the store then exchanges it in every later write.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from functools import cache
from math import isfinite
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Self

from tui.model.base import Record, in_utc, is_local, json_of, moments, new_local_id
from tui.model.change import Noun
from tui.model.fields import Frozen
from tui.model.writes.rows import Rows

Key = tuple[Noun, str]
"""A thing: its noun and its id."""

INBOX = "notifications"
"""The entity of all writes of notifications: they leave in the order they were made."""

NameOf = Callable[[str], str]
"""The name of the thing with an id, or "" when it is not known."""


class Ident(Frozen):
    """Marks a field that holds the id of a thing, or several ids.

    Attributes:
        of: What kind of thing: ``cards``, ``items`` …
        checked: Whether the thing must be there before the write is taken on (or must not, if the write makes it).
        value: Whether the id is a value that the write sets, and no part of what the write is about.
    """

    of: str
    checked: bool = True
    value: bool = False


CardId = Annotated[str, Ident("cards")]
ListId = Annotated[str, Ident("lists")]
InList = Annotated[str, Ident("lists", value=True)]
ChecklistId = Annotated[str, Ident("checklists")]
ItemId = Annotated[str, Ident("items")]
MemberId = Annotated[str, Ident("members", checked=False)]
Assignee = Annotated[str | None, Ident("members", checked=False, value=True)]
LabelId = Annotated[str, Ident("labels", checked=False)]
LabelIds = Annotated[tuple[str, ...], Ident("labels", checked=False, value=True)]
MemberIds = Annotated[tuple[str, ...], Ident("members", checked=False, value=True)]
KnownBoardId = Annotated[str, Ident("boards")]
"""The id of a board that must be there; of most writes the thing written to is proof enough."""


class Inverse:
    """Writes that take another back.

    Attributes:
        writes: In the order to submit them; none when nothing can or need be taken back.
        renames: Old id to new id of what comes back under another name.
    """

    def __init__(self, writes: "tuple[Write, ...]" = ()) -> None:
        self.writes = writes
        self.renames: dict[str, str] = {}

    def again(self, ident: str) -> str:
        """A new local id for what comes back, noted as a rename."""
        return self.renames.setdefault(ident, new_local_id())


class Write(Record):
    """A write the user asked for, kept until the service has it.

    Attributes:
        board_id: The board whose rows it touches; "" for what belongs to no board.
        kind: What it is called where it is stored: ``move_card``.
    """

    noun: ClassVar[Noun]
    """What kind of thing ``apply`` changes."""

    target: ClassVar[str]
    """The field that names that thing."""

    queue: ClassVar[str]
    """The field that names its entity. Writes of one entity leave in the order they were made."""

    makes: ClassVar[str] = ""
    """The field with the local id of what it makes, or ""."""

    recognised_by: ClassVar[tuple[str, ...]] = ()
    """Of a write that makes something: the fields that the service repeats of it."""

    deletes: ClassVar[str] = ""
    """The field with the id of what it deletes, or ""."""

    repeatable: ClassVar[bool] = False
    """Whether a later one that sets as much makes it needless to send this one."""

    unnamed: ClassVar[Noun | None] = None
    """A noun of which it changes things that it does not name."""

    counts_items: ClassVar[bool] = False
    """Whether it changes how many items its card has."""

    contested: ClassVar[tuple[str, ...]] = ()
    """Fields that two people may change differently."""

    typed: ClassVar[tuple[str, ...]] = ()
    """Fields that somebody typed for a card, what is dearest first: kept for the user when the card is gone."""

    field_names: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """What its fields are called in front of the user, where that is not what they are called elsewhere."""

    row_names: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """What the row calls fields that the write calls otherwise."""

    board_id: Annotated[str, Ident("boards", checked=False)]
    kind: str

    def __init__(self, /, **given: Any) -> None:
        """Take the fields.

        Raises:
            TypeError: One is missing, or there is no such field.
            ValueError: A number is none, or a moment is out of the calendar: nothing could be written of it.
        """
        for name in moments(type(self)):
            if given.get(name) is not None:
                given[name] = in_utc(given[name])
        if wrong := [
            name for name, value in given.items() if isinstance(value, float) and not isfinite(value)
        ]:
            raise ValueError(f"{', '.join(wrong)}: not finite")
        super().__init__(**given)

    # --- what it does -----------------------------------------------------------

    @abstractmethod
    def apply(self, row: Any) -> Any:
        """The thing after the write, None for none; ``row`` is the thing before it. Pure, and the same when repeated."""

    def apply_to_card(self, card: Any) -> Any:
        """The card after a write of something that hangs on it."""
        return card

    def applied(self, noun: Noun, row: Any) -> Any:
        """``row``, which is a thing of ``noun``, after the write."""
        if noun == self.noun:
            return self.apply(row)
        return self.apply_to_card(row) if noun == "cards" and row is not None else row

    @abstractmethod
    def inverse(self, rows: Rows) -> Inverse:
        """What takes it back, seen from the rows before it."""

    @abstractmethod
    def describe(self, name: NameOf) -> str:
        """One line in the past tense, names in quotes: ``Moved “Ana Ray” to Contacted``."""

    def shown(self, rows: Rows) -> Any:
        """What its contested fields are fields of, as it is shown now, or None."""
        return None

    # --- what it is about -------------------------------------------------------

    @property
    def about(self) -> str:
        """Id of the thing that ``apply`` changes."""
        return str(getattr(self, self.target))

    @property
    def touches(self) -> tuple[Key, ...]:
        """The things it changes, parts before the card that counts them."""
        return ((self.noun, self.about),)

    @property
    def entity(self) -> str:
        """Id of the thing it writes to; writes on different entities never wait for one another."""
        return str(getattr(self, self.queue))

    @property
    def boards(self) -> frozenset[str]:
        """Ids of the boards it is seen on."""
        marks = ids_of(type(self)).items()
        return frozenset(ident for name, mark in marks if mark.of == "boards" for ident in self._held(name))

    @property
    def is_of_boards(self) -> bool:
        """Whether it changes which boards there are, or their order, and so is told of on any."""
        return False

    @property
    def created(self) -> str | None:
        """The id of what it makes, or None."""
        return str(getattr(self, self.makes)) if self.makes else None

    @property
    def deleted(self) -> str | None:
        """The id of what it deletes, or None."""
        return str(getattr(self, self.deletes)) if self.deletes else None

    @property
    def mentions(self) -> tuple[str, ...]:
        """Every id it names. A local one among them must be bound before it can leave."""
        return tuple(ident for name in ids_of(type(self)) for ident in self._held(name))

    @property
    def needs(self) -> tuple[str, ...]:
        """Local ids that the service must have named before it can leave."""
        return tuple(sorted({one for one in self.mentions if is_local(one) and one != self.created}))

    def outlives(self, ident: str) -> bool:
        """Whether it makes or moves something that stays when what is called ``ident`` is deleted."""
        return any(ident in self._held(name) for name, mark in ids_of(type(self)).items() if mark.value)

    def is_like(self, other: "Write") -> bool:
        """Whether both change the same thing in the same way, whatever they set."""
        return type(self) is type(other) and all(
            getattr(self, name) == getattr(other, name)
            for name, mark in ids_of(type(self)).items()
            if not mark.value
        )

    def covers(self, earlier: "Write") -> bool:
        """Whether it sets all that ``earlier`` set, so that sending it alone comes to the same."""
        return self.repeatable and self.is_like(earlier) and earlier.given.keys() <= self.given.keys()

    @property
    def given(self) -> dict[str, Any]:
        """The fields it sets, by Python name."""
        return {name: value for name, value in self.as_dict().items() if value is not None}

    def renamed(self, names: Mapping[str, str]) -> Self:
        """The write with ids exchanged: in its ids only, never in a text."""
        changes: dict[str, Any] = {}
        for name in ids_of(type(self)):
            held = getattr(self, name)
            if isinstance(held, tuple) and names.keys() & set(held):
                changes[name] = tuple(names.get(one, one) for one in held)
            elif isinstance(held, str) and held in names:
                changes[name] = names[held]
        return self.but(**changes) if changes else self

    def stored(self) -> str:
        """The write as it is stored and read back."""
        return self.as_json()

    def again(self) -> "Write | None":
        """What of it may be applied to a row that perhaps has it already; None for nothing."""
        return self

    # --- what is set by others too ----------------------------------------------

    def without(self, fields: Mapping[str, Any]) -> "Write | None":
        """The write when these of its contested fields are left as they are; None when nothing is left of it.

        Args:
            fields: What they say now.
        """
        return None

    def _held(self, name: str) -> tuple[str, ...]:
        held = getattr(self, name)
        return held if isinstance(held, tuple) else (held,) if held else ()


@cache
def ids_of(kind: type[Write]) -> Mapping[str, Ident]:
    """By name, the fields of ``kind`` that hold ids."""
    return {
        name: mark
        for name, each in kind.fields.items()
        for mark in getattr(each.hint, "__metadata__", ())
        if isinstance(mark, Ident)
    }


class Partial(Write):
    """A change of some fields of a thing; a field left out stays as it is.

    A field that is named in ``clearable`` may be set to None, which clears it. So which fields are meant is
    told by ``given_fields``: build it with only what changes.
    """

    clearable: ClassVar[frozenset[str]] = frozenset()
    """Fields whose None says "none"; anywhere else None says "as it is"."""

    @property
    def changes(self) -> dict[str, Any]:
        """The fields that change, by Python name."""
        meant = {name for name, mark in ids_of(type(self)).items() if not mark.value}
        held = {name: getattr(self, name) for name in self.given_fields - meant - {"kind"}}
        return {name: value for name, value in held.items() if value is not None or name in self.clearable}

    @property
    def given(self) -> dict[str, Any]:
        """The fields it sets, by Python name."""
        return self.changes

    def stored(self) -> str:
        """Only the fields that were set, so that the write keeps its meaning."""
        return json_of(self.said() | {"kind": self.kind})

    @property
    def row_changes(self) -> dict[str, Any]:
        """The fields that change, as the row calls them."""
        return {self.row_names.get(name, name): value for name, value in self.changes.items()}

    def apply(self, row: Any) -> Any:
        """The row with the fields that change."""
        return None if row is None else row.but(**self.row_changes)

    def inverse(self, rows: Rows) -> Inverse:
        """The fields as they were."""
        row = self.shown(rows)
        return Inverse() if row is None else self.back(self.was(row))

    def was(self, row: Any) -> dict[str, Any]:
        """What the fields that change are in ``row``."""
        return {name: getattr(row, self.row_names.get(name, name)) for name in self.changes}

    def back(self, was: Mapping[str, Any]) -> Inverse:
        """What sets the same thing's fields to what they were."""
        meant = {name: getattr(self, name) for name, mark in ids_of(type(self)).items() if not mark.value}
        return Inverse((type(self)(**meant, **was),) if was else ())

    def without(self, fields: Mapping[str, Any]) -> Write | None:
        """The change of the other fields."""
        left = {name: value for name, value in self.changes.items() if name not in fields}
        return self.back(left).writes[0] if left else None


class CardWrite(Write):
    """A write of a card itself, or of what the card's own row holds."""

    noun: ClassVar[Noun] = "cards"
    target: ClassVar[str] = "card_id"
    queue: ClassVar[str] = "card_id"

    card_id: CardId


class CardPart(Write):
    """A write of something that hangs on a card, which shows how many there are."""

    queue: ClassVar[str] = "card_id"

    card_id: CardId

    @property
    def touches(self) -> tuple[Key, ...]:
        """The part, and the card."""
        return (*super().touches, ("cards", self.card_id))

    @property
    def at(self) -> dict[str, str]:
        """Where it is, for another write of the same card."""
        return {"board_id": self.board_id, "card_id": self.card_id}


_LONGEST = 40


def quoted(name: str | None, instead: str) -> str:
    """``name`` in quotes and on one line, cut where it is long; ``instead`` where there is none."""
    if not name:
        return instead
    line = " ".join(name.split())
    return f"“{line if len(line) <= _LONGEST else line[: _LONGEST - 1] + '…'}”"
