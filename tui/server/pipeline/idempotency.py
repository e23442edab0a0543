"""Idempotency keys, by which a request that is sent twice is carried out once.

A client that loses the answer of a POST sends it again with the same ``Idempotency-Key`` and gets the first
answer. Keys belong to the member or the account, not to a token: a restarted client has another token.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Table, delete, insert, select

from tui.model.values.scalars import format_instant
from tui.server.pipeline.params import Refused, invalid
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call
    from tui.server.pipeline.route import Handler

KEPT = timedelta(days=30)
"""How long an answer is kept: longer than any client's outbox should wait."""

LONGEST = 255
"""Maximum characters of a key."""

_SECRETS = ("key", "token")


class KeyReused(Refused):
    """The refusal of an Idempotency-Key that was used for another request before."""

    def __init__(self) -> None:
        super().__init__(HTTPStatus.CONFLICT, "Idempotency-Key was used for another request")


@dataclass(frozen=True, slots=True)
class StoredAnswers:
    """The stored answers of one caller.

    Attributes:
        table: The table of the answers, with ``key``, ``request``, ``reply`` and ``date``.
        owner: The name of the column with the caller's id.
        ident: The caller's id.
    """

    table: Table
    owner: str
    ident: str

    def once(
        self, connection: Connection, key: str, request: Any, date: str, answer: Callable[[], Any]
    ) -> tuple[Any, bool]:
        """Return a new answer, or the stored one if ``key`` was used before.

        Args:
            connection: A connection in a writing transaction.
            key: The Idempotency-Key.
            request: The request as JSON; equal requests are equal values.
            date: The time of the request, in its stored form.
            answer: Carries the request out, and returns the answer to store.

        Returns:
            The answer, and whether it is a repeat.

        Raises:
            KeyReused: ``key`` was used for another request.
        """
        asked = hashlib.sha256(json.dumps(request, sort_keys=True, default=repr).encode()).hexdigest()
        columns = self.table.c
        mine = (columns[self.owner] == self.ident) & (columns.key == key)
        known = connection.execute(select(columns.request, columns.reply).where(mine)).one_or_none()
        if known is None:
            reply = answer()
            row = {self.owner: self.ident, "key": key, "request": asked, "reply": reply, "date": date}
            connection.execute(insert(self.table).values(row))
            return reply, False
        if known.request != asked:
            raise KeyReused
        return known.reply, True


def once(call: Call, answer: Handler, key: str) -> Any:
    """Answer a call of the board service, or repeat the stored answer if ``key`` was used before.

    Raises:
        Refused: 400, the key is too long; 409, it was used for another request.
    """
    if len(key) > LONGEST:
        raise invalid("Idempotency-Key")
    # Without credentials, which change when a client restarts. A file of a form is compared by its digest,
    # which is part of its repr.
    params = {name: value for name, value in call.params.items() if name not in _SECRETS}
    request = [call.address.rstrip("/").lower(), params]
    table = db.idempotency
    reply, repeat = StoredAnswers(table, "id_member", call.me).once(
        call.connection, key, request, call.stamp, lambda: answer(call)
    )
    if not repeat:
        call.connection.execute(delete(table).where(table.c.date < format_instant(call.now - KEPT)))
    return reply
