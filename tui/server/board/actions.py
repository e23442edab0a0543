"""Handlers of single actions; feeds are in the modules of the nouns they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.server.pipeline.params import Params, not_found, pick
from tui.server.pipeline.route import Route, one_field
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import actions, boards, members, nested, organizations

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


def show(call: Call) -> Json:
    """Return one action with its ``display``, including action types that only webhooks send."""
    row = find.action(call)
    displayed = call.params.flag("display", default=True)
    asked = call.with_params(Params({**call.params, "display": displayed}))
    return actions.shown(asked, [row], actions.ALONE)[0]


def show_board(call: Call) -> Json:
    """Return the board an action happened on."""
    row = find.action(call)
    if row.id_board is None:
        raise not_found()
    return boards.asked_for(call, row.id_board)


def show_card(call: Call) -> Json:
    """Return the card an action is about."""
    row = find.action(call)
    if row.id_card is None:
        raise not_found()
    return nested.shown_card(call, find.card(call, row.id_card).id)


def show_list(call: Call) -> Json:
    """Return the list an action is about."""
    row = find.action(call)
    if row.id_list is None:
        raise not_found()
    found = boards.lists(call, db.lists.c.id == find.board_list(call, row.id_list).id)
    return pick(found[0], boards.LIST_FIELDS.parse(call.params))


def show_member(call: Call) -> Json:
    """Return the member an action is about; most actions have none."""
    return members.one(call, find.action(call).id_member)


def show_organization(call: Call) -> Json:
    """Return the workspace of the board an action happened on."""
    row = find.action(call)
    if row.board_organization is None:
        raise not_found()
    found = find.organization(call, row.board_organization, need=find.SEE)
    keys = organizations.FIELDS.parse(call.params)
    return organizations.one(call, found.id, keys)


def show_creator(call: Call) -> Json:
    """Return the member who caused the action."""
    return members.one(call, find.action(call).id_member_creator)


ROUTES = (
    Route("GET", "actions/{action}", show),
    Route("GET", "actions/{action}/board", show_board),
    Route("GET", "actions/{action}/card", show_card),
    Route("GET", "actions/{action}/list", show_list),
    Route("GET", "actions/{action}/member", show_member),
    Route("GET", "actions/{action}/memberCreator", show_creator),
    Route("GET", "actions/{action}/organization", show_organization),
    Route("GET", "actions/{action}/{field}", one_field(show)),
)
