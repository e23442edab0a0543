"""Creation of a card's row and its action, for new, copied and converted cards alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import insert

from tui.server.card import moves
from tui.server.events import journal
from tui.server.pipeline.ids import short_link
from tui.server.rights import find
from tui.server.rights.places import CARDS
from tui.server.storage import db
from tui.server.wire import caps

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call


def make(
    call: Call,
    target: Any,
    columns: Json,
    asked: str | float,
    *,
    kind: str = "createCard",
    told: Json | None = None,
) -> str:
    """Make a card in the list ``target`` and return its id.

    Args:
        call: The request.
        target: The list, a row from ``find.board_list``.
        columns: The initial column values.
        asked: Its place in the list: ``top``, ``bottom`` or a position.
        kind: Type of the action that is logged.
        told: Additional data of the action.
    """
    caps.require_room(call, "cards.openPerBoard", target.id_board)
    caps.require_room(call, "cards.openPerList", target.id)
    ident = call.new_id()
    row: Json = {"name": "", "desc": "", "date_last_activity": call.stamp, **columns}
    row |= {
        "id": ident,
        "id_board": target.id_board,
        "id_list": target.id,
        "id_short": moves.next_number(call, target.id_board),
        "short_link": short_link(),
        "pos": CARDS.place(call.connection, target.id, asked),
        "extra": {"idMemberCreator": call.me, **columns.get("extra", {})},
    }
    call.connection.execute(insert(db.cards).values(row))
    CARDS.respace(call.connection, target.id, ident, row["pos"])
    data = {"list": journal.list_copy(target), **(told or {})}
    journal.record_on_card(call, kind, find.card(call, ident), data)
    return ident
