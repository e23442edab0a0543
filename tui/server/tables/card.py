"""Tables of cards, their members and their attachments."""

from sqlalchemy import JSON, Column, Float, Index, Integer, Table, Text

from tui.server.tables.columns import extra, flag, ident, metadata, of, text

cards = Table(
    "card",
    metadata,
    ident(),
    of("id_board", "board"),
    of("id_list", "list"),
    Column("id_short", Integer, nullable=False),
    Column("short_link", Text, nullable=False, unique=True),
    text("name"),
    text("desc"),
    flag("closed"),
    Column("pos", Float, nullable=False),
    Column("due", Text),
    Column("start", Text),
    flag("due_complete"),
    Column("due_reminder", Float),
    Column("date_last_activity", Text),
    Column("id_attachment_cover", Text),
    flag("is_template"),
    Column("cover", JSON, nullable=False, default=dict),
    extra(),
    Index("card_in_order", "id_list", "pos", "id"),
    Index("card_of_board", "id_board", "id"),
    Index("card_of_list", "id_list", "id"),
    Index("card_by_number", "id_board", "id_short"),
)

card_members = Table(
    "card_member",
    metadata,
    of("id_card", "card", primary_key=True),
    of("id_member", "member", primary_key=True),
    Column("rank", Integer, nullable=False, default=0),
    Index("card_member_by_member", "id_member"),
)

attachments = Table(
    "attachment",
    metadata,
    ident(),
    of("id_card", "card"),
    text("name"),
    text("url"),
    Column("mime_type", Text),
    Column("bytes", Integer),
    Column("date", Text, nullable=False),
    flag("is_upload"),
    Column("id_member", Text),
    Column("file_name", Text),
    Column("pos", Float, nullable=False),
    extra(),
    Index("attachment_in_order", "id_card", "pos", "id"),
)
