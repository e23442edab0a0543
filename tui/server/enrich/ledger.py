"""The credit ledger: key checks, balances, and charges for records, each of which is paid for once.

Every lookup uses this module, so its statements are plain SQL (``storage.statements``); ``accounts`` has the
rare management of keys and plans.
"""

import hashlib
import math
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus

from sqlalchemy import Connection, Engine

from tui.model.values.scalars import format_instant
from tui.server.enrich.problems import Problem, no_credits
from tui.server.storage.db import writing
from tui.server.storage.statements import execute, fetch_all

_HITS_PER_PRICE = 25


@dataclass(frozen=True, slots=True)
class CallPrices:
    """The prices of calls, in credits; a miss and a record already owned are free.

    Attributes:
        person: A person without a known contact value.
        person_with_contact: A person with an e-mail address or a telephone number.
        search: Each 25 hits of a search page, rounded up; hits carry no contact values.
    """

    person: int = 1
    person_with_contact: int = 2
    company: int = 1
    search: int = 0

    def search_price(self, sent: int) -> int:
        """Return the price of a search page with ``sent`` hits."""
        return self.search * math.ceil(sent / _HITS_PER_PRICE)


@dataclass(frozen=True, slots=True)
class Receipt:
    """The credits a call took and the balance after it.

    Attributes:
        repeat: Whether the account already owned the record.
    """

    charged: int
    left: int
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class LookupCaller:
    """A caller whose key was accepted.

    Attributes:
        account: The id of the account that pays.
        key: The first 16 digits of the key's hash.
        left: Credits before the call.
        due: Whether the account has not yet received this month's credits.
        rates: Limits per second and per minute of the account, then of the key; None for no such limit.
    """

    account: str
    key: str
    left: int
    due: bool
    scopes: frozenset[str]
    rates: tuple[int | None, ...]


def authenticate(connection: Connection, key: str | None, now: datetime) -> LookupCaller:
    """Look up a key, and return the caller's account, limits and scopes.

    Raises:
        Problem: 401, when the key is missing, unknown or expired.
    """
    if not key:
        raise Problem(
            HTTPStatus.UNAUTHORIZED, "unauthorized", "send an API key, as Authorization: Bearer or X-Api-Key"
        )
    digest = key_digest(key)
    found = fetch_all(connection, _SELECT_KEY, (digest,))
    if not found:
        raise Problem(HTTPStatus.UNAUTHORIZED, "unauthorized", "this API key is not known, or was revoked")
    account, credits_, monthly, month, scopes, expires, *rates = found[0]
    if expires and expires <= format_instant(now):
        raise Problem(HTTPStatus.UNAUTHORIZED, "unauthorized", f"this API key ended at {expires}")
    due = monthly is not None and month != month_of(now)
    return LookupCaller(account, digest[:16], int(credits_), due, frozenset(scopes.split()), tuple(rates))


_SELECT_KEY = (
    "SELECT a.id, a.credits, a.monthly, a.month, k.scopes, k.expires, a.per_second, a.per_minute, k.per_second, k.per_minute"
    " FROM enrich_key AS k JOIN enrich_account AS a ON a.id = k.account_id WHERE k.hash = ?"
)


def grant_monthly_credits(engine: Engine, account: str, now: datetime) -> int:
    """Give an account its monthly credits, once a month.

    Returns:
        The new balance.
    """
    month = month_of(now)
    with writing(engine) as connection:
        execute(connection, _RENEW, (month, account, month))
        return balance(connection, account) or 0


_RENEW = "UPDATE enrich_account SET credits = monthly, month = ? WHERE id = ? AND month <> ? AND monthly IS NOT NULL"


def month_of(now: datetime) -> str:
    """Return the month of ``now`` as stored: ``YYYY-MM``."""
    return format_instant(now)[:7]


def balance(connection: Connection, account: str) -> int | None:
    """Return the credits left on an account, or None if there is no such account."""
    found = fetch_all(connection, "SELECT credits FROM enrich_account WHERE id = ?", (account,))
    return int(found[0][0]) if found else None


def owns_record(connection: Connection, account: str, record_id: str) -> bool:
    """Return whether the account has paid for a record."""
    where = "SELECT 1 FROM enrich_owned WHERE account_id = ? AND record_id = ?"
    return bool(fetch_all(connection, where, (account, record_id)))


def charge(
    connection: Connection, account: str, record_id: str, price: int, *, request_id: str, now: datetime
) -> Receipt:
    """Charge ``price`` for a record once; free if the account already owns it.

    Runs in the caller's transaction, so that a record is owned exactly when it was paid for.

    Raises:
        Problem: 402, if less than ``price`` is left; nothing is charged.
    """
    date = format_instant(now)
    owned = (account, record_id, request_id, date)
    if not execute(connection, _OWN, owned):
        return Receipt(0, balance(connection, account) or 0, repeat=True)
    taken = execute(connection, _TAKE, (price, account, price))
    left = balance(connection, account) or 0
    if not taken:
        raise no_credits(price, left)
    entry = (request_id, account, record_id, price, left, date)
    execute(connection, _NOTE, entry)
    return Receipt(price, left)


_TAKE = "UPDATE enrich_account SET credits = credits - ? WHERE id = ? AND credits >= ?"
_OWN = "INSERT INTO enrich_owned (account_id, record_id, first_request, date) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
_NOTE = 'INSERT INTO enrich_charge (request_id, account_id, record_id, credits, "left", date) VALUES (?, ?, ?, ?, ?, ?)'


def key_digest(key: str) -> str:
    """Hash a key; a fast hash is enough, since a key is 256 random bits."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
