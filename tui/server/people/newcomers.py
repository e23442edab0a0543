"""Inviting by email: the member who has the address, or a ghost who stands in until someone claims it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sqlalchemy import Column, Connection, func, insert, select, update

from tui.model.search import folded
from tui.server.pipeline.refusal import invalid
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call

_EMAIL = re.compile(r"[^@\s,]{1,64}@[^@\s,]{1,190}\.[^@\s,.]{2,63}")


def invited(call: Call) -> tuple[str, bool]:
    """Id of the member that parameter ``email`` names, made when nobody has that address.

    Returns:
        The id, and whether it is a ghost: somebody who has not confirmed that the address is theirs.

    Raises:
        Refused: 400, ``email`` or ``fullName`` is none.
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


def invited_ghost(connection: Connection, email: str) -> str | None:
    """Id of the ghost that an invitation of ``email`` made, if there is one."""
    query = select(db.members.c.id, db.members.c.extra).where(func.lower(db.members.c.email) == email.lower())
    rows = connection.execute(query) if email else ()
    return next((row.id for row in rows if row.extra.get("memberType") == "ghost"), None)


def confirm(connection: Connection, ident: str, values: Json) -> None:
    """Make ghost ``ident`` the member that ``values`` say, on every board and in every workspace it stood on."""
    connection.execute(update(db.members).where(db.members.c.id == ident).values(values | {"extra": {}}))
    for table in (db.memberships, db.organization_memberships):
        here = update(table).where(table.c.id_member == ident)
        connection.execute(here.values(unconfirmed=False))


def free_username(call: Call, name: str) -> str:
    """A user name made of ``name`` that nobody has."""
    return _free(call, db.members.c.username, name)


def free_short_name(call: Call, name: str) -> str:
    """A short name of a workspace, made of ``name``, that none has."""
    return _free(call, db.organizations.c.name, name)


def _free(call: Call, column: Column[str], name: str) -> str:
    plain = re.sub(r"[^a-z0-9_]", "", folded(name))[:80].ljust(3, "_")
    like = select(column).where(column.startswith(plain, autoescape=True))
    taken = set(call.connection.scalars(like))
    found, number = plain, 1
    while found in taken:
        number += 1
        found = f"{plain}{number}"
    return found


def initials(full_name: str) -> str:
    """Up to four letters for ``full_name``."""
    return "".join(word[0] for word in full_name.split()[:4]).upper()
