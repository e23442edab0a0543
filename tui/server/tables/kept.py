"""Tables of what members keep for themselves: starred boards, saved searches and preferences of boards."""

from sqlalchemy import JSON, Column, Float, Index, Table, UniqueConstraint

from tui.server.tables.columns import ident, metadata, of, text

board_stars = Table(
    "board_star",
    metadata,
    ident(),
    of("id_member", "member"),
    of("id_board", "board"),
    Column("pos", Float, nullable=False),
    UniqueConstraint("id_member", "id_board"),
    Index("board_star_by_board", "id_board"),
)

saved_searches = Table(
    "saved_search",
    metadata,
    ident(),
    of("id_member", "member"),
    text("name"),
    text("query"),
    Column("pos", Float, nullable=False),
    Index("saved_search_of_member", "id_member"),
)

my_prefs = Table(
    "my_prefs",
    metadata,
    of("id_board", "board", primary_key=True),
    of("id_member", "member", primary_key=True),
    Column("value", JSON, nullable=False),
)
