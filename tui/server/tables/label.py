"""Tables of labels, and of the labels of cards."""

from sqlalchemy import Column, Index, Integer, Table, Text

from tui.server.tables.columns import extra, ident, metadata, of, text

labels = Table(
    "label",
    metadata,
    ident(),
    of("id_board", "board"),
    text("name"),
    Column("color", Text),
    extra(),
    Index("label_of_board", "id_board", "id"),
)

card_labels = Table(
    "card_label",
    metadata,
    of("id_card", "card", primary_key=True),
    of("id_label", "label", primary_key=True),
    # Order within the card, as in the API's idLabels.
    Column("rank", Integer, nullable=False, default=0),
    Index("card_label_by_label", "id_label"),
)
