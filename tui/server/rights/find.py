"""Finding what a path names, and whether the caller may see or change it.

What exists and is hidden is 401, what does not exist is 404 (docs/reference/board.md, 2.9).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, ColumnElement, Row, Select, Table, and_, bindparam, case, select

from tui.model.base import OBJECT_ID
from tui.server.pipeline.refusal import Refused, not_found, unauthorized
from tui.server.rights import access
from tui.server.rights.access import Need
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call

SEE, COMMENT, VOTE, EDIT, ADMIN = Need
"""What is going to be done with the board of what is found: ``need`` of the functions here."""

Found = Row[Any]
"""A row of the noun's table; beside it ``board_name``, ``board_link`` and other ``board_*``, and ``member_type``.

``member_type`` is what the caller is on the board: admin, normal, observer, or None.
"""


def board(call: Call, ident: str | None = None, *, need: Need | None = None) -> Found:
    """The board of the path, or of ``ident``; ``need`` is what is done with it, when that is not as usual."""
    ident = ident or call.path["board"]
    return _one(call, _named(db.boards, ident), ident, need)


def board_list(call: Call, ident: str | None = None, *, need: Need | None = None) -> Found:
    """The list of the path, or of ``ident``; ``need`` is what is done with its board."""
    return _one(call, db.lists.c.id, ident or call.path["list"], need)


def card(call: Call, ident: str | None = None, *, need: Need | None = None) -> Found:
    """The card of the path, or of ``ident``; ``need`` is what is done with its board."""
    ident = ident or call.path["card"]
    return _one(call, _named(db.cards, ident), ident, need)


def cards(call: Call, idents: Sequence[str]) -> list[Found]:
    """Cards by their ids, in the order of those, as ``card`` finds one; those that are gone are left out."""
    query = _seen(db.cards).where(db.cards.c.id.in_(idents))
    asked = {"me": call.session.id_member}
    found = {row.id: row for row in call.connection.execute(query, asked)}
    for row in found.values():
        access.require(call, row, Need.EDIT if call.writes else Need.SEE)
    return [found[ident] for ident in idents if ident in found]


def label(call: Call, ident: str | None = None) -> Found:
    """The label of the path, or of ``ident``."""
    return _one(call, db.labels.c.id, ident or call.path["label"])


def checklist(call: Call, ident: str | None = None, *, need: Need | None = None) -> Found:
    """The checklist of the path, or of ``ident``; ``need`` is what is done with its board."""
    return _one(call, db.checklists.c.id, ident or call.path["checklist"], need)


def custom_field(call: Call, ident: str | None = None) -> Found:
    """The custom field of the path, or of ``ident``."""
    return _one(call, db.custom_fields.c.id, ident or call.path["customField"])


def action(call: Call, ident: str | None = None, *, need: Need | None = None) -> Found:
    """The action of the path; one without a board is its maker's, and its workspace's."""
    found = _one(call, db.actions.c.id, ident or call.path["action"], need)
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
    """The item of the path; ``where`` says inside what. Its checklist's access has been checked."""
    inside = select(db.check_items).join(db.checklists).where(where, db.check_items.c.id == call.path["item"])
    return found_row(call, inside)


def found_row(call: Call, query: Select[Any], **asked: str | None) -> Row[Any]:
    """The one row of ``query``, of which ``asked`` are the parameters.

    Raises:
        Refused: 404, there is none.
    """
    row = call.connection.execute(query, asked).one_or_none()
    if row is None:
        raise not_found()
    return row


def member_id(call: Call, name: str | None = None) -> str:
    """Id of the member of the path, who may be named by id, username or ``me``."""
    name = name or call.path["member"]
    if name.lower() == "me":
        return call.me
    column = db.members.c.id if OBJECT_ID.fullmatch(name) else db.members.c.username
    return str(found_row(call, select(db.members.c.id).where(column == name)).id)


def me(call: Call) -> str:
    """Id of the member of the path, who must be the caller: what is under it is their own.

    Raises:
        Refused: 401, it is another member.
    """
    ident = member_id(call)
    if ident != call.me:
        raise Refused(HTTPStatus.UNAUTHORIZED, "unauthorized member permission requested")
    return ident


def _named(table: Table, ident: str) -> Column[str]:
    """Where ``ident`` stands: it is an id, or a short link."""
    return table.c.id if OBJECT_ID.fullmatch(ident) else table.c.short_link


def _seen(table: Table) -> Select[Any]:
    """Rows of ``table``, which is or has been joined to the board, as the member ``me`` sees them."""
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
def _seen_by(column: Column[str]) -> Select[Any]:
    """What ``_seen`` shows of the row with ``ident`` in ``column``: building it takes longer than asking it."""
    return _seen(column.table).where(column == bindparam("ident"))


def _one(call: Call, column: Column[str], ident: str, need: Need | None = None) -> Found:
    row = found_row(call, _seen_by(column), me=call.session.id_member, ident=ident)
    if row.board_name is not None:
        access.require(call, row, need or (Need.EDIT if call.writes else Need.SEE))
    return row


def organization(call: Call, ident: str | None = None, *, need: Need | None = None) -> Found:
    """The workspace of the path, or of ``ident``, by id or short name; beside it ``member_type``.

    ``need`` is SEE or ADMIN: whoever is in it may see it, and whoever is on one of its boards; all may see a
    public one. Only its admins change it.
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
