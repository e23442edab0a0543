"""The action log: every write leaves its actions here, those that only webhooks tell included.

An action carries small copies of what it is about, as they were when it happened.
"""

from typing import Any

from sqlalchemy import insert, update

from tui.model.base import Json
from tui.server import db
from tui.server.call import Call
from tui.server.people import notices
from tui.server.webhooks import queue
from tui.server.wire.fields import number


def record(
    call: Call,
    kind: str,
    data: Json,
    *,
    id_board: str | None,
    id_list: str | None = None,
    id_card: str | None = None,
    id_member: str | None = None,
) -> str:
    """Log one action, date the card and the board it is about, and tell whom it concerns.

    Args:
        call: Who did it, and when.
        kind: Type of the action.
        data: Its data, by type (board-api reference, 7.2).
        id_board: Board in whose feed it stands.
        id_list: List in whose feed it stands.
        id_card: Card in whose feed it stands.
        id_member: Member it is about.

    Returns:
        Its id.
    """
    ident = call.new_id()
    row = {
        "id": ident,
        "type": kind,
        "date": call.stamp,
        "id_member_creator": call.me,
        "id_board": id_board,
        "id_list": id_list,
        "id_card": id_card,
        "id_member": id_member,
        "data": data,
        "extra": {},
    }
    call.connection.execute(insert(db.actions), row)
    _date(call, id_board, id_card)
    notices.tell(call, row)
    queue.enqueue(call, row)
    return ident


def _date(call: Call, id_board: str | None, id_card: str | None) -> None:
    for table, ident in ((db.boards, id_board), (db.cards, id_card)):
        if ident is not None:
            call.connection.execute(
                update(table).where(table.c.id == ident).values(date_last_activity=call.stamp)
            )


def on_card(
    call: Call, kind: str, card: Any, data: Json, *, id_member: str | None = None, **told: Any
) -> str:
    """Log an action about ``card`` (a row from ``find.card``), with the board and the card named.

    Args:
        call: Who did it, and when.
        kind: Type of the action.
        card: The card.
        data: What else is told.
        id_member: Member it is about.
        **told: Fields of the card told beside its name.
    """
    about = {"card": {**told, **card_copy(card)}, "board": board_copy(card), **data}
    return record(
        call, kind, about, id_board=card.id_board, id_list=card.id_list, id_card=card.id, id_member=id_member
    )


def card_copy(card: Any) -> Json:
    """The small copy of a card."""
    return {"id": card.id, "name": card.name, "idShort": card.id_short, "shortLink": card.short_link}


def board_copy(found: Any) -> Json:
    """The small copy of the board a found row is on (or is)."""
    return {
        "id": getattr(found, "id_board", found.id),
        "name": found.board_name,
        "shortLink": found.board_link,
    }


def list_copy(row: Any) -> Json:
    """The small copy of a list."""
    return {"id": row.id, "name": row.name}


def told(value: Any) -> Any:
    """A stored value as an action tells it: whole numbers without a fraction."""
    return number(value) if isinstance(value, float) else value
