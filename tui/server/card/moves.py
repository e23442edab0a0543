"""New cards and moves of cards, one or all of a list: their rows, places, numbers and actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, repeat
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import bindparam, delete, func, select, update

from tui.model.position import STEP
from tui.model.values.scalars import Json
from tui.server.card import twins
from tui.server.events import journal
from tui.server.pipeline.ids import short_link
from tui.server.pipeline.params import invalid, not_found, number
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.rights.positions import CARDS, LISTS, read_new_position
from tui.server.storage import db
from tui.server.wire import caps

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call


def move(call: Call, card: Any) -> None:
    """Move ``card`` to ``idList`` and ``idBoard``, if they differ from its present list and board."""
    params = call.params
    id_board = params.ident("idBoard") if params.get("idBoard") else card.id_board
    target = _find_target(call, card, id_board)
    if target is None or target.id == card.id_list:
        return
    keeps_place = target.id_board == card.id_board or params.get("idList")
    pos = card.pos if keeps_place else CARDS.new_position(call.connection, target.id, "bottom")
    move_all = move_all_to_list if target.id_board == card.id_board else move_all_to_board
    # A position that comes with it is where the card goes: at this one it is in nobody's way.
    move_all(call, [card], target, [pos], settle=not params.given("pos"))


def _find_target(call: Call, card: Any, id_board: str) -> Any:
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


def move_all_to_list(
    call: Call, cards: Sequence[Any], target: Any, places: Iterable[float], *, settle: bool
) -> None:
    """Move ``cards`` of one list to ``places`` in another of its board, without renumbering others.

    With ``settle``, the cards there are respaced if one is too close to the last of these.
    """
    before = find.board_list(call, cards[0].id_list)
    caps.require_room(call, "cards.openPerList", target.id, len(cards))
    respaced = _place_in_list(call, cards, target, places, settle=settle)
    data = {
        "old": {"idList": before.id},
        "listBefore": journal.list_copy(before),
        "listAfter": journal.list_copy(target),
        **respaced,
    }
    moved = find.cards(call, [card.id for card in cards])
    journal.record_all(
        call, [journal.card_entry("updateCard", card, data, idList=target.id) for card in moved]
    )


def move_all_to_board(
    call: Call, cards: Sequence[Any], target: Any, places: Iterable[float], *, settle: bool
) -> None:
    """Move ``cards`` of one list to ``places`` in a list of another board; ``settle`` as in ``move_all_to_list``."""
    caps.require_room(call, "cards.openPerBoard", target.id_board, len(cards))
    caps.require_room(call, "cards.openPerList", target.id, len(cards))
    source, before = find.board(call, cards[0].id_board), find.board_list(call, cards[0].id_list)
    left = {
        "boardTarget": {"id": target.id_board, "name": target.board_name},
        "list": journal.list_copy(before),
        "board": journal.board_copy(before),
        "member": mover(call),
    }
    respaced = _place_in_list(call, cards, target, places, settle=settle)
    reassign_to_board(call, cards, target.id_board)
    came_from = {"id": source.id, "name": source.name}
    arrived = {"boardSource": came_from, "list": journal.list_copy(target), **respaced}
    entries = []
    for card, moved in zip(cards, find.cards(call, [card.id for card in cards]), strict=True):
        data = {**left, "card": journal.card_copy(card)}
        entries += [
            journal.JournalEntry("moveCardFromBoard", data, source.id, before.id),
            journal.card_entry("moveCardToBoard", moved, arrived),
        ]
    journal.record_all(call, entries)


def reassign_to_board(call: Call, cards: Sequence[Any], id_board: str) -> None:
    """Reassign ``cards`` of one board, with all their parts, to another board."""
    if not cards:
        return
    idents = [card.id for card in cards]
    _transfer_labels(call, idents, cards[0].id_board, id_board)
    _transfer_custom_fields(call, idents, cards[0].id_board, id_board)
    _remove_absent_members(call, idents, id_board)
    first = _reserve_numbers(call, id_board, len(cards))
    rows = [{"of": ident, "number": number} for number, ident in enumerate(idents, first)]
    here = update(db.cards).where(db.cards.c.id == bindparam("of"))
    call.connection.execute(here.values(id_board=id_board, id_short=bindparam("number")), rows)
    for table in (db.checklists, db.actions):
        hanging = update(table).where(table.c.id_card.in_(idents))
        call.connection.execute(hanging.values(id_board=id_board))


def mover(call: Call) -> Json:
    """Return the moving member in the form that actions have."""
    name = call.connection.scalar(select(db.members.c.full_name).where(db.members.c.id == call.me))
    return {"id": call.me, "name": name}


def next_number(call: Call, id_board: str) -> int:
    """Return the next ``idShort`` of a board; numbers are never reused."""
    return _reserve_numbers(call, id_board, 1)


def _reserve_numbers(call: Call, id_board: str, many: int) -> int:
    """Reserve the next ``many`` ``idShort`` values of a board and return the first."""
    counter, mine = db.boards.c.next_id_short, db.boards.c.id == id_board
    number = call.connection.scalar(select(counter).where(mine))
    call.connection.execute(update(db.boards).where(mine).values(next_id_short=counter + many))
    return number or 1


def _place_in_list(
    call: Call, cards: Sequence[Any], target: Any, places: Iterable[float], *, settle: bool
) -> Json:
    """Write the places of ``cards``; return what an action says of the other cards there, where these are respaced."""
    rows = [{"of": card.id, "to": pos} for card, pos in zip(cards, places, strict=True)]
    here = update(db.cards).where(db.cards.c.id == bindparam("of"))
    call.connection.execute(here.values(id_list=target.id, pos=bindparam("to")), rows)
    last = rows[-1]
    return respacing_data(
        respaced=settle and CARDS.respace(call.connection, target.id, last["of"], last["to"])
    )


def respacing_data(*, respaced: bool) -> Json:
    """Return what an action of a card adds if the other cards of the list were respaced; they have no actions for that."""
    return {"respaced": True} if respaced else {}


def _transfer_labels(call: Call, cards: Sequence[str], id_source: str, id_board: str) -> None:
    """Replace each label by the target board's label of the same name and colour; remove those without."""
    on = db.card_labels
    on_cards = (
        select(on.c.id_card, on.c.id_label).where(on.c.id_card.in_(cards)).order_by(on.c.id_card, on.c.rank)
    )
    rows = call.connection.execute(on_cards).all()
    twin_of = twins.labels(call, id_source, id_board) if rows else {}
    used: set[tuple[str, str]] = set()
    removed, replaced = list[Json](), list[Json]()
    for row in rows:
        pair, other = {"card": row.id_card, "label": row.id_label}, twin_of.get(row.id_label)
        if other is None or (row.id_card, other) in used:
            removed.append(pair)
        else:
            used.add((row.id_card, other))
            replaced.append({**pair, "other": other})
    mine = (on.c.id_card == bindparam("card")) & (on.c.id_label == bindparam("label"))
    _execute_many(call, delete(on).where(mine), removed)
    _execute_many(call, update(on).where(mine).values(id_label=bindparam("other")), replaced)


def _transfer_custom_fields(call: Call, cards: Sequence[str], id_source: str, id_board: str) -> None:
    """Keep only values whose field, and option, the target board also has, by name."""
    table = db.custom_field_items
    rows = call.connection.execute(select(table).where(table.c.id_card.in_(cards))).all()
    twin_of = twins.custom_fields(call, id_source, id_board) if rows else {}
    removed, replaced = list[Json](), list[Json]()
    for row in rows:
        field, option = twin_of.get(row.id_custom_field), twin_of.get(row.id_value) if row.id_value else None
        if field is None or (row.id_value and option is None):
            removed.append({"of": row.id})
        else:
            replaced.append({"of": row.id, "field": field, "option": option})
    mine = table.c.id == bindparam("of")
    same: Json = {"id_custom_field": bindparam("field"), "id_value": bindparam("option")}
    _execute_many(call, delete(table).where(mine), removed)
    _execute_many(call, update(table).where(mine).values(same), replaced)


def _execute_many(call: Call, statement: Any, rows: list[Json]) -> None:
    if rows:
        call.connection.execute(statement, rows)


def _remove_absent_members(call: Call, cards: Sequence[str], id_board: str) -> None:
    on_board = select(db.memberships.c.id_member).where(db.memberships.c.id_board == id_board)
    on = db.card_members.c
    removed = delete(db.card_members).where(on.id_card.in_(cards), on.id_member.not_in(on_board))
    call.connection.execute(removed)


def make(
    call: Call,
    target: Any,
    columns: Json,
    asked: str | float,
    *,
    kind: str = "createCard",
    told: Json | None = None,
) -> str:
    """Create a card in the list ``target`` and return its id.

    Args:
        call: The request.
        target: The list, a row from ``find.board_list``.
        columns: The initial column values.
        asked: Its place in the list: ``top``, ``bottom`` or a position.
        kind: Type of the logged action.
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
        "id_short": next_number(call, target.id_board),
        "short_link": short_link(),
        "pos": CARDS.new_position(call.connection, target.id, asked),
        "extra": {"idMemberCreator": call.me, **columns.get("extra", {})},
    }
    respaced = CARDS.insert(call.connection, row)
    data = {"list": journal.list_copy(target), **(told or {}), **respacing_data(respaced=respaced)}
    journal.record_on_card(call, kind, find.card(call, ident), data)
    return ident


T = TypeVar("T")

_CHUNK_SIZE = 500
"""Cards per statement; SQLite allows 32,766 parameters, PostgreSQL 65,535."""


def archive_cards(call: Call) -> Json:
    """Archive all open cards of a list."""
    row = find.board_list(call)
    data = {"old": {"closed": False}, "list": journal.list_copy(row)}
    for chunk in _chunks(find.open_card_ids(call, row.id)):
        call.connection.execute(update(db.cards).where(db.cards.c.id.in_(chunk)).values(closed=True))
        cards = find.cards(call, chunk)
        journal.record_all(
            call, [journal.card_entry("updateCard", card, data, closed=True) for card in cards]
        )
    return {}


def move_cards(call: Call) -> list[Json]:
    """Move all open cards of a list, in order, to the end of a list on the same or another board.

    Raises:
        Refused: 400, the target is not on the board ``idBoard``, or is the list itself.
    """
    source = find.board_list(call)
    target = find.board_list(call, call.params.ident("idList"))
    if target.id_board != call.params.ident("idBoard"):
        raise invalid("idBoard")
    if target.id == source.id:
        raise invalid("idList")
    idents = find.open_card_ids(call, source.id)
    move = move_all_to_list if target.id_board == source.id_board else move_all_to_board
    places = _places_after(call, target.id, len(idents))
    for chunk, chunk_places in zip(_chunks(idents), _chunks(places), strict=True):
        move(call, find.cards(call, chunk), target, chunk_places, settle=chunk[-1] == idents[-1])
    if idents and find.card(call, idents[-1]).pos != places[-1]:
        places = [card.pos for chunk in _chunks(idents) for card in find.cards(call, chunk)]
    moved_to = {"idBoard": target.id_board, "idList": target.id}
    return [{"id": ident, **moved_to, "pos": number(pos)} for ident, pos in zip(idents, places, strict=True)]


def _places_after(call: Call, id_list: str, many: int) -> list[float]:
    """Return positions for ``many`` cards after all cards of a list."""
    last = call.connection.scalar(select(func.max(db.cards.c.pos)).where(db.cards.c.id_list == id_list))
    return list(accumulate(repeat(STEP, many), initial=last or 0.0))[1:]


def _chunks(things: Sequence[T]) -> Iterator[Sequence[T]]:
    """Split ``things``, in order, into chunks for one statement each."""
    for start in range(0, len(things), _CHUNK_SIZE):
        yield things[start : start + _CHUNK_SIZE]


def move_list(call: Call, row: Any, id_board: str) -> None:
    """Move the list ``row`` with its cards to another board; to the right end unless ``pos`` is given."""
    target = find.board(call, id_board)
    if not row.closed:
        caps.require_room(call, "lists.openPerBoard", target.id)
    caps.require_room(call, "cards.openPerBoard", target.id, len(find.open_card_ids(call, row.id)))
    data = {
        "list": journal.list_copy(row),
        "board": journal.board_copy(row),
        "boardTarget": {"id": target.id, "name": target.name},
        "member": mover(call),
    }
    journal.record(call, "moveListFromBoard", data, id_board=row.id_board, id_list=row.id)
    pos = LISTS.new_position(call.connection, target.id, read_new_position(call.params, "bottom"))
    here = update(db.lists).where(db.lists.c.id == row.id)
    call.connection.execute(here.values(id_board=target.id, pos=pos))
    LISTS.respace(call.connection, target.id, row.id, pos)
    inside = select(db.cards).where(db.cards.c.id_list == row.id).order_by(db.cards.c.id)
    for chunk in _chunks(call.connection.execute(inside).all()):
        reassign_to_board(call, chunk, target.id)
    data = {
        "list": journal.list_copy(row),
        "board": journal.board_copy(find.board_list(call, row.id)),
        "boardSource": {"id": row.id_board, "name": row.board_name},
        "member": mover(call),
    }
    journal.record(call, "moveListToBoard", data, id_board=target.id, id_list=row.id)


ROUTES = (
    Route("POST", "lists/{list}/archiveAllCards", archive_cards),
    Route("POST", "lists/{list}/moveAllCards", move_cards),
)
