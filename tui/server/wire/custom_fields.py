"""Custom fields on the wire: definitions with their options, and the items of cards."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Connection, Row, select

from tui.server.storage import db
from tui.server.wire.fields import Fields, number

if TYPE_CHECKING:
    from tui.model.base import Json

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
"""The type whose values are options."""


def definitions(connection: Connection, where: ColumnElement[bool]) -> list[Json]:
    """Custom fields in order, lists with their options; two statements however many there are."""
    field, option = db.custom_fields, db.custom_field_options
    rows = connection.execute(select(field).where(where).order_by(field.c.pos, field.c.id)).all()
    inside = select(option).join(field).where(where).order_by(option.c.pos, option.c.id)
    held: dict[str, list[Json]] = {}
    for row in connection.execute(inside):
        held.setdefault(row.id_custom_field, []).append(choice(row))
    return [_definition(row, held.get(row.id, [])) for row in rows]


def choice(row: Row[Any]) -> Json:
    """One option of a list."""
    return {
        **row.extra,
        "id": row.id,
        # Clients of two generations look for either.
        "_id": row.id,
        "idCustomField": row.id_custom_field,
        "value": {"text": row.name},
        "color": row.color,
        "pos": number(row.pos),
    }


def _definition(row: Row[Any], options: list[Json]) -> Json:
    # Fields of one name and type are one group wherever they are defined.
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
    """What cards have in their custom fields, by card."""
    table = db.custom_field_items
    found: dict[str, list[Json]] = {}
    query = select(table).where(table.c.id_card.in_(list(idents))).order_by(table.c.id)
    for row in connection.execute(query):
        found.setdefault(row.id_card, []).append(item(row))
    return found


def item(row: Row[Any]) -> Json:
    """What one card has in one field."""
    return {
        **row.extra,
        "id": row.id,
        "value": row.value,
        "idValue": row.id_value,
        "idCustomField": row.id_custom_field,
        "idModel": row.id_card,
        "modelType": "card",
    }
