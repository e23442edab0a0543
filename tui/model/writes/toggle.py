"""Adding a label or member to several cards at once, or removing it if all have it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.model.writes.base import Write

OnCards = Mapping[str, Collection[str] | None]
"""The ids of the labels, or of the members, of each card by the card's id; None for a card that is gone."""


def is_on_all(on_cards: OnCards, ident: str) -> bool:
    """Return whether each card that is there has a label or a member."""
    return all(ident in each for each in on_cards.values() if each is not None)


def toggled(
    on_cards: OnCards, ident: str, *, put_on: Callable[[str], Write], take_off: Callable[[str], Write]
) -> list[Write]:
    """Return the writes that add a label or member to the cards without it, or remove it if all have it.

    Deleted cards are included, so that they are reported.

    Args:
        on_cards: The labels or members of the cards.
        ident: The label or the member.
        put_on: Returns the write for a card, by its id.
        take_off: Returns the write for a card, by its id.
    """
    if is_on_all(on_cards, ident):
        return [take_off(card_id) for card_id in on_cards]
    return [put_on(card_id) for card_id, each in on_cards.items() if ident not in (each or ())]
