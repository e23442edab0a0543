"""Queries on conflicts: the changes of two people to one field, as kept for the user."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast

from tui.model.sync import PUT_BACK, Conflict, LostThing
from tui.model.writes import registry
from tui.model.writes.contested import SHAPES, WORDS, fields, values_equal
from tui.store.key_values import reading
from tui.store.outbox import ids
from tui.store.outbox.rebase import ShownRows, lacking, shown_fields
from tui.store.tables import rows

if TYPE_CHECKING:
    from tui.model.sync import Chosen
    from tui.model.writes.base import Write
    from tui.store.db import Database, Transaction


class _Reader:
    """The queries of a transaction, outside of one."""

    def __init__(self, db: Database) -> None:
        self.one, self.rows = db.first, db.query


_READ = 20
"""Maximum changes of one thing by a window that are looked at."""

_PUT_BACK = json.dumps(sorted(PUT_BACK))


class Conflicts:
    """Read access to conflicts; ``contest`` creates and settles them."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def all(self, limit: int | None = None) -> list[Conflict]:
        """Return the conflicts, unresolved ones first, each kind newest first.

        Args:
            limit: The most to return; None for all.
        """
        return self._some("1", limit)

    def of_changes(self, after: int, limit: int | None = None) -> list[Conflict]:
        """Return the conflicts of changes that were made here, without what the service has lost, in the same order.

        Args:
            after: The highest id of a conflict that is left out.
            limit: The most to return; None for all.
        """
        was_put_back = "why IN (SELECT value FROM json_each(?))"
        return self._some(f"id > ? AND NOT ({was_put_back} AND base = theirs)", limit, after, _PUT_BACK)

    def _some(self, where: str, limit: int | None, *values: Any) -> list[Conflict]:
        found = self._db.query(
            f"SELECT {_COLUMNS} FROM conflicts WHERE {where} ORDER BY chosen != '', id DESC LIMIT ?",
            *values,
            -1 if limit is None else limit,
        )
        return [self._read(row) for row in found]

    def newest(self) -> int:
        """Return the id of the newest conflict; 0 if there is none."""
        return int(self._db.first("SELECT coalesce(max(id), 0) FROM conflicts")[0])

    def get(self, ident: int) -> Conflict | None:
        """Return one conflict, or None if it is discarded."""
        row = self._db.first(f"SELECT {_COLUMNS} FROM conflicts WHERE id = ?", ident)
        return None if row is None else self._read(row)

    def losses(self, after: int = 0) -> list[LostThing]:
        """Return what the service has lost, newest first.

        Args:
            after: The highest id of a conflict that is left out.
        """
        found = self._db.query(
            "SELECT id, thing, why FROM conflicts WHERE id > ? AND why IN (SELECT value FROM json_each(?))"
            " ORDER BY id DESC",
            after,
            _PUT_BACK,
        )
        return [LostThing(id=ident, card=thing, whole=why == "lost") for ident, thing, why in found]

    def side_of(self, window: str, ident: int) -> Chosen:
        """Return which side of a conflict a window has written; "" if neither, or if the conflict is discarded."""
        row = self._db.first("SELECT op, field, theirs FROM conflicts WHERE id = ?", ident)
        if row is None:
            return ""
        write, field, theirs = registry.parse_json(row[0]), row[1], json.loads(row[2])
        written = self._db.query(
            "SELECT op, base FROM outbox WHERE kind = ? AND entity = ? AND window = ? ORDER BY seq DESC LIMIT ?",
            write.kind,
            write.entity,
            window,
            _READ,
        )
        for text, base in written:
            values = {
                name: value
                for one in registry.parse_readable([(text,)])
                for name, value in fields(one).items()
            }
            # A contested field is not in what is left of a write, but among the values it began from.
            if field in values or field in json.loads(base or "{}"):
                return "theirs" if values_equal(values.get(field), theirs) else "mine"
        return ""

    def write(self, ident: int) -> Write | None:
        """Return the write that caused a conflict, or None if the conflict is discarded."""
        row = self._db.first("SELECT op FROM conflicts WHERE id = ?", ident)
        return None if row is None else registry.parse_json(row[0])

    def open(self) -> int:
        """Return how many conflicts are unresolved."""
        return int(self._db.first("SELECT count(*) FROM conflicts WHERE chosen = ''")[0])

    def _read(self, row: Any) -> Conflict:
        ident, at, why, text, field, base, theirs, board, thing, chosen, who, before = row
        write = registry.parse_json(text)
        mine = fields(write).get(field, getattr(write, field, None))
        gone, shown = self._current(write, field)
        named = [self._words(field, value) for value in (json.loads(base), mine, json.loads(theirs))]
        known = shown is not _UNKNOWN and (
            chosen or json.dumps(shown) != before or self._is_read_since(write, at)
        )
        now = self._words(field, shown) if known else None
        if not chosen and now is not None:
            named[2] = now  # the other side may have changed it again, or undone its change
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
            shape=SHAPES.get(field, "value"),
            card_id=write.about_card or None,
            now=now,
            gone=gone or why in {"deleted", "lost", "parts"},
        )

    def _current(self, write: Write, field: str) -> tuple[bool, Any]:
        """Return whether the thing that a write changes is gone, and the value of the field that is shown now."""
        # Both only query, which a database can do as a transaction can.
        reader = cast("Transaction", _Reader(self._db))
        current = ids.current(reader, write)
        if current.created_id or lacking(reader, current):
            return not current.created_id, _UNKNOWN
        if field in {"closed", "list_id"}:  # where a card is: a conflict, but of no contested field
            [where] = reader.one(f"SELECT {field} FROM cards WHERE id = ?", current.about_card)
            return False, bool(where) if field == "closed" else where
        return False, shown_fields(current, ShownRows(reader)).get(field, _UNKNOWN)

    def _is_read_since(self, write: Write, at: float) -> bool:
        """Return whether the thing was read since the conflict began, so that what is shown is not older."""
        part = write.about_card if write.noun in {"comments", "checklists"} else ""
        row = self._db.first("SELECT value FROM cursors WHERE key = ?", reading(part or write.board_id))
        return row is not None and datetime.fromisoformat(row[0]).timestamp() > at

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


_UNKNOWN = object()
"""No value: the field cannot be read."""

_ID_FIELDS = frozenset({"list_id", "member_id"})
_COLUMNS = "id, at, why, op, field, base, theirs, board, thing, chosen, who, shown"
