"""Tallies: the counts of a card's checklists in its row."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tui.model.card import Card
    from tui.store.db import Transaction


class Tallies(NamedTuple):
    """The counts of a card's checklists.

    Attributes:
        done: Number of ticked ones.
        dues: The due dates of the others, earliest first.
    """

    items: int
    done: int
    dues: tuple[str, ...] = ()


def tallies(tx: Transaction, card: Card) -> Tallies:
    """Count the items of a card, from its checklists if stored, else from its badges."""
    known = tx.one("SELECT 1 FROM docs WHERE noun = 'checklists' AND parent_id = ? LIMIT 1", card.id)
    if known is None:
        return tallies_of_badges(card)
    found = tx.rows("SELECT items, items_done, to_do FROM checklists WHERE card_id = ?", card.id)
    dues = [due for *_, to_do in found if to_do for _, _, due, _ in json.loads(to_do) if due]
    return Tallies(sum(row[0] for row in found), sum(row[1] for row in found), tuple(sorted(dues)))


def tallies_of_badges(card: Card) -> Tallies:
    """Return a card's number of items as the service reports it, without due dates, which it does not report."""
    return Tallies(card.badges.check_items, card.badges.check_items_checked)
