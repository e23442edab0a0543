"""Single actions, served; the feeds are with the nouns they are about."""

from tui.model.base import Json
from tui.server import db
from tui.server.board import find
from tui.server.call import Call
from tui.server.refusal import not_found
from tui.server.route import Route
from tui.server.wire import actions, boards, lists, members, nested
from tui.server.wire.display import entities
from tui.server.wire.fields import pick


def show(call: Call) -> Json:
    """One action with its ``display``; those that only webhooks tell can be read one by one too."""
    thing = actions.with_display(call, find.action(call))
    if call.params.flag("entities"):
        thing["entities"] = entities(thing)
    return pick(thing, actions.FIELDS.chosen(call.params))


def show_board(call: Call) -> Json:
    """The board an action happened on."""
    row = find.action(call)
    if row.id_board is None:
        raise not_found()
    return boards.boards(call, db.boards.c.id == row.id_board, boards.FIELDS.chosen(call.params))[0]


def show_card(call: Call) -> Json:
    """The card an action is about."""
    row = find.action(call)
    if row.id_card is None:
        raise not_found()
    return nested.shown_card(call, find.card(call, row.id_card).id)


def show_list(call: Call) -> Json:
    """The list an action is about."""
    row = find.action(call)
    if row.id_list is None:
        raise not_found()
    found = lists.lists(call, db.lists.c.id == find.board_list(call, row.id_list).id)
    return pick(found[0], lists.FIELDS.chosen(call.params))


def show_creator(call: Call) -> Json:
    """The member who did it."""
    row = find.action(call)
    people = members.by_id(call.connection, [row.id_member_creator or ""], call.origin)
    if not people:
        raise not_found()
    return pick(people[row.id_member_creator], members.FIELDS.chosen(call.params))


ROUTES = (
    Route("GET", "actions/{action}", show),
    Route("GET", "actions/{action}/board", show_board),
    Route("GET", "actions/{action}/card", show_card),
    Route("GET", "actions/{action}/list", show_list),
    Route("GET", "actions/{action}/memberCreator", show_creator),
)
