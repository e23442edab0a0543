"""Erasure of texts in the answers that are kept for repeated requests, once what they tell of is deleted.

A request and the actions that it was logged as have the same member and the same date, by which an answer is
found. It is kept, without its texts: a repeated request must not make the thing once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, select, update

from tui.model.values.scalars import format_instant
from tui.server.pipeline.idempotency import KEPT
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call

_AT_ONCE = 500
"""Dates in one query."""

_TEXTLESS = frozenset({"due", "start", "type", "shortLink", "color", "state", "edgeColor", "memberType"})
"""Keys whose texts nobody typed, besides those that begin with ``id`` or ``date``."""


def erase_kept_answers(
    call: Call, actions: ColumnElement[bool], *, id_board: str, id_card: str | None = None
) -> None:
    """Erase the texts in the answers to the requests of some actions, which are about to be deleted.

    Args:
        call: The request that deletes them.
        actions: The condition for the actions.
        id_board: The board that they are about.
        id_card: The card that they are about; None for the whole board.
    """
    told, kept = db.actions.c, db.idempotency.c
    since = format_instant(call.now - KEPT)
    query = select(told.id_member_creator, told.date).where(actions, told.date >= since).distinct()
    made = {(member, date) for member, date in call.connection.execute(query)}
    dates = sorted({date for _, date in made})
    for start in range(0, len(dates), _AT_ONCE):
        found = select(kept.id_member, kept.key, kept.date, kept.reply).where(
            kept.date.in_(dates[start : start + _AT_ONCE])
        )
        for member, key, date, reply in call.connection.execute(found).all():
            if (member, date) in made and _is_about(reply, id_board, id_card):
                here = update(db.idempotency).where(kept.id_member == member, kept.key == key)
                call.connection.execute(here.values(reply=without_texts(reply)))


def _is_about(reply: Any, id_board: str, id_card: str | None) -> bool:
    """Return whether an answer may be about a board or a card: it names no other."""
    if not isinstance(reply, dict):
        return False
    data = reply.get("data")
    parts = data if isinstance(data, dict) else {}
    card = reply.get("id") if "idList" in reply and "idShort" in reply else reply.get("idCard")
    named = (
        (id_board, reply.get("idBoard") or _ident(parts.get("board"))),
        (id_card, card or _ident(parts.get("card"))),
    )
    return all(wanted is None or not ident or ident == wanted for wanted, ident in named)


def _ident(part: Any) -> Any:
    return part.get("id") if isinstance(part, dict) else None


def without_texts(value: Any, key: str = "") -> Any:
    """Return an answer without the texts in it: ids, dates and numbers are left."""
    if isinstance(value, dict):
        return {name: without_texts(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [without_texts(one, key) for one in value]
    is_text = isinstance(value, str) and key not in _TEXTLESS and not key.startswith(("id", "date"))
    return "" if is_text else value
