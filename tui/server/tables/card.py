"""Tables of cards, their members, their attachments with the contents of files, and stickers."""

from sqlalchemy import JSON, Column, Float, Index, Integer, LargeBinary, Table, Text

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
card_by_state = Index("card_by_state", cards.c.id_board, cards.c.closed, cards.c.id_list)
"""Counts the open cards of a board and of its lists without reading the cards."""

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

stickers = Table(
    "sticker",
    metadata,
    ident(),
    of("id_card", "card"),
    text("image"),
    # Per cent of the card, from -60 to 100.
    Column("top", Float, nullable=False),
    Column("left", Float, nullable=False),
    Column("z_index", Integer, nullable=False),
    Column("rotate", Float, nullable=False),
    extra(),
    Index("sticker_of_card", "id_card", "z_index", "id"),
)

# In the database, a row a file, and not in the data directory: so SQLite and PostgreSQL behave alike, worker
# processes need no shared disk, and a file is made and deleted in the transaction of its attachment.
# ``upload.LARGEST`` keeps a row small enough to be read in one piece.
uploads = Table(
    "upload",
    metadata,
    of("id_attachment", "attachment", primary_key=True),
    Column("content", LargeBinary, nullable=False),
)
