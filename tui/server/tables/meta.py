"""What the server remembers about itself."""

from sqlalchemy import JSON, Column, Table, Text

from tui.server.tables.columns import metadata

meta = Table(
    "meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", JSON),
)
