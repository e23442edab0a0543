"""The table of stickers on cards."""

from sqlalchemy import Column, Float, Index, Integer, Table

from tui.server.tables.columns import extra, ident, metadata, of, text

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
