"""Tables of boards and lists."""

from sqlalchemy import JSON, Column, Float, ForeignKey, Index, Integer, Table, Text

from tui.server.tables.columns import extra, flag, ident, metadata, of, text

boards = Table(
    "board",
    metadata,
    ident(),
    Column("short_link", Text, nullable=False, unique=True),
    text("name"),
    text("desc"),
    flag("closed"),
    Column("id_organization", Text, ForeignKey("organization.id", ondelete="SET NULL")),
    Column("id_member_creator", Text),
    Column("prefs", JSON, nullable=False, default=dict),
    Column("label_names", JSON, nullable=False, default=dict),
    Column("date_last_activity", Text),
    # The next card's idShort, which is never reused.
    Column("next_id_short", Integer, nullable=False, default=1),
    extra(),
)

lists = Table(
    "list",
    metadata,
    ident(),
    of("id_board", "board"),
    text("name"),
    flag("closed"),
    Column("pos", Float, nullable=False),
    extra(),
    Index("list_in_order", "id_board", "pos", "id"),
)
