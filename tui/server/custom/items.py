"""Handlers of the custom field values on cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, update

from tui.server.events import journal
from tui.server.pipeline.params import MAX_TEXT, as_moment, as_number, clean, invalid, pick
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import custom_fields

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_EMPTY: tuple[Any, ...] = (None, "", {})
_LIMIT = 500
"""Maximum fields in one request, ten times a board's cap; more would block other writers for seconds."""


def show_all(call: Call) -> list[Json]:
    """Return a card's custom field values; empty ones are left out."""
    ident = find.card(call).id
    keys = custom_fields.ITEM_FIELDS.parse(call.params)
    return [pick(one, keys) for one in custom_fields.items(call.connection, [ident]).get(ident, [])]


def change(call: Call) -> Json:
    """Set a field of a card to ``value``, or a list field to ``idValue``; an empty value clears the field."""
    card = find.card(call)
    field = _field_of(call, card, call.path["customField"])
    value = call.params.nested("value") or call.params.get("value")
    return _put(call, card, field, value, call.params.get("idValue"))


def change_many(call: Call) -> Json:
    """Set several fields of a card; if one value is invalid, none is set."""
    card = find.card(call)
    given = call.params.get("customFieldItems")
    if not isinstance(given, list) or len(given) > _LIMIT or not all(isinstance(one, dict) for one in given):
        raise invalid("customFieldItems")
    for one in given:
        ident = one.get("idCustomField")
        if not isinstance(ident, str):
            raise invalid("idCustomField")
        _put(call, card, _field_of(call, card, ident), one.get("value"), one.get("idValue"))
    return {"customFieldItems": custom_fields.items(call.connection, [card.id]).get(card.id, [])}


def _field_of(call: Call, card: Any, ident: str) -> Any:
    table = db.custom_fields.c
    mine = select(db.custom_fields).where(table.id == ident, table.id_board == card.id_board)
    return find.found_row(call, mine)


def _put(call: Call, card: Any, field: Any, value: Any, id_value: Any) -> Json:
    table = db.custom_field_items
    mine = (table.c.id_card == card.id) & (table.c.id_custom_field == field.id)
    before = call.connection.execute(select(table).where(mine)).one_or_none()
    wanted: Json = {"value": None, "id_value": None}
    if field.type == custom_fields.LIST:
        wanted["id_value"] = _find_option(call, field, id_value)
    elif value not in _EMPTY:
        wanted["value"] = _parse_value(field.type, value)
    old = (
        {"value": before.value, "id_value": before.id_value} if before else {"value": None, "id_value": None}
    )
    ident = before.id if before else call.new_id()
    if wanted != old:
        _write(call, ident, card, field, wanted, known=before is not None)
        _record(call, card, field, ident, wanted, old)
    return _item(ident, card, field, wanted)


def _write(call: Call, ident: str, card: Any, field: Any, wanted: Json, *, known: bool) -> None:
    table = db.custom_field_items
    here = table.c.id == ident
    if not any(wanted.values()):
        call.connection.execute(delete(table).where(here))
    elif known:
        call.connection.execute(update(table).where(here).values(wanted))
    else:
        row = {"id": ident, "id_card": card.id, "id_custom_field": field.id, **wanted}
        call.connection.execute(insert(table).values(row))


def _find_option(call: Call, field: Any, id_value: Any) -> str | None:
    """Find the option that ``id_value`` names; None if it is empty.

    Raises:
        Refused: 400, the field has no such option.
    """
    if id_value in (None, "", "null"):
        return None
    table = db.custom_field_options.c
    mine = select(table.id).where(table.id == str(id_value), table.id_custom_field == field.id)
    ident = call.connection.scalar(mine)
    if ident is None:
        raise invalid("idValue")
    return str(ident)


def _parse_value(kind: str, value: Any) -> Json | None:
    """Validate a value and return it as stored; like the service, every type is stored as text.

    Raises:
        Refused: 400, the value is invalid for the field's type.
    """
    key, read = _TYPES[kind]
    if not isinstance(value, dict) or not {key, kind} & value.keys():
        raise invalid("value")
    # Some clients use the field's type as the key.
    given = value.get(key, value.get(kind))
    if given in (None, ""):
        return None
    text = read(given) if isinstance(given, str | int | float) else None
    if text is None:
        raise invalid("value")
    return {key: text}


def _parse_checkbox(given: str | float) -> str | None:
    word = str(given).lower()
    return word if word in {"true", "false"} else None


def _parse_number(given: str | float) -> str | None:
    return None if isinstance(given, bool) or as_number(given) is None else str(given).strip()


def _parse_text(given: str | float) -> str | None:
    word = str(given).lower() if isinstance(given, bool) else str(given)
    return clean(word) if len(word) <= MAX_TEXT else None


_Reader = Callable[[str | float], str | None]
_TYPES: dict[str, tuple[str, _Reader]] = {
    "checkbox": ("checked", _parse_checkbox),
    "date": ("date", as_moment),
    "number": ("number", _parse_number),
    "text": ("text", _parse_text),
}
"""Key and parser of a value by the type of its field."""


def _item(ident: str, card: Any, field: Any, wanted: Json) -> Json:
    return {
        "id": ident,
        "value": wanted["value"],
        "idValue": wanted["id_value"],
        "idCustomField": field.id,
        "idModel": card.id,
        "modelType": "card",
    }


def _record(call: Call, card: Any, field: Any, ident: str, wanted: Json, old: Json) -> None:
    before = {"idValue": old["id_value"]} if field.type == custom_fields.LIST else {}
    data = {
        "customField": {"id": field.id, "name": field.name, "type": field.type},
        "customFieldItem": _item(ident, card, field, wanted),
        "old": {"value": old["value"], **before},
    }
    journal.record_on_card(call, "updateCustomFieldItem", card, data)


ROUTES = (
    Route("GET", "cards/{card}/customFieldItems", show_all),
    Route("PUT", "cards/{card}/customField/{customField}/item", change),
    Route("PUT", "cards/{card}/customFields/{customField}/item", change),
    Route("PUT", "cards/{card}/customFields", change_many),
)
