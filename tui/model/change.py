"""Change: something is different now. What the feed carries from the store to whoever shows it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from tui.model.fields import Frozen, field

Noun = Literal[
    "boards",
    "lists",
    "cards",
    "labels",
    "checklists",
    "members",
    "comments",
    "notifications",
    "findings",
    "bulk",
    "outbox",
    "conflicts",
    "sync",
]


class Change(Frozen):
    """What is different now. Changes may be added up: ``a + b`` is both.

    Attributes:
        nouns: Kinds of rows that changed.
        board_ids: Boards they belong to.
        card_ids: Cards that changed (also through their checklists, labels or comments).
            Empty while ``nouns`` has ``cards`` means: too many to name, read the board again.
        bound: Local id to the service's id, for things the service has just been told of.
    """

    nouns: frozenset[Noun] = frozenset()
    board_ids: frozenset[str] = frozenset()
    card_ids: frozenset[str] = frozenset()
    bound: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def __add__(self, other: "Change") -> "Change":
        """Both changes as one; a change without card ids swallows the ids of the other."""
        many = any("cards" in c.nouns and not c.card_ids for c in (self, other))
        return Change(
            self.nouns | other.nouns,
            self.board_ids | other.board_ids,
            frozenset() if many else self.card_ids | other.card_ids,
            MappingProxyType({**self.bound, **other.bound}),
        )


class Reversal(Frozen):
    """A composite write that was taken back or done again, told to whoever asked for it.

    Attributes:
        words: For the status line.
        card_ids: The cards it was about, in its order.
        list_id: The list it was about; "" when it was about none, or about cards.
    """

    words: str
    card_ids: tuple[str, ...] = ()
    list_id: str = ""
