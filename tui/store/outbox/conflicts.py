"""Queries on conflicts: the changes of two people to one field, as kept for the user."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tui.model.sync import Conflict
from tui.model.writes import registry
from tui.model.writes.contested import TEXTS, WORDS, fields
from tui.store.tables import rows

if TYPE_CHECKING:
    from tui.model.writes.base import Write
    from tui.store.db import Database


class Conflicts:
    """Read access to conflicts; ``contest`` creates and settles them."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def all(self) -> list[Conflict]:
        """Return all conflicts, unresolved ones first, each kind newest first."""
        found = self._db.query(f"SELECT {_COLUMNS} FROM conflicts ORDER BY chosen != '', id DESC")
        return [self._read(row) for row in found]

    def get(self, ident: int) -> Conflict | None:
        """Return one conflict, or None if it is discarded."""
        row = self._db.first(f"SELECT {_COLUMNS} FROM conflicts WHERE id = ?", ident)
        return None if row is None else self._read(row)

    def write(self, ident: int) -> Write | None:
        """Return the write that caused a conflict, or None if the conflict is discarded."""
        row = self._db.first("SELECT op FROM conflicts WHERE id = ?", ident)
        return None if row is None else registry.parse_json(row[0])

    def open(self) -> int:
        """Return how many conflicts are unresolved."""
        return int(self._db.first("SELECT count(*) FROM conflicts WHERE chosen = ''")[0])

    def _read(self, row: Any) -> Conflict:
        ident, at, why, text, field, base, theirs, board, thing, chosen, who = row
        write = registry.parse_json(text)
        mine = fields(write).get(field, getattr(write, field, None))
        named = [self._words(field, value) for value in (json.loads(base), mine, json.loads(theirs))]
        return Conflict(
            id=ident,
            at=datetime.fromtimestamp(at, UTC),
            why=why,
            field=write.field_names.get(field) or WORDS.get(field, field),
            board=board,
            thing=thing,
            base=named[0],
            mine=named[1],
            theirs=named[2],
            chosen=chosen,
            who=who,
            several_lines=field in TEXTS,
            card_id=getattr(write, "card_id", None),
        )

    def _words(self, field: str, value: Any) -> str:
        """Format a value for the user: a list's or a member's name for an id, any other text unchanged."""
        match value:
            case None:
                return ""
            case bool():
                return "archived" if value else "on the board"
            case str() if field in _ID_FIELDS:
                return rows.name(self._db, "lists" if field == "list_id" else "members", value) or value
            case _:
                return str(value)


_ID_FIELDS = frozenset({"list_id", "member_id"})
_COLUMNS = "id, at, why, op, field, base, theirs, board, thing, chosen, who"
