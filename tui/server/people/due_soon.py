"""Reminders that a card will be due soon, written when the date is set and seen when their time has come.

A reminder is a notification of the future. So nothing has to watch the clock, and a reminder survives a restart.
"""

import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, insert, select, union

from tui.model.base import Json, instant_text
from tui.server import db
from tui.server.call import Call

TYPE = "cardDueSoon"

_DAY = 1440


def reschedule(call: Call, id_card: str) -> None:
    """Make the reminders of a card anew, after its date or those around it changed; those given stay given."""
    table = db.notifications.c
    ahead = (table.id_card == id_card) & (table.type == TYPE) & (table.date > call.stamp)
    call.connection.execute(delete(db.notifications).where(ahead))
    query = select(db.cards, db.boards.c.name.label("board_name"), db.boards.c.short_link.label("board_link"))
    card = call.connection.execute(query.join(db.boards).where(db.cards.c.id == id_card)).one_or_none()
    if card is None or card.due is None or card.due <= call.stamp or card.closed or card.due_complete:
        return
    rows = list(_reminders(call, card))
    if rows:
        call.connection.execute(insert(db.notifications), rows)


def _reminders(call: Call, card: Any) -> Iterator[Json]:
    given = _given(call, card)
    for ident, wished in _around(call, card):
        minutes = wished if card.due_reminder is None else card.due_reminder
        if ident in given or minutes < 0:
            continue
        at = max(datetime.fromisoformat(card.due) - timedelta(minutes=minutes), call.now)
        yield {
            "id": f"{int(at.timestamp()):08x}{secrets.token_hex(8)}",
            "id_member": ident,
            "type": TYPE,
            "date": instant_text(at),
            "unread": True,
            "id_board": card.id_board,
            "id_card": card.id,
            "data": _data(card),
        }


def _data(card: Any) -> Json:
    return {
        "card": {
            "id": card.id, "name": card.name, "idShort": card.id_short, "shortLink": card.short_link,
            "due": card.due,
        },
        "board": {"id": card.id_board, "name": card.board_name, "shortLink": card.board_link},
    }  # fmt: skip


def _given(call: Call, card: Any) -> set[str]:
    """Who has been reminded of this very date."""
    table = db.notifications.c
    query = select(table.id_member, table.data).where(table.id_card == card.id, table.type == TYPE)
    return {
        row.id_member for row in call.connection.execute(query) if row.data["card"].get("due") == card.due
    }


def _around(call: Call, card: Any) -> Iterator[tuple[str, float]]:
    """Who is on the card or watches it, with the minutes they want to be reminded before."""
    on, watch, mine = db.card_members.c, db.watches.c, db.memberships.c
    both = union(
        select(on.id_member).where(on.id_card == card.id),
        select(watch.id_member).where(watch.id_card == card.id),
    )
    query = (
        select(db.members.c.id, db.members.c.extra)
        .join(db.memberships)
        .where(mine.id_board == card.id_board, mine.deactivated.is_(False), db.members.c.id.in_(both))
    )
    for row in call.connection.execute(query.order_by(db.members.c.id)):
        prefs = row.extra.get("prefs")
        wished = prefs.get("minutesBeforeDeadlineToNotify") if isinstance(prefs, dict) else None
        yield row.id, wished if isinstance(wished, int | float) else _DAY
