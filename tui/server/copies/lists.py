"""Copies of lists, with the open cards in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from tui.server.copies.cards import copy_card, parts_by_card
from tui.server.pipeline.refusal import not_found_as_invalid
from tui.server.rights import find
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call


def find_source(call: Call) -> Any:
    """Return the list that ``idListSource`` says to copy; None when the parameter is missing.

    Raises:
        Refused: 400, there is no such list; 401, the caller may not see it.
    """
    if not call.params.get("idListSource"):
        return None
    with not_found_as_invalid("idListSource"):
        return find.board_list(call, call.params.ident("idListSource"), need=find.SEE)


def copy_cards(call: Call, id_source: str, id_target: str, names: Mapping[str, str] | None = None) -> None:
    """Copy all open cards of one list to another, at the same positions and with all their parts."""
    table = db.cards.c
    query = select(table.id).where(table.id_list == id_source, table.closed.is_(False))
    idents = list(call.connection.scalars(query.order_by(table.pos, table.id)))
    target, parts = find.board_list(call, id_target), parts_by_card(call, id_source)
    for ident in idents:
        original = find.card(call, ident, need=find.SEE)
        copy_card(call, original, target, parts(ident), asked=original.pos, names=names)
