"""Bulk runs: lookups of the subjects of many cards, one after another, with the state of each."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Literal, get_args

from tui.model.subject import Subject
from tui.model.values.fields import Frozen, field

ItemState = Literal[
    "waiting",
    "working",
    "hit",
    "miss",
    "remembered",
    "ambiguous",
    "suppressed",
    "error",
    "nothing",
]
"""``remembered``: the answer was stored. ``ambiguous``: a name of several people. ``nothing``: no subject."""

ITEM_STATES: tuple[ItemState, ...] = get_args(ItemState)

OPEN: tuple[ItemState, ...] = ("waiting", "working")
"""States of items that still have to be looked up."""

FAILED: tuple[ItemState, ...] = ("error", "ambiguous")
"""States of items that are looked up again only if the user wants it."""

RunState = Literal["planned", "running", "paused", "cancelled", "done"]

Scope = Literal["first", "all", "comments"]
"""The subjects of a card that a run looks up: the first suitable one, all, or also those only in comments."""

SCOPES: tuple[Scope, ...] = get_args(Scope)


class BulkItem(Frozen):
    """One subject of one card in a run.

    Attributes:
        place: Its index in the run, from 0.
        subject: None if the card names nobody that can be looked up.
        why: What went wrong, in a sentence, or "".
        sure: The user agreed to look it up although an earlier request may have been charged.
    """

    place: int
    card_id: str
    subject: Subject | None
    state: ItemState
    cost: int = 0
    why: str = ""
    sure: bool = False


class BulkRun(Frozen):
    """A run of lookups over many cards.

    Attributes:
        low: Planned minimum of credits, if all are found.
        high: Planned maximum of credits.
        why: Why it stopped, in a sentence, or "".
        credits_left: The last reported balance, or None.
        again: Whether subjects whose last lookup was a miss are included.
        services: The names of the services that it was priced for; empty if they are not known.
    """

    id: str
    state: RunState
    made_at: datetime
    cards: int = 0
    low: int = 0
    high: int = 0
    spent: int = 0
    counts: Mapping[ItemState, int] = field(default_factory=lambda: MappingProxyType({}))
    why: str = ""
    credits_left: int | None = None
    attach: bool = False
    again: bool = False
    services: frozenset[str] = frozenset()

    @property
    def stale_before(self) -> datetime | None:
        """The moment before which misses are looked up again; None for never."""
        return self.made_at if self.again else None

    @property
    def total(self) -> int:
        """Number of items of the run."""
        return sum(self.counts.values())

    @property
    def left(self) -> int:
        """Number of items still to be looked up."""
        return sum(self.counts.get(state, 0) for state in OPEN)

    @property
    def failed(self) -> int:
        """Number of items that failed or were ambiguous."""
        return sum(self.counts.get(state, 0) for state in FAILED)

    @property
    def settled(self) -> int:
        """Number of finished items."""
        return self.total - self.left
