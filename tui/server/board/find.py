"""Finding what a path names, and whether the caller may see or change it.

What exists and is hidden is 401, what does not exist is 404 (board-api reference, 2.9).
"""

from typing import Any

from sqlalchemy import ColumnElement, Row, Select, Table, and_, select

from tui.model.base import OBJECT_ID
from tui.server import db
from tui.server.call import Call
from tui.server.refusal import not_found, unauthorized

Found = Row[Any]
"""A row of the noun's table, with ``board_name``, ``board_link`` and ``member_type`` beside it."""


def board(call: Call, ident: str | None = None) -> Found:
    """The board of the path, or of ``ident``."""
    ident = ident or call.path["board"]
    return _one(call, _seen(call, db.boards), _by_link(db.boards, ident))


def board_list(call: Call, ident: str | None = None) -> Found:
    """The list of the path, or of ``ident``."""
    return _one(call, _seen(call, db.lists), db.lists.c.id == (ident or call.path["list"]))


def card(call: Call, ident: str | None = None) -> Found:
    """The card of the path, or of ``ident``."""
    ident = ident or call.path["card"]
    return _one(call, _seen(call, db.cards), _by_link(db.cards, ident))


def label(call: Call, ident: str | None = None) -> Found:
    """The label of the path, or of ``ident``."""
    return _one(call, _seen(call, db.labels), db.labels.c.id == (ident or call.path["label"]))


def checklist(call: Call, ident: str | None = None) -> Found:
    """The checklist of the path, or of ``ident``."""
    return _one(call, _seen(call, db.checklists), db.checklists.c.id == (ident or call.path["checklist"]))


def action(call: Call, ident: str | None = None) -> Found:
    """The action of the path; one without a board is its maker's."""
    found = _one(call, _seen(call, db.actions), db.actions.c.id == (ident or call.path["action"]))
    if found.id_board is None and found.id_member_creator != call.me:
        raise unauthorized()
    return found


def check_item(call: Call, where: ColumnElement[bool]) -> Row[Any]:
    """The item of the path; ``where`` says inside what. Its checklist's access has been checked."""
    inside = select(db.check_items).join(db.checklists).where(where, db.check_items.c.id == call.path["item"])
    return found_row(call, inside)


def found_row(call: Call, query: Select[Any]) -> Row[Any]:
    """The one row of ``query``.

    Raises:
        Refused: 404, there is none.
    """
    row = call.connection.execute(query).one_or_none()
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


def _by_link(table: Table, ident: str) -> ColumnElement[bool]:
    column = table.c.id if OBJECT_ID.fullmatch(ident) else table.c.short_link
    return column == ident


def _seen(call: Call, table: Table) -> Select[Any]:
    """Rows of ``table``, which is or has been joined to the board, as the caller sees them."""
    mine = db.memberships.c
    return (
        select(
            table,
            db.boards.c.name.label("board_name"),
            db.boards.c.short_link.label("board_link"),
            db.boards.c.prefs.label("board_prefs"),
            mine.member_type,
        )
        .select_from(table if table is db.boards else table.outerjoin(db.boards))
        .outerjoin(
            db.memberships, and_(mine.id_board == db.boards.c.id, mine.id_member == call.session.id_member)
        )
    )


def _one(call: Call, query: Select[Any], where: ColumnElement[bool]) -> Found:
    row = found_row(call, query.where(where))
    public = row.board_prefs is not None and row.board_prefs.get("permissionLevel") == "public"
    if row.member_type is None and not (public and not call.writes) and row.board_name is not None:
        raise unauthorized()
    if call.writes and row.member_type == "observer":
        raise unauthorized()
    return row
