"""The table of the server's own values: schema number, owner, pepper."""

from sqlalchemy import JSON, Column, Table, Text

from tui.server.tables.columns import metadata

meta = Table(
    "meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", JSON),
)
