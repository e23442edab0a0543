"""The request pipeline of the enrichment service: key, rate limit, payment, idempotency and headers.

The parts shared with the board service are in ``tui.server.pipeline``. This service has a different error
format, and begins a write transaction only for payments.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, delete

from tui.model.values.scalars import format_instant
from tui.server.enrich.ledger import (
    CallPrices,
    LookupCaller,
    Receipt,
    authenticate,
    balance,
    charge,
    grant_monthly_credits,
    key_digest,
    owns_record,
)
from tui.server.enrich.postings import edition
from tui.server.enrich.problems import JSON, EnrichDialect, NoMatch, Problem, bad_field, in_flight
from tui.server.enrich.tables import answers
from tui.server.pipeline.answer import Answer
from tui.server.pipeline.attempt import with_retries
from tui.server.pipeline.idempotency import KEPT, LONGEST, StoredAnswers
from tui.server.pipeline.params import Refused
from tui.server.storage.db import reading, writing

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.values.scalars import Json
    from tui.server.enrich.key_uses import KeyUses
    from tui.server.enrich.rates import Rates


@dataclass(frozen=True, slots=True)
class LookupRequest:
    """A request as parsed from HTTP."""

    path: str
    fields: Mapping[str, Any]
    key: str | None
    idempotency_key: str = ""
    problem: Refused | None = None
    """The reason why the fields could not be read, if they could not."""
    request_id: str = field(default_factory=lambda: f"req_{secrets.token_hex(10)}")


@dataclass(frozen=True, slots=True)
class PricedRecord:
    """A record and its price for an account that does not own it yet."""

    record_id: str
    price: int
    body: Json


@dataclass(frozen=True, slots=True)
class EnrichCall:
    """A request whose key was accepted.

    Attributes:
        caller: The caller, whose account pays.
        connection: The read transaction in which the key was looked up.
        close: Ends ``connection``; called before waiting to write.
    """

    request: LookupRequest
    caller: LookupCaller
    service: EnrichService
    connection: Connection
    close: Callable[[], None]
    headers: dict[str, str]

    @property
    def fields(self) -> Mapping[str, Any]:
        """The fields of the request."""
        return self.request.fields

    @property
    def prices(self) -> CallPrices:
        """The service's prices."""
        return self.service.prices

    def charge_for(self, noun: str, find: Callable[[Connection], PricedRecord | None]) -> Json:
        """Find a record and pay for it, in one transaction; a repeated Idempotency-Key gets the first answer.

        Raises:
            Problem: 404 for a miss, 402 for too few credits; no credits are taken then.
        """
        key = self.request.idempotency_key
        if not key and (free := self._find_owned(noun, find)) is not None:
            return free
        self.close()
        # Alone with an Idempotency-Key, so that a repeat finds the first answer; else rows are locked singly.
        with writing(self.service.engine, alone=bool(key)) as connection:
            if key:
                body, receipt = self._pay_once(connection, noun, find)
            else:
                body, receipt = self._pay(connection, noun, find)
        self._set_credit_headers(receipt)
        return body

    def _find_owned(self, noun: str, find: Callable[[Connection], PricedRecord | None]) -> Json | None:
        """Find a record the account owns already, without a write lock; None if it has to be paid for.

        Raises:
            Problem: 404, for a miss.
        """
        found = find(self.connection)
        if found is None:
            raise NoMatch(noun)
        if not owns_record(self.connection, self.caller.account, found.record_id):
            return None
        self._set_credit_headers(Receipt(0, self.caller.left, repeat=True))
        return found.body

    def _pay(
        self, connection: Connection, noun: str, find: Callable[[Connection], PricedRecord | None]
    ) -> tuple[Json, Receipt]:
        found = find(connection)
        if found is None:
            raise NoMatch(noun)
        receipt = charge(
            connection, self.caller.account, found.record_id, found.price,
            request_id=self.request.request_id, now=self.service.clock.now(),
        )  # fmt: skip
        return found.body, receipt

    def _pay_once(
        self, connection: Connection, noun: str, find: Callable[[Connection], PricedRecord | None]
    ) -> tuple[Json, Receipt]:
        receipts: list[Receipt] = []

        def pay() -> Json:
            body, receipt = self._pay(connection, noun, find)
            receipts.append(receipt)
            return {"body": body, "charged": receipt.charged}

        now = self.service.clock.now()
        reply, repeat = StoredAnswers(answers, "account_id", self.caller.account).once(
            connection, self.request.idempotency_key, [self.request.path, sorted(self.fields.items())],
            format_instant(now), pay,
        )  # fmt: skip
        if not repeat:
            # They are whole records of people.
            connection.execute(delete(answers).where(answers.c.date < format_instant(now - KEPT)))
        else:
            left = balance(connection, self.caller.account) or 0
            receipts.append(Receipt(reply["charged"], left, repeat=True))
        return reply["body"], receipts[0]

    def _set_credit_headers(self, receipt: Receipt) -> None:
        """Set the headers for the credits charged and left."""
        self.headers["X-Credits-Charged"] = str(receipt.charged)
        self.headers["X-Credits-Remaining"] = str(receipt.left)
        if receipt.repeat:
            self.headers["X-Cache"] = "hit"


EnrichHandler = Callable[[EnrichCall], Any]
"""A function that answers a call with the value of its JSON body."""


@dataclass(frozen=True, slots=True)
class EnrichService:
    """The state and the pipeline that all routes share.

    Attributes:
        engine: The storage of the directory and the ledger.
        rates: The rate limiter; None for no limits.
        uses: Records the last use of each key; None for none.
    """

    engine: Engine
    clock: Clock
    prices: CallPrices = field(default_factory=CallPrices)
    dialect: EnrichDialect = field(default_factory=EnrichDialect)
    rates: Rates | None = None
    uses: KeyUses | None = None

    def serve(self, asked: LookupRequest, handler: EnrichHandler, scope: str = "") -> Answer:
        """Answer a call; each answer, even an error, has headers for request id, cost and credits left.

        Args:
            asked: The request.
            handler: The function that produces the body.
            scope: The scope the key must have; "" for none.
        """
        headers = {
            "X-Request-Id": asked.request_id, "X-Idempotency": "honoured", "X-Credits-Charged": "0", "X-Cache": "miss",
        }  # fmt: skip
        try:
            _check_idempotency_key(asked.idempotency_key)
            body = with_retries(lambda: self._carry_out(asked, handler, scope, headers))
        except Refused as refused:
            # Another writer held the storage for longer than we wait, for example an import.
            is_busy = refused.status == HTTPStatus.SERVICE_UNAVAILABLE and asked.idempotency_key
            return self.dialect.refusal(in_flight() if is_busy else refused, headers)
        return Answer.of_value(body, headers, kind=JSON)

    def _carry_out(
        self, asked: LookupRequest, handler: EnrichHandler, scope: str, headers: dict[str, str]
    ) -> Any:
        with ExitStack() as opened:
            who, view = self._admit(asked, opened, headers)
            _check(asked, who, scope)
            return handler(EnrichCall(asked, who, self, view, opened.close, headers))

    def _admit(
        self, asked: LookupRequest, opened: ExitStack, headers: dict[str, str]
    ) -> tuple[LookupCaller, Connection]:
        """Check the key, count the call once, and set ``headers`` accordingly.

        Returns:
            The caller, and the read transaction in which the key was found, which ``opened`` ends.

        Raises:
            Problem: 401 or 429.
        """
        now = self.clock.now()
        view = opened.enter_context(reading(self.engine))
        headers["X-Data-Version"] = str(edition(view))
        who = authenticate(view, asked.key, now)
        if who.due:
            opened.close()
            who = replace(who, left=grant_monthly_credits(self.engine, who.account, now))
            view = opened.enter_context(reading(self.engine))
        is_counted = "X-Credits-Remaining" in headers
        headers["X-Credits-Remaining"] = str(who.left)
        if self.uses is not None and not is_counted:
            self.uses.note(key_digest(asked.key or ""), now)
        if self.rates is not None and not is_counted:
            headers |= self.rates.count(who)
        return who, view


def _check(asked: LookupRequest, who: LookupCaller, scope: str) -> None:
    """Check that the key has the scope and that the fields could be read.

    Raises:
        Refused: 400, 403 or 413.
    """
    if scope and scope not in who.scopes:
        may = ", ".join(sorted(who.scopes)) or "nothing"
        raise Problem(
            HTTPStatus.FORBIDDEN, "scope", f"this API key is not for {scope} calls, only for: {may}"
        )
    if asked.problem is not None:
        raise asked.problem


def _check_idempotency_key(key: str) -> None:
    if len(key) > LONGEST or not key.isprintable():
        raise bad_field("Idempotency-Key", f"must be at most {LONGEST} printable characters")
