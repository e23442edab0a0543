"""Copy of all rows between storages: from either into a backup file, and from a file into either."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import JSON, Connection, RowMapping, Table, insert, inspect, select
from sqlalchemy.exc import SQLAlchemyError

import tui.server.enrich.tables  # noqa: F401 - it declares tables too
from tui.errors import StoreError, UsageError
from tui.server.pipeline.params import clean
from tui.server.storage import db, directory_index
from tui.server.storage.trouble import open_error

if TYPE_CHECKING:
    from tui.server.storage.place import Place

__all__ = ["dump", "load", "require_empty"]

_ROWS_PER_INSERT = 500
_TABLES = tuple(table for table in db.metadata.sorted_tables if table is not db.meta)


def dump(place: Place, target: Path) -> None:
    """Write one snapshot of all rows of ``place`` to a new file at ``target``, while others may write.

    Raises:
        UsageError: The storage has another version's schema, or its URL is invalid.
        StoreError: The storage cannot be read.
    """
    engine, made = place.connect(), db.connect(target, lasting=False)
    try:
        with db.reading(engine) as source:
            _check_schema(source, place.name)
            with db.writing(made, shown=False) as output:
                _copy(source, output)
        with made.connect() as connection:
            # Leave the write-ahead log mode, so that the backup is a single file.
            connection.exec_driver_sql("ROLLBACK")
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
    except SQLAlchemyError as error:
        raise open_error(place.name, place.data, error) from error
    finally:
        engine.dispose()
        made.dispose()


def load(source: Path, place: Place) -> None:
    """Insert the rows of the file at ``source`` into the empty storage ``place``: all of them, or none.

    Raises:
        UsageError: The storage is not empty, the file has another version's schema, or the URL is invalid.
        StoreError: The storage cannot be written.
    """
    engine, made = place.connect(), db.connect(source)
    try:
        with db.reading(made) as backup:
            _check_schema(backup, source.name)
            with db.writing(engine, shown=False) as output:
                _check_empty(output, place.name)
                _copy(backup, output)
    except SQLAlchemyError as error:
        raise open_error(place.name, place.data, error) from error
    finally:
        engine.dispose()
        made.dispose()


def require_empty(place: Place) -> None:
    """Check that ``place`` holds no boards, so that a load overwrites nothing.

    Raises:
        UsageError: The storage holds boards, or its URL is invalid.
        StoreError: The storage cannot be read.
    """
    engine = place.connect()
    try:
        with db.reading(engine) as connection:
            _check_empty(connection, place.name)
    except SQLAlchemyError as error:
        raise open_error(place.name, place.data, error) from error
    finally:
        engine.dispose()


def _check_empty(connection: Connection, name: str) -> None:
    if inspect(connection).has_table(db.members.name) and connection.execute(select(db.members.c.id)).first():
        raise UsageError(f"{name} holds boards already", hint="make an empty database, and name that one")


def _check_schema(connection: Connection, name: str) -> None:
    exists = inspect(connection).has_table(db.meta.name)
    schema = connection.scalar(select(db.meta.c.value).where(db.meta.c.name == "schema")) if exists else None
    if schema is None:
        raise StoreError(f"{name} holds no boards", hint="is it the one that cardscout serve was given?")
    if schema != db.SCHEMA:
        raise UsageError(
            f"{name} has schema {schema}, this Cardscout knows {db.SCHEMA}",
            hint="cardscout serve brings an older one up to date; for a newer one update Cardscout",
        )


def _copy(source: Connection, target: Connection) -> None:
    """Create the tables of ``target`` and copy every row into them."""
    # SQLite stores any text; for other storages, text they cannot hold is cleaned so that the copy succeeds.
    same = target.dialect.name == source.dialect.name == "sqlite"
    db.create(target)
    for table in reversed(_TABLES):
        target.execute(table.delete())
    # A new table is no new schema: one that was last opened by an older Cardscout lacks those added since.
    held = set(inspect(source).get_table_names())
    for table in filter(lambda one: one.name in held, _TABLES):
        for rows in _pages(source, table):
            for alike in _group_by_nulls(table, rows):
                target.execute(insert(table), alike if same else [_storable(row) for row in alike])
    target.execute(db.meta.delete())
    # A copy gets the revision of its contents, except from a database server, whose revision is the one it
    # was loaded with.
    kept = (
        select(db.meta) if db.is_file(source.engine) else select(db.meta).where(db.meta.c.name != "revision")
    )
    target.execute(insert(db.meta), [dict(row) for row in source.execute(kept).mappings()])
    directory_index.index_company_names(target)


def _pages(source: Connection, table: Table) -> Iterator[Sequence[RowMapping]]:
    found = source.execution_options(stream_results=True).execute(select(table)).mappings()
    return found.partitions(_ROWS_PER_INSERT)


def _group_by_nulls(table: Table, rows: Sequence[RowMapping]) -> Iterator[list[dict[str, Any]]]:
    """Group rows by their NULL JSON columns, which are left out, as None would be stored as JSON null."""
    bare = {column.name for column in table.columns if isinstance(column.type, JSON) and column.nullable}
    groups: dict[frozenset[str], list[dict[str, Any]]] = {}
    for row in rows:
        lacks = frozenset(name for name in bare if row[name] is None)
        groups.setdefault(lacks, []).append({name: row[name] for name in row if name not in lacks})
    yield from groups.values()


def _storable(value: Any) -> Any:
    """Return ``value`` with all its text, within JSON too, cleaned so that every storage can hold it."""
    match value:
        case str():
            return clean(value)
        case dict():
            return {_storable(name): _storable(held) for name, held in value.items()}
        case list():
            return [_storable(held) for held in value]
        case _:
            return value
