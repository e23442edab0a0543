"""Positions among siblings: the meaning of ``top``, ``bottom`` or a number, and respacing.

The rules are the hosted service's: a positive sort key inside the parent; top is half the smallest, bottom
the largest plus 16384; siblings closer than 0.01 cause a respacing of the whole parent, without an action for
each (docs/reference/board.md, 3.1).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, Connection, Row, Table, bindparam, func, insert, select, update

from tui.model.position import TOO_CLOSE, between, spread
from tui.server.pipeline.params import Params, as_number, invalid
from tui.server.storage import db

_LARGEST = 1e300


@dataclass(frozen=True, slots=True)
class Siblings:
    """A table whose rows are ordered by ``pos`` within their parent."""

    table: Table
    parent: Column[str]

    def new_position(self, connection: Connection, id_parent: str, asked: str | float) -> float:
        """Return the position that ``asked`` means for a new thing in ``id_parent``."""
        if isinstance(asked, float):
            return asked
        pos = self.table.c.pos
        edge = func.min(pos) if asked == "top" else func.max(pos)
        found = connection.scalar(select(edge).where(self.parent == id_parent))
        return between(None, found) if asked == "top" else between(found, None)

    def position_after_move(
        self, connection: Connection, id_parent: str, thing: Row[Any], asked: str | float
    ) -> float:
        """Return the position that ``asked`` means for an existing ``thing``, which stays if at that end."""
        if isinstance(asked, float):
            return asked
        edge = func.min if asked == "top" else func.max
        others = select(edge(self.table.c.pos)).where(self.parent == id_parent, self.table.c.id != thing.id)
        found = connection.scalar(others)
        at_edge = found is None or (thing.pos < found if asked == "top" else thing.pos > found)
        if at_edge and getattr(thing, self.parent.name) == id_parent:
            return float(thing.pos)
        return self.new_position(connection, id_parent, asked)

    def requested_position(self, connection: Connection, thing: Row[Any], params: Params) -> dict[str, float]:
        """Return the position requested by parameter ``pos``, as a column to write; {} without it."""
        if not params.given("pos"):
            return {}
        asked = read_position(params)
        id_parent = getattr(thing, self.parent.name)
        return {"pos": self.position_after_move(connection, id_parent, thing, asked)}

    def insert(self, connection: Connection, row: Mapping[str, Any]) -> bool:
        """Insert a row with its position; return whether its siblings were respaced because one is too close."""
        connection.execute(insert(self.table).values(row))
        return self.respace(connection, row[self.parent.name], row["id"], row["pos"])

    def update(self, connection: Connection, thing: Row[Any], values: Mapping[str, Any]) -> bool:
        """Write ``values`` of ``thing``; return whether it has moved so close to a sibling that all were respaced."""
        if values:
            connection.execute(update(self.table).where(self.table.c.id == thing.id).values(values))
        if "pos" in values or self.parent.name in values:
            id_parent = values.get(self.parent.name, getattr(thing, self.parent.name))
            return self.respace(connection, id_parent, thing.id, values.get("pos", thing.pos))
        return False

    def respace(self, connection: Connection, id_parent: str, ident: str, pos: float) -> bool:
        """Respace the siblings if one is too close to ``pos`` of ``ident``; return whether that was done."""
        table = self.table.c
        near = select(table.id).where(
            self.parent == id_parent,
            table.pos > pos - TOO_CLOSE,
            table.pos < pos + TOO_CLOSE,
            table.id != ident,
        )
        if "closed" in table:
            # Archived things do not matter: if one is restored at an equal position, the ids decide.
            near = near.where(table.closed.is_(False))
        if connection.execute(near.limit(1)).one_or_none() is None and pos >= TOO_CLOSE:
            return False
        order = select(table.id).where(self.parent == id_parent).order_by(table.pos, table.id)
        idents = list(connection.scalars(order))
        rows = [{"of": each, "to": to} for each, to in zip(idents, spread(len(idents)), strict=True)]
        connection.execute(
            update(self.table).where(table.id == bindparam("of")).values(pos=bindparam("to")), rows
        )
        return True


CARDS = Siblings(db.cards, db.cards.c.id_list)
LISTS = Siblings(db.lists, db.lists.c.id_board)
CHECKLISTS = Siblings(db.checklists, db.checklists.c.id_card)
CHECK_ITEMS = Siblings(db.check_items, db.check_items.c.id_checklist)
ATTACHMENTS = Siblings(db.attachments, db.attachments.c.id_card)
CUSTOM_FIELDS = Siblings(db.custom_fields, db.custom_fields.c.id_board)
OPTIONS = Siblings(db.custom_field_options, db.custom_field_options.c.id_custom_field)


def read_new_position(params: Params, default: str | None = None) -> str | float:
    """Read parameter ``pos`` of a new thing, as ``read_position`` does, but 0 means top.

    Clients that always send a numeric position send 0 with each new card.

    Raises:
        Refused: 400, the value is something else.
    """
    value = params.get("pos")
    if value is None and default is not None:
        return default
    return "top" if as_number(value) == 0 else read_position(params)


def read_position(params: Params) -> str | float:
    """Read parameter ``pos``: ``top``, ``bottom``, or a positive number; empty means top, as recorded.

    Raises:
        Refused: 400, the value is something else.
    """
    value = params.get("pos")
    if value == "":
        return "top"
    if isinstance(value, str) and value.lower() in {"top", "bottom"}:
        return value.lower()
    number = as_number(value)
    if number is None or not 0 < number < _LARGEST:
        raise invalid("pos")
    return number
