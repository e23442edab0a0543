"""Inserts of very many rows, without SQLAlchemy's work for each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Table, insert
from sqlalchemy.engine import Dialect

FEW = 500
"""Rows up to which SQLAlchemy's own way is as good."""


def insert_all(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that all have the same keys as the first; keys that are no columns are ignored.

    SQLAlchemy takes as long to prepare the values of a row as SQLite to store them: it creates a dictionary,
    looks up each default, and calls each value's converter by name.

    Raises:
        IntegrityError: A row breaks a constraint.
    """
    dialect = connection.dialect
    names = [name for name in rows[0] if name in table.columns]
    if len(rows) <= FEW or dialect.paramstyle != "qmark" or _lacks_defaults(table, names):
        connection.execute(insert(table), [{name: row[name] for name in names} for row in rows])
        return
    compiled = insert(table).compile(dialect=dialect, column_keys=names)
    # In the order of the marks, as SQLite's driver wants them.
    names = compiled.positiontup or []
    converters = [(at, how) for at, name in enumerate(names) if (how := _converter(table, name, dialect))]
    values = map(itemgetter(*names), rows)
    connection.exec_driver_sql(str(compiled), [_converted(each, converters) for each in values])


def _lacks_defaults(table: Table, names: Sequence[str]) -> bool:
    """Return whether a column needs its default, or there is only one column, whose value is no tuple."""
    return len(names) < 2 or any(
        each.default is not None and each.name not in names for each in table.columns
    )


def _converter(table: Table, name: str, dialect: Dialect) -> Callable[[Any], Any] | None:
    """Return the function that converts a column's values for the driver, or None if it needs none."""
    return table.columns[name].type.dialect_impl(dialect).bind_processor(dialect)


def _converted(
    values: tuple[Any, ...], converters: list[tuple[int, Callable[[Any], Any]]]
) -> tuple[Any, ...]:
    if not converters:
        return values
    made = list(values)
    for at, convert in converters:
        made[at] = convert(made[at])
    return tuple(made)
