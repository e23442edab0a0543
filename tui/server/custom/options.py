"""Handlers of the options of a list custom field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, update

from tui.model.label import BASE_COLORS
from tui.server.pipeline.params import Params, invalid
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.rights.places import OPTIONS, new_place, read_position
from tui.server.storage import db
from tui.server.wire import caps
from tui.server.wire.custom_fields import LIST, choice

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call

_COLOURS = ("none", *BASE_COLORS)


def show_all(call: Call) -> list[Json]:
    """Return the options of a list field, in order."""
    table = db.custom_field_options.c
    query = select(db.custom_field_options).where(table.id_custom_field == find.custom_field(call).id)
    return [choice(row) for row in call.connection.execute(query.order_by(table.pos, table.id))]


def show(call: Call) -> Json:
    """Return one option."""
    return choice(_option(call))


def create(call: Call) -> Json:
    """Add an option to a list field."""
    field = find.custom_field(call)
    if field.type != LIST:
        raise invalid("type")
    ident = add(call, field.id, dict(call.params))
    return choice(_option(call, ident))


def add(call: Call, id_field: str, given: Any) -> str:
    """Add an option, described as ``{"value": {"text": …}, "color": …, "pos": …}``, and return its id."""
    caps.require_room(call, "customFieldOptions.perField", id_field)
    # Some clients send only the text.
    params = Params(given if isinstance(given, dict) else {"value": {"text": given}})
    row: Json = {
        "id": call.new_id(),
        "id_custom_field": id_field,
        "name": Params(params.nested("value")).text("text", shortest=1),
        "color": params.word("color", "none", _COLOURS),
        "pos": OPTIONS.place(call.connection, id_field, new_place(params, "bottom")),
    }
    call.connection.execute(insert(db.custom_field_options).values(row))
    OPTIONS.respace(call.connection, id_field, row["id"], row["pos"])
    return str(row["id"])


def change(call: Call) -> Json:
    """Change the text, the colour or the position of an option."""
    row = _option(call)
    params = call.params
    wanted: Json = {}
    if "text" in (value := params.nested("value")):
        wanted["name"] = Params(value).text("text", shortest=1)
    if params.given("color"):
        wanted["color"] = params.word("color", "none", _COLOURS)
    if params.given("pos"):
        wanted["pos"] = OPTIONS.position_after_move(
            call.connection, row.id_custom_field, row, read_position(params)
        )
    if wanted:
        table = db.custom_field_options
        call.connection.execute(update(table).where(table.c.id == row.id).values(wanted))
    if "pos" in wanted:
        OPTIONS.respace(call.connection, row.id_custom_field, row.id, wanted["pos"])
    return choice(_option(call))


def remove(call: Call) -> Json:
    """Delete an option, and clear the field on cards where it was chosen."""
    row = _option(call)
    items, table = db.custom_field_items, db.custom_field_options
    call.connection.execute(delete(items).where(items.c.id_value == row.id))
    call.connection.execute(delete(table).where(table.c.id == row.id))
    return {}


def _option(call: Call, ident: str | None = None) -> Any:
    table = db.custom_field_options.c
    mine = table.id_custom_field == find.custom_field(call).id
    query = select(db.custom_field_options).where(mine, table.id == (ident or call.path["option"]))
    return find.found_row(call, query)


ROUTES = (
    Route("GET", "customFields/{customField}/options", show_all),
    Route("POST", "customFields/{customField}/options", create),
    Route("GET", "customFields/{customField}/options/{option}", show),
    Route("PUT", "customFields/{customField}/options/{option}", change),
    Route("DELETE", "customFields/{customField}/options/{option}", remove),
)
