"""Moves of a card to another list or board.

Another list keeps the position; another board gives a new number, keeps the labels that have a twin there and
the members who are on it, and leaves one action on each of the two boards.
"""

from typing import Any

from sqlalchemy import delete, func, select, update

from tui.model.base import Json
from tui.server import db
from tui.server.board import find, journal
from tui.server.board.places import CARDS
from tui.server.call import Call
from tui.server.refusal import invalid, not_found


def move(call: Call, card: Any) -> None:
    """Move ``card`` where ``idList`` and ``idBoard`` say, if they say something new."""
    params = call.params
    id_board = params.ident("idBoard") if params.get("idBoard") else card.id_board
    target = _target(call, card, id_board)
    if target is None or target.id == card.id_list:
        return
    if target.id_board == card.id_board:
        _to_list(call, card, target)
    else:
        _to_board(call, card, target, keep_place=bool(params.get("idList")))


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


def _to_list(call: Call, card: Any, target: Any) -> None:
    before = find.board_list(call, card.id_list)
    _set(call, card, id_list=target.id)
    if not call.params.given("pos"):
        CARDS.settle(call.connection, target.id, card.id, card.pos)
    data = {
        "old": {"idList": before.id},
        "listBefore": journal.list_copy(before),
        "listAfter": journal.list_copy(target),
    }
    journal.on_card(call, "updateCard", find.card(call, card.id), data, idList=target.id)


def _to_board(call: Call, card: Any, target: Any, *, keep_place: bool) -> None:
    source = find.board(call, card.id_board)
    pos = card.pos if keep_place else CARDS.place(call.connection, target.id, "bottom")
    _take_labels_along(call, card, target.id_board)
    _leave_members_behind(call, card, target.id_board)
    left = {
        "boardTarget": {"id": target.id_board, "name": target.board_name},
        "list": journal.list_copy(find.board_list(call, card.id_list)),
        "card": journal.card_copy(card),
        "board": journal.board_copy(card),
        "member": _mover(call),
    }
    _set(
        call,
        card,
        id_list=target.id,
        id_board=target.id_board,
        pos=pos,
        id_short=next_number(call, target.id_board),
    )
    CARDS.settle(call.connection, target.id, card.id, pos)
    for table in (db.checklists, db.actions):
        moved = update(table).where(table.c.id_card == card.id)
        call.connection.execute(moved.values(id_board=target.id_board))
    journal.record(call, "moveCardFromBoard", left, id_board=source.id, id_list=card.id_list)
    arrived = {"boardSource": {"id": source.id, "name": source.name}, "list": journal.list_copy(target)}
    journal.on_card(call, "moveCardToBoard", find.card(call, card.id), arrived)


def _mover(call: Call) -> Json:
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
    on, label = db.card_labels, db.labels
    worn = select(label.c.id, label.c.name, label.c.color).join(on).where(on.c.id_card == card.id)
    mine = call.connection.execute(worn).all()
    twin = select(label.c.name, label.c.color, func.min(label.c.id).label("id"))
    twin = twin.where(label.c.id_board == id_board).group_by(label.c.name, label.c.color)
    there = {(row.name, row.color): row.id for row in call.connection.execute(twin)}
    used: set[str] = set()
    for row in mine:
        wearing = (on.c.id_card == card.id) & (on.c.id_label == row.id)
        other = there.get((row.name, row.color))
        if other is None or other in used:
            call.connection.execute(delete(on).where(wearing))
        else:
            used.add(other)
            call.connection.execute(update(on).where(wearing).values(id_label=other))


def _leave_members_behind(call: Call, card: Any, id_board: str) -> None:
    there = select(db.memberships.c.id_member).where(db.memberships.c.id_board == id_board)
    on = db.card_members.c
    gone = delete(db.card_members).where(on.id_card == card.id, on.id_member.not_in(there))
    call.connection.execute(gone)
