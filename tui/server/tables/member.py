"""Tables of members, workspaces, and memberships of boards."""

from sqlalchemy import Column, Index, Table, Text, UniqueConstraint

from tui.server.tables.columns import extra, flag, ident, metadata, of, text

members = Table(
    "member",
    metadata,
    ident(),
    Column("username", Text, nullable=False, unique=True),
    text("full_name"),
    text("initials"),
    Column("avatar_url", Text),
    Column("email", Text),
    extra(),
)

organizations = Table(
    "organization",
    metadata,
    ident(),
    Column("name", Text, nullable=False, unique=True),
    text("display_name"),
    text("desc"),
    extra(),
)

memberships = Table(
    "membership",
    metadata,
    ident(),
    of("id_board", "board"),
    of("id_member", "member"),
    text("member_type", "normal"),
    flag("unconfirmed"),
    flag("deactivated"),
    # The member's own state of the board.
    Column("date_last_view", Text),
    extra(),
    UniqueConstraint("id_board", "id_member"),
    Index("membership_by_member", "id_member"),
)
