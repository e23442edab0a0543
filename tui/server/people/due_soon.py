"""Reminders that a card is due soon, stored when the due date is set and shown once their time has come.

A reminder is a notification with a future date. So no timer is needed, and a reminder survives a restart.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, union_all

from tui.model.values.scalars import format_instant
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

TYPE = "cardDueSoon"

_DAY = 1440


def reschedule(call: Call, cards: Collection[str], undated: Collection[str] = ()) -> None:
    """Rebuild the reminders of cards after their due date, members or watchers changed.

    A card whose due date changed loses all old reminders; other cards keep the reminders already shown.

    Args:
        call: The request.
        cards: Ids of the cards.
        undated: Those whose due date changed. Other cards without a due date have no reminders.
    """
    query = select(db.cards, db.boards.c.name.label("board_name"), db.boards.c.short_link.label("board_link"))
    dated = db.cards.c.id.in_(cards) & db.cards.c.due.is_not(None)
    found = call.connection.execute(query.join(db.boards).where(dated).order_by(db.cards.c.id)).all()
    _delete_reminders(call, undated, shown=True)
    _delete_reminders(call, {card.id for card in found} - {*undated})
    ahead = [
        card
        for card in found
        if card.due > call.stamp and not card.closed and not card.due_complete and not card.is_template
    ]
    rows = list(_reminders(call, ahead)) if ahead else []
    if rows:
        call.connection.execute(insert(db.notifications), rows)


def _delete_reminders(call: Call, cards: Collection[str], *, shown: bool = False) -> None:
    """Delete the future reminders of ``cards``, and with ``shown`` those whose time has come, too."""
    table = db.notifications.c
    if cards:
        theirs = delete(db.notifications).where(table.id_card.in_(cards), table.type == TYPE)
        call.connection.execute(theirs if shown else theirs.where(table.date > call.stamp))


def _reminders(call: Call, cards: Collection[Any]) -> Iterator[Json]:
    existing, recipients = _existing_reminders(call, cards), _recipients(call, cards)
    for card in cards:
        for ident, preferred in recipients.get(card.id, {}).items():
            minutes = preferred if card.due_reminder is None else card.due_reminder
            if (card.id, ident, card.due) in existing or minutes < 0:
                continue
            at = max(datetime.fromisoformat(card.due) - timedelta(minutes=minutes), call.now)
            yield {
                "id": f"{int(at.timestamp()):08x}{secrets.token_hex(8)}",
                "id_member": ident,
                "type": TYPE,
                "date": format_instant(at),
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


def _existing_reminders(call: Call, cards: Collection[Any]) -> set[tuple[str, str, str]]:
    """Return the existing reminders of ``cards`` as (card id, member id, due date)."""
    table = db.notifications.c
    query = select(table.id_card, table.id_member, table.data)
    query = query.where(table.id_card.in_([card.id for card in cards]), table.type == TYPE)
    return {
        (row.id_card, row.id_member, row.data["card"].get("due")) for row in call.connection.execute(query)
    }


def _recipients(call: Call, cards: Collection[Any]) -> Mapping[str, dict[str, float]]:
    """Map each card to its members and watchers, with the minutes before the due date that each prefers."""
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
        preferred = prefs.get("minutesBeforeDeadlineToNotify") if isinstance(prefs, dict) else None
        found.setdefault(card, {})[ident] = preferred if isinstance(preferred, int | float) else _DAY
    return found
