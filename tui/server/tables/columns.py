"""Columns that many tables have, and the metadata that knows every table.

A table that mirrors a wire object has the columns the server computes with, and ``extra``: the object's other
wire fields, kept as they came, so that an imported board can be given back whole. Moments are stored as the wire
writes them (UTC, milliseconds, ``Z``), which also sorts as text. Only portable column types: on PostgreSQL, text
is made to sort by its bytes and whole numbers to have 64 bits, as they do in SQLite.
"""

from typing import Any

from sqlalchemy import JSON, BigInteger, Boolean, Column, ForeignKey, Integer, MetaData, Table, Text, event

metadata = MetaData()
"""Every table of the server; the enrichment directory adds its own."""


@event.listens_for(Column, "after_parent_attach", propagate=True)
def _alike(column: Column[Any], table: Any) -> None:
    """Let PostgreSQL compare and count as SQLite does."""
    if not isinstance(table, Table) or table.metadata is not metadata:
        return
    if type(column.type) is Text:
        column.type = Text().with_variant(Text(collation="C"), "postgresql")
    elif type(column.type) is Integer:
        column.type = Integer().with_variant(BigInteger(), "postgresql")


def ident() -> Column[str]:
    """The object id."""
    return Column("id", Text, primary_key=True)


def of(name: str, target: str, *, primary_key: bool = False) -> Column[str]:
    """A reference whose row goes when its target goes."""
    return Column(
        name, Text, ForeignKey(f"{target}.id", ondelete="CASCADE"), nullable=False, primary_key=primary_key
    )


def text(name: str, default: str = "") -> Column[str]:
    """Text that is never null."""
    return Column(name, Text, nullable=False, default=default)


def flag(name: str) -> Column[bool]:
    """Yes or no; no unless said."""
    return Column(name, Boolean, nullable=False, default=False)


def extra() -> Column[Any]:
    """The wire fields that have no column."""
    return Column("extra", JSON, nullable=False, default=dict)
