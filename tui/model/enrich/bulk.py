"""A run: many cards whose subjects are looked up one after the other, and what became of each."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Literal, get_args

from tui.model.fields import Frozen, field
from tui.model.subject import Subject

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
"""``remembered``: the answer was here. ``ambiguous``: a name that several have. ``nothing``: nobody to look up."""

ITEM_STATES: tuple[ItemState, ...] = get_args(ItemState)

OPEN: tuple[ItemState, ...] = ("waiting", "working")
"""Items that still have to be looked up."""

RunState = Literal["planned", "running", "paused", "cancelled", "done"]

Scope = Literal["first", "all"]
"""Whom of a card a run looks up: the first that can be, or all."""


class BulkItem(Frozen):
    """One subject of one card.

    Attributes:
        place: Its number in the run, from 0.
        subject: None when the card names nobody that can be looked up.
        cost: Credits it took.
        why: What went wrong, in a sentence, or "".
        sure: The user said that it is to be asked for although an earlier request may have been charged.
    """

    place: int
    card_id: str
    subject: Subject | None
    state: ItemState
    cost: int = 0
    why: str = ""
    sure: bool = False


class BulkRun(Frozen):
    """A run over many cards.

    Attributes:
        cards: How many cards it is over.
        low: Credits it will take at least if all are found, as planned.
        high: Credits it will take at most, as planned.
        spent: Credits it has taken.
        counts: Items by state.
        why: What stopped it, in a sentence, or "".
        credits_left: The balance last heard, or None.
        attach: Whether what is found is put on the cards.
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

    @property
    def total(self) -> int:
        """How many items it has."""
        return sum(self.counts.values())

    @property
    def left(self) -> int:
        """How many items still have to be looked up."""
        return sum(self.counts.get(state, 0) for state in OPEN)

    @property
    def settled(self) -> int:
        """How many items are done with."""
        return self.total - self.left
