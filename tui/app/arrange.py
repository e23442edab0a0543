"""Positions for several cards that are inserted at one place: pure arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.model import position

if TYPE_CHECKING:
    from tui.model.card import CardFace


def arrange(siblings: Sequence[CardFace], idents: Sequence[str], index: int) -> dict[str, float]:
    """Compute the positions that put ``idents`` one after another at ``index``.

    Args:
        siblings: The cards of the list in order, without those of ``idents``.
        idents: Ids of the cards to insert, at least one.
        index: An index into ``siblings``.

    Returns:
        Positions by id: first of ``idents`` in their order, then of the siblings that have to move.
    """
    names, positions = [face.id for face in siblings], [face.pos for face in siblings]
    for at, ident in enumerate(idents, index):
        pos, moved = position.make_room(positions, at)
        for other, new in moved.items():
            positions[other] = new
        positions.insert(at, pos)
        names.insert(at, ident)
    now = dict(zip(names, positions, strict=True))
    return {ident: now[ident] for ident in idents} | {
        face.id: now[face.id] for face in siblings if now[face.id] != face.pos
    }
