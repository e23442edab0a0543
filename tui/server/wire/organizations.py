"""Organizations (workspaces) on the wire."""

from typing import Any

from sqlalchemy import ColumnElement, Row, select

from tui.model.base import Json
from tui.server import db
from tui.server.call import Call
from tui.server.wire.fields import Fields, pick

_USUAL: Json = {
    "descData": None, "website": None, "teamType": None, "logoHash": None, "logoUrl": None, "products": [],
    "powerUps": [], "premiumFeatures": [], "idEnterprise": None, "prefs": {"permissionLevel": "private"},
}  # fmt: skip

FIELDS = Fields(
    {*_USUAL, "name", "displayName", "desc", "url", "idBoards", "memberships", "offering", "limits",
     "dateLastActivity", "idMemberCreator", "nodeId"}
)  # fmt: skip


def organization(row: Row[Any], id_boards: list[str], origin: str) -> Json:
    """One workspace."""
    return {
        **_USUAL,
        **row.extra,
        "id": row.id,
        "name": row.name,
        "displayName": row.display_name,
        "desc": row.desc,
        "url": f"{origin}/w/{row.name}",
        "idBoards": id_boards,
    }


def organizations(call: Call, where: ColumnElement[bool], keys: frozenset[str] | None) -> list[Json]:
    """Workspaces, with those of their boards the member is on."""
    rows = call.connection.execute(
        select(db.organizations).where(where).order_by(db.organizations.c.id)
    ).all()
    mine = select(db.boards.c.id, db.boards.c.id_organization).join(db.memberships)
    mine = mine.where(db.memberships.c.id_member == call.me).order_by(db.boards.c.id)
    boards: dict[str | None, list[str]] = {}
    for board in call.connection.execute(mine):
        boards.setdefault(board.id_organization, []).append(board.id)
    return [pick(organization(row, boards.get(row.id, []), call.origin), keys) for row in rows]
