"""The table of the server's own values: schema number, owner, pepper."""

from sqlalchemy import JSON, Column, Table, Text

from tui.server.tables.columns import metadata

meta = Table(
    "meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", JSON),
)

OWNER = "owner"
"""Name of the value that has the id of the member whose local workspace it is."""
