"""The pipeline of the enrichment service: key, rate, payment, repeat, and the headers of the answer.

What it shares with the board service is in ``tui.server.pipeline``; its errors are in a dialect of its own, and it
begins a transaction that writes only where there is something to pay for.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine

from tui.model.base import Json, instant_text
from tui.server.enrich.ledger import Admitted, CallPrices, Receipt, admit, balance, charge, owns, renew
from tui.server.enrich.postings import edition
from tui.server.enrich.problems import JSON, EnrichDialect, NoMatch, Problem, bad_field, in_flight
from tui.server.enrich.tables import answers
from tui.server.pipeline.answer import Answer
from tui.server.pipeline.attempt import patiently
from tui.server.pipeline.idempotency import LONGEST, GivenAnswers
from tui.server.pipeline.refusal import Refused
from tui.server.storage.db import reading, writing

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.server.enrich.rates import Rates


@dataclass(frozen=True, slots=True)
class LookupRequest:
    """One request, off the wire."""

    path: str
    fields: Mapping[str, Any]
    key: str | None
    idempotency_key: str = ""
    problem: Refused | None = None
    """Why the fields could not be read."""
    request_id: str = field(default_factory=lambda: f"req_{secrets.token_hex(10)}")


@dataclass(frozen=True, slots=True)
class PricedRecord:
    """A record, and what it costs those who do not have it yet."""

    record_id: str
    price: int
    body: Json


@dataclass(frozen=True, slots=True)
class EnrichCall:
    """A request that was let in.

    Attributes:
        asked: What it asks for.
        who: Who pays.
        service: Who answers.
        view: The look at the storage in which the key was read.
        close: Ends it; nobody holds it who waits to write.
        headers: Of the answer.
    """

    asked: LookupRequest
    who: Admitted
    service: EnrichService
    view: Connection
    close: Callable[[], None]
    headers: dict[str, str]

    @property
    def fields(self) -> Mapping[str, Any]:
        """What was sent."""
        return self.asked.fields

    @property
    def prices(self) -> CallPrices:
        """Credits a call takes."""
        return self.service.prices

    def buy(self, noun: str, find: Callable[[Connection], PricedRecord | None]) -> Json:
        """Find a record and pay for it, in one transaction; a repeated Idempotency-Key gets the first answer.

        Raises:
            Problem: 404 for a miss, 402 for too few credits; nothing is taken then.
        """
        key = self.asked.idempotency_key
        if not key and (free := self._free(noun, find)) is not None:
            return free
        self.close()
        # Of two calls with one key the second must find the first one's answer; without, rows are locked singly.
        with writing(self.service.engine, alone=bool(key)) as connection:
            if key:
                body, receipt = self._once(connection, noun, find)
            else:
                body, receipt = self._pay(connection, noun, find)
        self._tell(receipt)
        return body

    def _free(self, noun: str, find: Callable[[Connection], PricedRecord | None]) -> Json | None:
        """A record the account has already, which takes no turn at writing; None for one that is to be paid.

        Raises:
            Problem: 404, for a miss.
        """
        found = find(self.view)
        if found is None:
            raise NoMatch(noun)
        if not owns(self.view, self.who.account, found.record_id):
            return None
        self._tell(Receipt(0, self.who.left, repeat=True))
        return found.body

    def _pay(
        self, connection: Connection, noun: str, find: Callable[[Connection], PricedRecord | None]
    ) -> tuple[Json, Receipt]:
        found = find(connection)
        if found is None:
            raise NoMatch(noun)
        receipt = charge(
            connection, self.who.account, found.record_id, found.price,
            request_id=self.asked.request_id, now=self.service.clock.now(),
        )  # fmt: skip
        return found.body, receipt

    def _once(
        self, connection: Connection, noun: str, find: Callable[[Connection], PricedRecord | None]
    ) -> tuple[Json, Receipt]:
        receipts: list[Receipt] = []

        def pay() -> Json:
            body, receipt = self._pay(connection, noun, find)
            receipts.append(receipt)
            return {"body": body, "charged": receipt.charged}

        reply, repeat = GivenAnswers(answers, "account_id", self.who.account).once(
            connection, self.asked.idempotency_key, [self.asked.path, sorted(self.fields.items())],
            instant_text(self.service.clock.now()), pay,
        )  # fmt: skip
        if repeat:
            left = balance(connection, self.who.account) or 0
            receipts.append(Receipt(reply["charged"], left, repeat=True))
        return reply["body"], receipts[0]

    def _tell(self, receipt: Receipt) -> None:
        """Say in the headers what the call took and left."""
        self.headers["X-Credits-Charged"] = str(receipt.charged)
        self.headers["X-Credits-Remaining"] = str(receipt.left)
        if receipt.repeat:
            self.headers["X-Cache"] = "hit"


EnrichHandler = Callable[[EnrichCall], Any]
"""Answers a call with what becomes its JSON body."""


@dataclass(frozen=True, slots=True)
class EnrichService:
    """What all routes share.

    Attributes:
        engine: Where the directory and the ledger are.
        clock: Dates charges.
        prices: Credits a call takes.
        dialect: How it says no.
        rates: Who may ask how often; None for no limits.
    """

    engine: Engine
    clock: Clock
    prices: CallPrices = field(default_factory=CallPrices)
    dialect: EnrichDialect = field(default_factory=EnrichDialect)
    rates: Rates | None = None

    def serve(self, asked: LookupRequest, handler: EnrichHandler, scope: str = "") -> Answer:
        """Answer a call: every answer, error or not, says its request id, what it cost and what is left.

        Args:
            asked: The request.
            handler: Carries it out.
            scope: What its key must be for; "" for any key.
        """
        headers = {
            "X-Request-Id": asked.request_id, "X-Idempotency": "honoured", "X-Credits-Charged": "0", "X-Cache": "miss",
        }  # fmt: skip
        try:
            _check_idempotency_key(asked.idempotency_key)
            body = patiently(lambda: self._carry_out(asked, handler, scope, headers))
        except Refused as refused:
            # Somebody else has been writing for longer than we wait: the directory is being filled, for one.
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
    ) -> tuple[Admitted, Connection]:
        """Look at the key, count the call once, and say so in ``headers``.

        Returns:
            Who asks, and the look at the storage in which they were found, which ``opened`` ends.

        Raises:
            Problem: 401 or 429.
        """
        now = self.clock.now()
        view = opened.enter_context(reading(self.engine))
        headers["X-Data-Version"] = str(edition(view))
        who = admit(view, asked.key, now)
        if who.due:
            opened.close()
            who = replace(who, left=renew(self.engine, who.account, now))
            view = opened.enter_context(reading(self.engine))
        is_counted = "X-Credits-Remaining" in headers
        headers["X-Credits-Remaining"] = str(who.left)
        if self.rates is not None and not is_counted:
            headers |= self.rates.count(who)
        return who, view


def _check(asked: LookupRequest, who: Admitted, scope: str) -> None:
    """See that the call can be read, and that the key is for it.

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
