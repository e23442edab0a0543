"""The payload of a webhook: the action, the current state of the model, and the webhook itself."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, select

from tui.server.board import boards, cards, lists
from tui.server.people import members, organizations
from tui.server.pipeline.auth import ALL_SCOPES, Principal
from tui.server.pipeline.call import Call
from tui.server.pipeline.ids import IdMaker
from tui.server.pipeline.params import Params
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json

_MODELS = (
    (db.boards, "board", boards.show),
    (db.cards, "card", cards.show),
    (db.lists, "list", lists.show),
    (db.members, "member", members.show),
    (db.organizations, "organization", organizations.show),
)
"""Models that can be watched: table, path placeholder and handler."""


def model_of(call: Call, ident: str) -> Json | None:
    """Return the board, card, list, member or workspace ``ident``, as in a GET without parameters.

    Returns:
        The model, or None if there is none.

    Raises:
        Refused: 401, the caller may not see it.
    """
    for table, name, show in _MODELS:
        if call.connection.execute(select(table.c.id).where(table.c.id == ident)).first() is not None:
            found: Json = show(_reading_call(call, {name: ident}))
            return found
    return None


def _reading_call(call: Call, path: dict[str, str]) -> Call:
    """Convert ``call`` to a reading call with the placeholders ``path``."""
    return Call(
        call.connection,
        call.session,
        Params.merged([]),
        path,
        call.now,
        call.ids,
        call.origin,
        "GET /1/webhooks",
    )


def body_of(connection: Connection, event: Row[Any], now: datetime, origin: str) -> bytes:
    """Build the body of a delivery.

    Args:
        connection: A connection in a reading transaction.
        event: The event, from ``queue.next_event``.
        now: The time of the delivery.
        origin: The base of the server's web addresses.

    Raises:
        Refused: 401, the token's member may not see the model any more.
    """
    session = Principal(event.app_key, id_member=event.id_member, scopes=ALL_SCOPES - {"account"})
    call = Call(connection, session, Params.merged([]), {}, now, IdMaker(), origin, "GET /1/webhooks")
    model = model_of(call, event.id_model) or {"id": event.id_model}
    told = {"model": model, "action": event.action, "webhook": shown(event, event.id_webhook)}
    return json.dumps(told, separators=(",", ":"), allow_nan=False).encode()


def shown(row: Row[Any], ident: str) -> Json:
    """Return the JSON object of a webhook."""
    return {
        "id": ident,
        "description": row.description,
        "idModel": row.id_model,
        "callbackURL": row.callback_url,
        "active": row.active,
        "consecutiveFailures": row.consecutive_failures,
        "firstConsecutiveFailDate": row.first_failure,
    }
