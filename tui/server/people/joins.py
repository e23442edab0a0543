"""How people come to boards and workspaces, and how those who are new to the service are made members of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, Connection, func, insert, select, update

from tui.model.search import fold_text
from tui.server.events import journal
from tui.server.pipeline.params import invalid, unauthorized
from tui.server.rights import access
from tui.server.rights.access import Need
from tui.server.storage import db
from tui.server.wire import caps

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


def insert_membership(call: Call, id_board: str, ident: str, kind: str, *, unconfirmed: bool = False) -> None:
    """Insert a membership of ``ident`` on a board, without logging an action."""
    caps.require_room(call, "boards.totalMembersPerBoard", id_board)
    row = {
        "id": call.new_id(),
        "id_board": id_board,
        "id_member": ident,
        "member_type": kind,
        "unconfirmed": unconfirmed,
    }
    call.connection.execute(insert(db.memberships).values(row))


def insert_workspace_membership(
    call: Call, ident: str, id_member: str, kind: str, *, unconfirmed: bool = False
) -> None:
    """Insert a membership of ``id_member`` in workspace ``ident``, without logging an action."""
    row = {
        "id": call.new_id(),
        "id_organization": ident,
        "id_member": id_member,
        "member_type": kind,
        "unconfirmed": unconfirmed,
    }
    call.connection.execute(insert(db.organization_memberships).values(row))


def add_member(call: Call, board: Any, ident: str, kind: str, *, unconfirmed: bool = False) -> None:
    """Add ``ident``, who is not on ``board`` yet, as a ``kind`` of member, and log an action."""
    insert_membership(call, board.id, ident, kind, unconfirmed=unconfirmed)
    type_ = "unconfirmedBoardInvitation" if unconfirmed else "addMemberToBoard"
    data = {"board": journal.board_copy(board), "idMemberAdded": ident, "memberType": kind}
    journal.record(call, type_, data, id_board=board.id, id_member=ident)


def may_invite(call: Call, board: Any, kind: str) -> bool:
    """Return whether the caller may add a ``kind`` of member to ``board``."""
    by_admins = kind == "admin" or board.prefs.get("invitations", "members") == "admins"
    return access.of_row(call, board).may(Need.ADMIN if by_admins else Need.EDIT)


def require_may_invite(call: Call, board: Any, kind: str) -> None:
    """Refuse a caller who may not add a ``kind`` of member to ``board``.

    Raises:
        Refused: 401.
    """
    if not may_invite(call, board, kind):
        raise unauthorized()


_EMAIL = re.compile(r"[^@\s,]{1,64}@[^@\s,]{1,190}\.[^@\s,.]{2,63}")


def find_or_create_invited(call: Call) -> tuple[str, bool]:
    """Return the id of the member with the address in ``email``; create a ghost if nobody has it.

    Returns:
        The id, and whether it is a ghost: a member who has not confirmed the address yet.

    Raises:
        Refused: 400, ``email`` or ``fullName`` is invalid.
    """
    email = call.params.text("email", shortest=1)
    if _EMAIL.fullmatch(email) is None:
        raise invalid("email")
    query = select(db.members.c.id, db.members.c.extra).where(func.lower(db.members.c.email) == email.lower())
    known = call.connection.execute(query.order_by(db.members.c.id).limit(1)).one_or_none()
    if known is not None:
        return known.id, known.extra.get("memberType") == "ghost"
    name = email.partition("@")[0]
    full_name = call.params.text("fullName", shortest=1) if call.params.get("fullName") else name
    ident = call.new_id()
    row = {
        "id": ident,
        "username": free_username(call, name),
        "full_name": full_name,
        "initials": initials(full_name),
        "email": email,
        "extra": {"memberType": "ghost", "confirmed": False},
    }
    call.connection.execute(insert(db.members).values(row))
    return ident, True


def find_ghost(connection: Connection, email: str) -> str | None:
    """Return the id of the ghost created by an invitation of ``email``; None if there is none."""
    query = select(db.members.c.id, db.members.c.extra).where(func.lower(db.members.c.email) == email.lower())
    rows = connection.execute(query) if email else ()
    return next((row.id for row in rows if row.extra.get("memberType") == "ghost"), None)


def confirm(connection: Connection, ident: str, values: Json) -> None:
    """Turn ghost ``ident`` into a full member with ``values``, and confirm all its memberships."""
    connection.execute(update(db.members).where(db.members.c.id == ident).values(values | {"extra": {}}))
    for table in (db.memberships, db.organization_memberships):
        here = update(table).where(table.c.id_member == ident)
        connection.execute(here.values(unconfirmed=False))


def free_username(call: Call, name: str) -> str:
    """Return an unused user name derived from ``name``."""
    return _first_free(call, db.members.c.username, name)


def free_short_name(call: Call, name: str) -> str:
    """Return an unused short name of a workspace derived from ``name``."""
    return _first_free(call, db.organizations.c.name, name)


def _first_free(call: Call, column: Column[str], name: str) -> str:
    plain = re.sub(r"[^a-z0-9_]", "", fold_text(name))[:80].ljust(3, "_")
    like = select(column).where(column.startswith(plain, autoescape=True))
    taken = set(call.connection.scalars(like))
    found, number = plain, 1
    while found in taken:
        number += 1
        found = f"{plain}{number}"
    return found


def initials(full_name: str) -> str:
    """Return the initials of ``full_name``, at most four letters."""
    return "".join(word[0] for word in full_name.split()[:4]).upper()
