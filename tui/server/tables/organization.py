"""Tables of memberships of workspaces, and of workspaces' actions."""

from sqlalchemy import Index, Table, UniqueConstraint

from tui.server.tables.columns import extra, flag, ident, metadata, of, text

organization_memberships = Table(
    "organization_membership",
    metadata,
    ident(),
    of("id_organization", "organization"),
    of("id_member", "member"),
    text("member_type", "normal"),
    flag("unconfirmed"),
    flag("deactivated"),
    extra(),
    UniqueConstraint("id_organization", "id_member"),
    Index("organization_membership_by_member", "id_member"),
)

# An action may be in the feeds of both a workspace and a board, or of a workspace only.
organization_actions = Table(
    "organization_action",
    metadata,
    of("id_organization", "organization", primary_key=True),
    of("id_action", "action", primary_key=True),
    Index("organization_action_by_action", "id_action"),
)
