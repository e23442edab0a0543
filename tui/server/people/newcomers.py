"""Invitations by email, to an existing member or to a ghost: a placeholder that its owner claims later."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sqlalchemy import Column, Connection, func, insert, select, update

from tui.model.search import fold_text
from tui.server.pipeline.params import invalid
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

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
