"""Conversion of a check item into a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from tui.server.card import members, moves
from tui.server.events import journal
from tui.server.pipeline.params import not_found
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import nested

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


def convert(call: Call) -> Json:
    """Turn a check item into a card at the bottom of its card's list, and delete the item."""
    source = find.card(call)
    checklist = find.checklist(call)
    item = find.check_item(call, db.checklists.c.id == checklist.id)
    if checklist.id_card != source.id:
        raise not_found()
    data = {
        "cardSource": journal.card_copy(source),
        "checklist": {"id": checklist.id, "name": checklist.name},
    }
    columns = {"name": item.name, "due": item.due, "due_reminder": item.due_reminder}
    target = find.board_list(call, source.id_list)
    ident = moves.make(call, target, columns, "bottom", kind="convertToCardFromCheckItem", told=data)
    call.connection.execute(delete(db.check_items).where(db.check_items.c.id == item.id))
    mine = db.memberships.c
    on_board = select(mine.id).where(mine.id_board == source.id_board, mine.id_member == item.id_member)
    if call.connection.scalar(on_board) is not None:
        members.replace_members(call, find.card(call, ident), [item.id_member])
    return nested.shown_card(call, ident)


ROUTES = (Route("POST", "cards/{card}/checklist/{checklist}/checkItem/{item}/convertToCard", convert),)
