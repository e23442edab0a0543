"""The wire format of reactions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sqlalchemy import select

from tui.server.storage import db
from tui.server.wire import members

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call


def reactions(call: Call, idents: Iterable[str]) -> dict[str, list[Json]]:
    """Return the reactions to actions by action id, oldest first."""
    table = db.reactions
    query = select(table).where(table.c.id_action.in_(list(idents))).order_by(table.c.id)
    rows = call.connection.execute(query).all()
    people = members.subsets(call.connection, {row.id_member for row in rows}, call.origin)
    found: dict[str, list[Json]] = {}
    for row in rows:
        one = {
            "id": row.id,
            "idMember": row.id_member,
            "idModel": row.id_action,
            "idEmoji": row.unified,
            "member": people.get(row.id_member),
            "emoji": row.emoji,
        }
        found.setdefault(row.id_action, []).append(one)
    return found
