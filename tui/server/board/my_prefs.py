"""How one member has a board: what they show of it, and their keys to its calendar and its letterbox."""

import secrets
from typing import Any

from sqlalchemy import and_, delete, insert, select

from tui.model.base import Json
from tui.server import db
from tui.server.board import find
from tui.server.board.access import Need
from tui.server.call import Call
from tui.server.params import Params
from tui.server.refusal import Refused
from tui.server.route import Route

_FLAGS = (
    "showSidebar",
    "showSidebarMembers",
    "showSidebarBoardActions",
    "showSidebarActivity",
    "showListGuide",
)
_USUAL: Json = {**dict.fromkeys(_FLAGS, True), "emailPosition": "bottom", "idEmailList": None}


def shown(call: Call, id_board: str) -> Json:
    """The member's own preferences of a board."""
    return {**_USUAL, **_kept(call, id_board)}


def show(call: Call) -> Json:
    """The member's own preferences of a board."""
    return shown(call, find.board(call).id)


def change(call: Call) -> Json:
    """Change one of them to ``value``."""
    board = find.board(call, need=Need.SEE)
    name = call.field(_USUAL)
    params = Params({name: call.params.as_field(name)[name]})
    match name:
        case "emailPosition":
            value: Any = params.word(name, "bottom", ("top", "bottom"))
        case "idEmailList":
            value = params.maybe_ident(name)
        case _:
            value = params.flag(name)
    return _keep(call, board.id, {name: value})


def make_calendar_key(call: Call) -> Json:
    """Make a new key to the board's calendar, which only a board that publishes one has."""
    board = find.board(call, need=Need.SEE)
    if board.prefs.get("calendarFeedEnabled") is not True:
        raise Refused(403, "Can't generate calendarKey")
    return _keep(call, board.id, {"calendarKey": secrets.token_hex(16)})


def make_email_key(call: Call) -> Json:
    """Make a new key to the board's letterbox."""
    board = find.board(call)
    return _keep(call, board.id, {"emailKey": secrets.token_hex(16)})


def _keep(call: Call, id_board: str, values: Json) -> Json:
    table = db.my_prefs
    own = {**_kept(call, id_board), **values}
    mine = {"id_board": id_board, "id_member": call.me}
    here = and_(table.c.id_board == id_board, table.c.id_member == call.me)
    call.connection.execute(delete(table).where(here))
    call.connection.execute(insert(table).values(**mine, value=own))
    return {"id": id_board, "myPrefs": {**_USUAL, **own}}


def _kept(call: Call, id_board: str) -> Json:
    table = db.my_prefs.c
    mine = select(table.value).where(table.id_board == id_board, table.id_member == call.session.id_member)
    return dict(call.connection.scalar(mine) or {})


ROUTES = (
    Route("GET", "boards/{board}/myPrefs", show),
    Route("PUT", "boards/{board}/myPrefs/{field}", change),
    Route("POST", "boards/{board}/calendarKey/generate", make_calendar_key),
    Route("POST", "boards/{board}/emailKey/generate", make_email_key),
)
