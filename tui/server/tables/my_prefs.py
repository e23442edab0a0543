"""The table of members' personal preferences of boards."""

from sqlalchemy import JSON, Column, Table

from tui.server.tables.columns import metadata, of

my_prefs = Table(
    "my_prefs",
    metadata,
    of("id_board", "board", primary_key=True),
    of("id_member", "member", primary_key=True),
    Column("value", JSON, nullable=False),
)
