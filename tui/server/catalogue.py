"""The routes of the board service, and the listeners to its actions.

Besides the routes of the nouns there are legacy ones, each an alias of a documented one. They are in the
hosted service's first API descriptions, and clients generated from those use them (Python's ``trello``, PHP's
and Java's clients).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, and_, select

from tui.server.board import (
    actions,
    attachments,
    board_changes,
    boards,
    cards,
    checklists,
    comments,
    emoji,
    labels,
    lists,
)
from tui.server.card import labels as card_labels
from tui.server.card import members as card_members
from tui.server.card import moves, stickers
from tui.server.copies import convert
from tui.server.custom import definitions, items
from tui.server.membership import boards as board_members
from tui.server.membership import organizations as organization_members
from tui.server.people import inbox, members, notices, organizations, saved_searches, stars, unsupported
from tui.server.pipeline import batch
from tui.server.pipeline.params import Params, not_found
from tui.server.pipeline.route import Handler, Route, Routes, one_field
from tui.server.rights import access, find
from tui.server.rights.access import Need
from tui.server.search import answer as search
from tui.server.storage import db
from tui.server.webhooks import queue
from tui.server.webhooks import routes as webhooks
from tui.server.wire import actions as wire_actions
from tui.server.wire import boards as wire_boards
from tui.server.wire import nested
from tui.server.wire import organizations as wire_organizations
from tui.server.wire.display import entities

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


def create_card(call: Call) -> Json:
    """Create a card on the list in the path."""
    return cards.create(call.with_params(Params({**call.params, "idList": call.path["list"]})))


def show_board_organization(call: Call) -> Json:
    """Return the workspace of a board."""
    ident = find.board(call).id_organization
    if ident is None:
        raise not_found()
    row = find.organization(call, ident, need=Need.SEE)
    keys = wire_organizations.FIELDS.parse(call.params)
    return wire_organizations.one(call, row.id, keys)


def show_entities(call: Call) -> list[Json]:
    """Return the entities of an action's display, each with its type and text."""
    return entities(wire_actions.with_display(call, find.action(call)))


def show_nobody(call: Call) -> list[Json]:
    """Return the members invited to a board: none, as an invited member is on it at once."""
    find.board(call)
    return []


def show_label_board(call: Call) -> Json:
    """Return the board of a label."""
    ident = find.label(call).id_board
    return wire_boards.one(call, ident, wire_boards.MINE.parse(call.params))


def show_cards_on_board(call: Call) -> list[Json]:
    """Return the cards of a board that one member is on; visible ones by default."""
    return _cards_of(call, db.cards.c.id_board == find.board(call).id)


def show_cards_in_organization(call: Call) -> list[Json]:
    """Return the cards of a workspace's boards that one member is on; visible ones by default."""
    row = find.organization(call, need=Need.SEE)
    inside = and_(db.boards.c.id_organization == row.id, access.visible(call))
    return _cards_of(call, db.cards.c.id_board.in_(select(db.boards.c.id).where(inside)))


def change_membership(call: Call) -> Json:
    """Change the type of a workspace membership."""
    member = organization_members.show_membership(call)["idMember"]
    organization_members.put(replace(call, path={**call.path, "member": member}))
    return organization_members.show_membership(call)


def _cards_of(call: Call, where: ColumnElement[bool]) -> list[Json]:
    word = call.path.get("filter") or call.params.word("filter", "visible", nested.CARD_FILTERS)
    on = db.card_members.c
    mine = db.cards.c.id.in_(select(on.id_card).where(on.id_member == find.member_id(call)))
    return nested.shown_cards(
        call, nested.found_cards(call, and_(where, mine, nested.card_filter(word.lower())))
    )


def _filtered(show: Handler) -> Handler:
    """Return a handler that calls ``show`` with the filter in the path."""
    return lambda call: show(call.with_params(Params({**call.params, "filter": call.path["filter"].lower()})))


def _one_value(change: Handler, prefix: str = "") -> Handler:
    """Return a handler that changes the field of the path to ``value``."""
    return lambda call: change(call.with_params(call.params.as_field(prefix + call.path["field"])))


_ONE_OF: tuple[tuple[str, Callable[[Call], Json]], ...] = (
    ("actions/{action}/board", actions.show_board),
    ("actions/{action}/card", actions.show_card),
    ("actions/{action}/list", actions.show_list),
    ("actions/{action}/member", actions.show_member),
    ("actions/{action}/memberCreator", actions.show_creator),
    ("actions/{action}/organization", actions.show_organization),
    ("boards/{board}/organization", show_board_organization),
    ("cards/{card}/board", cards.show_board),
    ("cards/{card}/list", cards.show_list),
    ("checklists/{checklist}/board", checklists.show_board),
    ("labels/{label}/board", show_label_board),
    ("lists/{list}/board", lists.show_board),
    ("notifications/{notification}/board", inbox.show_board),
    ("notifications/{notification}/card", inbox.show_card),
    ("notifications/{notification}/list", inbox.show_list),
    ("notifications/{notification}/member", inbox.show_member),
    ("notifications/{notification}/memberCreator", inbox.show_creator),
    ("notifications/{notification}/organization", inbox.show_organization),
    ("tokens/{secret}/member", webhooks.show_member),
    ("tokens/{secret}", webhooks.show_token),
)

_LEGACY_ROUTES = (
    Route("POST", "lists/{list}/cards", create_card),
    Route("GET", "lists/{list}/cards/{filter}", _filtered(lists.show_cards)),
    Route("GET", "checklists/{checklist}/cards/{filter}", checklists.show_cards),
    Route("GET", "actions/{action}/entities", show_entities),
    Route("GET", "boards/{board}/membersInvited", show_nobody),
    Route("GET", "labels/{label}/board", show_label_board),
    Route("GET", "boards/{board}/organization", show_board_organization),
    Route("GET", "boards/{board}/members/{member}/cards", show_cards_on_board),
    Route("GET", "boards/{board}/members/{member}/cards/{filter}", show_cards_on_board),
    Route("GET", "organizations/{organization}/members/{member}/cards", show_cards_in_organization),
    Route("POST", "boards/{board}/markAsViewed", board_changes.mark_viewed),
    Route("PUT", "members/{member}/prefs/{field}", _one_value(members.change, "prefs/")),
    Route("PUT", "members/{member}/boardStars/{star}/{field}", _one_value(stars.change)),
    Route("PUT", "members/{member}/savedSearches/{search}/{field}", _one_value(saved_searches.change)),
    Route("PUT", "organizations/{organization}/memberships/{membership}", change_membership),
    Route("PUT", "organizations/{organization}/prefs/{field}", _one_value(organizations.change, "prefs/")),
    Route(
        "PUT", "organizations/{organization}/prefs/boardVisibilityRestrict/{field}",
        _one_value(organizations.change, "prefs/boardVisibilityRestrict/"),
    ),
    Route("PUT", "tokens/{secret}/webhooks", webhooks.create_for_token),
    *(Route("GET", f"{pattern}/{{field}}", one_field(show)) for pattern, show in _ONE_OF),
)  # fmt: skip


NOUNS = (
    boards, board_changes, lists, moves, cards, card_labels, card_members, stickers, attachments, checklists, convert, labels,
    definitions, items, actions, comments, emoji, members, board_members, stars, saved_searches, unsupported,
    inbox, organizations, organization_members, search, webhooks,
)  # fmt: skip
"""Every module with handlers, in its ``ROUTES``."""

SINGLE_ROUTES = (*(route for noun in NOUNS for route in noun.ROUTES), *_LEGACY_ROUTES)

ROUTES = Routes((*SINGLE_ROUTES, *batch.routes(Routes(SINGLE_ROUTES))))

LISTENERS = (notices.notify, queue.enqueue)
"""The functions that are called with each logged action, in this order."""
