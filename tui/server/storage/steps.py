"""Migration steps of the board tables, each a function of the connection."""

import secrets
from typing import Any

from sqlalchemy import Connection, column, insert, inspect, select, table

from tui.server.tables.kept import board_stars
from tui.server.tables.meta import meta
from tui.server.tables.notification import watches
from tui.server.tables.organization import organization_memberships

_STEP = 16384.0


def move_stars_and_watches(connection: Connection) -> None:
    """Move stars and subscriptions from flags of a single-member server to tables with a row per member."""
    watches.create(connection, checkfirst=True)
    board_stars.create(connection, checkfirst=True)
    on = table("membership", *(column(name) for name in ("id_board", "id_member", "starred", "subscribed")))
    stars = connection.execute(select(on).where(on.c.starred).order_by(on.c.id_board)).all()
    for place, row in enumerate(stars, start=1):
        values = {"id_member": row.id_member, "id_board": row.id_board, "pos": place * _STEP}
        connection.execute(insert(board_stars).values(id=_new_id(row.id_board), **values))
    boards = connection.execute(select(on).where(on.c.subscribed)).all()
    _watch(connection, [{"id_member": row.id_member, "id_board": row.id_board} for row in boards])
    owner = connection.scalar(select(meta.c.value).where(meta.c.name == "owner"))
    for name in ("list", "card"):
        things = table(name, column("id"), column("subscribed"))
        found = list(connection.scalars(select(things.c.id).where(things.c.subscribed))) if owner else []
        _watch(connection, [{"id_member": owner, f"id_{name}": ident} for ident in found])
    for name, flag in (
        ("membership", "starred"),
        *((name, "subscribed") for name in ("membership", "list", "card")),
    ):
        if flag in {found["name"] for found in inspect(connection).get_columns(name)}:
            connection.exec_driver_sql(f"ALTER TABLE {name} DROP COLUMN {flag}")


def add_workspace_memberships(connection: Connection) -> None:
    """Store workspace memberships, which boards implied before, with the owner as admin everywhere."""
    organization_memberships.create(connection, checkfirst=True)
    owner = connection.scalar(select(meta.c.value).where(meta.c.name == "owner"))
    workspaces = table("organization", column("id"))
    idents = list(connection.scalars(select(workspaces.c.id)))
    rows = [
        {"id": _new_id(ident), "id_organization": ident, "id_member": owner, "member_type": "admin"}
        for ident in idents
    ]
    if owner is not None and rows:
        connection.execute(insert(organization_memberships), rows)


def add_owner_columns(connection: Connection) -> None:
    """Add an owning member to applications and directory accounts, which only the operator managed before."""
    added = (
        ("app", "id_member", "TEXT"),
        ("enrich_account", "id_member", "TEXT"),
        ("enrich_key", "start", "TEXT NOT NULL DEFAULT ''"),
    )
    inspector = inspect(connection)
    for name, new, declared in added:
        known = inspector.get_columns(name) if inspector.has_table(name) else [{"name": new}]
        if new not in {found["name"] for found in known}:
            connection.exec_driver_sql(f"ALTER TABLE {name} ADD COLUMN {new} {declared}")


def _watch(connection: Connection, rows: list[dict[str, Any]]) -> None:
    for row in rows:
        connection.execute(insert(watches).values(id=_new_id(next(iter(row.values()))), **row))


def _new_id(like: str) -> str:
    """Return a new object id with the timestamp of the id ``like``."""
    return like[:8] + secrets.token_hex(8)
