"""One member's preferences for a board, and their keys to its calendar feed and its email address."""

from __future__ import annotations

import secrets
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, delete, insert, select

from tui.server.pipeline.params import Params, Refused
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call

_FLAGS = (
    "showSidebar",
    "showSidebarMembers",
    "showSidebarBoardActions",
    "showSidebarActivity",
)
_OLD_FLAG = "showListGuide"
"""A flag of the service's first API description; shown only once it has been set."""

_KEYS = ("emailKey", "calendarKey")
_USUAL: Json = {**dict.fromkeys(_FLAGS, True), "emailPosition": "bottom", "idEmailList": None}


def shown(call: Call, id_board: str) -> Json:
    """Return the member's own preferences for a board, without the keys."""
    return {**_USUAL, **{name: value for name, value in _load(call, id_board).items() if name not in _KEYS}}


def show(call: Call) -> Json:
    """Return the member's own preferences for a board."""
    return shown(call, find.board(call).id)


def change(call: Call) -> Json:
    """Set one preference to ``value`` and return all of them, without the board."""
    board = find.board(call, need=find.SEE)
    name = call.field((*_USUAL, _OLD_FLAG))
    params = Params({name: call.params.as_field(name)[name]})
    match name:
        case "emailPosition":
            value: Any = params.word(name, "bottom", ("top", "bottom"))
        case "idEmailList":
            value = params.maybe_ident(name)
        case _:
            value = params.flag(name)
    _save(call, board.id, {name: value})
    return shown(call, board.id)


def make_calendar_key(call: Call) -> Json:
    """Make a new key to the board's calendar; refused unless the board has its calendar feed enabled."""
    board = find.board(call, need=find.SEE)
    if board.prefs.get("calendarFeedEnabled") is not True:
        raise Refused(HTTPStatus.FORBIDDEN, "Can't generate calendarKey")
    made = {"calendarKey": secrets.token_hex(16)}
    _save(call, board.id, made)
    return {"id": board.id, "myPrefs": shown(call, board.id) | made}


def make_email_key(call: Call) -> Json:
    """Make a new key to the board's email address; like the hosted service, the answer leaves it out."""
    board = find.board(call)
    _save(call, board.id, {"emailKey": secrets.token_hex(16)})
    return {"id": board.id, "myPrefs": shown(call, board.id)}


def _save(call: Call, id_board: str, values: Json) -> None:
    table = db.my_prefs
    own = {**_load(call, id_board), **values}
    mine = {"id_board": id_board, "id_member": call.me}
    here = and_(table.c.id_board == id_board, table.c.id_member == call.me)
    call.connection.execute(delete(table).where(here))
    call.connection.execute(insert(table).values(**mine, value=own))


def _load(call: Call, id_board: str) -> Json:
    table = db.my_prefs.c
    mine = select(table.value).where(table.id_board == id_board, table.id_member == call.session.id_member)
    return dict(call.connection.scalar(mine) or {})


ROUTES = (
    Route("GET", "boards/{board}/myPrefs", show),
    Route("PUT", "boards/{board}/myPrefs/{field}", change),
    Route("POST", "boards/{board}/calendarKey/generate", make_calendar_key),
    Route("POST", "boards/{board}/emailKey/generate", make_email_key),
)
