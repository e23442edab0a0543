"""The schema as it grows: steps that bring an older database up to date, each applied once.

The tables themselves are in ``tui.server.tables``: a new database is made from them as they are now. A database
from before today lacks what was added since, so:

- a new table needs nothing here: every opening makes the tables that are missing;
- a new column, index or fill needs a step at the END of ``STEPS``, a function of the connection; ``add_column`` and
  ``add_index`` are there for the usual ones. Steps are never changed, moved or taken out once they are committed.

The number of the last step applied is in ``meta`` under ``schema``; 1 is the schema before any step. Steps run in
the transaction that opens the database, in order, before the missing tables are made.
"""

import json
from collections.abc import Callable
from typing import Any, cast

from sqlalchemy import JSON, Column, Connection, Index, Text, insert, inspect, select, update
from sqlalchemy.engine.interfaces import ExecutionContext
from sqlalchemy.schema import CreateColumn
from sqlalchemy.sql.schema import CallableColumnDefault, ScalarElementColumnDefault

from tui.errors import StoreTooNew
from tui.server.storage import directory_index, text_index
from tui.server.storage.directory_step import (
    give_accounts_a_plan,
    give_companies_their_other_names,
    keep_sets_of_people_as_bitmaps,
    let_the_directory_be_asked_by_sets,
    put_the_directory_in_order,
    tell_who_is_registered_for_gst,
)
from tui.server.storage.steps import (
    give_members_their_own,
    let_members_into_their_workspaces,
    let_members_own_applications_and_accounts,
)
from tui.server.tables.columns import metadata
from tui.server.tables.meta import meta

Step = Callable[[Connection], None]
"""Brings the tables one step forward. Its name says what it does, its docstring why."""


def add_column(connection: Connection, column: Column[Any]) -> None:
    """Add ``column``, with its default in the rows that are there, unless its table has it or is yet to be made."""
    table, there = column.table, inspect(connection)
    if not there.has_table(table.name) or column.name in {
        found["name"] for found in there.get_columns(table.name)
    }:
        return
    declared = str(CreateColumn(column).compile(dialect=connection.dialect))
    if not column.nullable:
        declared += f" DEFAULT {_literal(connection, column)}"
    connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {declared}")


def _literal(connection: Connection, column: Column[Any]) -> str:
    """The default of ``column`` as the engine writes it."""
    default = column.default
    given: Any = None
    if isinstance(default, ScalarElementColumnDefault):
        given = default.arg
    elif isinstance(default, CallableColumnDefault):
        # Ours are dict and list, which look at no statement.
        given = default.arg(cast("ExecutionContext", None))
    if isinstance(column.type, JSON):
        given = json.dumps(given)
    kind = Text() if isinstance(column.type, JSON) else column.type
    written = kind.dialect_impl(connection.dialect).literal_processor(connection.dialect)
    if written is None or given is None:
        raise TypeError(f"{column} has no default that can be written in SQL")
    return str(written(given))


def add_index(connection: Connection, index: Index) -> None:
    """Make ``index`` unless it is there, or its table is yet to be made."""
    if index.table is not None and inspect(connection).has_table(index.table.name):
        index.create(connection, checkfirst=True)


STEPS: tuple[Step, ...] = (
    give_members_their_own,
    let_members_into_their_workspaces,
    put_the_directory_in_order,
    let_the_directory_be_asked_by_sets,
    give_companies_their_other_names,
    give_accounts_a_plan,
    tell_who_is_registered_for_gst,
    let_members_own_applications_and_accounts,
    keep_sets_of_people_as_bitmaps,
)
"""Every step, oldest first."""

SCHEMA = 1 + len(STEPS)
"""The schema this Cardscout knows."""


def older(connection: Connection) -> int | None:
    """The schema of a database that is of an earlier Cardscout; None for a new one, and for one of today."""
    if not inspect(connection).has_table(meta.name):
        return None
    version = connection.scalar(select(meta.c.value).where(meta.c.name == "schema"))
    return version if isinstance(version, int) and version < SCHEMA else None


def create(connection: Connection, steps: tuple[Step, ...] = STEPS) -> None:
    """Bring the database to the newest schema: a new one whole, an older one step by step.

    Args:
        connection: A writing one; all of it is one transaction.
        steps: The steps there are.

    Raises:
        StoreTooNew: A newer Cardscout made it; it is left untouched.
    """
    newest = 1 + len(steps)
    meta.create(connection, checkfirst=True)
    version = connection.scalar(select(meta.c.value).where(meta.c.name == "schema"))
    if version is None:
        connection.execute(insert(meta).values(name="schema", value=newest))
    elif version > newest:
        raise StoreTooNew(
            f"the board server's database has schema {version}, this Cardscout knows {newest}",
            hint="update Cardscout",
        )
    else:
        for step in steps[version - 1 :]:
            step(connection)
        connection.execute(update(meta).where(meta.c.name == "schema").values(value=newest))
    there = set(inspect(connection).get_table_names())
    if missing := [table for table in metadata.sorted_tables if table.name not in there]:
        # Asked once for all of them: asking for each would be most of what an opening costs.
        metadata.create_all(connection, missing, checkfirst=False)
    text_index.create(connection)
    directory_index.create(connection)
