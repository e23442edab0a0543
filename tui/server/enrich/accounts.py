"""Who may ask, and what it costs: keys, balances, and records paid for once.

Credits belong to an account, not to a key: a workspace mints itself a new key at every start and finds the
balance it left.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, Engine, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tui.clock import Clock
from tui.model.base import instant_text
from tui.server.db import writing
from tui.server.enrich.problems import Problem, no_credits
from tui.server.enrich.tables import accounts, answers, charges, keys, owned

KEY_LIFETIME = timedelta(days=90)
"""A key, or a remembered answer, older than this is dropped when the next one is minted: processes that were killed revoke nothing."""


@dataclass(frozen=True, slots=True)
class Prices:
    """Credits a call takes. A miss and a record already owned take none.

    Attributes:
        person: A person of whom no contact value is known.
        person_with_contact: A person with an e-mail address or a telephone number.
        company: A company.
        search: One page of people; hits carry no contact values.
    """

    person: int = 1
    person_with_contact: int = 2
    company: int = 1
    search: int = 0


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a call took, and what it left."""

    charged: int
    left: int


def mint_key(
    engine: Engine, clock: Clock, *, account: str = "local", opening: int = 500, lasting: bool = False
) -> str:
    """A new key to ``account``, returned once and kept only as its hash.

    Args:
        engine: The storage.
        clock: Dates it.
        account: Made, with ``opening`` credits, when it is not there yet.
        opening: Credits.
        lasting: Whether the account's older keys stay, however old: somebody was given them.
    """
    key = f"cse_{secrets.token_urlsafe(32)}"
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
        connection.execute(
            insert(keys).values(hash=_digest(key), account_id=account, created=instant_text(now))
        )
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


def account_of(connection: Connection, key: str | None) -> str:
    """The account a key opens.

    Raises:
        Problem: 401, when there is no key or it opens nothing.
    """
    if not key:
        raise Problem(401, "unauthorized", "send an API key, as Authorization: Bearer or X-Api-Key")
    found: str | None = connection.scalar(select(keys.c.account_id).where(keys.c.hash == _digest(key)))
    if found is None:
        raise Problem(401, "unauthorized", "this API key is not known, or was revoked")
    return found


def balance(connection: Connection, account: str) -> int | None:
    """Credits left on an account, or None for no such account."""
    left: int | None = connection.scalar(select(accounts.c.credits).where(accounts.c.id == account))
    return left


def owns(connection: Connection, account: str, record_id: str) -> bool:
    """Whether the account has paid for a record."""
    where = (owned.c.account_id == account, owned.c.record_id == record_id)
    return connection.scalar(select(owned.c.date).where(*where)) is not None


def charge(
    connection: Connection, account: str, record_id: str, price: int, *, request_id: str, now: datetime
) -> Receipt:
    """Take ``price`` for a record once; free when the account already owns it.

    All of it is one transaction of the caller's: the record is owned exactly when it was paid for.

    Raises:
        Problem: 402, when less than ``price`` is left; nothing is taken.
    """
    if not _own(connection, account, record_id, request_id, instant_text(now)):
        return Receipt(0, balance(connection, account) or 0)
    taken = connection.execute(
        update(accounts)
        .where(accounts.c.id == account, accounts.c.credits >= price)
        .values(credits=accounts.c.credits - price)
    )
    left = balance(connection, account) or 0
    if not taken.rowcount:
        raise no_credits(price, left)
    entry = {"request_id": request_id, "account_id": account, "record_id": record_id}
    connection.execute(insert(charges).values(**entry, credits=price, left=left, date=instant_text(now)))
    return Receipt(price, left)


def _own(connection: Connection, account: str, record_id: str, request_id: str, date: str) -> bool:
    """Note that the account has this record now.

    Returns:
        Whether it is new to the account.
    """
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    row = {"account_id": account, "record_id": record_id, "first_request": request_id, "date": date}
    made = connection.execute(dialect.insert(owned).values(**row).on_conflict_do_nothing())
    return bool(made.rowcount)


def _digest(key: str) -> str:
    """A key is 256 random bits, so a fast hash keeps it as well as a slow one would."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
