"""Handlers of a board's custom field definitions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Table, delete, insert, select, update

from tui.server.custom import options
from tui.server.events import journal
from tui.server.pipeline.params import Params, invalid
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.rights.places import CUSTOM_FIELDS, new_place, read_position
from tui.server.storage import db
from tui.server.wire import caps, custom_fields
from tui.server.wire.fields import pick

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call

_TYPES = ("checkbox", "date", "list", "number", "text")


def full_field(call: Call, ident: str) -> Json:
    """Return one custom field with its options."""
    return custom_fields.definitions(call.connection, db.custom_fields.c.id == ident)[0]


def show(call: Call) -> Json:
    """Return one custom field."""
    return pick(full_field(call, find.custom_field(call).id), custom_fields.FIELDS.parse(call.params))


def show_field(call: Call) -> Json:
    """Return one property of a custom field."""
    return call.shown_field(full_field(call, find.custom_field(call).id))


def show_of_board(call: Call) -> list[Json]:
    """Return the custom fields of a board."""
    return of_board(call, find.board(call).id)


def show_of_card(call: Call) -> list[Json]:
    """Return the custom fields of the board a card is on."""
    return of_board(call, find.card(call).id_board)


def of_board(call: Call, id_board: str, fields: str = "fields") -> list[Json]:
    """Return the custom fields of a board with the keys that parameter ``fields`` asks for."""
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
        "pos": CUSTOM_FIELDS.place(call.connection, board.id, new_place(params, "bottom")),
        "card_front": _card_front(params, default=True),
    }
    call.connection.execute(insert(db.custom_fields).values(row))
    CUSTOM_FIELDS.respace(call.connection, board.id, row["id"], row["pos"])
    for one in given or []:
        options.add(call, row["id"], one)
    _log(call, "createCustomField", find.custom_field(call, row["id"]))
    return full_field(call, row["id"])


def change(call: Call) -> Json:
    """Rename or move a custom field, or change whether card fronts show it; its type never changes."""
    row = find.custom_field(call)
    params = call.params
    wanted: Json = {}
    if params.given("name"):
        wanted["name"] = params.text("name", shortest=1)
    if params.given("pos"):
        wanted["pos"] = CUSTOM_FIELDS.position_after_move(
            call.connection, row.id_board, row, read_position(params)
        )
    wanted["card_front"] = _card_front(params, default=row.card_front)
    changed = db.different(wanted, row)
    if changed:
        table = db.custom_fields
        call.connection.execute(update(table).where(table.c.id == row.id).values(changed))
        if "pos" in changed:
            CUSTOM_FIELDS.respace(call.connection, row.id_board, row.id, changed["pos"])
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


def change_field(call: Call) -> Json:
    """Change the name or the position to ``value``."""
    return change(call.with_params(call.params.as_field(call.field(("name", "pos")))))


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
    names = _copy_rows(call, field, field.c.id_board == id_source, lambda _: {"id_board": id_board})
    names |= _copy_rows(
        call,
        option,
        option.c.id_custom_field.in_(theirs),
        lambda row: {"id_custom_field": names[row["id_custom_field"]]},
    )
    return names


def _copy_rows(
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


ROUTES = (
    Route("POST", "customFields", create),
    Route("GET", "customFields/{customField}", show),
    Route("PUT", "customFields/{customField}", change),
    Route("DELETE", "customFields/{customField}", remove),
    Route("GET", "customFields/{customField}/{field}", show_field),
    Route("PUT", "customFields/{customField}/{field}", change_field),
    Route("GET", "boards/{board}/customFields", show_of_board),
    Route("GET", "cards/{card}/customFields", show_of_card),
)
