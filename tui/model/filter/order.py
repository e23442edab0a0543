"""The order of ``sort:``, which only changes the display and never moves a card."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeVar

from tui.model.search import fold_text

if TYPE_CHECKING:
    from tui.model.filter.facts import CardFacts
    from tui.model.filter.filter import Sort

T = TypeVar("T")


def in_order(cards: Iterable[T], facts_of: Callable[[T], CardFacts], sort: Sort) -> list[T]:
    """Return ``cards`` sorted; those without the sorted field come last in either direction.

    Args:
        cards: The cards, in the order of their lists, which decides between equals.
        facts_of: Returns the facts of a card, which are used immediately.
        sort: The order.
    """
    given = list(cards)
    if sort.field == "position":
        return given[::-1] if sort.descending else given
    keyed = [(_key(facts_of(card), sort.field), card) for card in given]
    sorted_ones = sorted(
        ((key, card) for key, card in keyed if key is not None), key=itemgetter(0), reverse=sort.descending
    )
    return [card for _, card in sorted_ones] + [card for key, card in keyed if key is None]


def _key(card: CardFacts, field: str) -> Any:
    """Return the sort key of a card, or None if it lacks the field."""
    match field:
        case "name":
            return fold_text(card.name)
        case "due":
            return min(filter(None, (card.due, *card.item_dues[:1])), default=None)
        case "created":
            return card.created
        case "edited":
            return card.edited
        case _:
            return sorted(fold_text(label.name or label.other) for label in card.labels) or None
