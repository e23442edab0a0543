"""Moves of a card to another list or board.

Another list keeps the position; another board gives a new number, keeps the labels that have a twin there and
the members who are on it, and leaves one action on each of the two boards.
"""

from typing import Any

from sqlalchemy import delete, select, update

from tui.model.base import Json
from tui.server import db
from tui.server.board import find, journal
from tui.server.board.places import CARDS
from tui.server.call import Call
from tui.server.card import twins
from tui.server.refusal import invalid, not_found
from tui.server.wire import caps


def move(call: Call, card: Any) -> None:
    """Move ``card`` where ``idList`` and ``idBoard`` say, if they say something new."""
    params = call.params
    id_board = params.ident("idBoard") if params.get("idBoard") else card.id_board
    target = _target(call, card, id_board)
    if target is None or target.id == card.id_list:
        return
    if target.id_board == card.id_board:
        to_list(call, card, target)
    else:
        stays = bool(params.get("idList"))
        pos = card.pos if stays else CARDS.place(call.connection, target.id, "bottom")
        to_board(call, card, target, pos)


def _target(call: Call, card: Any, id_board: str) -> Any:
    if call.params.get("idList"):
        target = find.board_list(call, call.params.ident("idList"))
        if call.params.get("idBoard") and target.id_board != id_board:
            raise invalid("idList")
        return target
    if id_board == card.id_board:
        return None
    find.board(call, id_board)
    first = select(db.lists.c.id).where(db.lists.c.id_board == id_board, db.lists.c.closed.is_(False))
    ident = call.connection.scalar(first.order_by(db.lists.c.pos, db.lists.c.id).limit(1))
    if ident is None:
        raise not_found()
    return find.board_list(call, ident)


def to_list(call: Call, card: Any, target: Any, pos: float | None = None) -> None:
    """Move ``card`` to another list of its board; it keeps its position unless ``pos`` says another."""
    before = find.board_list(call, card.id_list)
    caps.require_room(call, "cards.openPerList", target.id)
    _set(call, card, id_list=target.id, **({} if pos is None else {"pos": pos}))
    if not call.params.given("pos"):
        CARDS.settle(call.connection, target.id, card.id, card.pos if pos is None else pos)
    data = {
        "old": {"idList": before.id},
        "listBefore": journal.list_copy(before),
        "listAfter": journal.list_copy(target),
    }
    journal.on_card(call, "updateCard", find.card(call, card.id), data, idList=target.id)


def to_board(call: Call, card: Any, target: Any, pos: float) -> None:
    """Move ``card`` to the list ``target`` of another board, to ``pos``."""
    caps.require_room(call, "cards.openPerBoard", target.id_board)
    caps.require_room(call, "cards.openPerList", target.id)
    source = find.board(call, card.id_board)
    left = {
        "boardTarget": {"id": target.id_board, "name": target.board_name},
        "list": journal.list_copy(find.board_list(call, card.id_list)),
        "card": journal.card_copy(card),
        "board": journal.board_copy(card),
        "member": mover(call),
    }
    _set(call, card, id_list=target.id, pos=pos)
    settle_in(call, card, target.id_board)
    CARDS.settle(call.connection, target.id, card.id, pos)
    journal.record(call, "moveCardFromBoard", left, id_board=source.id, id_list=card.id_list)
    arrived = {"boardSource": {"id": source.id, "name": source.name}, "list": journal.list_copy(target)}
    journal.on_card(call, "moveCardToBoard", find.card(call, card.id), arrived)


def settle_in(call: Call, card: Any, id_board: str) -> None:
    """Make ``card``, and all that hangs on it, belong to another board."""
    _take_labels_along(call, card, id_board)
    _take_custom_fields_along(call, card, id_board)
    _leave_members_behind(call, card, id_board)
    _set(call, card, id_board=id_board, id_short=next_number(call, id_board))
    for table in (db.checklists, db.actions):
        moved = update(table).where(table.c.id_card == card.id)
        call.connection.execute(moved.values(id_board=id_board))


def mover(call: Call) -> Json:
    """The member who moves something, as actions tell it."""
    name = call.connection.scalar(select(db.members.c.full_name).where(db.members.c.id == call.me))
    return {"id": call.me, "name": name}


def next_number(call: Call, id_board: str) -> int:
    """The next idShort of a board; numbers are never used again."""
    counter, mine = db.boards.c.next_id_short, db.boards.c.id == id_board
    number = call.connection.scalar(select(counter).where(mine))
    call.connection.execute(update(db.boards).where(mine).values(next_id_short=counter + 1))
    return number or 1


def _set(call: Call, card: Any, **values: Any) -> None:
    call.connection.execute(update(db.cards).where(db.cards.c.id == card.id).values(values))


def _take_labels_along(call: Call, card: Any, id_board: str) -> None:
    """Put the target board's label of the same name and colour in place of each; the others stay behind."""
    on = db.card_labels
    there = twins.labels(call, card.id_board, id_board)
    used: set[str] = set()
    worn = select(on.c.id_label).where(on.c.id_card == card.id).order_by(on.c.rank)
    for ident in list(call.connection.scalars(worn)):
        wearing = (on.c.id_card == card.id) & (on.c.id_label == ident)
        other = there.get(ident)
        if other is None or other in used:
            call.connection.execute(delete(on).where(wearing))
        else:
            used.add(other)
            call.connection.execute(update(on).where(wearing).values(id_label=other))


def _take_custom_fields_along(call: Call, card: Any, id_board: str) -> None:
    """Keep what the target board has a field, and an option, of the same name for."""
    table = db.custom_field_items
    rows = call.connection.execute(select(table).where(table.c.id_card == card.id)).all()
    there = twins.custom_fields(call, card.id_board, id_board) if rows else {}
    for row in rows:
        field, here = there.get(row.id_custom_field), table.c.id == row.id
        option = there.get(row.id_value) if row.id_value else None
        if field is None or (row.id_value and option is None):
            call.connection.execute(delete(table).where(here))
        else:
            same = update(table).where(here).values(id_custom_field=field, id_value=option)
            call.connection.execute(same)


def _leave_members_behind(call: Call, card: Any, id_board: str) -> None:
    there = select(db.memberships.c.id_member).where(db.memberships.c.id_board == id_board)
    on = db.card_members.c
    gone = delete(db.card_members).where(on.id_card == card.id, on.id_member.not_in(there))
    call.connection.execute(gone)
