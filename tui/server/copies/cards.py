"""Copies of cards, part by part."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, literal, select, update

from tui.model.action import COMMENT, COPIED_COMMENT
from tui.server.card import moves, twins
from tui.server.copies.checklists import copy_checklist
from tui.server.events import journal
from tui.server.pipeline.params import invalid
from tui.server.rights import find
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call
    from tui.server.pipeline.params import Params

_COLUMNS = {"due": ("due", "due_complete", "due_reminder"), "start": ("start",)}
_ALL = "all"


def parse_parts(params: Params) -> frozenset[str]:
    """Return the parts to copy, as named in ``keepFromSource``; all parts by default.

    Raises:
        Refused: 400, a part is unknown.
    """
    words = set(params.words("keepFromSource")) or {_ALL}
    if not words <= {_ALL, "none", *PARTS}:
        raise invalid("keepFromSource")
    return frozenset(PARTS if _ALL in words else words)


def copied_columns(original: Any, keep: frozenset[str]) -> Json:
    """Return the column values that a copy takes from ``original``."""
    found = {"name": original.name, "desc": original.desc, "is_template": False}
    for part, names in _COLUMNS.items():
        if part in keep:
            found |= {name: getattr(original, name) for name in names}
    if original.id_attachment_cover is None:
        found["cover"] = original.cover
    places = ("address", "locationName", "coordinates", "cardRole")
    return {**found, "extra": {name: original.extra[name] for name in places if original.extra.get(name)}}


def copy_card(
    call: Call,
    original: Any,
    target: Any,
    keep: frozenset[str],
    *,
    asked: str | float,
    own: Json | None = None,
    names: Mapping[str, str] | None = None,
) -> str:
    """Copy ``original`` to the list ``target`` and return the copy's id.

    Args:
        call: The request.
        original: The card to copy.
        target: The list, a row from ``find.board_list``.
        keep: The parts to copy, a subset of PARTS.
        asked: The copy's place in the list: ``top``, ``bottom`` or a position.
        own: Column values that override the original's.
        names: Source ids of labels, custom fields and options to ids on the target board; found by name
            when None.
    """
    data = {"cardSource": journal.card_copy(original)}
    start = {**copied_columns(original, keep), **(own or {})}
    ident = moves.make(call, target, start, asked, kind="copyCard", told=data)
    if names is None:
        names = _twin_ids(call, original.id_board, target.id_board)
    copy = _Copy(call, original, find.card(call, ident), names)
    for part, copy_part in _COPIERS.items():
        if part in keep:
            copy_part(copy)
    return ident


def _twin_ids(call: Call, id_source: str, id_board: str) -> Mapping[str, str] | None:
    if id_source == id_board:
        return None
    return {**twins.labels(call, id_source, id_board), **twins.custom_fields(call, id_source, id_board)}


_PART_TABLES = {
    "labels": db.card_labels,
    "members": db.card_members,
    "checklists": db.checklists,
    "attachments": db.attachments,
    "customFields": db.custom_field_items,
    "stickers": db.stickers,
    "comments": db.actions,
}


def parts_by_card(call: Call, id_list: str) -> Callable[[str], frozenset[str]]:
    """Map each card of a list to the kinds of parts it has, so that a copy skips empty tables."""
    inside = select(db.cards.c.id).where(db.cards.c.id_list == id_list)
    by_part: dict[str, set[str]] = {}
    for part, table in _PART_TABLES.items():
        query = select(table.c.id_card).where(table.c.id_card.in_(inside)).distinct()
        if part == "comments":
            query = query.where(table.c.type.in_((COMMENT, COPIED_COMMENT)))
        by_part[part] = set(call.connection.scalars(query))
    return lambda ident: frozenset(part for part in PARTS if part not in by_part or ident in by_part[part])


@dataclass(frozen=True, slots=True)
class _Copy:
    """A copy in progress."""

    call: Call
    original: Any
    card: Any
    names: Mapping[str, str] | None

    def twin_id(self, ident: str | None) -> str | None:
        """Return the id of the object on the copy's board that matches ``ident`` on the original's."""
        return ident if self.names is None or ident is None else self.names.get(ident)

    def rows(self, table: Any) -> list[Json]:
        """Return the original's rows in ``table``."""
        query = select(table).where(table.c.id_card == self.original.id).order_by(*table.primary_key.columns)
        return [dict(row) for row in self.call.connection.execute(query).mappings()]

    def put(self, table: Any, rows: list[Json]) -> None:
        """Insert ``rows`` into ``table`` for the copy."""
        if rows:
            made = [{**row, "id_card": self.card.id} for row in rows]
            self.call.connection.execute(insert(table), made)


def _labels(copy: _Copy) -> None:
    rows = {copy.twin_id(row["id_label"]): row for row in reversed(copy.rows(db.card_labels))}
    copy.put(db.card_labels, [{**row, "id_label": ident} for ident, row in rows.items() if ident])


def _members(copy: _Copy) -> None:
    call = copy.call
    on_board = select(db.memberships.c.id_member).where(db.memberships.c.id_board == copy.card.id_board)
    there = set(call.connection.scalars(on_board))
    rows = [row for row in copy.rows(db.card_members) if row["id_member"] in there]
    copy.put(db.card_members, rows)
    people = select(db.members.c.id, db.members.c.full_name)
    names = {
        row.id: row.full_name for row in call.connection.execute(people.where(db.members.c.id.in_(there)))
    }
    for row in rows:
        ident = row["id_member"]
        data = {"idMember": ident, "member": {"id": ident, "name": names[ident]}, "fromCopy": True}
        journal.record_on_card(call, "addMemberToCard", copy.card, data, id_member=ident)


def _checklists(copy: _Copy) -> None:
    table = db.checklists.c
    query = select(db.checklists).where(table.id_card == copy.original.id).order_by(table.pos, table.id)
    for row in copy.call.connection.execute(query).all():
        copy_checklist(copy.call, row, copy.card, row.name, row.pos)


def _attachments(copy: _Copy) -> None:
    call, files = copy.call, db.uploads
    rows = copy.rows(db.attachments)
    names = {row["id"]: call.new_id() for row in rows} | {copy.original.id: copy.card.id}
    copy.put(db.attachments, [_with_new_ids(row, names) for row in rows])
    for row in rows:
        content = select(literal(names[row["id"]]), files.c.content).where(files.c.id_attachment == row["id"])
        call.connection.execute(insert(files).from_select(["id_attachment", "content"], content))
    cover = copy.original.id_attachment_cover
    if cover in names:
        here = update(db.cards).where(db.cards.c.id == copy.card.id)
        shown = _with_new_ids(copy.original.cover, names)
        call.connection.execute(here.values(id_attachment_cover=names[cover], cover=shown))


def _with_new_ids(value: Json, names: Mapping[str, str]) -> Json:
    """Replace old ids in ``value`` by new ones, also inside the addresses of files."""
    text = json.dumps(value)
    for old, other in names.items():
        text = text.replace(old, other)
    found: Json = json.loads(text)
    return found


def _custom_fields(copy: _Copy) -> None:
    rows = []
    for row in copy.rows(db.custom_field_items):
        field, option = copy.twin_id(row["id_custom_field"]), copy.twin_id(row["id_value"])
        if field is not None and (row["id_value"] is None) == (option is None):
            rows.append({**row, "id": copy.call.new_id(), "id_custom_field": field, "id_value": option})
    copy.put(db.custom_field_items, rows)


def _stickers(copy: _Copy) -> None:
    copy.put(db.stickers, [{**row, "id": copy.call.new_id()} for row in copy.rows(db.stickers)])


def _comments(copy: _Copy) -> None:
    table = db.actions.c
    query = select(db.actions).where(
        table.id_card == copy.original.id, table.type.in_((COMMENT, COPIED_COMMENT))
    )
    for row in copy.call.connection.execute(query.order_by(table.id)).all():
        author = row.data.get("idOriginalCommenter") or row.id_member_creator
        data = {
            "text": row.data.get("text", ""),
            "cardSource": journal.card_copy(copy.original),
            "idOriginalCommenter": author,
        }
        journal.record_on_card(copy.call, COPIED_COMMENT, copy.card, data, id_member=author)


_COPIERS: dict[str, Callable[[_Copy], None]] = {
    "labels": _labels,
    "members": _members,
    "checklists": _checklists,
    "attachments": _attachments,
    "customFields": _custom_fields,
    "stickers": _stickers,
    "comments": _comments,
}
PARTS = (*_COLUMNS, *_COPIERS)
"""The parts of a card that can be copied."""
