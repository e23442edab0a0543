"""Base classes of all writes: fields, class-level facts, and the operations a write supports.

A write is a frozen value that can be stored as JSON, applied to the shown rows any number of times with
the same result, sent, and undone by other writes. A write that creates something carries a local id
(``new-…``) until the service has assigned an id; the store then replaces the local id in every later write.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from functools import cache
from math import isfinite
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Self

from tui.errors import UsageError
from tui.model.change import Noun
from tui.model.values.fields import Frozen
from tui.model.values.record import Record, moment_fields
from tui.model.values.scalars import is_local, new_local_id, to_json, to_utc
from tui.model.writes.rows import Rows

Key = tuple[Noun, str]
"""Noun and id of a thing."""

INBOX = "notifications"
"""The entity of all writes of notifications, which are therefore sent in the order they were made."""

NameOf = Callable[[str], str]
"""A function that returns the name of the thing with an id, or "" if it is unknown."""


class Ident(Frozen):
    """An annotation that marks a field as holding an id, or several.

    Attributes:
        of: The kind of thing: ``cards``, ``items`` …
        checked: Whether the thing must exist before the write is accepted (or must not, for ``makes``).
        value: Whether the id is a value that the write sets, rather than part of its target.
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
"""The id of a board that must exist; for most writes the existence of their target is check enough."""


class Inverse:
    """Writes that undo another.

    Attributes:
        writes: In the order of submission; none when nothing can or need be undone.
        renames: Old id to new id of things that are created again under another id.
    """

    def __init__(self, writes: "tuple[Write, ...]" = ()) -> None:
        self.writes = writes
        self.renames: dict[str, str] = {}

    def new_id_for(self, ident: str) -> str:
        """Return a new local id for a thing created again, and record the rename."""
        return self.renames.setdefault(ident, new_local_id())


LONGEST_TEXT = 16_384
"""Maximum characters of a name, description or comment at the service (docs/reference/board.md, 5.2)."""

_TEXTS = MappingProxyType({"name": "name", "desc": "description", "text": "text", "url": "address"})
"""The fields of that length, with the user's words for them."""

_WITHOUT_FILES = frozenset({"boards", "lists", "labels"})
"""Nouns that cannot have attachments."""


class Write(Record):
    """A write the user requested, kept until the service has it.

    Attributes:
        board_id: The board whose rows it changes; "" for things that belong to no board.
        kind: The name of its class in storage: ``move_card``.
    """

    noun: ClassVar[Noun]
    """The kind of thing that ``apply`` changes."""

    target: ClassVar[str]
    """The field with the id of the thing that ``apply`` changes."""

    queue: ClassVar[str]
    """The field with the id of its entity; writes of one entity are sent in the order of creation."""

    makes: ClassVar[str] = ""
    """The field with the local id of the thing the write creates, or ""."""

    recognised_by: ClassVar[tuple[str, ...]] = ()
    """For a write that creates something: the fields by which the thing is recognised at the service."""

    deletes: ClassVar[str] = ""
    """The field with the id of the thing the write deletes, or ""."""

    repeatable: ClassVar[bool] = False
    """Whether a later write of the same kind and fields makes sending this one unnecessary."""

    unnamed: ClassVar[Noun | None] = None
    """The noun of things that the write changes without naming their ids, or None."""

    counts_items: ClassVar[bool] = False
    """Whether the write changes the number of checklist items of its card."""

    takes_empty_name: ClassVar[bool] = False
    """Whether the service accepts an empty name."""

    contested: ClassVar[tuple[str, ...]] = ()
    """The fields for which changes by two people are a conflict."""

    typed: ClassVar[tuple[str, ...]] = ()
    """Fields the user typed for a card, most valuable first; kept for the user if the card is deleted."""

    field_names: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The user's names of the write's fields, if they differ from ``contested.WORDS``."""

    row_names: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The row's names of fields that the write names differently."""

    board_id: Annotated[str, Ident("boards", checked=False)]
    kind: str

    def __init__(self, /, **given: Any) -> None:
        """Set the fields, and convert moments to UTC.

        Raises:
            TypeError: A field is missing or unknown.
            ValueError: A number is not finite, or a moment is out of the calendar: neither could be stored.
        """
        for name in moment_fields(type(self)):
            if given.get(name) is not None:
                given[name] = to_utc(given[name])
        if wrong := [
            name for name, value in given.items() if isinstance(value, float) and not isfinite(value)
        ]:
            raise ValueError(f"{', '.join(wrong)}: not finite")
        super().__init__(**given)

    # --- effect -----------------------------------------------------------------

    @abstractmethod
    def apply(self, row: Any) -> Any:
        """Return ``row`` after the write. None is a thing that does not exist, before or after the write.

        It has no side effects, and applying it twice has the same result as once.
        """

    def apply_to_card(self, card: Any) -> Any:
        """Return the card after a write of one of its parts."""
        return card

    def apply_to(self, noun: Noun, row: Any) -> Any:
        """Return ``row``, a thing of kind ``noun``, after the write."""
        if noun == self.noun:
            return self.apply(row)
        return self.apply_to_card(row) if noun == "cards" and row is not None else row

    @abstractmethod
    def inverse(self, rows: Rows) -> Inverse:
        """Return the writes that undo this one, computed from the rows before it."""

    @abstractmethod
    def describe(self, name: NameOf) -> str:
        """Describe the write in one line, past tense, names in quotes: ``Moved “Ana Ray” to Contacted``."""

    def describe_change(self, before: "Write | None", name: NameOf) -> str:
        """Describe the write as ``describe`` does; ``before`` would restore the earlier values, if they are known."""
        return self.describe(name)

    def shown(self, rows: Rows) -> Any:
        """Return the shown row that has the write's contested fields, or None."""
        return None

    # --- target and ids ---------------------------------------------------------

    @property
    def target_id(self) -> str:
        """Id of the thing that ``apply`` changes."""
        return str(getattr(self, self.target))

    @property
    def touches(self) -> tuple[Key, ...]:
        """The things the write changes; a part of a card comes before the card, which counts it."""
        return ((self.noun, self.target_id),)

    @property
    def entity(self) -> str:
        """Id of the entity the write changes; writes of different entities never wait for each other."""
        return str(getattr(self, self.queue))

    @property
    def boards(self) -> frozenset[str]:
        """Ids of the boards that the write affects."""
        marks = ids_of(type(self)).items()
        return frozenset(ident for name, mark in marks if mark.of == "boards" for ident in self._held(name))

    @property
    def changes_board_list(self) -> bool:
        """Whether the write changes the set or the order of boards, and so can be undone on any board."""
        return False

    @property
    def about_card(self) -> str:
        """Id of the card that the write is about, or about a part of; "" if it is about none."""
        return str(getattr(self, "card_id", ""))

    @property
    def created_id(self) -> str | None:
        """Id of the thing that the write creates, or None."""
        return str(getattr(self, self.makes)) if self.makes else None

    @property
    def deleted_id(self) -> str | None:
        """Id of the thing that the write deletes, or None."""
        return str(getattr(self, self.deletes)) if self.deletes else None

    @property
    def referenced_ids(self) -> tuple[str, ...]:
        """All ids in the write's fields. While any but ``created_id`` is local, the write cannot be sent."""
        return tuple(ident for name in ids_of(type(self)) for ident in self._held(name))

    @property
    def unbound_ids(self) -> tuple[str, ...]:
        """Local ids that must be replaced by the service's ids before the write can be sent."""
        return tuple(sorted({one for one in self.referenced_ids if is_local(one) and one != self.created_id}))

    def outlives(self, ident: str) -> bool:
        """Return whether the write creates or moves a thing that remains when the thing ``ident`` is deleted."""
        return any(ident in self._held(name) for name, mark in ids_of(type(self)).items() if mark.value)

    def is_like(self, other: "Write") -> bool:
        """Return whether both writes are of one class and have the same target, whatever values they set."""
        return type(self) is type(other) and all(
            getattr(self, name) == getattr(other, name)
            for name, mark in ids_of(type(self)).items()
            if not mark.value
        )

    def text_error(self) -> UsageError | None:
        """Return the error for the first text that the service would refuse: one too long, or an empty name; or None."""
        for name, words in _TEXTS.items():
            text = getattr(self, name, None)
            is_empty = name == "name" and text is not None and not text.strip() and not self.takes_empty_name
            if not is_empty and len(text or "") <= LONGEST_TEXT:
                continue
            part = next((one for one in ("attachment", "item") if f"{one}_id" in type(self).fields), "")
            what = f"the {words} of the {part or self.noun[:-1]}"
            if is_empty:
                return UsageError(f"{what} is empty", hint="write something")
            where = "" if self.noun in _WITHOUT_FILES else ", or attach it as a file"
            return UsageError(
                f"{what} has {len(text or ''):,} characters; the service takes {LONGEST_TEXT:,}",
                hint=f"shorten it{where}",
            )
        return None

    def covers(self, earlier: "Write") -> bool:
        """Return whether this write sets all that ``earlier`` set, so that sending it alone has the same result."""
        return self.repeatable and self.is_like(earlier) and earlier.given.keys() <= self.given.keys()

    @property
    def given(self) -> dict[str, Any]:
        """The fields that the write sets and their values, by Python name."""
        return {name: value for name, value in self.as_dict().items() if value is not None}

    def with_ids_replaced(self, names: Mapping[str, str]) -> Self:
        """Return the write with ids replaced, in id fields only, never in texts."""
        changes: dict[str, Any] = {}
        for name in ids_of(type(self)):
            held = getattr(self, name)
            if isinstance(held, tuple) and names.keys() & set(held):
                changes[name] = tuple(names.get(one, one) for one in held)
            elif isinstance(held, str) and held in names:
                changes[name] = names[held]
        return self.replace(**changes) if changes else self

    def to_stored(self) -> str:
        """Return the write as JSON text for storage."""
        return self.as_json()

    def reapplicable(self) -> "Write | None":
        """Return the part of the write that may be applied again to a row that perhaps has it already; None for nothing."""
        return self

    # --- conflicts --------------------------------------------------------------

    def without(self, fields: Mapping[str, Any]) -> "Write | None":
        """Return the write without changes to these contested fields; None if nothing remains.

        Args:
            fields: The fields to leave alone, with their current values.
        """
        return None

    def _held(self, name: str) -> tuple[str, ...]:
        held = getattr(self, name)
        return held if isinstance(held, tuple) else (held,) if held else ()


@cache
def ids_of(kind: type[Write]) -> Mapping[str, Ident]:
    """Map the names of the fields of ``kind`` that hold ids to their annotations."""
    return {
        name: mark
        for name, each in kind.fields.items()
        for mark in getattr(each.hint, "__metadata__", ())
        if isinstance(mark, Ident)
    }


class Partial(Write):
    """The base of writes that change some fields of a thing; omitted fields stay as they are.

    Only the fields that are given to the constructor change (``given_fields``), because None clears a field
    named in ``clearable``.
    """

    clearable: ClassVar[frozenset[str]] = frozenset()
    """Fields that None clears; for any other field None means "unchanged"."""

    @property
    def changes(self) -> dict[str, Any]:
        """The fields that change and their values, by Python name."""
        targets = {name for name, mark in ids_of(type(self)).items() if not mark.value}
        held = {name: getattr(self, name) for name in self.given_fields - targets - {"kind"}}
        return {name: value for name, value in held.items() if value is not None or name in self.clearable}

    @property
    def given(self) -> dict[str, Any]:
        """The fields that the write changes and their values, by Python name."""
        return self.changes

    def to_stored(self) -> str:
        """Return only the fields that were set as JSON text, because omitted fields mean something else."""
        return to_json(self.wire_given() | {"kind": self.kind})

    @property
    def row_changes(self) -> dict[str, Any]:
        """The fields that change and their values, by the row's names."""
        return {self.row_names.get(name, name): value for name, value in self.changes.items()}

    def apply(self, row: Any) -> Any:
        """Return the row with the changes made."""
        return None if row is None else row.replace(**self.row_changes)

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by restoring the earlier values of the fields."""
        row = self.shown(rows)
        undo = None if row is None else self.with_changes(self.earlier_values(row))
        return Inverse() if undo is None else Inverse((undo,))

    def earlier_values(self, row: Any) -> dict[str, Any]:
        """Return the values that ``row`` has for the fields that change."""
        return {name: getattr(row, self.row_names.get(name, name)) for name in self.changes}

    def with_changes(self, changes: Mapping[str, Any]) -> Self | None:
        """Return the write with the same target and these changes instead of its own; None for no changes."""
        target = {name: getattr(self, name) for name, mark in ids_of(type(self)).items() if not mark.value}
        return type(self)(**target, **changes) if changes else None

    def without(self, fields: Mapping[str, Any]) -> Write | None:
        """Return the change of the other fields."""
        left = {name: value for name, value in self.changes.items() if name not in fields}
        return self.with_changes(left)


class CardWrite(Write):
    """The base of writes that change a card's own row."""

    noun: ClassVar[Noun] = "cards"
    target: ClassVar[str] = "card_id"
    queue: ClassVar[str] = "card_id"

    card_id: CardId


class CardPart(Write):
    """The base of writes that change a part of a card (checklist, comment); the card shows their number."""

    queue: ClassVar[str] = "card_id"

    card_id: CardId

    @property
    def touches(self) -> tuple[Key, ...]:
        """The part of the card, and the card."""
        return (*super().touches, ("cards", self.card_id))

    @property
    def place_ids(self) -> dict[str, str]:
        """The board's and the card's id, to build another write of the same card."""
        return {"board_id": self.board_id, "card_id": self.card_id}


_LONGEST = 40


def quoted(name: str | None, instead: str) -> str:
    """Quote ``name`` on one line, shortened to 40 characters; return ``instead`` if there is no name."""
    if not name:
        return instead
    line = " ".join(name.split())
    return f"“{line if len(line) <= _LONGEST else line[: _LONGEST - 1] + '…'}”"
