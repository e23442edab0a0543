"""Copies of cards: which parts go along, and how each is copied."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, literal, select, update

from tui.model.action import COMMENT, COPIED_COMMENT
from tui.server.card import new, twins
from tui.server.copies.checklists import copy_checklist
from tui.server.events import journal
from tui.server.pipeline.refusal import invalid, named_by
from tui.server.rights import find
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call
    from tui.server.pipeline.params import Params

_COLUMNS = {"due": ("due", "due_complete", "due_reminder"), "start": ("start",)}
_ALL = "all"


def source(call: Call) -> Any:
    """The card that ``idCardSource`` says to copy, None when it says nothing.

    Raises:
        Refused: 400, there is none; 401, the caller may not see it.
    """
    if not call.params.get("idCardSource"):
        return None
    with named_by("idCardSource"):
        return find.card(call, call.params.ident("idCardSource"), need=find.SEE)


def kept(params: Params) -> frozenset[str]:
    """The parts that ``keepFromSource`` says to take along: all, unless it says which.

    Raises:
        Refused: 400, it names something else.
    """
    words = set(params.words("keepFromSource")) or {_ALL}
    if not words <= {_ALL, "none", *PARTS}:
        raise invalid("keepFromSource")
    return frozenset(PARTS if _ALL in words else words)


def columns(original: Any, keep: frozenset[str]) -> Json:
    """What a copy has from the start."""
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
    """Copy ``original`` to the list ``target``; the copy's id.

    Args:
        call: Who copies.
        original: The card.
        target: The list, a row from ``find.board_list``.
        keep: The parts that go along, some of PARTS.
        asked: The copy's place in the list.
        own: Columns of the copy that are not the original's.
        names: Ids on the target's board of the original's labels, custom fields and options; found by their
            names when it is None.
    """
    told = {"cardSource": journal.card_copy(original)}
    start = {**columns(original, keep), **(own or {})}
    ident = new.make(call, target, start, asked, kind="copyCard", told=told)
    if names is None:
        names = _names(call, original.id_board, target.id_board)
    copy = _Copy(call, original, find.card(call, ident), names)
    for part, bring in _BRING.items():
        if part in keep:
            bring(copy)
    return ident


def _names(call: Call, id_source: str, id_board: str) -> Mapping[str, str] | None:
    if id_source == id_board:
        return None
    return {**twins.labels(call, id_source, id_board), **twins.custom_fields(call, id_source, id_board)}


_HELD = {
    "labels": db.card_labels,
    "members": db.card_members,
    "checklists": db.checklists,
    "attachments": db.attachments,
    "customFields": db.custom_field_items,
    "stickers": db.stickers,
    "comments": db.actions,
}


def held(call: Call, id_list: str) -> Callable[[str], frozenset[str]]:
    """Which parts each card of a list has: most have few, and a copy need not look for what is not there."""
    inside = select(db.cards.c.id).where(db.cards.c.id_list == id_list)
    having: dict[str, set[str]] = {}
    for part, table in _HELD.items():
        query = select(table.c.id_card).where(table.c.id_card.in_(inside)).distinct()
        if part == "comments":
            query = query.where(table.c.type.in_((COMMENT, COPIED_COMMENT)))
        having[part] = set(call.connection.scalars(query))
    return lambda ident: frozenset(part for part in PARTS if part not in having or ident in having[part])


@dataclass(frozen=True, slots=True)
class _Copy:
    """A copy that is being made."""

    call: Call
    original: Any
    card: Any
    names: Mapping[str, str] | None

    def there(self, ident: str | None) -> str | None:
        """The id on the copy's board of what has this id on the original's."""
        return ident if self.names is None or ident is None else self.names.get(ident)

    def rows(self, table: Any) -> list[Json]:
        """What the original has in ``table``."""
        query = select(table).where(table.c.id_card == self.original.id).order_by(*table.primary_key.columns)
        return [dict(row) for row in self.call.connection.execute(query).mappings()]

    def put(self, table: Any, rows: list[Json]) -> None:
        """Give the copy ``rows`` in ``table``."""
        if rows:
            made = [{**row, "id_card": self.card.id} for row in rows]
            self.call.connection.execute(insert(table), made)


def _labels(copy: _Copy) -> None:
    rows = {copy.there(row["id_label"]): row for row in reversed(copy.rows(db.card_labels))}
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
        told = {"idMember": ident, "member": {"id": ident, "name": names[ident]}, "fromCopy": True}
        journal.on_card(call, "addMemberToCard", copy.card, told, id_member=ident)


def _checklists(copy: _Copy) -> None:
    table = db.checklists.c
    query = select(db.checklists).where(table.id_card == copy.original.id).order_by(table.pos, table.id)
    for row in copy.call.connection.execute(query).all():
        copy_checklist(copy.call, row, copy.card, row.name, row.pos)


def _attachments(copy: _Copy) -> None:
    call, files = copy.call, db.uploads
    rows = copy.rows(db.attachments)
    names = {row["id"]: call.new_id() for row in rows} | {copy.original.id: copy.card.id}
    copy.put(db.attachments, [_renamed(row, names) for row in rows])
    for row in rows:
        content = select(literal(names[row["id"]]), files.c.content).where(files.c.id_attachment == row["id"])
        call.connection.execute(insert(files).from_select(["id_attachment", "content"], content))
    cover = copy.original.id_attachment_cover
    if cover in names:
        here = update(db.cards).where(db.cards.c.id == copy.card.id)
        shown = _renamed(copy.original.cover, names)
        call.connection.execute(here.values(id_attachment_cover=names[cover], cover=shown))


def _renamed(value: Json, names: Mapping[str, str]) -> Json:
    """``value`` with other ids, in the addresses of files too."""
    written = json.dumps(value)
    for old, other in names.items():
        written = written.replace(old, other)
    found: Json = json.loads(written)
    return found


def _custom_fields(copy: _Copy) -> None:
    rows = []
    for row in copy.rows(db.custom_field_items):
        field, option = copy.there(row["id_custom_field"]), copy.there(row["id_value"])
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
        told = {
            "text": row.data.get("text", ""),
            "cardSource": journal.card_copy(copy.original),
            "idOriginalCommenter": author,
        }
        journal.on_card(copy.call, COPIED_COMMENT, copy.card, told, id_member=author)


_BRING: dict[str, Callable[[_Copy], None]] = {
    "labels": _labels,
    "members": _members,
    "checklists": _checklists,
    "attachments": _attachments,
    "customFields": _custom_fields,
    "stickers": _stickers,
    "comments": _comments,
}
PARTS = (*_COLUMNS, *_BRING)
"""Parts of a card that a copy may be given."""
