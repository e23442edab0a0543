"""The handlers of tokens: show, list and revoke."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from tui.model.base import OBJECT_ID, Json
from tui.server.access.tokens import find_token, revoke_token, tokens_of
from tui.server.pipeline.auth import hash_token
from tui.server.pipeline.params import Refused, not_found, unauthorized
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.storage import db
from tui.server.webhooks.payload import shown
from tui.server.wire import members
from tui.server.wire.fields import Fields, pick

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call

FIELDS = Fields(("id", "identifier", "idMember", "dateCreated", "dateExpires", "permissions", "appKey"))
"""The fields of a token; all by default."""

_ANY = "*"


def show(call: Call) -> Json:
    """Return a token's permissions; the embedded token is not in the database and never expires."""
    row = token_in_path(call)
    token = pick(_token_json(call, row), FIELDS.parse(call.params))
    if call.params.flag("webhooks"):
        token["webhooks"] = [] if row is None else _webhooks(call, row.id)
    return token


def _webhooks(call: Call, ident: str) -> list[Json]:
    made = select(db.webhooks).where(db.webhooks.c.id_token == ident).order_by(db.webhooks.c.id)
    return [shown(row, row.id) for row in call.connection.execute(made)]


def show_member(call: Call) -> Json:
    """Return the member a token acts for."""
    token_in_path(call)
    row = find.found_row(call, select(db.members).where(db.members.c.id == call.me))
    return pick(members.own_profile(call, row), members.FIELDS.parse(call.params))


def show_mine(call: Call) -> list[Json]:
    """Return the permissions of every token of the member, without the tokens themselves."""
    if find.member_id(call) != call.me:
        raise Refused(HTTPStatus.UNAUTHORIZED, "unauthorized member permission requested")
    keys = FIELDS.parse(call.params)
    return [pick(_token_json(call, row), keys) for row in tokens_of(call.connection, call.me)]


def revoke(call: Call) -> Json:
    """Revoke a token of the member, by token or id; for any but the calling one, the write scope is needed.

    Raises:
        Refused: 404, there is no such token, or it is the embedded one; 401, the write scope is missing.
    """
    row = token_in_path(call)
    if row is None:
        raise not_found()
    if row.hash != call.session.token and "write" not in call.session.scopes:
        raise unauthorized()
    revoke_token(call.connection, row.id)
    return {"_value": None}


def _token_json(call: Call, row: Any) -> Json:
    scopes = call.session.scopes if row is None else frozenset(row.scope.split(","))
    own = row is None
    grants = {"read": "read" in scopes, "write": "write" in scopes}
    whose = {"Board": _ANY, "Organization": _ANY}
    if "account" in scopes:
        whose = {"Member": call.me, **whose}
    return {
        "id": call.session.token[:24] if own else row.id,
        "identifier": "Cardscout" if own else row.identifier,
        "idMember": call.me,
        "dateCreated": None if own else row.date_created,
        "dateExpires": None if own else row.date_expires,
        "permissions": [{"idModel": model, "modelType": kind, **grants} for kind, model in whose.items()],
        "appKey": call.session.key if own else row.app_key,
    }


def token_in_path(call: Call) -> Any:
    """Return the row of the token in the path; None for the calling one when it is embedded.

    Raises:
        Refused: 404, there is no such token of this member.
    """
    secret = call.path["secret"]
    if OBJECT_ID.fullmatch(secret):
        row = next((mine for mine in tokens_of(call.connection, call.me) if mine.id == secret), None)
    else:
        row = find_token(call.connection, secret)
    if row is None and hash_token(secret) == call.session.token:
        return None
    if row is None or row.id_member != call.me:
        raise not_found()
    return row


ROUTES = (
    Route("GET", "tokens/{secret}", show),
    Route("DELETE", "tokens/{secret}", revoke),
    Route("GET", "tokens/{secret}/member", show_member),
    Route("GET", "members/{member}/tokens", show_mine),
)
