"""Handlers of cards: read, create, change, delete; a card's parts have separate modules."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete

from tui.server.board import attachments
from tui.server.card import changes, covers, moves
from tui.server.card import labels as card_labels
from tui.server.card import members as card_members
from tui.server.copies import cards as copies
from tui.server.events import journal
from tui.server.events.kept_answers import erase_kept_answers
from tui.server.people import watches
from tui.server.pipeline.params import Params, Refused, pick
from tui.server.pipeline.route import Route, one_field
from tui.server.pipeline.upload import Upload
from tui.server.rights import find
from tui.server.rights.positions import read_new_position
from tui.server.storage import db
from tui.server.wire import actions, boards, members, nested

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


def create(call: Call) -> Json:
    """Create a card, or copy one, at the bottom of its list unless ``pos`` says otherwise."""
    params = call.params
    target = _target_list(call)
    original = find.source(call, "idCardSource", find.card)
    asked = read_new_position(params, "bottom")
    own = _with_mirror_source(call, _values(params if original is None else Params(_without_empty(params))))
    if original is None:
        ident = moves.make(call, target, own, asked)
    else:
        ident = copies.copy_card(call, original, target, copies.parse_parts(params), asked=asked, own=own)
    for name, put in (("idLabels", card_labels.replace_labels), ("idMembers", card_members.replace_members)):
        if params.get(name):
            put(call, find.card(call, ident), params.idents(name))
    if params.get("urlSource"):
        attachments.attach_url(call, find.card(call, ident), params.text("urlSource"), "")
    if isinstance(params.get("fileSource"), Upload):
        attachments.attach_file(call, find.card(call, ident), params["fileSource"], "")
    if not params.keys().isdisjoint(covers.NAMES):
        covers.change(call, find.card(call, ident))
    return {"limits": {}, **nested.shown_card(call.with_params(Params({**_PARTS, **params})), ident)}


_PARTS = {"attachments": "true", "stickers": "true"}
"""Nested parts that the answer to a new card has by default."""

_ADDRESS = re.compile(r"/c/([0-9A-Za-z]{8})(?![0-9A-Za-z])")
_ROLES = ("separator", "board", "mirror", "link")


def _values(params: Params) -> Json:
    """Return a new card's column values; a missing name is taken from ``urlSource`` or ``fileSource``."""
    own = changes.parse_columns(params.without("closed"))
    if not own.get("name"):
        own.pop("name", None)
        file = params.get("fileSource")
        if params.get("urlSource"):
            own["name"] = params.text("urlSource")
        elif isinstance(file, Upload):
            own["name"] = file.name
    if params.get("cardRole"):
        own["extra"] = {**own.get("extra", {}), "cardRole": params.word("cardRole", "", _ROLES)}
    return own


def _with_mirror_source(call: Call, own: Json) -> Json:
    """Add ``mirrorSourceId`` to a new mirror card, whose name is the address of the mirrored card."""
    named = _ADDRESS.search(own.get("name", ""))
    if named is None or own.get("extra", {}).get("cardRole") != "mirror":
        return own
    try:
        source = find.card(call, named[1], need=find.SEE)
    except Refused:
        return own
    return {**own, "extra": {**own["extra"], "mirrorSourceId": source.id}}


def _without_empty(params: Params) -> Json:
    """Drop empty parameters of a copy: some clients send every parameter, and empty ones mean nothing."""
    return {name: value for name, value in params.items() if value not in (None, "", "null")}


def _target_list(call: Call) -> Any:
    ident = call.params.ident("idList")
    try:
        return find.board_list(call, ident)
    except Refused as error:
        if error.status == HTTPStatus.NOT_FOUND:  # the hosted service has a separate message here
            raise Refused(
                HTTPStatus.NOT_FOUND, "could not find the board that the card belongs to"
            ) from error
        raise


def show(call: Call) -> Json:
    """Return one card."""
    return nested.shown_card(call, find.card(call).id)


_LAST_PAGE = 19


def change(call: Call) -> Json:
    """Change the fields that the parameters set; unchanged values leave no action."""
    need = watches.required_right(call.params, changes.NAMES)
    changes.change(call, find.card(call, need=need))
    return nested.shown_card(call.with_params(Params({})), find.card(call, need=find.SEE).id)


def change_field(call: Call) -> Json:
    """Change the field in the path to ``value``."""
    field = call.field(changes.NAMES)
    extra_params = _EXTRA_PARAMS.get(field, ())
    return change(call.with_params(call.params.as_field(field, *extra_params)))


_EXTRA_PARAMS = {"idBoard": ("idList", "pos"), "idList": ("pos",), "due": ("dueReminder",)}
"""Parameters that may accompany the ``value`` of a field."""


def remove(call: Call) -> Json:
    """Delete a card for good, with its history and comments."""
    card = find.card(call)
    row = find.board_list(call, card.id_list)
    history = db.actions.c.id_card == card.id
    erase_kept_answers(call, history, id_board=card.id_board, id_card=card.id)
    call.connection.execute(delete(db.actions).where(history))
    call.connection.execute(delete(db.cards).where(db.cards.c.id == card.id))
    copy = {key: value for key, value in journal.card_copy(card).items() if key != "name"}
    data = {"card": copy, "board": journal.board_copy(card), "list": journal.list_copy(row)}
    journal.record(call, "deleteCard", data, id_board=card.id_board, id_list=card.id_list)
    return {"limits": {}}


def show_actions(call: Call) -> Any:
    """Return the action feed of a card; by default its comments and moves."""
    call.params.integer("page", 0, most=_LAST_PAGE)
    return actions.feed(call, db.actions.c.id_card == find.card(call).id, usual=actions.OF_CARD)


def show_board(call: Call) -> Json:
    """Return the board a card is on."""
    card = find.card(call)
    return boards.asked_for(call, card.id_board)


def show_list(call: Call) -> Json:
    """Return the list a card is in."""
    card = find.card(call)
    found = boards.lists(call, db.lists.c.id == card.id_list)
    return pick(found[0], boards.LIST_FIELDS.parse(call.params))


def show_checklists(call: Call) -> list[Json]:
    """Return a card's checklists with their items."""
    return nested.shown_checklists(call, db.checklists.c.id_card == find.card(call).id)


def show_states(call: Call) -> list[Json]:
    """Return the completed check items of a card."""
    return list(nested.shown_card(call.with_params(Params({})), find.card(call).id)["checkItemStates"])


def show_plugin_data(call: Call) -> list[Json]:
    """Return no power-up data: this server runs no power-ups."""
    find.card(call)
    return []


def show_members(call: Call) -> list[Json]:
    """Return the members on a card."""
    return card_members.shown(call, find.card(call).id, members.OF_CARD.parse(call.params))


ROUTES = (
    Route("POST", "cards", create),
    Route("GET", "cards/{card}", show),
    Route("PUT", "cards/{card}", change),
    Route("DELETE", "cards/{card}", remove),
    Route("GET", "cards/{card}/actions", show_actions),
    Route("GET", "cards/{card}/board", show_board),
    Route("GET", "cards/{card}/list", show_list),
    Route("GET", "cards/{card}/checklists", show_checklists),
    Route("GET", "cards/{card}/members", show_members),
    Route("GET", "cards/{card}/checkItemStates", show_states),
    Route("GET", "cards/{card}/pluginData", show_plugin_data),
    Route("GET", "cards/{card}/{field}", one_field(show)),
    Route("PUT", "cards/{card}/{field}", change_field),
)
