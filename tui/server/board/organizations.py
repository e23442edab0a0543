"""Organizations (workspaces), served: reading."""

from sqlalchemy import select

from tui.model.base import OBJECT_ID, Json
from tui.server import db
from tui.server.board import find
from tui.server.call import Call
from tui.server.route import Route
from tui.server.wire import boards, organizations


def show(call: Call) -> Json:
    """One workspace, by id or short name."""
    keys = organizations.FIELDS.chosen(call.params)
    return organizations.organizations(call, db.organizations.c.id == _ident(call), keys)[0]


def show_boards(call: Call) -> list[Json]:
    """Those boards of a workspace that the member is on."""
    mine = db.memberships.c
    on = db.boards.c.id.in_(select(mine.id_board).where(mine.id_member == call.me))
    where = on & (db.boards.c.id_organization == _ident(call))
    return boards.boards(call, where, boards.MINE.chosen(call.params))


def _ident(call: Call) -> str:
    name = call.path["organization"]
    column = db.organizations.c.id if OBJECT_ID.fullmatch(name) else db.organizations.c.name
    return str(find.found_row(call, select(db.organizations.c.id).where(column == name)).id)


ROUTES = (
    Route("GET", "organizations/{organization}", show),
    Route("GET", "organizations/{organization}/boards", show_boards),
)
