"""The desk every call of the service goes over: key, rate, payment, repeat, and the headers of the answer."""

import hashlib
import json
import secrets
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from sqlalchemy import Connection, Engine, insert, select
from sqlalchemy.exc import OperationalError

from tui.clock import Clock
from tui.model.base import instant_text
from tui.server.db import reading, writing
from tui.server.enrich.accounts import Admitted, Prices, Receipt, admit, balance, charge, owns, renew
from tui.server.enrich.postings import edition
from tui.server.enrich.problems import Problem, bad_field, busy, in_flight, no_match
from tui.server.enrich.rates import Rates
from tui.server.enrich.tables import answers

Json = dict[str, Any]

MissStyle = Literal["404", "empty", "null", "500"]
"""How a miss is answered: 404 as documented here; 200 with ``{}`` or a null, or 500, as other services do."""

_LONGEST_KEY = 255


@dataclass(frozen=True, slots=True)
class Ask:
    """One call, off the wire."""

    method: str
    path: str
    fields: dict[str, Any]
    key: str | None
    idempotency_key: str = ""
    problem: Problem | None = None
    """Why the fields could not be read."""
    request_id: str = field(default_factory=lambda: f"req_{secrets.token_hex(10)}")


@dataclass(frozen=True, slots=True)
class Reply:
    """What goes back."""

    status: int
    body: Any
    headers: dict[str, str]


@dataclass(frozen=True, slots=True)
class Found:
    """A record, and what it costs those who do not have it yet."""

    record_id: str
    price: int
    body: Json


@dataclass(frozen=True, slots=True)
class Call:
    """An ask that was let in.

    Attributes:
        view: The look at the storage in which the key was read.
        close: Ends it; nobody holds it who waits to write.
    """

    ask: Ask
    who: Admitted
    desk: "Desk"
    view: Connection
    close: Callable[[], None]

    @property
    def account(self) -> str:
        """Who pays."""
        return self.who.account

    def look(self, read: Callable[[Connection], Any]) -> tuple[Any, Receipt]:
        """Read, for nothing."""
        return read(self.view), Receipt(0, self.who.left)

    def buy(self, noun: str, find: Callable[[Connection], Found | None]) -> tuple[Json, Receipt]:
        """Find a record and pay for it, in one transaction; a repeated Idempotency-Key gets the first answer.

        Raises:
            Problem: 404 for a miss, 402 for too few credits; nothing is taken then.
        """
        key = self.ask.idempotency_key
        if not key and (free := self._free(noun, find)) is not None:
            return free
        self.close()
        # Of two calls with one key the second must find the first one's answer; without, rows are locked singly.
        with writing(self.desk.engine, alone=bool(key)) as connection:
            if (earlier := self._earlier(connection)) is not None:
                return earlier
            found = find(connection)
            if found is None:
                raise no_match(noun.capitalize())
            receipt = charge(
                connection, self.account, found.record_id, found.price,
                request_id=self.ask.request_id, now=self.desk.clock.now(),
            )  # fmt: skip
            self._remember(connection, found.body, receipt)
            return found.body, receipt

    def _free(self, noun: str, find: Callable[[Connection], Found | None]) -> tuple[Json, Receipt] | None:
        """A record the account has already, which takes no turn at writing; None for one that is to be paid.

        Raises:
            Problem: 404, for a miss.
        """
        found = find(self.view)
        if found is None:
            raise no_match(noun.capitalize())
        if not owns(self.view, self.account, found.record_id):
            return None
        return found.body, Receipt(0, self.who.left, repeat=True)

    def _earlier(self, connection: Connection) -> tuple[Json, Receipt] | None:
        key = self.ask.idempotency_key
        if not key:
            return None
        where = (answers.c.account_id == self.account, answers.c.key == key)
        row = connection.execute(select(answers).where(*where)).one_or_none()
        if row is None:
            return None
        if row.request != self._fingerprint():
            raise Problem(422, "idempotency_key_reused", "Idempotency-Key: was used for another request")
        left = balance(connection, self.account) or 0
        return row.reply["body"], Receipt(row.reply["charged"], left, repeat=True)

    def _remember(self, connection: Connection, body: Json, receipt: Receipt) -> None:
        if not self.ask.idempotency_key:
            return
        row = {"account_id": self.account, "key": self.ask.idempotency_key, "request": self._fingerprint()}
        reply = {"body": body, "charged": receipt.charged}
        connection.execute(
            insert(answers).values(**row, reply=reply, date=instant_text(self.desk.clock.now()))
        )

    def _fingerprint(self) -> str:
        asked = [self.ask.path, sorted(self.ask.fields.items())]
        return hashlib.sha256(json.dumps(asked, default=str).encode()).hexdigest()


Deed = Callable[[Call], tuple[Any, Receipt]]
"""What a route does with a call: the body of the answer, and what it cost."""


@dataclass
class Desk:
    """What all routes share.

    Attributes:
        rates: Who may ask how often; None for no limits.
    """

    engine: Engine
    clock: Clock
    prices: Prices = field(default_factory=Prices)
    miss: MissStyle = "404"
    rates: Rates | None = None

    def serve(self, ask: Ask, deed: Deed, scope: str = "") -> Reply:
        """Answer a call: every answer, error or not, says its request id, what it cost and what is left.

        Args:
            ask: The call.
            deed: What it asks for.
            scope: What its key must be for; "" for any key.
        """
        headers = {
            "X-Request-Id": ask.request_id, "X-Idempotency": "honoured", "X-Credits-Charged": "0", "X-Cache": "miss",
        }  # fmt: skip
        try:
            _check_idempotency_key(ask.idempotency_key)
            with ExitStack() as opened:
                who, view = self._admit(ask, opened, headers)
                _check(ask, who, scope)
                body, receipt = deed(Call(ask, who, self, view, opened.close))
        except Problem as problem:
            return self._refusal(ask, problem, headers)
        except OperationalError:
            # Somebody else has been writing for longer than we wait: the directory is being filled, for one.
            return self._refusal(ask, in_flight() if ask.idempotency_key else busy(), headers)
        headers |= {"X-Credits-Charged": str(receipt.charged), "X-Credits-Remaining": str(receipt.left)}
        if receipt.repeat:
            headers["X-Cache"] = "hit"
        return Reply(200, body, headers)

    def _admit(self, ask: Ask, opened: ExitStack, headers: dict[str, str]) -> tuple[Admitted, Connection]:
        """Look at the key, count the call, and say so in ``headers``.

        Returns:
            Who asks, and the look at the storage in which they were found, which ``opened`` ends.

        Raises:
            Problem: 401 or 429.
        """
        now = self.clock.now()
        view = opened.enter_context(reading(self.engine))
        headers["X-Data-Version"] = str(edition(view))
        who = admit(view, ask.key, now)
        if who.due:
            opened.close()
            who = replace(who, left=renew(self.engine, who.account, now))
            view = opened.enter_context(reading(self.engine))
        headers["X-Credits-Remaining"] = str(who.left)
        if self.rates is not None:
            headers |= self.rates.count(who)
        return who, view

    def _refusal(self, ask: Ask, problem: Problem, headers: dict[str, str]) -> Reply:
        headers = headers | problem.headers
        if problem.code != "no_match" or self.miss == "404":
            return Reply(problem.status, problem.body(ask.request_id), headers)
        noun = problem.message.split()[0].casefold()
        bodies: dict[str, Json] = {"empty": {}, "null": {noun: None}, "500": {"error": problem.message}}
        return Reply(500 if self.miss == "500" else 200, bodies[self.miss], headers)


def _check(ask: Ask, who: Admitted, scope: str) -> None:
    """See that the call can be read, and that the key is for it.

    Raises:
        Problem: 400, 403 or 413.
    """
    if scope and scope not in who.scopes:
        may = ", ".join(sorted(who.scopes)) or "nothing"
        raise Problem(403, "scope", f"this API key is not for {scope} calls, only for: {may}")
    if ask.problem is not None:
        raise ask.problem


def _check_idempotency_key(key: str) -> None:
    if len(key) > _LONGEST_KEY or not key.isprintable():
        raise bad_field("Idempotency-Key", f"must be at most {_LONGEST_KEY} printable characters")
