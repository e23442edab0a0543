"""The ledger: whom a key lets in, and records paid for once.

Asked with every lookup, so its statements are written by hand (``storage.statements``); ``accounts`` is for the few
who manage keys and plans.
"""

import hashlib
import math
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus

from sqlalchemy import Connection, Engine

from tui.model.base import instant_text
from tui.server.enrich.problems import Problem, no_credits
from tui.server.storage.db import writing
from tui.server.storage.statements import ask, do

_HITS = 25


@dataclass(frozen=True, slots=True)
class CallPrices:
    """Credits a call takes. A miss and a record already owned take none.

    Attributes:
        person: A person of whom no contact value is known.
        person_with_contact: A person with an e-mail address or a telephone number.
        company: A company.
        search: Each 25 hits of a search that are sent, or fewer; hits carry no contact values.
    """

    person: int = 1
    person_with_contact: int = 2
    company: int = 1
    search: int = 0

    def of_hits(self, sent: int) -> int:
        """What a page with so many hits takes."""
        return self.search * math.ceil(sent / _HITS)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a call took, and what it left.

    Attributes:
        repeat: Whether the account had it already.
    """

    charged: int
    left: int
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class Admitted:
    """Somebody whose key was looked at.

    Attributes:
        account: Whose credits they spend.
        key: The beginning of the key's hash.
        left: Credits, before the call.
        due: Whether this month's credits are still to be given.
        scopes: What the key is for.
        rates: Requests a second and a minute of the account, then of the key; None where there is no such limit.
    """

    account: str
    key: str
    left: int
    due: bool
    scopes: frozenset[str]
    rates: tuple[int | None, ...]


def admit(connection: Connection, key: str | None, now: datetime) -> Admitted:
    """Whom a key lets in, and what they may do.

    Raises:
        Problem: 401, when there is no key, it opens nothing, or it has ended.
    """
    if not key:
        raise Problem(
            HTTPStatus.UNAUTHORIZED, "unauthorized", "send an API key, as Authorization: Bearer or X-Api-Key"
        )
    digest = key_digest(key)
    found = ask(connection, _ADMITTED, (digest,))
    if not found:
        raise Problem(HTTPStatus.UNAUTHORIZED, "unauthorized", "this API key is not known, or was revoked")
    account, credits_, monthly, month, scopes, expires, *rates = found[0]
    if expires and expires <= instant_text(now):
        raise Problem(HTTPStatus.UNAUTHORIZED, "unauthorized", f"this API key ended at {expires}")
    due = monthly is not None and month != month_of(now)
    return Admitted(account, digest[:16], int(credits_), due, frozenset(scopes.split()), tuple(rates))


_ADMITTED = (
    "SELECT a.id, a.credits, a.monthly, a.month, k.scopes, k.expires, a.per_second, a.per_minute, k.per_second, k.per_minute"
    " FROM enrich_key AS k JOIN enrich_account AS a ON a.id = k.account_id WHERE k.hash = ?"
)


def renew(engine: Engine, account: str, now: datetime) -> int:
    """Give an account the credits of a month that has begun, once.

    Returns:
        The new balance.
    """
    month = month_of(now)
    with writing(engine) as connection:
        do(connection, _RENEW, (month, account, month))
        return balance(connection, account) or 0


_RENEW = "UPDATE enrich_account SET credits = monthly, month = ? WHERE id = ? AND month <> ? AND monthly IS NOT NULL"


def month_of(now: datetime) -> str:
    """The month of a moment, as it is stored."""
    return instant_text(now)[:7]


def balance(connection: Connection, account: str) -> int | None:
    """Credits left on an account, or None for no such account."""
    found = ask(connection, "SELECT credits FROM enrich_account WHERE id = ?", (account,))
    return int(found[0][0]) if found else None


def owns(connection: Connection, account: str, record_id: str) -> bool:
    """Whether the account has paid for a record."""
    where = "SELECT 1 FROM enrich_owned WHERE account_id = ? AND record_id = ?"
    return bool(ask(connection, where, (account, record_id)))


def charge(
    connection: Connection, account: str, record_id: str, price: int, *, request_id: str, now: datetime
) -> Receipt:
    """Take ``price`` for a record once; free when the account already owns it.

    All of it is one transaction of the caller's: the record is owned exactly when it was paid for.

    Raises:
        Problem: 402, when less than ``price`` is left; nothing is taken.
    """
    date = instant_text(now)
    owned = (account, record_id, request_id, date)
    if not do(connection, _OWN, owned):
        return Receipt(0, balance(connection, account) or 0, repeat=True)
    taken = do(connection, _TAKE, (price, account, price))
    left = balance(connection, account) or 0
    if not taken:
        raise no_credits(price, left)
    entry = (request_id, account, record_id, price, left, date)
    do(connection, _NOTE, entry)
    return Receipt(price, left)


_TAKE = "UPDATE enrich_account SET credits = credits - ? WHERE id = ? AND credits >= ?"
_OWN = "INSERT INTO enrich_owned (account_id, record_id, first_request, date) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
_NOTE = 'INSERT INTO enrich_charge (request_id, account_id, record_id, credits, "left", date) VALUES (?, ?, ?, ?, ?, ?)'


def key_digest(key: str) -> str:
    """A key is 256 random bits, so a fast hash keeps it as well as a slow one would."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
