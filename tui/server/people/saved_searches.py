"""Handlers of saved searches, which each member has in a separate order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select

from tui.server.pipeline.params import number
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.rights.positions import Siblings, read_new_position
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_SEARCHES = Siblings(db.saved_searches, db.saved_searches.c.id_member)


def show_all(call: Call) -> list[Json]:
    """Return the caller's saved searches, in order."""
    return shown(call, find.me(call))


def shown(call: Call, id_member: str) -> list[Json]:
    """Return the saved searches of a member, in order."""
    table = db.saved_searches.c
    query = select(db.saved_searches).where(table.id_member == id_member).order_by(table.pos, table.id)
    return [_wire(row) for row in call.connection.execute(query)]


def show(call: Call) -> Json:
    """Return one saved search."""
    return _wire(_own(call))


def create(call: Call) -> Json:
    """Save a search under a name."""
    me = find.me(call)
    pos = _SEARCHES.new_position(call.connection, me, read_new_position(call.params, "bottom"))
    row: Json = {
        "id": call.new_id(),
        "id_member": me,
        "name": call.params.text("name", shortest=1),
        "query": call.params.text("query", shortest=1),
        "pos": pos,
    }
    _SEARCHES.insert(call.connection, row)
    return _wire(_by_id(call, row["id"]))


def change(call: Call) -> Json:
    """Rename a saved search, change its query, or move it."""
    row, params = _own(call), call.params
    values: Json = {name: params.text(name, shortest=1) for name in ("name", "query") if params.given(name)}
    _SEARCHES.update(
        call.connection, row, values | _SEARCHES.requested_position(call.connection, row, params)
    )
    return _wire(_own(call))


def remove(call: Call) -> Json:
    """Delete a saved search."""
    call.connection.execute(delete(db.saved_searches).where(db.saved_searches.c.id == _own(call).id))
    return {"_value": None}


def _own(call: Call) -> Any:
    """Return the caller's saved search that the path names."""
    return _by_id(call, call.path["search"])


def _by_id(call: Call, ident: str) -> Any:
    table = db.saved_searches.c
    mine = (table.id == ident) & (table.id_member == find.me(call))
    return find.found_row(call, select(db.saved_searches).where(mine))


def _wire(row: Any) -> Json:
    return {"id": row.id, "name": row.name, "query": row.query, "pos": number(row.pos)}


ROUTES = (
    Route("GET", "members/{member}/savedSearches", show_all),
    Route("POST", "members/{member}/savedSearches", create),
    Route("GET", "members/{member}/savedSearches/{search}", show),
    Route("PUT", "members/{member}/savedSearches/{search}", change),
    Route("DELETE", "members/{member}/savedSearches/{search}", remove),
)
