"""Inserts of very many rows, without what SQLAlchemy does for each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Table, insert
from sqlalchemy.engine import Dialect

FEW = 500
"""Rows up to which SQLAlchemy's own way is as good."""


def insert_all(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that all have the names of the first; those that are no columns are left out.

    SQLAlchemy takes as long to make the values of a row as SQLite to store them: it makes a dictionary, looks up each
    default, and calls what converts each value by its name.

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
    """Return whether a value is left to a default, or there is a single one, which is no tuple."""
    return len(names) < 2 or any(
        each.default is not None and each.name not in names for each in table.columns
    )


def _converter(table: Table, name: str, dialect: Dialect) -> Callable[[Any], Any] | None:
    """Return what converts the values of a column for the driver, if they are not handed over as they are."""
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
