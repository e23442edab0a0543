"""Rows: what the service last said of a thing, and what is shown of it.

A noun's Table says how a value becomes the narrow row that lists and boards are drawn from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tui.errors import StoreDamaged, StoreError
from tui.model.base import Value, is_local
from tui.model.fields import Frozen
from tui.store.faults import REPAIR, suspect

if TYPE_CHECKING:
    from tui.model.change import Noun
    from tui.store.db import Database, Transaction

V = TypeVar("V", bound=Value)

IS_PENDING = "state IN ('waiting', 'inflight', 'uncertain')"
"""Of a row of the outbox: the service may not have it, and it is shown."""

IS_UNSETTLED = "state IN ('waiting', 'inflight', 'uncertain', 'refused')"
"""Of a row of the outbox: it is pending, or the user has yet to say what is to become of it."""


class Table(Frozen, Generic[V]):
    """How one noun is kept.

    Attributes:
        noun: Its name, and its table's.
        model: Its values.
        columns: The narrow row's columns, the id first.
        narrow: Those columns of a value; may look other rows up.
        home: (board id, id of the thing it is part of or "") of a value.
    """

    noun: Noun
    model: type[V]
    columns: tuple[str, ...]
    narrow: Callable[[Transaction, V], tuple[Any, ...]]
    home: Callable[[V], tuple[str, str]]

    @property
    def upsert(self) -> str:
        """Writes the narrow row, or writes it over."""
        names = ", ".join(self.columns)
        marks = ", ".join("?" * len(self.columns))
        news = ", ".join(f"{name} = excluded.{name}" for name in self.columns[1:])
        return f"INSERT INTO {self.noun} ({names}) VALUES ({marks}) ON CONFLICT (id) DO UPDATE SET {news}"


def read(model: type[V], text: str, db: Database | None = None) -> V:
    """A stored payload as a value.

    Args:
        model: What it is.
        text: As stored.
        db: Where it was read outside of a transaction: what cannot be understood is damage there.

    Raises:
        StoreDamaged: It cannot be read.
    """
    try:
        return model.parse_json(text)
    except (ValueError, TypeError) as error:
        raise _unreadable(model, db) from error


def recall(model: type[V], text: str, db: Database | None = None) -> V:
    """A stored payload of a noun without nested values, read without its parser: first paint needs it.

    Raises:
        StoreDamaged: It cannot be read.
    """
    try:
        return model.recalled(text)
    except (ValueError, TypeError) as error:
        raise _unreadable(model, db) from error


def _unreadable(model: type[Value], db: Database | None) -> StoreDamaged:
    if db is not None:
        suspect(db.path)
    return StoreDamaged(f"A stored {model.__name__.lower()} cannot be read.", hint=REPAIR)


def text_of(value: Value) -> str:
    """``value`` as stored: as the wire spells it, unknown fields included.

    Raises:
        StoreError: It holds what no file can.
    """
    try:
        return value.as_json()
    except ValueError as error:
        raise StoreError(f"That {type(value).__name__.lower()} cannot be stored: {error}.") from error


def resolve(db: Database, ident: str) -> str:
    """The id a thing goes by now: a local id the service has named meanwhile becomes the service's."""
    if not is_local(ident):
        return ident
    row = db.first("SELECT server FROM bound WHERE local = ?", ident)
    return ident if row is None else str(row[0])


def payload(db: Database, noun: Noun, ident: str) -> str | None:
    """What is shown of a thing as stored, or None when it is not there to be seen."""
    row = db.first(
        f"SELECT coalesce(d.shown, d.base) FROM {noun} AS v"
        " JOIN docs AS d ON d.noun = ? AND d.id = v.id WHERE v.id = ?",
        noun,
        resolve(db, ident),
    )
    return None if row is None else str(row[0])


def payloads(db: Database, noun: Noun, where: str, *args: Any) -> list[str]:
    """What is shown of the things that meet ``where`` (which may go on with ORDER BY)."""
    rows = db.query(
        f"SELECT coalesce(d.shown, d.base) FROM {noun} AS v"
        f" JOIN docs AS d ON d.noun = '{noun}' AND d.id = v.id WHERE {where}",
        *args,
    )
    return [str(row[0]) for row in rows]


def name(db: Database, noun: Noun, ident: str) -> str:
    """The name of a thing, or ""."""
    row = db.first(f"SELECT name FROM {noun} WHERE id = ?", resolve(db, ident))
    return "" if row is None else str(row[0])


def base(tx: Transaction, table: Table[V], ident: str) -> V | None:
    """What the service last said of a thing, or None."""
    row = tx.one("SELECT base FROM docs WHERE noun = ? AND id = ?", table.noun, ident)
    return None if row is None or row[0] is None else read(table.model, row[0])


BURIED = 10_000
"""Transactions for which a deleted thing is remembered; no reading takes as many."""


def bury(tx: Transaction, noun: Noun, ident: str) -> None:
    """Remember that a thing was deleted now, against readings that began before."""
    tx.run("INSERT OR REPLACE INTO buried (noun, id, heard) VALUES (?, ?, ?)", noun, ident, tx.version)
    tx.run("DELETE FROM buried WHERE heard < ?", tx.version - BURIED)


def buried(tx: Transaction, since: int | None) -> frozenset[tuple[Noun, str]]:
    """Things that were deleted after ``since``."""
    found = tx.rows("SELECT noun, id FROM buried WHERE heard > ?", since) if since is not None else ()
    return frozenset((noun, ident) for noun, ident in found)


def heard(tx: Transaction, noun: Noun, ident: str) -> int:
    """Version of the transaction in which the service's word of a thing was heard; 0 for never."""
    row = tx.one("SELECT heard FROM docs WHERE noun = ? AND id = ?", noun, ident)
    return 0 if row is None else int(row[0])


_MOVES = frozenset({"cards", "lists"})
"""Things that may go from one board to another."""


def shown(tx: Transaction, table: Table[V], ident: str) -> V | None:
    """What is shown of a thing, or None."""
    row = tx.one(
        f"SELECT coalesce(d.shown, d.base) FROM {table.noun} AS v"
        " JOIN docs AS d ON d.noun = ? AND d.id = v.id WHERE v.id = ?",
        table.noun,
        ident,
    )
    return None if row is None else read(table.model, row[0])


def set_base(tx: Transaction, table: Table[V], ident: str, value: V | None) -> None:
    """Keep ``value`` as the service's word of a thing; None when it says there is none."""
    if value is None:
        tx.run(
            "UPDATE docs SET base = NULL, heard = ? WHERE noun = ? AND id = ?", tx.version, table.noun, ident
        )
        return
    board_id, parent_id = table.home(value)
    tx.run(
        "INSERT INTO docs (noun, id, board_id, parent_id, heard, base) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (noun, id) DO UPDATE SET board_id = excluded.board_id, parent_id = excluded.parent_id,"
        " heard = excluded.heard, base = excluded.base",
        table.noun,
        ident,
        board_id,
        parent_id,
        tx.version,
        text_of(value),
    )


def show(tx: Transaction, table: Table[V], ident: str, value: V | None, heard: V | None) -> None:
    """Show ``value``, the service's word being ``heard``."""
    if value is None:
        tx.run(f"DELETE FROM {table.noun} WHERE id = ?", ident)
        keep = "UPDATE docs SET shown = NULL" if heard is not None else "DELETE FROM docs"
        tx.run(f"{keep} WHERE noun = ? AND id = ?", table.noun, ident)
        return
    board_id, parent_id = table.home(value)
    if value is heard:
        tx.run(
            "UPDATE docs SET shown = NULL WHERE noun = ? AND id = ? AND shown IS NOT NULL", table.noun, ident
        )
    else:
        tx.run(
            "INSERT INTO docs (noun, id, board_id, parent_id, shown) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (noun, id) DO UPDATE SET shown = excluded.shown,"
            " board_id = excluded.board_id, parent_id = excluded.parent_id",
            table.noun,
            ident,
            board_id,
            parent_id,
            text_of(value),
        )
    if table.noun in _MOVES:
        left = tx.one(f"SELECT board_id FROM {table.noun} WHERE id = ? AND board_id != ?", ident, board_id)
        if left is not None:
            # Whoever shows the board that it left has to hear of it too.
            tx.changed(table.noun, board_id=left[0], card_id=ident if table.noun == "cards" else "")
    tx.conn.execute(table.upsert, table.narrow(tx, value))
