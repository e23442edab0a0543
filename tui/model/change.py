"""Changes: what the feed carries from the store to the screens when rows change."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Literal

from tui.model.values.fields import Frozen, field

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
    "events",
    "rules",
    "sync",
]


class Change(Frozen):
    """The rows that changed; ``a + b`` combines two changes.

    Attributes:
        nouns: Kinds of the changed rows.
        card_ids: Cards that changed (also through their checklists, labels or comments). Empty although
            ``nouns`` has ``cards`` means: too many to list, reread the board.
        bound: Map of local id to the service's id, for things just created at the service.
        by: Names of other people who have just changed cards at the service, by the card's id.
    """

    nouns: frozenset[Noun] = frozenset()
    board_ids: frozenset[str] = frozenset()
    card_ids: frozenset[str] = frozenset()
    bound: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    by: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def __add__(self, other: "Change") -> "Change":
        """Combine both changes; if one has changed cards without ids, the result has no card ids either."""
        many = any("cards" in c.nouns and not c.card_ids for c in (self, other))
        return Change(
            self.nouns | other.nouns,
            self.board_ids | other.board_ids,
            frozenset() if many else self.card_ids | other.card_ids,
            MappingProxyType({**self.bound, **other.bound}),
            MappingProxyType({**self.by, **other.by}),
        )


class Reversal(Frozen):
    """An undone or redone composite write, reported to the screen that asked for it.

    Attributes:
        list_id: Its list; "" if it is about no list, or about cards.
        board_id: The board that is open by it, and was not shown; "" for none.
        by_rules: Whether ``words`` tell what rules did because of it, which is not undone with it; or, of what is
            ``untold``, whether a rule did it.
        for_good: Whether nothing of it can be done again, or nothing was done: a removed file cannot come back.
        untold: The batch that was not undone, because another window or a command made it: what to tell first; 0
            if there was none.
    """

    words: str
    card_ids: tuple[str, ...] = ()
    list_id: str = ""
    board_id: str = ""
    by_rules: bool = False
    for_good: bool = False
    untold: int = 0


Doer = Literal["command", "screens", "rules"]
"""Who writes to a store that was opened."""

Whose = Literal["here", "rules", "closed", "closed rules", "open"]
"""Where something was done: in this window, by rules, in a window that is closed, by rules that have ended, or in another
open window."""

EntryState = Literal["done", "undone", "refused", "final"]
"""Whether an entry can be undone: it can, it is undone, the service refused it, or there is nothing to undo."""


class HistoryEntry(Frozen):
    """A change made on this machine.

    Attributes:
        batch: Its number; later entries have higher ones.
        board: The board's name; "" if unknown.
    """

    batch: int
    at: datetime
    words: str
    board: str
    whose: Whose
    state: EntryState
