"""Lookups of the things in a path, with the check that the caller may see or change them.

A hidden thing is answered with 401, a missing one with 404 (docs/reference/board.md, 2.9).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, ColumnElement, Row, Select, Table, and_, bindparam, case, select

from tui.model.values.scalars import OBJECT_ID
from tui.server.pipeline.params import not_found, not_found_as_invalid, other_member, unauthorized
from tui.server.rights import access
from tui.server.rights.access import Need
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call

SEE, COMMENT, VOTE, EDIT, ADMIN = Need
"""The permissions, as values for ``need`` of the functions in this module."""

Found = Row[Any]
"""A row of the noun's table, with ``board_name``, ``board_link`` and other ``board_*``, and ``member_type``.

``member_type`` is the caller's membership of the board: admin, normal, observer, or None.
"""


def source(call: Call, name: str, find: Callable[..., Found]) -> Found | None:
    """Return the thing to copy that parameter ``name`` names, as found by ``find``; None without the parameter.

    Raises:
        Refused: 400, there is no such thing; 401, the caller may not see it.
    """
    if not call.params.get(name):
        return None
    with not_found_as_invalid(name):
        return find(call, call.params.ident(name), need=SEE)


def board(call: Call, ident: str | None = None, *, need: Need | None = None) -> Found:
    """Find the board of the path or ``ident``; ``need`` is SEE for reads and EDIT for writes unless given."""
    ident = ident or call.path["board"]
    return _find_one(call, _key_column(db.boards, ident), ident, need)


def board_list(call: Call, ident: str | None = None, *, need: Need | None = None) -> Found:
    """Find the list of the path or ``ident``; ``need`` is the permission on its board."""
    return _find_one(call, db.lists.c.id, ident or call.path["list"], need)


def card(call: Call, ident: str | None = None, *, need: Need | None = None) -> Found:
    """Find the card of the path or ``ident``; ``need`` is the permission on its board."""
    ident = ident or call.path["card"]
    return _find_one(call, _key_column(db.cards, ident), ident, need)


def cards(call: Call, idents: Sequence[str]) -> list[Found]:
    """Find cards by ids, in the order of the ids, as ``card`` finds one; missing cards are left out."""
    query = _with_board(db.cards).where(db.cards.c.id.in_(idents))
    asked = {"me": call.session.id_member}
    found = {row.id: row for row in call.connection.execute(query, asked)}
    for row in found.values():
        access.require(call, row, Need.EDIT if call.writes else Need.SEE)
    return [found[ident] for ident in idents if ident in found]


def open_card_ids(call: Call, id_list: str) -> list[str]:
    """Return the ids of the open cards of a list, which the caller may see, from the top."""
    table = db.cards.c
    query = select(table.id).where(table.id_list == id_list, table.closed.is_(False))
    return list(call.connection.scalars(query.order_by(table.pos, table.id)))


def label(call: Call, ident: str | None = None) -> Found:
    """Find the label of the path or ``ident``."""
    return _find_one(call, db.labels.c.id, ident or call.path["label"])


def checklist(call: Call, ident: str | None = None, *, need: Need | None = None) -> Found:
    """Find the checklist of the path or ``ident``; ``need`` is the permission on its board."""
    return _find_one(call, db.checklists.c.id, ident or call.path["checklist"], need)


def custom_field(call: Call, ident: str | None = None) -> Found:
    """Find the custom field of the path or ``ident``."""
    return _find_one(call, db.custom_fields.c.id, ident or call.path["customField"])


def action(call: Call, ident: str | None = None, *, need: Need | None = None) -> Found:
    """Find the action of the path; one without a board is visible to its creator and its workspace only."""
    found = _find_one(call, db.actions.c.id, ident or call.path["action"], need)
    if found.id_board is None and found.id_member_creator != call.me and not _of_my_workspace(call, found.id):
        raise unauthorized()
    return found


def _of_my_workspace(call: Call, id_action: str) -> bool:
    of = db.organization_actions.c
    mine = select(of.id_action).where(
        of.id_action == id_action, of.id_organization.in_(access.workspaces(call.me))
    )
    return call.connection.scalar(mine.limit(1)) is not None


def check_item(call: Call, where: ColumnElement[bool]) -> Row[Any]:
    """Find the item of the path that meets ``where``; access to its checklist was checked before."""
    inside = select(db.check_items).join(db.checklists).where(where, db.check_items.c.id == call.path["item"])
    return found_row(call, inside)


def found_row(call: Call, query: Select[Any], **asked: str | None) -> Row[Any]:
    """Return the only row of ``query`` with the parameters ``asked``.

    Raises:
        Refused: 404, there is no row.
    """
    row = call.connection.execute(query, asked).one_or_none()
    if row is None:
        raise not_found()
    return row


def member_id(call: Call) -> str:
    """Return the id of the member of the path, given as id, username or ``me``."""
    name = call.path["member"]
    if name.lower() == "me":
        return call.me
    column = db.members.c.id if OBJECT_ID.fullmatch(name) else db.members.c.username
    return str(found_row(call, select(db.members.c.id).where(column == name)).id)


def me(call: Call) -> str:
    """Return the id of the member of the path, who must be the caller.

    Raises:
        Refused: 401, it is another member.
    """
    ident = member_id(call)
    if ident != call.me:
        raise other_member()
    return ident


def _key_column(table: Table, ident: str) -> Column[str]:
    """Return the column of ``table`` that ``ident`` is a value of: the id or the short link."""
    return table.c.id if OBJECT_ID.fullmatch(ident) else table.c.short_link


def _with_board(table: Table) -> Select[Any]:
    """Select ``table``, the boards or one with a board each, plus ``board_*`` columns and ``member_type``."""
    mine = db.memberships.c
    return (
        select(
            table,
            db.boards.c.name.label("board_name"),
            db.boards.c.short_link.label("board_link"),
            db.boards.c.prefs.label("board_prefs"),
            db.boards.c.closed.label("board_closed"),
            db.boards.c.id_organization.label("board_organization"),
            access.MEMBER_TYPE.label("member_type"),
        )
        .select_from(table if table is db.boards else table.outerjoin(db.boards))
        .outerjoin(db.memberships, and_(mine.id_board == db.boards.c.id, mine.id_member == bindparam("me")))
    )


@cache
def _lookup_query(column: Column[str]) -> Select[Any]:
    """Return the query of the row with ``ident`` in ``column``; building it takes longer than running it."""
    return _with_board(column.table).where(column == bindparam("ident"))


def _find_one(call: Call, column: Column[str], ident: str, need: Need | None = None) -> Found:
    row = found_row(call, _lookup_query(column), me=call.session.id_member, ident=ident)
    if row.board_name is not None:
        access.require(call, row, need or (Need.EDIT if call.writes else Need.SEE))
    return row


def organization(call: Call, ident: str | None = None, *, need: Need | None = None) -> Found:
    """Find the workspace of the path or ``ident``, an id or short name, with the caller's ``member_type``.

    ``need`` is SEE or ADMIN: its members and the members of its boards may see it, everybody a public one.
    Only its admins may change it.
    """
    ident = ident or call.path["organization"]
    mine, table = db.organization_memberships.c, db.organizations
    active = case((mine.deactivated.is_(False), mine.member_type)).label("member_type")
    query = select(table, active).outerjoin(
        db.organization_memberships,
        and_(mine.id_organization == table.c.id, mine.id_member == call.session.id_member),
    )
    column = table.c.id if OBJECT_ID.fullmatch(ident) else table.c.name
    row = found_row(call, query.where(column == ident))
    access.require_workspace(call, row, need or (Need.ADMIN if call.writes else Need.SEE))
    return row
