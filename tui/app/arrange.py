"""Positions for several cards that are inserted at one place of a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tui.model import position

if TYPE_CHECKING:
    from tui.app.widgets.card_list import CardList
    from tui.model.card import CardFace


def arrange(
    siblings: Sequence[CardFace],
    idents: Sequence[str],
    index: int,
    occupied: Iterable[float] = (),
) -> dict[str, float]:
    """Compute the positions that put ``idents`` one after another at ``index``.

    None of them is a position that another card has until it is written itself (see ``position.make_room``).

    Args:
        siblings: The cards of the list in order, without those of ``idents``.
        idents: Ids of the cards to insert, at least one.
        index: An index into ``siblings``.
        occupied: Positions in the list that other cards have until they are written.

    Returns:
        Positions by id: first of ``idents`` in their order, then of the siblings that have to move.
    """
    names, positions = [face.id for face in siblings], [face.pos for face in siblings]
    old, occupied = dict(zip(names, positions, strict=True)), list(occupied)
    for at, ident in enumerate(idents, index):
        pos, moved = position.make_room(positions, at, occupied)
        for other, new in moved.items():
            positions[other] = new
        occupied.extend(old[names[other]] for other in moved if names[other] in old)
        positions.insert(at, pos)
        names.insert(at, ident)
    now = dict(zip(names, positions, strict=True))
    return {ident: now[ident] for ident in idents} | {
        face.id: now[face.id] for face in siblings if now[face.id] != face.pos
    }


def arrange_at(
    cards: CardList,
    idents: Sequence[str],
    index: int,
    occupied: Iterable[float] = (),
) -> dict[str, float]:
    """Compute the positions that put ``idents`` at ``index`` among the shown cards of a list.

    Args:
        cards: The list.
        idents: Ids of the cards, at least one.
        index: An index into the shown cards, without those of ``idents``.
        occupied: Positions in the list that other cards have until they are written.

    Returns:
        Positions by id, as ``arrange`` does; only as much of a long list is read as needed.
    """
    near, at = cards.siblings_near(index, idents)
    places = arrange(near, idents, at, occupied)
    if len(places) == len(idents):
        return places
    # There is no room, and cards that were not read may be in the way of those that give way.
    every = [face for face in cards.siblings() if face.id not in idents]
    return arrange(every, idents, cards.unfiltered_index(index, idents), occupied)


def arrange_below(cards: CardList, idents: Sequence[str], card_id: str) -> dict[str, float]:
    """Compute the positions that put new cards below one of a list, shown or not; at its top if the card is not there."""
    if not cards.filtered and not cards.ordered:
        above = cards.find(card_id)
        return arrange_at(cards, idents, 0 if above is None else above + 1)
    every = cards.siblings()
    return arrange(every, idents, next((at for at, face in enumerate(every, 1) if face.id == card_id), 0))
