"""Handlers of custom fields, and of the options of list fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Table, delete, insert, select

from tui.model.label import BASE_COLORS
from tui.server.events import journal
from tui.server.pipeline.params import Params, invalid, pick
from tui.server.pipeline.route import Route, changed_field, one_field
from tui.server.rights import find
from tui.server.rights.positions import CUSTOM_FIELDS, OPTIONS, read_new_position
from tui.server.storage import db
from tui.server.wire import caps, custom_fields
from tui.server.wire.custom_fields import LIST, choice

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


_TYPES = ("checkbox", "date", "list", "number", "text")


def full_field(call: Call, ident: str) -> Json:
    """Return one custom field with its options."""
    return custom_fields.definitions(call.connection, db.custom_fields.c.id == ident)[0]


def show(call: Call) -> Json:
    """Return one custom field."""
    return pick(full_field(call, find.custom_field(call).id), custom_fields.FIELDS.parse(call.params))


def show_of_board(call: Call) -> list[Json]:
    """Return the custom fields of a board."""
    return of_board(call, find.board(call).id)


def show_of_card(call: Call) -> list[Json]:
    """Return the custom fields of the board a card is on."""
    return of_board(call, find.card(call).id_board)


def of_board(call: Call, id_board: str, fields: str = "fields") -> list[Json]:
    """Return the custom fields of a board with the requested keys."""
    keys = custom_fields.FIELDS.parse(call.params, fields)
    found = custom_fields.definitions(call.connection, db.custom_fields.c.id_board == id_board)
    return [pick(one, keys) for one in found]


def create(call: Call) -> Json:
    """Define a custom field on the board ``idModel``; a list field may come with its options."""
    params = call.params
    params.word("modelType", "board", ("board",))
    board = find.board(call, params.ident("idModel"))
    kind = params.word("type", "", _TYPES)
    if not kind:
        raise invalid("type")
    given = params.words("options") if isinstance(params.get("options"), str) else params.get("options")
    if given and (kind != custom_fields.LIST or not isinstance(given, list)):
        raise invalid("options")
    caps.require_room(call, "customFields.perBoard", board.id)
    row: Json = {
        "id": call.new_id(),
        "id_board": board.id,
        "name": params.text("name", shortest=1),
        "type": kind,
        "pos": CUSTOM_FIELDS.new_position(call.connection, board.id, read_new_position(params, "bottom")),
        "card_front": _card_front(params, default=True),
    }
    CUSTOM_FIELDS.insert(call.connection, row)
    for one in given or []:
        add_option(call, row["id"], one)
    _log(call, "createCustomField", find.custom_field(call, row["id"]))
    return full_field(call, row["id"])


def change(call: Call) -> Json:
    """Rename or move a custom field, or change whether card fronts show it; its type never changes."""
    row = find.custom_field(call)
    params = call.params
    wanted: Json = params.new_name()
    wanted |= CUSTOM_FIELDS.requested_position(call.connection, row, params)
    wanted["card_front"] = _card_front(params, default=row.card_front)
    changed = db.different(wanted, row)
    if changed:
        CUSTOM_FIELDS.update(call.connection, row, changed)
        after = find.custom_field(call, row.id)
        for name in changed:
            _log(
                call,
                "updateCustomField",
                after,
                {"old": {_WIRE[name]: journal.action_value(getattr(row, name))}},
            )
    return full_field(call, row.id)


_WIRE = {"name": "name", "pos": "pos", "card_front": "display"}


def remove(call: Call) -> Json:
    """Delete a custom field and its values on all cards."""
    row = find.custom_field(call)
    call.connection.execute(delete(db.custom_fields).where(db.custom_fields.c.id == row.id))
    _log(call, "deleteCustomField", row)
    return {"limits": {}}


def copy_definitions(call: Call, id_source: str, id_board: str) -> dict[str, str]:
    """Copy the custom fields of a board to another, and map old field and option ids to new ones."""
    field, option = db.custom_fields, db.custom_field_options
    theirs = select(field.c.id).where(field.c.id_board == id_source)
    names = copy_rows(call, field, field.c.id_board == id_source, lambda _: {"id_board": id_board})
    names |= copy_rows(
        call,
        option,
        option.c.id_custom_field.in_(theirs),
        lambda row: {"id_custom_field": names[row["id_custom_field"]]},
    )
    return names


def copy_rows(
    call: Call, table: Table, where: ColumnElement[bool], home: Callable[[Json], Json]
) -> dict[str, str]:
    """Copy rows of ``table`` with the columns from ``home`` replaced, and map old ids to new ones."""
    rows = call.connection.execute(select(table).where(where).order_by(table.c.id)).mappings().all()
    names = {row["id"]: call.new_id() for row in rows}
    if rows:
        made = [{**row, "id": names[row["id"]], **home(dict(row))} for row in rows]
        call.connection.execute(insert(table), made)
    return names


def _card_front(params: Params, *, default: bool) -> bool:
    """Parse whether card fronts show the field, which clients spell in three ways."""
    return Params({"display": params.nested("display").get("cardFront")}).flag("display", default=default)


def _log(call: Call, kind: str, row: Any, more: Json | None = None) -> None:
    data = {
        "customField": {"id": row.id, "name": row.name, "type": row.type},
        "board": journal.board_copy(row),
        **(more or {}),
    }
    journal.record(call, kind, data, id_board=row.id_board)


_COLOURS = ("none", *BASE_COLORS)


def show_options(call: Call) -> list[Json]:
    """Return the options of a list field, in order."""
    table = db.custom_field_options.c
    query = select(db.custom_field_options).where(table.id_custom_field == find.custom_field(call).id)
    return [choice(row) for row in call.connection.execute(query.order_by(table.pos, table.id))]


def show_option(call: Call) -> Json:
    """Return one option."""
    return choice(_option(call))


def create_option(call: Call) -> Json:
    """Add an option to a list field."""
    field = find.custom_field(call)
    if field.type != LIST:
        raise invalid("type")
    ident = add_option(call, field.id, dict(call.params))
    return choice(_option(call, ident))


def add_option(call: Call, id_field: str, given: Any) -> str:
    """Add an option, described as ``{"value": {"text": …}, "color": …, "pos": …}``, and return its id."""
    caps.require_room(call, "customFieldOptions.perField", id_field)
    # Some clients send only the text.
    params = Params(given if isinstance(given, dict) else {"value": {"text": given}})
    row: Json = {
        "id": call.new_id(),
        "id_custom_field": id_field,
        "name": Params(params.nested("value")).text("text", shortest=1),
        "color": params.word("color", "none", _COLOURS),
        "pos": OPTIONS.new_position(call.connection, id_field, read_new_position(params, "bottom")),
    }
    OPTIONS.insert(call.connection, row)
    return str(row["id"])


def change_option(call: Call) -> Json:
    """Change the text, the colour or the position of an option."""
    row = _option(call)
    params = call.params
    wanted: Json = {}
    if "text" in (value := params.nested("value")):
        wanted["name"] = Params(value).text("text", shortest=1)
    if params.given("color"):
        wanted["color"] = params.word("color", "none", _COLOURS)
    wanted |= OPTIONS.requested_position(call.connection, row, params)
    OPTIONS.update(call.connection, row, wanted)
    return choice(_option(call))


def remove_option(call: Call) -> Json:
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
    Route("POST", "customFields", create),
    Route("GET", "customFields/{customField}", show),
    Route("PUT", "customFields/{customField}", change),
    Route("DELETE", "customFields/{customField}", remove),
    Route("GET", "customFields/{customField}/{field}", one_field(show)),
    Route("PUT", "customFields/{customField}/{field}", changed_field(change, ("name", "pos"))),
    Route("GET", "boards/{board}/customFields", show_of_board),
    Route("GET", "cards/{card}/customFields", show_of_card),
    Route("GET", "customFields/{customField}/options", show_options),
    Route("POST", "customFields/{customField}/options", create_option),
    Route("GET", "customFields/{customField}/options/{option}", show_option),
    Route("PUT", "customFields/{customField}/options/{option}", change_option),
    Route("DELETE", "customFields/{customField}/options/{option}", remove_option),
)
