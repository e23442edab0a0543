"""The handlers of tokens, and of the webhooks, which belong to the token that created them."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, delete, insert, select, update

from tui.model.values.scalars import OBJECT_ID
from tui.server.access.apps import find_token, revoke_token, tokens_of
from tui.server.pipeline.attempt import OutsideWork
from tui.server.pipeline.auth import hash_token
from tui.server.pipeline.params import Fields, Refused, invalid, not_found, other_member, pick, unauthorized
from tui.server.pipeline.route import Route, changed_field, one_field
from tui.server.rights import find
from tui.server.storage import db
from tui.server.webhooks import queue
from tui.server.webhooks.address import ForbiddenAddress, split
from tui.server.webhooks.payload import model_of, shown
from tui.server.wire import members

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call
    from tui.server.pipeline.webhook_sender import WebhookSender


FIELDS = Fields(
    ("description", "idModel", "callbackURL", "active", "consecutiveFailures", "firstConsecutiveFailDate")
)
"""The fields of a webhook; all by default."""

_COLUMNS = {
    "description": "description",
    "idModel": "id_model",
    "callbackURL": "callback_url",
    "active": "active",
}
_DUPLICATE = "A webhook with that callback, model, and token already exists"


def show(call: Call) -> Json:
    """Return one webhook."""
    row = _own_webhook(call)
    return pick(shown(row, row.id), FIELDS.parse(call.params))


def show_all(call: Call) -> list[Json]:
    """Return the webhooks of a token."""
    token = token_in_path(call)
    if token is None:
        return []
    keys, hook = FIELDS.parse(call.params), db.webhooks
    rows = call.connection.execute(select(hook).where(hook.c.id_token == token.id).order_by(hook.c.id))
    return [pick(shown(row, row.id), keys) for row in rows]


def create(call: Call) -> Json:
    """Create a webhook, once its callback has answered 200 to a HEAD request."""
    _require_sender(call)
    id_token = _asking_token(call)
    values = _given_columns(call)
    for name in ("callback_url", "id_model"):
        if not values.get(name):
            raise invalid("callbackURL" if name == "callback_url" else "idModel")
    _check_new(call, id_token, values)
    _check_callback(call, values["callback_url"])
    ident = call.new_id()
    row = {"id": ident, "id_token": id_token, "description": "", "active": True, **values}
    call.connection.execute(insert(db.webhooks).values(row))
    return _show_again(call, ident)


def create_for_token(call: Call) -> Json:
    """Create a webhook for the token in the path, which must be the calling one."""
    _require_sender(call)
    token = token_in_path(call)
    if token is None or token.id != _asking_token(call):
        raise unauthorized()
    return create(call)


def change(call: Call) -> Json:
    """Update a webhook by the parameters; activation resets its failures."""
    row, values = _own_webhook(call), _given_columns(call)
    changed = db.different(values, row)
    if changed.get("active"):
        changed |= {"consecutive_failures": 0, "first_failure": None}
    if "id_model" in changed or "callback_url" in changed:
        new = {"id_model": row.id_model, "callback_url": row.callback_url} | changed
        _check_new(call, row.id_token, new)
    if "callback_url" in changed:
        _check_callback(call, changed["callback_url"])
    if changed:
        call.connection.execute(update(db.webhooks).where(db.webhooks.c.id == row.id).values(changed))
    if not changed.get("active", True):
        # What waits would be old news when it is switched on again, and be kept until then.
        queue.drop_events(call.connection, row.id)
    return _show_again(call, row.id)


def remove(call: Call) -> Json:
    """Delete a webhook and its queued events."""
    call.connection.execute(delete(db.webhooks).where(db.webhooks.c.id == _own_webhook(call).id))
    return {"_value": None}


def _given_columns(call: Call) -> Json:
    """Return the columns that the parameters set."""
    params = call.params
    values: Json = {}
    if params.given("description"):
        values["description"] = params.text("description")
    if params.given("idModel"):
        values["id_model"] = params.ident("idModel")
    if params.given("callbackURL"):
        values["callback_url"] = params.text("callbackURL", shortest=1)
    if params.given("active"):
        values["active"] = params.flag("active", default=True)
    return values


def _check_new(call: Call, id_token: str, values: Json) -> None:
    """Check that the callback is a URL, the token may see the model, and there is no such webhook yet."""
    try:
        split(values["callback_url"])
    except ForbiddenAddress as error:
        raise invalid("callbackURL") from error
    if model_of(call, values["id_model"]) is None:
        raise Refused(HTTPStatus.NOT_FOUND, "model not found")
    hook = db.webhooks.c
    same = select(hook.id).where(
        hook.id_token == id_token,
        hook.id_model == values["id_model"],
        hook.callback_url == values["callback_url"],
    )
    if call.connection.execute(same).first() is not None:
        raise Refused(HTTPStatus.BAD_REQUEST, _DUPLICATE)


def _check_callback(call: Call, callback: str) -> None:
    """Probe the callback outside of the transaction, and check its answer."""
    webhook_sender = _require_sender(call)
    if call.outside is None:
        raise OutsideWork(lambda: webhook_sender.probe(callback))
    if call.outside != HTTPStatus.OK:
        raise Refused(
            HTTPStatus.BAD_REQUEST, f"URL ({callback}) did not return 200 status code, got {call.outside}"
        )


def _require_sender(call: Call) -> WebhookSender:
    """Return the sender of webhooks."""
    if call.webhook_sender is None:
        raise Refused(
            HTTPStatus.FORBIDDEN,
            {
                "message": "this server has no address and sends no webhooks: cardscout watch tells what happens here, cardscout serve sends them",
                "error": "ERROR",
            },
        )
    return call.webhook_sender


def _asking_token(call: Call) -> str:
    """Return the id of the calling token; the embedded server's own token has none.

    Raises:
        Refused: 401, there is no granted token.
    """
    query = select(db.tokens.c.id).where(db.tokens.c.hash == call.session.token)
    ident: str | None = call.connection.scalar(query)
    if ident is None:
        raise unauthorized()
    return ident


def _own_webhook(call: Call) -> Row[Any]:
    """Return the webhook in the path, if it belongs to the calling token.

    Raises:
        Refused: 404, there is no such webhook; 401, it belongs to another token.
    """
    row = find.found_row(call, select(db.webhooks).where(db.webhooks.c.id == call.path["webhook"]))
    if "secret" in call.path:
        token = token_in_path(call)
        if token is None or token.id != row.id_token:
            raise not_found()
    elif row.id_token != _asking_token(call):
        raise unauthorized()
    return row


def _show_again(call: Call, ident: str) -> Json:
    return show(replace(call, path={"webhook": ident}, params=call.params.without("fields")))


_TOKEN_FIELDS = Fields(
    ("id", "identifier", "idMember", "dateCreated", "dateExpires", "permissions", "appKey")
)
"""The fields of a token; all by default."""

_ANY = "*"


def show_token(call: Call) -> Json:
    """Return a token's permissions; the embedded token is not in the database and never expires."""
    row = token_in_path(call)
    token = pick(_token_json(call, row), _TOKEN_FIELDS.parse(call.params))
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
        raise other_member()
    keys = _TOKEN_FIELDS.parse(call.params)
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
    """Return the row of the token in the path; None for the calling one if it is embedded.

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
    Route("POST", "webhooks", create),
    Route("GET", "webhooks/{webhook}", show),
    Route("PUT", "webhooks/{webhook}", change),
    Route("DELETE", "webhooks/{webhook}", remove),
    Route("GET", "webhooks/{webhook}/{field}", one_field(show)),
    Route("PUT", "webhooks/{webhook}/{field}", changed_field(change, _COLUMNS)),
    Route("GET", "tokens/{secret}/webhooks", show_all),
    Route("POST", "tokens/{secret}/webhooks", create_for_token),
    Route("GET", "tokens/{secret}/webhooks/{webhook}", show),
    Route("DELETE", "tokens/{secret}/webhooks/{webhook}", remove),
    Route("GET", "tokens/{secret}", show_token),
    Route("DELETE", "tokens/{secret}", revoke),
    Route("GET", "tokens/{secret}/member", show_member),
    Route("GET", "members/{member}/tokens", show_mine),
)
