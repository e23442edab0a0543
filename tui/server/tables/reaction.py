"""The table of reactions, members' emoji on comments."""

from sqlalchemy import JSON, Column, Index, Table, UniqueConstraint

from tui.server.tables.columns import ident, metadata, of, text

reactions = Table(
    "reaction",
    metadata,
    ident(),
    of("id_action", "action"),
    of("id_member", "member"),
    # The code points in hexadecimal, 1F44D, which identify the emoji.
    text("unified"),
    Column("emoji", JSON, nullable=False),
    UniqueConstraint("id_action", "id_member", "unified"),
    Index("reaction_of_action", "id_action", "id"),
)
