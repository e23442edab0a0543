"""Reminders that a card will be due soon, written when the date is set and seen when their time has come.

A reminder is a notification of the future. So nothing has to watch the clock, and a reminder survives a restart.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, union_all

from tui.model.base import Json, instant_text
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call

TYPE = "cardDueSoon"

_DAY = 1440


def reschedule(call: Call, cards: Collection[str], undated: Collection[str] = ()) -> None:
    """Make the reminders of cards anew, after their date or those around them changed.

    A card whose date changed keeps no reminder of another date; of the others, those given stay given.

    Args:
        call: Who changed them, and when.
        cards: Their ids.
        undated: Those of them whose date itself changed. Of the others, one without a date has no reminders.
    """
    query = select(db.cards, db.boards.c.name.label("board_name"), db.boards.c.short_link.label("board_link"))
    dated = db.cards.c.id.in_(cards) & db.cards.c.due.is_not(None)
    found = call.connection.execute(query.join(db.boards).where(dated).order_by(db.cards.c.id)).all()
    _forget(call, undated, given=True)
    _forget(call, {card.id for card in found} - {*undated})
    ahead = [card for card in found if card.due > call.stamp and not card.closed and not card.due_complete]
    rows = list(_reminders(call, ahead)) if ahead else []
    if rows:
        call.connection.execute(insert(db.notifications), rows)


def _forget(call: Call, cards: Collection[str], *, given: bool = False) -> None:
    """Delete the reminders of ``cards`` whose time has not come, and those that were ``given`` if that is said."""
    table = db.notifications.c
    if cards:
        theirs = delete(db.notifications).where(table.id_card.in_(cards), table.type == TYPE)
        call.connection.execute(theirs if given else theirs.where(table.date > call.stamp))


def _reminders(call: Call, cards: Collection[Any]) -> Iterator[Json]:
    given, around = _given(call, cards), _around(call, cards)
    for card in cards:
        for ident, wished in around.get(card.id, {}).items():
            minutes = wished if card.due_reminder is None else card.due_reminder
            if (card.id, ident, card.due) in given or minutes < 0:
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


def _given(call: Call, cards: Collection[Any]) -> set[tuple[str, str, str]]:
    """Who has been reminded of which card, and of which date."""
    table = db.notifications.c
    query = select(table.id_card, table.id_member, table.data)
    query = query.where(table.id_card.in_([card.id for card in cards]), table.type == TYPE)
    return {
        (row.id_card, row.id_member, row.data["card"].get("due")) for row in call.connection.execute(query)
    }


def _around(call: Call, cards: Collection[Any]) -> Mapping[str, dict[str, float]]:
    """Who is on each card or watches it, with the minutes they want to be reminded before."""
    on, watch, mine, idents = db.card_members.c, db.watches.c, db.memberships.c, [card.id for card in cards]
    both = union_all(
        select(on.id_card, on.id_member).where(on.id_card.in_(idents)),
        select(watch.id_card, watch.id_member).where(watch.id_card.in_(idents)),
    ).subquery()
    query = (
        select(both.c.id_card, db.members.c.id, db.members.c.extra)
        .select_from(both)
        .join(db.cards, db.cards.c.id == both.c.id_card)
        .join(db.members, db.members.c.id == both.c.id_member)
        .join(db.memberships, (mine.id_member == db.members.c.id) & (mine.id_board == db.cards.c.id_board))
        .where(mine.deactivated.is_(False))
    )
    found: dict[str, dict[str, float]] = {}
    for card, ident, extra in call.connection.execute(query.order_by(db.members.c.id)):
        prefs = extra.get("prefs")
        wished = prefs.get("minutesBeforeDeadlineToNotify") if isinstance(prefs, dict) else None
        found.setdefault(card, {})[ident] = wished if isinstance(wished, int | float) else _DAY
    return found
