"""Column types that many tables share, and the metadata of all tables.

A table that mirrors a JSON object of the API has the columns the server computes with, and ``extra``: the
object's other fields, unchanged, so that an imported board can be exported completely. Dates are stored as in
the API (UTC, milliseconds, ``Z``), which also sorts as text. Column types are portable: on PostgreSQL, text
sorts by its bytes and integers have 64 bits, as in SQLite.
"""

from typing import Any

from sqlalchemy import JSON, BigInteger, Boolean, Column, ForeignKey, Integer, MetaData, Table, Text, event

metadata = MetaData()
"""The metadata of every table of the server, including those that the enrichment directory adds."""


@event.listens_for(Column, "after_parent_attach", propagate=True)
def _match_sqlite(column: Column[Any], table: Any) -> None:
    """Make PostgreSQL sort text by bytes and use 64-bit integers, as SQLite does."""
    if not isinstance(table, Table) or table.metadata is not metadata:
        return
    if type(column.type) is Text:
        column.type = Text().with_variant(Text(collation="C"), "postgresql")
    elif type(column.type) is Integer:
        column.type = Integer().with_variant(BigInteger(), "postgresql")


def ident() -> Column[str]:
    """Return the column of the object id, the primary key."""
    return Column("id", Text, primary_key=True)


def of(name: str, target: str, *, primary_key: bool = False) -> Column[str]:
    """Return a foreign key whose row is deleted with its target."""
    return Column(
        name, Text, ForeignKey(f"{target}.id", ondelete="CASCADE"), nullable=False, primary_key=primary_key
    )


def text(name: str, default: str = "") -> Column[str]:
    """Return a text column that is never null."""
    return Column(name, Text, nullable=False, default=default)


def flag(name: str) -> Column[bool]:
    """Return a boolean column, False by default."""
    return Column(name, Boolean, nullable=False, default=False)


def extra() -> Column[Any]:
    """Return the column of the API fields that have no column of their own."""
    return Column("extra", JSON, nullable=False, default=dict)
