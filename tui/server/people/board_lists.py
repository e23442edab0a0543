"""Board collections of a member or a workspace: all fields by default, and nested objects on request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement

from tui.server.storage import db
from tui.server.wire import actions, boards, members, nested, organizations

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


def shown(call: Call, where: ColumnElement[bool]) -> list[Json]:
    """Return the boards matching ``where`` with the nested objects that the parameters ask for."""
    found = boards.boards(call, where, boards.MINE.parse(call.params))
    for name, load in _NESTED.items():
        if word := call.params.nested_filter(name, true="open"):
            load(call, found, word)
    return found


def _add_lists(call: Call, found: list[Json], word: str) -> None:
    for board in found:
        board["lists"] = nested.shown_lists(call, board["id"], word, "list_")


def _add_organization(call: Call, found: list[Json], _word: str) -> None:
    keys = organizations.OF_BOARD.parse(call.params, "organization_fields")
    homes = {board["id"]: board.get("idOrganization") for board in _homes(call, found)}
    wanted = {ident for ident in homes.values() if ident}
    known = organizations.organizations(call, db.organizations.c.id.in_(wanted), keys) if wanted else []
    by_id = {one["id"]: one for one in known}
    for board in found:
        board["organization"] = by_id.get(homes[board["id"]] or "")


def _homes(call: Call, found: list[Json]) -> list[Json]:
    here = db.boards.c.id.in_([board["id"] for board in found])
    return boards.boards(call, here, frozenset({"id", "idOrganization"}))


def _add_memberships(call: Call, found: list[Json], _word: str) -> None:
    for board in found:
        board["memberships"] = members.memberships(call, db.memberships.c.id_board == board["id"])


def _add_actions(call: Call, found: list[Json], _word: str) -> None:
    for board in found:
        board["actions"] = actions.feed(call, db.actions.c.id_board == board["id"], actions.NESTED)


_NESTED = {
    "lists": _add_lists,
    "organization": _add_organization,
    "memberships": _add_memberships,
    "actions": _add_actions,
}
