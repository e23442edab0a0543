"""Tables of custom fields, their options, and their values on cards."""

from sqlalchemy import JSON, Column, Float, Index, Table, Text, UniqueConstraint

from tui.server.tables.columns import extra, flag, ident, metadata, of, text

custom_fields = Table(
    "custom_field",
    metadata,
    ident(),
    of("id_board", "board"),
    text("name"),
    # checkbox, date, list, number or text; never changes.
    text("type"),
    Column("pos", Float, nullable=False),
    flag("card_front"),
    extra(),
    Index("custom_field_in_order", "id_board", "pos", "id"),
)

custom_field_options = Table(
    "custom_field_option",
    metadata,
    ident(),
    of("id_custom_field", "custom_field"),
    text("name"),
    text("color", "none"),
    Column("pos", Float, nullable=False),
    extra(),
    Index("custom_field_option_in_order", "id_custom_field", "pos", "id"),
)

custom_field_items = Table(
    "custom_field_item",
    metadata,
    ident(),
    of("id_card", "card"),
    of("id_custom_field", "custom_field"),
    # As in the API: {"number": "3"}; null where an option is chosen.
    Column("value", JSON(none_as_null=True)),
    Column("id_value", Text),
    extra(),
    UniqueConstraint("id_card", "id_custom_field"),
    Index("custom_field_item_of_field", "id_custom_field"),
)
