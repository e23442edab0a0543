"""The schema's migrations: steps that bring an older database up to date, each applied once.

The tables are defined in ``tui.server.tables``; a new database is created from these definitions. Additions
since then are applied to an older database like this:

- a new table needs nothing here: every opening creates the missing tables;
- a new column, index or conversion of data needs a step at the END of ``STEPS``, a function of the
  connection; ``add_column`` and ``add_index`` help. Committed steps are never changed, moved or removed.

The number of the last step applied is in ``meta`` under ``schema``; 1 is the schema before any step. Steps
run in the transaction that opens the database, in order, before the missing tables are created.
"""

import json
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from sqlalchemy import JSON, Column, Connection, Index, Text, insert, inspect, select, update
from sqlalchemy.engine.interfaces import ExecutionContext
from sqlalchemy.schema import CreateColumn
from sqlalchemy.sql.schema import CallableColumnDefault, ScalarElementColumnDefault

from tui.errors import StoreTooNew
from tui.server.storage import directory_index, text_index
from tui.server.storage.directory_step import (
    add_gst_status,
    add_plan_columns,
    add_register_columns,
    convert_postings_to_bitmaps,
    drop_word_indexes,
    number_directory_rows,
)
from tui.server.storage.steps import (
    add_owner_columns,
    add_workspace_memberships,
    move_stars_and_watches,
)
from tui.server.tables.card import card_by_state
from tui.server.tables.columns import metadata
from tui.server.tables.meta import meta

Step = Callable[[Connection], None]
"""A migration step: brings the tables from one schema to the next."""


def add_column(connection: Connection, column: Column[Any]) -> None:
    """Add ``column`` with its default in existing rows, unless the table has it or does not exist yet."""
    table, inspector = column.table, inspect(connection)
    if not inspector.has_table(table.name) or column.name in {
        found["name"] for found in inspector.get_columns(table.name)
    }:
        return
    declared = str(CreateColumn(column).compile(dialect=connection.dialect))
    if not column.nullable:
        declared += f" DEFAULT {_literal(connection, column)}"
    connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {declared}")


def _literal(connection: Connection, column: Column[Any]) -> str:
    """Return the default of ``column`` as an SQL literal of the connection's dialect."""
    default = column.default
    given: Any = None
    if isinstance(default, ScalarElementColumnDefault):
        given = default.arg
    elif isinstance(default, CallableColumnDefault):
        # The only callable defaults are dict and list, which ignore the context.
        given = default.arg(cast("ExecutionContext", None))
    if isinstance(column.type, JSON):
        given = json.dumps(given)
    kind = Text() if isinstance(column.type, JSON) else column.type
    written = kind.dialect_impl(connection.dialect).literal_processor(connection.dialect)
    if written is None or given is None:
        raise TypeError(f"{column} has no default that can be written in SQL")
    return str(written(given))


def add_index(connection: Connection, index: Index) -> None:
    """Create ``index`` unless it exists or its table does not exist yet."""
    if index.table is not None and inspect(connection).has_table(index.table.name):
        index.create(connection, checkfirst=True)


STEPS: tuple[Step, ...] = (
    move_stars_and_watches,
    add_workspace_memberships,
    number_directory_rows,
    drop_word_indexes,
    add_register_columns,
    add_plan_columns,
    add_gst_status,
    add_owner_columns,
    convert_postings_to_bitmaps,
    partial(add_index, index=card_by_state),
)
"""Every step, oldest first."""

SCHEMA = 1 + len(STEPS)
"""The number of the newest schema that this version of Cardscout knows."""


def outdated_version(connection: Connection) -> int | None:
    """Return the schema number of an outdated database; None for a new or an up-to-date one."""
    if not inspect(connection).has_table(meta.name):
        return None
    version = connection.scalar(select(meta.c.value).where(meta.c.name == "schema"))
    return version if isinstance(version, int) and version < SCHEMA else None


def create(connection: Connection, steps: tuple[Step, ...] = STEPS) -> None:
    """Create the tables of a new database, or migrate an older one step by step.

    Args:
        connection: A connection in a writing transaction, which spans the whole migration.
        steps: All migration steps, oldest first.

    Raises:
        StoreTooNew: A newer Cardscout made the database; it is left untouched.
    """
    newest = 1 + len(steps)
    existing = set(inspect(connection).get_table_names())
    if meta.name not in existing:
        meta.create(connection, checkfirst=False)
        existing.add(meta.name)
    version = connection.scalar(select(meta.c.value).where(meta.c.name == "schema"))
    if version is None:
        connection.execute(insert(meta).values(name="schema", value=newest))
    elif version > newest:
        raise StoreTooNew(
            f"the board server's database has schema {version}, this Cardscout knows {newest}",
            hint="update Cardscout",
        )
    elif version < newest:
        for step in steps[version - 1 :]:
            step(connection)
        connection.execute(update(meta).where(meta.c.name == "schema").values(value=newest))
        existing = set(inspect(connection).get_table_names())
    if missing := [table for name, table in metadata.tables.items() if name not in existing]:
        # One query for the names of all tables, because a check per table would be most of the cost of
        # opening.
        metadata.create_all(connection, missing, checkfirst=False)
    text_index.create(connection)
    directory_index.create(connection)
