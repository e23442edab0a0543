"""Objects nested in the answer for another noun: lists with their cards, cards with their checklists.

Parameters choose them (docs/reference/board.md, 2.8); their names have a prefix when the noun is nested
itself: ``card_checklists`` on a board, ``checklists`` on a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Row, and_, false, select

from tui.server.pipeline.params import Refused, invalid, pick
from tui.server.storage import db
from tui.server.storage.id_lists import among, id_text
from tui.server.wire import actions, attachments, boards, cards, checklists, custom_fields, members, stickers

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

CARD_FILTERS = ("visible", "all", "open", "closed", "none", "complete", "incomplete")
_MOST_WITH_ACTIONS = 300


def card_filter(word: str) -> ColumnElement[bool]:
    """Build the condition for filter ``word``: *open* is not archived, *visible* is also in an open list."""
    table = db.cards.c
    shown = table.closed.is_(False)
    in_open_list = table.id_list.in_(select(db.lists.c.id).where(db.lists.c.closed.is_(False)))
    match word:
        case "visible":
            return and_(shown, in_open_list)
        case "open":
            return shown
        case "closed":
            return table.closed.is_(True)
        case "complete" | "incomplete":
            return and_(shown, table.due_complete.is_(word == "complete"))
        case "none":
            return false()
        case "all":
            return table.id.is_not(None)
        case _:
            raise invalid("filter")


def found_cards(call: Call, where: ColumnElement[bool], *, paged: bool = True) -> Sequence[Row[Any]]:
    """Return the rows of the newest cards matching ``where``, at most 1,000, sorted by position.

    As at the service, pages go by age, not position: ``before`` with a page's smallest id gives the next.
    """
    table = db.cards.c
    limit, query = cards.PAGE, cards.query()
    if paged:
        if _asks_for_ids(call, ""):
            query = select(table.id, table.pos)
        limit = call.params.integer("limit", limit, most=cards.PAGE)
        where = and_(
            where,
            actions.cursor(call, "since", db.cards, older=False),
            actions.cursor(call, "before", db.cards, older=True),
        )
    rows = call.connection.execute(query.where(where).order_by(table.id.desc()).limit(limit)).all()
    return sorted(rows, key=lambda row: (row.pos, row.id))


def _asks_for_ids(call: Call, prefix: str) -> bool:
    """Return whether only the ids of cards are requested, as beside their checklists."""
    return cards.FIELDS.parse(call.params, f"{prefix}fields") == frozenset({"id"})


def shown_cards(call: Call, rows: Sequence[Row[Any]], prefix: str = "") -> list[Json]:
    """Return cards with the fields and nested objects that the parameters ask for."""
    params = call.params
    if _asks_for_ids(call, prefix):
        found = [{"id": row.id} for row in rows]
    else:
        keys = cards.FIELDS.parse(params, f"{prefix}fields")
        found = [pick(card, keys) for card in cards.cards(call, rows)]
    for name, load in _CARD_PARTS.items():
        if params.nested_filter(f"{prefix}{name}"):
            held = load(call, [row.id for row in rows], prefix)
            for card in found:
                card[name] = held.get(card["id"], [])
    if not prefix and params.nested_filter("actions"):
        _add_actions(call, found)
    return found


def _card_attachments(call: Call, idents: list[str], prefix: str) -> dict[str, list[Json]]:
    keys = attachments.FIELDS.parse(call.params, f"{prefix}attachment_fields")
    where = among(db.attachments.c.id_card, "cards")
    if call.params.get(f"{prefix}attachments") == "cover":
        where = and_(where, db.attachments.c.id.in_(select(db.cards.c.id_attachment_cover)))
    found: dict[str, list[Json]] = {}
    order = (db.attachments.c.id_card, db.attachments.c.pos, db.attachments.c.id)
    query = select(db.attachments).where(where).order_by(*order)
    for row in call.connection.execute(query, {"cards": id_text(idents)}):
        found.setdefault(row.id_card, []).append(pick(attachments.attachment(call, row), keys))
    return found


def _card_checklists(call: Call, idents: list[str], prefix: str) -> dict[str, list[Json]]:
    keys = checklists.FIELDS.parse(call.params, f"{prefix}checklist_fields")
    found: dict[str, list[Json]] = {}
    for one in checklists.checklists(call.connection, db.checklists.c.id_card.in_(idents)):
        found.setdefault(one["idCard"], []).append(pick(one, keys))
    return found


def _card_members(call: Call, idents: list[str], prefix: str) -> dict[str, list[Json]]:
    keys = members.OF_CARD.parse(call.params, f"{prefix}member_fields")
    on = db.card_members.c
    pairs = select(on.id_card, on.id_member).where(on.id_card.in_(idents)).order_by(on.rank, on.id_member)
    rows = call.connection.execute(pairs).all()
    people = members.by_id(call.connection, {row.id_member for row in rows}, call.origin)
    found: dict[str, list[Json]] = {}
    for row in rows:
        found.setdefault(row.id_card, []).append(pick(people[row.id_member], keys))
    return found


def _card_voters(call: Call, idents: list[str], prefix: str) -> dict[str, list[Json]]:
    keys = members.OF_CARD.parse(call.params, f"{prefix}memberVoted_fields")
    table = db.cards.c
    rows = call.connection.execute(select(table.id, table.extra).where(table.id.in_(idents)))
    votes = {row.id: cards.votes(row.extra) for row in rows}
    people = members.by_id(call.connection, {one for each in votes.values() for one in each}, call.origin)
    return {
        ident: [pick(people[one], keys) for one in each if one in people] for ident, each in votes.items()
    }


def _card_items(call: Call, idents: list[str], _prefix: str) -> dict[str, list[Json]]:
    return custom_fields.items(call.connection, idents)


def _card_stickers(call: Call, idents: list[str], prefix: str) -> dict[str, list[Json]]:
    return stickers.stickers(call, idents, f"{prefix}sticker_fields")


def _no_plugin_data(_call: Call, _idents: list[str], _prefix: str) -> dict[str, list[Json]]:
    """Return no power-up data: this server runs no power-ups."""
    return {}


_CARD_PARTS = {
    "attachments": _card_attachments,
    "checklists": _card_checklists,
    "members": _card_members,
    "membersVoted": _card_voters,
    "customFieldItems": _card_items,
    "stickers": _card_stickers,
    "pluginData": _no_plugin_data,
}


def _add_actions(call: Call, found: list[Json]) -> None:
    if len(found) > _MOST_WITH_ACTIONS:
        raise Refused(
            HTTPStatus.FORBIDDEN,
            {"message": "Too many cards requested", "error": "API_TOO_MANY_CARDS_REQUESTED"},
        )
    for card in found:
        card["actions"] = actions.feed(call, db.actions.c.id_card == card["id"], actions.NESTED)


def shown_card(call: Call, ident: str) -> Json:
    """Return one card with the nested objects that the parameters ask for."""
    rows = call.connection.execute(cards.query().where(db.cards.c.id == ident)).all()
    card = shown_cards(call, rows)[0]
    if call.params.flag("board"):
        keys = boards.FIELDS.parse(call.params, "board_fields")
        card["board"] = boards.one(call, rows[0].id_board, keys)
    if call.params.flag("list"):
        card["list"] = boards.lists(call, db.lists.c.id == rows[0].id_list)[0]
    return card


def shown_checklists(call: Call, where: ColumnElement[bool]) -> list[Json]:
    """Return checklists with their items and, when ``cards`` asks for them, their cards."""
    params = call.params
    if params.word("filter", "all", ("all", "none")) == "none":
        return []
    keys = checklists.FIELDS.parse(params, "fields")
    if keys is not None:
        keys |= {"checkItems"}
    item_keys = checklists.ITEM_FIELDS.parse(params, "checkItem_fields")
    with_items = params.word("checkItems", "all", ("all", "none")) == "all"
    found = [pick(one, keys) for one in checklists.checklists(call.connection, where)]
    for one in found:
        items = one.pop("checkItems")
        if with_items:
            one["checkItems"] = [pick(item, item_keys) for item in items]
    _add_cards(call, found, where)
    return found


def _add_cards(call: Call, found: list[Json], where: ColumnElement[bool]) -> None:
    word = call.params.word("cards", "none", CARD_FILTERS)
    if word == "none":
        return
    table = db.checklists.c
    home = {
        row.id: row.id_card for row in call.connection.execute(select(table.id, table.id_card).where(where))
    }
    inside = and_(db.cards.c.id.in_(set(home.values())), card_filter(word))
    shown = shown_cards(call, found_cards(call, inside, paged=False), "card_")
    for one in found:
        one["cards"] = [card for card in shown if card["id"] == home[one["id"]]]


def list_filter(word: str) -> ColumnElement[bool]:
    """Build the condition on lists for filter ``word``."""
    match word:
        case "all":
            return db.lists.c.id.is_not(None)
        case "open" | "closed":
            return db.lists.c.closed.is_(word == "closed")
        case "none":
            return false()
        case _:
            raise invalid("filter")


def shown_lists(call: Call, id_board: str, word: str, prefix: str = "") -> list[Json]:
    """Return a board's lists, each with its cards when ``cards`` asks for them."""
    keys = boards.LIST_FIELDS.parse(call.params, f"{prefix}fields")
    where = and_(db.lists.c.id_board == id_board, list_filter(word))
    found = [pick(one, keys) for one in boards.lists(call, where)]
    wanted = call.params.word("cards", "none", CARD_FILTERS)
    if not prefix and wanted != "none":
        inside = and_(db.cards.c.id_board == id_board, card_filter(wanted))
        rows = found_cards(call, inside, paged=False)
        held: dict[str, list[Json]] = {}
        for row, card in zip(rows, shown_cards(call, rows, "card_"), strict=True):
            held.setdefault(row.id_list, []).append(card)
        for one in found:
            one["cards"] = held.get(one["id"], [])
    return found
