"""The action log: every write logs its actions here, including those only for webhooks.

An action has small copies of the objects it concerns, as they were at that time. Notifications and webhooks
are listeners (``Call.listeners``) that get each action; the modules of the nouns do not know them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Table, Update, bindparam, insert, update

from tui.server.pipeline.params import number
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One action to log.

    Attributes:
        data: Its data, by type (docs/reference/board.md, 7.2).
    """

    kind: str
    data: Json
    id_board: str | None
    id_list: str | None = None
    id_card: str | None = None
    id_member: str | None = None


def record(call: Call, kind: str, data: Json, *, id_board: str | None, **about: str | None) -> str:
    """Log one action, set the last activity of its card and board, and call the listeners.

    Args:
        call: The request.
        kind: Type of the action.
        data: Its data, by type (docs/reference/board.md, 7.2).
        id_board: Board whose feed has the action.
        **about: The other ids of a ``JournalEntry``.

    Returns:
        The action's id.
    """
    return record_all(call, [JournalEntry(kind, data, id_board, **about)])[0]


def record_all(call: Call, entries: Sequence[JournalEntry]) -> list[str]:
    """Log actions in order, like ``record``, with the same number of statements for any number.

    All changes must be stored already. Thousands of actions need several calls, because the parameters of a
    statement are limited.

    Returns:
        Their ids, ascending.
    """
    rows = [
        {
            "id": call.new_id(),
            "type": entry.kind,
            "date": call.stamp,
            "id_member_creator": call.me,
            "id_board": entry.id_board,
            "id_list": entry.id_list,
            "id_card": entry.id_card,
            "id_member": entry.id_member,
            "data": entry.data,
            "extra": {},
        }
        for entry in entries
    ]
    call.connection.execute(_INSERT_ACTIONS, rows)
    _touch(call, entries)
    for listener in call.listeners:
        listener(call, rows)
    return [str(row["id"]) for row in rows]


def _touch(call: Call, entries: Sequence[JournalEntry]) -> None:
    boards, cards = {entry.id_board for entry in entries}, {entry.id_card for entry in entries}
    for statement, idents in ((_TOUCH_BOARDS, boards - {None}), (_TOUCH_CARDS, cards - {None})):
        if idents:
            call.connection.execute(statement, {"idents": sorted(filter(None, idents)), "now": call.stamp})


def _touch_query(table: Table) -> Update:
    here = update(table).where(table.c.id.in_(bindparam("idents", expanding=True)))
    return here.values(date_last_activity=bindparam("now"))


# Built once: every write runs these, and building them takes longer than running them.
_INSERT_ACTIONS = insert(db.actions)
_TOUCH_BOARDS, _TOUCH_CARDS = _touch_query(db.boards), _touch_query(db.cards)


def record_on_card(
    call: Call, kind: str, card: Any, data: Json, *, id_member: str | None = None, **fields: Any
) -> str:
    """Log an action about ``card``, built by ``card_entry``, and return its id."""
    return record_all(call, [card_entry(kind, card, data, id_member=id_member, **fields)])[0]


def card_entry(
    kind: str, card: Any, data: Json, *, id_member: str | None = None, **fields: Any
) -> JournalEntry:
    """Build an action about ``card`` (a row from ``find.card``), with copies of the card and its board."""
    about = {"card": {**fields, **card_copy(card)}, "board": board_copy(card), **data}
    return JournalEntry(kind, about, card.id_board, card.id_list, card.id, id_member)


def card_copy(card: Any) -> Json:
    """Return the small copy of a card for an action."""
    return {"id": card.id, "name": card.name, "idShort": card.id_short, "shortLink": card.short_link}


def board_copy(found: Any) -> Json:
    """Return the small copy of the board that a found row is on, or is."""
    return {
        "id": getattr(found, "id_board", found.id),
        "name": found.board_name,
        "shortLink": found.board_link,
    }


def list_copy(row: Any) -> Json:
    """Return the small copy of a list for an action."""
    return {"id": row.id, "name": row.name}


def label_copy(row: Any) -> Json:
    """Return the small copy of a label for an action."""
    colour = {} if row.color is None else {"color": row.color}
    return {"id": row.id, "name": row.name, **colour}


def action_value(value: Any) -> Any:
    """Return a stored value as an action has it: whole numbers without a fraction."""
    return number(value) if isinstance(value, float) else value
