"""All rows of one storage taken to another: from PostgreSQL into a file for a backup, and from there into either."""

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
from tui.server.storage.trouble import unopened

if TYPE_CHECKING:
    from tui.server.storage.place import Place

__all__ = ["dump", "load", "see_that_it_is_empty"]

_AT_ONCE = 500
_TABLES = tuple(table for table in db.metadata.sorted_tables if table is not db.meta)


def dump(place: Place, target: Path) -> None:
    """Write the rows of ``place``, as they are at one moment, into a new file at ``target``; others write meanwhile.

    Raises:
        UsageError: The storage is of another Cardscout, or its URL is none.
        StoreError: It cannot be read.
    """
    engine, made = place.connect(), db.connect(target, lasting=False)
    try:
        with db.reading(engine) as source:
            _see_that_it_is_ours(source, place.name)
            with db.writing(made) as there:
                _copy(source, there)
        with made.connect() as connection:
            # One file, which needs no other beside it.
            connection.exec_driver_sql("ROLLBACK")
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
    except SQLAlchemyError as error:
        raise unopened(place.name, place.data, error) from error
    finally:
        engine.dispose()
        made.dispose()


def load(source: Path, place: Place) -> None:
    """Put the rows of the file at ``source`` into ``place``, which is empty: all of them, or none.

    Raises:
        UsageError: It is not empty, the file is of another Cardscout, or the URL is none.
        StoreError: It cannot be written.
    """
    engine, made = place.connect(), db.connect(source)
    try:
        with db.reading(made) as here:
            _see_that_it_is_ours(here, source.name)
            with db.writing(engine) as there:
                _see_that_it_has_nothing(there, place.name)
                _copy(here, there)
    except SQLAlchemyError as error:
        raise unopened(place.name, place.data, error) from error
    finally:
        engine.dispose()
        made.dispose()


def see_that_it_is_empty(place: Place) -> None:
    """See that rows can be put into ``place`` without taking anybody's away.

    Raises:
        UsageError: There are some, or the URL is none.
        StoreError: It cannot be read.
    """
    engine = place.connect()
    try:
        with db.reading(engine) as connection:
            _see_that_it_has_nothing(connection, place.name)
    except SQLAlchemyError as error:
        raise unopened(place.name, place.data, error) from error
    finally:
        engine.dispose()


def _see_that_it_has_nothing(connection: Connection, name: str) -> None:
    if inspect(connection).has_table(db.members.name) and connection.execute(select(db.members.c.id)).first():
        raise UsageError(f"{name} holds boards already", hint="make an empty database, and name that one")


def _see_that_it_is_ours(connection: Connection, name: str) -> None:
    there = inspect(connection).has_table(db.meta.name)
    schema = connection.scalar(select(db.meta.c.value).where(db.meta.c.name == "schema")) if there else None
    if schema is None:
        raise StoreError(f"{name} holds no boards", hint="is it the one that cardscout serve was given?")
    if schema != db.SCHEMA:
        raise UsageError(
            f"{name} has schema {schema}, this Cardscout knows {db.SCHEMA}",
            hint="cardscout serve brings an older one up to date; for a newer one update Cardscout",
        )


def _copy(source: Connection, target: Connection) -> None:
    """Take every row to ``target``, whose tables are made."""
    # SQLite takes any text as it is; what another storage cannot hold must not keep all the rest from it.
    same = target.dialect.name == source.dialect.name == "sqlite"
    db.create(target)
    for table in reversed(_TABLES):
        target.execute(table.delete())
    for table in _TABLES:
        for rows in _pages(source, table):
            for alike in _alike(table, rows):
                target.execute(insert(table), alike if same else [_storable(row) for row in alike])
    target.execute(db.meta.delete())
    target.execute(insert(db.meta), [dict(row) for row in source.execute(select(db.meta)).mappings()])
    directory_index.name_companies(target)


def _pages(source: Connection, table: Table) -> Iterator[Sequence[RowMapping]]:
    found = source.execution_options(stream_results=True).execute(select(table)).mappings()
    return found.partitions(_AT_ONCE)


def _alike(table: Table, rows: Sequence[RowMapping]) -> Iterator[list[dict[str, Any]]]:
    """The rows, those together that lack the same: a JSON column that is left out is NULL, one that is None is null."""
    bare = {column.name for column in table.columns if isinstance(column.type, JSON) and column.nullable}
    groups: dict[frozenset[str], list[dict[str, Any]]] = {}
    for row in rows:
        lacks = frozenset(name for name in bare if row[name] is None)
        groups.setdefault(lacks, []).append({name: row[name] for name in row if name not in lacks})
    yield from groups.values()


def _storable(value: Any) -> Any:
    """``value`` with all text in it, also within JSON, as every storage can hold it."""
    match value:
        case str():
            return clean(value)
        case dict():
            return {_storable(name): _storable(held) for name, held in value.items()}
        case list():
            return [_storable(held) for held in value]
        case _:
            return value
