"""Copies of lists, with the open cards in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tui.server.copies.cards import copy_card, parts_by_card
from tui.server.rights import find

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call


def copy_cards(call: Call, id_source: str, id_target: str, names: Mapping[str, str] | None = None) -> None:
    """Copy all open cards of one list to another, at the same positions and with all their parts."""
    idents = find.open_card_ids(call, id_source)
    target, parts = find.board_list(call, id_target), parts_by_card(call, id_source)
    for ident in idents:
        original = find.card(call, ident, need=find.SEE)
        copy_card(call, original, target, parts(ident), asked=original.pos, names=names)
