"""Tables of notifications, and of the boards, lists and cards that members watch."""

from sqlalchemy import JSON, Column, ForeignKey, Index, Table, Text

from tui.server.tables.columns import flag, ident, metadata, of

# A row may have a future date, for a card that will be due soon; readers skip it until then.
notifications = Table(
    "notification",
    metadata,
    ident(),
    of("id_member", "member"),
    Column("type", Text, nullable=False),
    Column("date", Text, nullable=False),
    flag("unread"),
    Column("date_read", Text),
    Column("id_member_creator", Text),
    Column("id_action", Text),
    Column("id_board", Text, ForeignKey("board.id", ondelete="SET NULL")),
    Column("id_card", Text, ForeignKey("card.id", ondelete="SET NULL")),
    Column("data", JSON, nullable=False, default=dict),
    Index("notification_of_member", "id_member", "id"),
    Index("notification_of_card", "id_card", "type"),
    Index("notification_of_board", "id_board"),
)

# Exactly one of board, list and card is set.
watches = Table(
    "watch",
    metadata,
    ident(),
    of("id_member", "member"),
    Column("id_board", Text, ForeignKey("board.id", ondelete="CASCADE")),
    Column("id_list", Text, ForeignKey("list.id", ondelete="CASCADE")),
    Column("id_card", Text, ForeignKey("card.id", ondelete="CASCADE")),
    Index("watch_of_member", "id_member"),
    Index("watch_of_board", "id_board", "id_member"),
    Index("watch_of_list", "id_list", "id_member"),
    Index("watch_of_card", "id_card", "id_member"),
)
