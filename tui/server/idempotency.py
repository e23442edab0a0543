"""Idempotency keys: a create that is sent twice is carried out once.

A client that loses the answer of a POST sends it again with the same ``Idempotency-Key`` and is given the
first answer. Keys belong to the member, not to the token: a client that was killed comes back with another.
"""

import hashlib
import json
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, insert, select

from tui.model.base import instant_text
from tui.server import db
from tui.server.call import Call
from tui.server.refusal import Refused, invalid
from tui.server.route import Handler

KEPT = timedelta(days=30)
"""How long an answer is remembered: longer than anybody's outbox should wait."""

_LONGEST = 255
_SECRETS = ("key", "token")


def once(call: Call, answer: Handler, key: str) -> Any:
    """Answer ``call``, or repeat what was answered when ``key`` was first used.

    Raises:
        Refused: 400, the key is too long; 409, it was used for another request.
    """
    if len(key) > _LONGEST:
        raise invalid("Idempotency-Key")
    request = _fingerprint(call)
    table = db.idempotency
    mine = (table.c.id_member == call.me) & (table.c.key == key)
    known = call.connection.execute(select(table.c.request, table.c.reply).where(mine)).one_or_none()
    if known is None:
        reply = answer(call)
        row = {"id_member": call.me, "key": key, "request": request, "reply": reply, "date": call.stamp}
        call.connection.execute(delete(table).where(table.c.date < instant_text(call.now - KEPT)))
        call.connection.execute(insert(table).values(row))
        return reply
    if known.request != request:
        raise Refused(409, "Idempotency-Key was used for another request")
    return known.reply


def _fingerprint(call: Call) -> str:
    """What was asked, without who asked: credentials change between two lives of a client."""
    params = {name: value for name, value in call.params.items() if name not in _SECRETS}
    # A file of a form is known by its digest, which is in how it presents itself.
    asked = json.dumps([call.address.rstrip("/").lower(), params], sort_keys=True, default=repr)
    return hashlib.sha256(asked.encode()).hexdigest()
