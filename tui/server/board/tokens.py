"""Tokens, served: a token may ask who it speaks for, and end itself."""

import hmac
from typing import Any

from sqlalchemy import delete, select

from tui.model.base import Json
from tui.server import db
from tui.server.auth import hashed
from tui.server.call import Call
from tui.server.refusal import not_found
from tui.server.route import Route


def show(call: Call) -> Json:
    """What the asking token may do; the embedded one is not in the database and never expires."""
    row = _own(call)
    kinds = ("Member", "Board", "Organization")
    grants = {"read": "read" in call.session.scopes, "write": "write" in call.session.scopes}
    return {
        "id": row.id if row else call.session.token[:24],
        "identifier": row.identifier if row else "Cardscout",
        "idMember": call.me,
        "dateCreated": row.date_created if row else None,
        "dateExpires": row.date_expires if row else None,
        "permissions": [
            {"idModel": call.me if kind == "Member" else "*", "modelType": kind, **grants} for kind in kinds
        ],
    }


def revoke(call: Call) -> Json:
    """End the asking token."""
    row = _own(call)
    if row is None:
        raise not_found()
    call.connection.execute(delete(db.tokens).where(db.tokens.c.id == row.id))
    return {"_value": None}


def _own(call: Call) -> Any:
    """The row of the asking token, None for the embedded one.

    Raises:
        Refused: 404, the path names another token.
    """
    if not hmac.compare_digest(hashed(call.path["secret"]), call.session.token or ""):
        raise not_found()
    query = select(db.tokens).where(db.tokens.c.hash == call.session.token)
    return call.connection.execute(query).one_or_none()


ROUTES = (Route("GET", "tokens/{secret}", show), Route("DELETE", "tokens/{secret}", revoke))
