"""The action log: every write leaves its actions here, those that only webhooks tell included.

An action carries small copies of what it is about, as they were when it happened. Who wants to know of it, as
notifications and webhooks do, listens (``Call.listeners``); the nouns know of no listener.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Table, Update, bindparam, insert, update

from tui.server.storage import db
from tui.server.wire.fields import number

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One action that is to be logged.

    Attributes:
        kind: Type of the action.
        data: Its data, by type (docs/reference/board.md, 7.2).
        id_board: Board in whose feed it stands.
        id_list: List in whose feed it stands.
        id_card: Card in whose feed it stands.
        id_member: Member it is about.
    """

    kind: str
    data: Json
    id_board: str | None
    id_list: str | None = None
    id_card: str | None = None
    id_member: str | None = None


def record(call: Call, kind: str, data: Json, *, id_board: str | None, **about: str | None) -> str:
    """Log one action, date the card and the board it is about, and tell whom it concerns.

    Args:
        call: Who did it, and when.
        kind: Type of the action.
        data: Its data, by type (docs/reference/board.md, 7.2).
        id_board: Board in whose feed it stands.
        **about: The other ids of an ``JournalEntry``.

    Returns:
        Its id.
    """
    return record_all(call, [JournalEntry(kind, data, id_board, **about)])[0]


def record_all(call: Call, entries: Sequence[JournalEntry]) -> list[str]:
    """Log actions in their order, as ``record`` does one: as many statements for hundreds as for one.

    What they are about has been changed already, all of it. Thousands come in several calls: how much one
    statement may name has an end.

    Returns:
        Their ids, which rise.
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
    call.connection.execute(_LOG, rows)
    _date(call, entries)
    for listener in call.listeners:
        listener(call, rows)
    return [str(row["id"]) for row in rows]


def _date(call: Call, entries: Sequence[JournalEntry]) -> None:
    boards, cards = {entry.id_board for entry in entries}, {entry.id_card for entry in entries}
    for dating, idents in ((_DATE_BOARDS, boards - {None}), (_DATE_CARDS, cards - {None})):
        if idents:
            call.connection.execute(dating, {"idents": sorted(filter(None, idents)), "now": call.stamp})


def _dating(table: Table) -> Update:
    here = update(table).where(table.c.id.in_(bindparam("idents", expanding=True)))
    return here.values(date_last_activity=bindparam("now"))


# Every write runs these: building them takes longer than running them.
_LOG = insert(db.actions)
_DATE_BOARDS, _DATE_CARDS = _dating(db.boards), _dating(db.cards)


def on_card(
    call: Call, kind: str, card: Any, data: Json, *, id_member: str | None = None, **told: Any
) -> str:
    """Log an action about ``card``, as ``about_card`` makes it; its id."""
    return record_all(call, [about_card(kind, card, data, id_member=id_member, **told)])[0]


def about_card(
    kind: str, card: Any, data: Json, *, id_member: str | None = None, **told: Any
) -> JournalEntry:
    """An action about ``card`` (a row from ``find.card``), with the board and the card named.

    Args:
        kind: Type of the action.
        card: The card.
        data: What else is told.
        id_member: Member it is about.
        **told: Fields of the card told beside its name.
    """
    about = {"card": {**told, **card_copy(card)}, "board": board_copy(card), **data}
    return JournalEntry(kind, about, card.id_board, card.id_list, card.id, id_member)


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


def label_copy(row: Any) -> Json:
    """The small copy of a label."""
    colour = {} if row.color is None else {"color": row.color}
    return {"id": row.id, "name": row.name, **colour}


def told(value: Any) -> Any:
    """A stored value as an action tells it: whole numbers without a fraction."""
    return number(value) if isinstance(value, float) else value
