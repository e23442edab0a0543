"""Who may ask, and what it costs: keys, balances, and records paid for once.

Credits belong to an account, not to a key: a workspace mints itself a new key at every start and finds the
balance it left.
"""

import hashlib
import math
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, Engine, delete, insert, update

from tui.clock import Clock
from tui.model.base import instant_text
from tui.server.db import writing
from tui.server.enrich.problems import Problem, no_credits
from tui.server.enrich.tables import accounts, answers, keys
from tui.server.storage.statements import ask, do

SCOPES = ("person", "company", "search")
"""What a key may be for."""

KEY_LIFETIME = timedelta(days=90)
"""A key, or a remembered answer, older than this is dropped when the next one is minted: processes that were killed revoke nothing."""


_HITS = 25


@dataclass(frozen=True, slots=True)
class Prices:
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
class Plan:
    """What an account may do.

    Attributes:
        per_second: Requests; None for the server's rate.
        per_minute: Requests; None for no limit.
        monthly: Credits at the beginning of each month, what was left being lost; None for those it was given.
    """

    per_second: int | None = None
    per_minute: int | None = None
    monthly: int | None = None


@dataclass(frozen=True, slots=True)
class Grant:
    """What a key may do, when it is less than its account may.

    Attributes:
        per_second: Requests; None for what the account may.
        per_minute: Requests; None for what the account may.
        scopes: Some of SCOPES.
        expires: When it ends; None for never.
        label: What it is for.
    """

    per_second: int | None = None
    per_minute: int | None = None
    scopes: tuple[str, ...] = SCOPES
    expires: datetime | None = None
    label: str = ""

    def as_columns(self) -> dict[str, object]:
        """As the columns of its row."""
        return {
            "per_second": self.per_second,
            "per_minute": self.per_minute,
            "scopes": " ".join(self.scopes),
            "expires": instant_text(self.expires) if self.expires else "",
            "label": self.label,
        }


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


def mint_key(
    engine: Engine,
    clock: Clock,
    *,
    account: str = "local",
    opening: int = 500,
    lasting: bool = False,
    grant: Grant | None = None,
) -> str:
    """A new key to ``account``, returned once and kept only as its hash.

    Args:
        engine: The storage.
        clock: Dates it.
        account: Made, with ``opening`` credits, when it is not there yet.
        opening: Credits.
        lasting: Whether the account's older keys stay, however old: somebody was given them.
        grant: What the key may do; everything the account may unless given.
    """
    now = clock.now()
    with writing(engine) as connection:
        if balance(connection, account) is None:
            connection.execute(
                insert(accounts).values(id=account, credits=opening, created=instant_text(now))
            )
        stale = instant_text(now - KEY_LIFETIME)
        if not lasting:
            connection.execute(delete(keys).where(keys.c.account_id == account, keys.c.created < stale))
        connection.execute(delete(answers).where(answers.c.account_id == account, answers.c.date < stale))
        return add_key(connection, account, grant or Grant(), now)


def add_key(connection: Connection, account: str, grant: Grant, now: datetime) -> str:
    """A new key to an account that is there, returned once and kept only as its hash and its beginning."""
    key = f"cse_{secrets.token_urlsafe(32)}"
    row = {"hash": _digest(key), "start": key[:8], "account_id": account, "created": instant_text(now)}
    connection.execute(insert(keys).values(**row, **grant.as_columns()))
    return key


def revoke_key(engine: Engine, key: str) -> bool:
    """Make ``key`` worth nothing; the account and its credits stay. Whether there was one."""
    with writing(engine) as connection:
        return connection.execute(delete(keys).where(keys.c.hash == _digest(key))).rowcount > 0


def add_credits(engine: Engine, more: int, *, account: str = "local") -> int:
    """Put ``more`` credits on an account.

    Returns:
        The new balance.
    """
    with writing(engine) as connection:
        connection.execute(
            update(accounts).where(accounts.c.id == account).values(credits=accounts.c.credits + more)
        )
        return balance(connection, account) or 0


def set_plan(engine: Engine, account: str, plan: Plan, now: datetime) -> None:
    """Give an account a plan; a monthly one begins with this month's credits."""
    row: dict[str, object] = {
        "per_second": plan.per_second,
        "per_minute": plan.per_minute,
        "monthly": plan.monthly,
    }
    if plan.monthly is not None:
        row |= {"credits": plan.monthly, "month": _month(now)}
    with writing(engine) as connection:
        connection.execute(update(accounts).where(accounts.c.id == account).values(**row))


def admit(connection: Connection, key: str | None, now: datetime) -> Admitted:
    """Whom a key lets in, and what they may do.

    Raises:
        Problem: 401, when there is no key, it opens nothing, or it has ended.
    """
    if not key:
        raise Problem(401, "unauthorized", "send an API key, as Authorization: Bearer or X-Api-Key")
    digest = _digest(key)
    found = ask(connection, _ADMITTED, (digest,))
    if not found:
        raise Problem(401, "unauthorized", "this API key is not known, or was revoked")
    account, credits_, monthly, month, scopes, expires, *rates = found[0]
    if expires and expires <= instant_text(now):
        raise Problem(401, "unauthorized", f"this API key ended at {expires}")
    due = monthly is not None and month != _month(now)
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
    month = _month(now)
    with writing(engine) as connection:
        due = (accounts.c.id == account, accounts.c.month != month, accounts.c.monthly.is_not(None))
        connection.execute(update(accounts).where(*due).values(credits=accounts.c.monthly, month=month))
        return balance(connection, account) or 0


def _month(now: datetime) -> str:
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


def _digest(key: str) -> str:
    """A key is 256 random bits, so a fast hash keeps it as well as a slow one would."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
