"""Rows of things: the service's last state (the base), and the shown state.

A noun's Table converts a value to the narrow row from which lists and boards are drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache, wraps
from itertools import chain
from sqlite3 import Connection
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from tui.errors import StoreDamaged, StoreError
from tui.model.values.fields import Frozen
from tui.model.values.record import Value
from tui.model.values.scalars import is_local
from tui.store.faults import REPAIR, mark_damaged

if TYPE_CHECKING:
    from tui.model.change import Noun
    from tui.store.db import Database, Transaction

V = TypeVar("V", bound=Value)

IS_PENDING = "state IN ('waiting', 'inflight', 'uncertain')"
"""Condition on outbox rows: the service may not have the write, and its effect is shown."""

IS_UNSETTLED = "state IN ('waiting', 'inflight', 'uncertain', 'refused')"
"""Condition on outbox rows: the write is pending, or is refused and needs the user's decision."""


class Table(Frozen, Generic[V]):
    """The description of a noun's table.

    Attributes:
        noun: The noun, which is also the table's name.
        columns: The narrow row's columns, the id first.
        narrow: Returns these columns for a value; may look up other rows.
        home: Returns (board id, id of the containing thing or "") of a value.
    """

    noun: Noun
    model: type[V]
    columns: tuple[str, ...]
    narrow: Callable[[Transaction, V], tuple[Any, ...]]
    home: Callable[[V], tuple[str, str]]

    @property
    def upsert(self) -> str:
        """SQL that inserts or overwrites the narrow row."""
        names = ", ".join(self.columns)
        marks = ", ".join("?" * len(self.columns))
        news = ", ".join(f"{name} = excluded.{name}" for name in self.columns[1:])
        return f"INSERT INTO {self.noun} ({names}) VALUES ({marks}) ON CONFLICT (id) DO UPDATE SET {news}"


def read(model: type[V], text: str, db: Database | None = None) -> V:
    """Parse a stored payload.

    Args:
        model: The class of the value.
        text: The payload as stored.
        db: The database, if read outside a transaction: an unparsable payload marks it as damaged.

    Raises:
        StoreDamaged: The payload cannot be parsed.
    """
    try:
        return model.parse_json(text)
    except (ValueError, TypeError) as error:
        raise _unreadable(model, db) from error


def recall(model: type[V], text: str, db: Database | None = None) -> V:
    """Parse a stored payload of a noun without nested values, with a faster parser for the first paint.

    Raises:
        StoreDamaged: The payload cannot be parsed.
    """
    try:
        return cast("V", _recalled(model, text))
    except (ValueError, TypeError) as error:
        raise _unreadable(model, db) from error


@lru_cache(maxsize=1024)
def _recalled(model: type[Value], text: str) -> Value:
    """Parse a payload, or return it from a cache, because a board's lists, labels and members are read often."""
    return model.from_stored(text)


def _unreadable(model: type[Value], db: Database | None) -> StoreDamaged:
    if db is not None:
        mark_damaged(db.path)
    return StoreDamaged(f"A stored {model.__name__.lower()} cannot be read.", hint=REPAIR)


def text_of(value: Value) -> str:
    """Serialise ``value`` for storage: as wire JSON, unknown fields included.

    Raises:
        StoreError: The value contains what no file can hold.
    """
    try:
        return value.as_json()
    except ValueError as error:
        raise StoreError(f"That {type(value).__name__.lower()} cannot be stored: {error}.") from error


Read = TypeVar("Read", bound=Callable[..., Any])
"""A reading method of a class with a ``_db``."""


def one_snapshot(read: Read) -> Read:
    """Make the queries of a reading method see one state of the file.

    A local id may be bound between two queries; then data for the old id is under the new one.
    """

    @wraps(read)
    def whole(self: Any, *args: Any, **kwargs: Any) -> Any:
        with self._db.snapshot():
            return read(self, *args, **kwargs)

    return cast("Read", whole)


def one_query(read: Read) -> Read:
    """Make a method that reads with one query read from one snapshot where it is given local ids.

    Each local id takes a query of its own; without any, the one query needs no snapshot.
    """
    whole = one_snapshot(read)

    @wraps(read)
    def briefly(self: Any, *args: Any, **kwargs: Any) -> Any:
        given = (*args, *kwargs.values())
        alone = not any(isinstance(each, str) and is_local(each) for each in given)
        return (read if alone else whole)(self, *args, **kwargs)

    return cast("Read", briefly)


def resolve(db: Database, ident: str) -> str:
    """Return a thing's current id: a local id that has been bound becomes the service's.

    Use it only for queries in the same snapshot.
    """
    if not is_local(ident):
        return ident
    row = db.first("SELECT server FROM bound WHERE local = ?", ident)
    return ident if row is None else str(row[0])


def payload(db: Database, noun: Noun, ident: str) -> str | None:
    """Return a thing's shown payload, or None if it is not shown."""
    with db.snapshot():
        return db.text(
            f"SELECT coalesce(d.shown, d.base) FROM {noun} AS v"
            " JOIN docs AS d ON d.noun = ? AND d.id = v.id WHERE v.id = ?",
            noun,
            resolve(db, ident),
        )


def payloads(db: Database, noun: Noun, where: str, *args: Any) -> list[str]:
    """Return the shown payloads of things that meet ``where`` (which may end with ORDER BY)."""
    rows = db.query(
        f"SELECT coalesce(d.shown, d.base) FROM {noun} AS v"
        f" JOIN docs AS d ON d.noun = '{noun}' AND d.id = v.id WHERE {where}",
        *args,
    )
    return [str(row[0]) for row in rows]


def name(db: Database, noun: Noun, ident: str) -> str:
    """Return the name of a thing, or ""."""
    with db.snapshot():
        return db.text(f"SELECT name FROM {noun} WHERE id = ?", resolve(db, ident)) or ""


def base(tx: Transaction, table: Table[V], ident: str) -> V | None:
    """Return the service's last state of a thing, or None."""
    row = tx.one("SELECT base FROM docs WHERE noun = ? AND id = ?", table.noun, ident)
    return None if row is None or row[0] is None else read(table.model, row[0])


BURIED = 10_000
"""Number of transactions for which a deletion is remembered; no pull takes as many."""


def record_deletion(tx: Transaction, noun: Noun, ident: str) -> None:
    """Record a deletion, so that pulls that began earlier do not restore the thing."""
    tx.run("INSERT OR REPLACE INTO buried (noun, id, heard) VALUES (?, ?, ?)", noun, ident, tx.draw_version())
    tx.run("DELETE FROM buried WHERE heard < ?", tx.draw_version() - BURIED)


def deleted_since(tx: Transaction, since: int | None) -> frozenset[tuple[Noun, str]]:
    """Return the things that were deleted after ``since``."""
    found = tx.rows("SELECT noun, id FROM buried WHERE heard > ?", since) if since is not None else ()
    return frozenset((noun, ident) for noun, ident in found)


def heard(tx: Transaction, noun: Noun, ident: str) -> int:
    """Return the version in which a thing's state was last received from the service; 0 for never."""
    row = tx.one("SELECT heard FROM docs WHERE noun = ? AND id = ?", noun, ident)
    return 0 if row is None else int(row[0])


_MOVABLE = frozenset({"cards", "lists"})
"""Nouns that can move from one board to another."""


def shown(tx: Transaction, table: Table[V], ident: str) -> V | None:
    """Return the shown value of a thing, or None."""
    row = tx.one(
        f"SELECT coalesce(d.shown, d.base) FROM {table.noun} AS v"
        " JOIN docs AS d ON d.noun = ? AND d.id = v.id WHERE v.id = ?",
        table.noun,
        ident,
    )
    return None if row is None else read(table.model, row[0])


SET_BASE = (
    "INSERT INTO docs (noun, id, board_id, parent_id, heard, base) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (noun, id) DO UPDATE SET board_id = excluded.board_id, parent_id = excluded.parent_id,"
    " heard = excluded.heard, base = excluded.base"
)
"""SQL that stores a ``base_row``."""


SET_SHOWN = (
    "INSERT INTO docs (noun, id, board_id, parent_id, shown) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (noun, id) DO UPDATE SET shown = excluded.shown,"
    " board_id = excluded.board_id, parent_id = excluded.parent_id"
)
"""SQL that stores a ``shown_row``."""


def shown_row(table: Table[V], ident: str, value: V) -> tuple[Any, ...]:
    """Return the columns for the shown state of a thing, if that differs from the service's state."""
    return (table.noun, ident, *table.home(value), text_of(value))


def base_row(table: Table[V], ident: str, value: V, version: int) -> tuple[Any, ...]:
    """Return the columns for the service's state of a thing, received in ``version``."""
    return (table.noun, ident, *table.home(value), version, text_of(value))


def set_base(tx: Transaction, table: Table[V], ident: str, value: V | None) -> None:
    """Store ``value`` as the service's state of a thing; None if the service has no such thing."""
    if value is None:
        tx.run(
            "UPDATE docs SET base = NULL, heard = ? WHERE noun = ? AND id = ?",
            tx.draw_version(),
            table.noun,
            ident,
        )
        return
    tx.run(SET_BASE, *base_row(table, ident, value, tx.draw_version()))


def show(
    tx: Transaction, table: Table[V], ident: str, value: V | None, heard: V | None, *, new: bool = False
) -> None:
    """Store ``value`` as the shown state of a thing, ``heard`` being the service's state.

    A ``new`` one was never shown, so there is no old row to clear and no board that it left.
    """
    if value is None:
        tx.run(f"DELETE FROM {table.noun} WHERE id = ?", ident)
        keep = "UPDATE docs SET shown = NULL" if heard is not None else "DELETE FROM docs"
        tx.run(f"{keep} WHERE noun = ? AND id = ?", table.noun, ident)
        return
    board_id, _ = table.home(value)
    if value is heard and not new:
        tx.run(
            "UPDATE docs SET shown = NULL WHERE noun = ? AND id = ? AND shown IS NOT NULL", table.noun, ident
        )
    elif value is not heard:
        tx.run(SET_SHOWN, *shown_row(table, ident, value))
    if table.noun in _MOVABLE and not new:
        left = tx.one(f"SELECT board_id FROM {table.noun} WHERE id = ? AND board_id != ?", ident, board_id)
        if left is not None:
            # Screens that show the board it left must be notified too.
            tx.changed(table.noun, board_id=left[0], card_id=ident if table.noun == "cards" else "")
    tx.conn.execute(table.upsert, table.narrow(tx, value))


ROWS = 100
"""Rows in a statement; more of them make it no faster."""

_VALUES = re.compile(r"VALUES (\([^()]*\))")


def insert_rows(conn: Connection, sql: str, rows: Sequence[Sequence[Any]]) -> None:
    """Run ``sql``, an insert with placeholders for one row, for all of ``rows``."""
    whole = len(rows) - len(rows) % ROWS
    for start in range(0, whole, ROWS):
        conn.execute(_for_several(sql), _flat(rows[start : start + ROWS]))
    conn.executemany(sql, rows[whole:])


def _flat(rows: Iterable[Sequence[Any]]) -> tuple[Any, ...]:
    return tuple(chain.from_iterable(rows))


@cache
def _for_several(sql: str) -> str:
    """Return ``sql`` with the placeholders of ``ROWS`` rows."""
    return _VALUES.sub(lambda found: f"VALUES {', '.join([found[1]] * ROWS)}", sql, count=1)
