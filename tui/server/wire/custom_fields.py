"""The wire format of custom fields: definitions with their options, and the values on cards."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Connection, Row, select

from tui.server.pipeline.params import Fields, number
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json

FIELDS = Fields(
    {
        "idModel",
        "modelType",
        "fieldGroup",
        "display",
        "name",
        "pos",
        "options",
        "type",
        "limits",
        "isSuggestedField",
    }
)
ITEM_FIELDS = Fields({"value", "idValue", "idCustomField", "idModel", "modelType"})

LIST = "list"
"""The field type whose values are options."""


def definitions(connection: Connection, where: ColumnElement[bool]) -> list[Json]:
    """Return custom fields in order, list fields with their options, in two statements for any number."""
    field, option = db.custom_fields, db.custom_field_options
    rows = connection.execute(select(field).where(where).order_by(field.c.pos, field.c.id)).all()
    inside = select(option).join(field).where(where).order_by(option.c.pos, option.c.id)
    held: dict[str, list[Json]] = {}
    for row in connection.execute(inside):
        held.setdefault(row.id_custom_field, []).append(choice(row))
    return [_definition(row, held.get(row.id, [])) for row in rows]


def choice(row: Row[Any]) -> Json:
    """Return one option of a list field."""
    return {
        **row.extra,
        "id": row.id,
        # Older clients read one key, newer ones the other.
        "_id": row.id,
        "idCustomField": row.id_custom_field,
        "value": {"text": row.name},
        "color": row.color,
        "pos": number(row.pos),
    }


def _definition(row: Row[Any], options: list[Json]) -> Json:
    # Fields with the same name and type form one group, on whatever board they are defined.
    group = hashlib.sha256(f"{row.type}\n{row.name}".encode("utf-8", "replace")).hexdigest()
    found: Json = {
        "fieldGroup": group,
        "isSuggestedField": False,
        "limits": {"customFieldOptions": {"perField": {"status": "ok", "disableAt": 50, "warnAt": 40}}},
        **row.extra,
        "id": row.id,
        "idModel": row.id_board,
        "modelType": "board",
        "display": {"cardFront": row.card_front},
        "name": row.name,
        "pos": number(row.pos),
        "type": row.type,
    }
    return {**found, "options": options} if row.type == LIST else found


def items(connection: Connection, idents: Iterable[str]) -> dict[str, list[Json]]:
    """Return the custom field values of cards, by card id."""
    table = db.custom_field_items
    found: dict[str, list[Json]] = {}
    query = select(table).where(table.c.id_card.in_(list(idents))).order_by(table.c.id)
    for row in connection.execute(query):
        found.setdefault(row.id_card, []).append(item(row))
    return found


def item(row: Row[Any]) -> Json:
    """Return the value of one custom field on one card."""
    return {
        **row.extra,
        "id": row.id,
        "value": row.value,
        "idValue": row.id_value,
        "idCustomField": row.id_custom_field,
        "idModel": row.id_card,
        "modelType": "card",
    }
