"""Copies of boards: lists, labels, custom fields and preferences, and cards on request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from tui.server.board import lists
from tui.server.copies.lists import copy_cards
from tui.server.custom import definitions
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_NOT_COPIED = ("permissionLevel",)


def copied_columns(original: Any) -> Json:
    """Return the column values that a copy takes from ``original``."""
    prefs = {name: value for name, value in original.prefs.items() if name not in _NOT_COPIED}
    return {
        "desc": original.desc,
        "prefs": prefs,
        "label_names": original.label_names,
        "extra": {"idBoardSource": original.id},
    }


def copy_contents(call: Call, original: Any, ident: str) -> None:
    """Copy labels, custom fields and open lists to board ``ident``; cards if ``keepFromSource`` says so."""
    with_cards = call.params.word("keepFromSource", "none", ("none", "cards")) == "cards"
    names = {**_labels(call, original.id, ident), **definitions.copy_definitions(call, original.id, ident)}
    table = db.lists.c
    open_ones = select(db.lists).where(table.id_board == original.id, table.closed.is_(False))
    for row in call.connection.execute(open_ones.order_by(table.pos, table.id)).all():
        made = lists.insert_list(call, ident, row.name, row.pos)
        if with_cards:
            copy_cards(call, row.id, made, names)


def _labels(call: Call, id_source: str, id_board: str) -> dict[str, str]:
    home = {"id_board": id_board, "extra": {}}
    return definitions.copy_rows(call, db.labels, db.labels.c.id_board == id_source, lambda _: home)
