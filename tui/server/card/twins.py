"""Objects that two boards have in common: labels by name and colour, custom fields by name and type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from tui.server.storage import db

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call

Twins = Mapping[str, str]
"""Source board id to target board id; objects without a twin are left out."""


def labels(call: Call, id_source: str, id_board: str) -> Twins:
    """Map labels of ``id_source`` to the labels of ``id_board`` with the same name and colour."""
    table = db.labels.c
    first = select(table.name, table.color, func.min(table.id).label("id"))
    first = first.where(table.id_board == id_board).group_by(table.name, table.color)
    here = {(row.name, row.color): row.id for row in call.connection.execute(first)}
    theirs = call.connection.execute(select(db.labels).where(table.id_board == id_source))
    return {row.id: here[row.name, row.color] for row in theirs if (row.name, row.color) in here}


def custom_fields(call: Call, id_source: str, id_board: str) -> Twins:
    """Map fields and options of ``id_source`` to those of ``id_board`` with the same name and type."""
    table, option = db.custom_fields.c, db.custom_field_options.c
    found: dict[str, str] = {}
    query = select(db.custom_fields).where(table.id_board.in_((id_source, id_board))).order_by(table.id)
    rows = call.connection.execute(query).all()
    here = {(row.name, row.type): row.id for row in reversed(rows) if row.id_board == id_board}
    found = {
        row.id: here[row.name, row.type]
        for row in rows
        if row.id_board == id_source and (row.name, row.type) in here
    }
    both = {*found, *found.values()}
    choices = call.connection.execute(
        select(db.custom_field_options).where(option.id_custom_field.in_(both)).order_by(option.id)
    ).all()
    named = {(row.id_custom_field, row.name): row.id for row in reversed(choices)}
    for row in choices:
        twin = named.get((found.get(row.id_custom_field, ""), row.name))
        if twin is not None:
            found[row.id] = twin
    return found
