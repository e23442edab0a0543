"""Tables of checklists and their items."""

from sqlalchemy import Column, Float, Index, Table, Text

from tui.server.tables.columns import extra, ident, metadata, of, text

checklists = Table(
    "checklist",
    metadata,
    ident(),
    of("id_board", "board"),
    of("id_card", "card"),
    Column("name", Text, nullable=False, default="Checklist"),
    Column("pos", Float, nullable=False),
    extra(),
    Index("checklist_in_order", "id_card", "pos", "id"),
    Index("checklist_of_board", "id_board"),
)

check_items = Table(
    "check_item",
    metadata,
    ident(),
    of("id_checklist", "checklist"),
    text("name"),
    Column("pos", Float, nullable=False),
    text("state", "incomplete"),
    Column("due", Text),
    Column("due_reminder", Float),
    Column("id_member", Text),
    extra(),
    Index("check_item_in_order", "id_checklist", "pos", "id"),
)
