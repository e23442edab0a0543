"""Functions that create and revoke API keys, and that set an account's credits and plan.

Credits belong to an account, not to a key: a workspace mints itself a new key at every start and keeps its
balance.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, delete, insert, update

from tui.model.values.scalars import format_instant
from tui.server.enrich.ledger import balance, key_digest, month_of
from tui.server.enrich.tables import accounts, answers, keys
from tui.server.storage.db import writing

if TYPE_CHECKING:
    from tui.clock import Clock

SCOPES = ("person", "company", "search")
"""The scopes a key can have."""

KEY_LIFETIME = timedelta(days=90)
"""The age from which minting a key deletes old keys and stored answers, as killed processes revoke none."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An account's rate limits and monthly credits.

    Attributes:
        per_second: Requests per second; None for the server's rate.
        per_minute: Requests per minute; None for no limit.
        monthly: Credits that replace the balance each month; None to keep the credits the account was given.
    """

    per_second: int | None = None
    per_minute: int | None = None
    monthly: int | None = None


@dataclass(frozen=True, slots=True)
class KeyGrant:
    """The limits of a key, if they are narrower than its account's.

    Attributes:
        per_second: Requests per second; None for the account's limit.
        per_minute: Requests per minute; None for the account's limit.
        expires: When the key expires; None for never.
        label: The purpose of the key, for people to read.
    """

    per_second: int | None = None
    per_minute: int | None = None
    scopes: tuple[str, ...] = SCOPES
    expires: datetime | None = None
    label: str = ""

    def to_columns(self) -> dict[str, object]:
        """Return the grant as column values of the key's row."""
        return {
            "per_second": self.per_second,
            "per_minute": self.per_minute,
            "scopes": " ".join(self.scopes),
            "expires": format_instant(self.expires) if self.expires else "",
            "label": self.label,
        }


def mint_key(
    engine: Engine,
    clock: Clock,
    *,
    account: str = "local",
    opening: int = 500,
    lasting: bool = False,
    grant: KeyGrant | None = None,
) -> str:
    """Create a key to ``account`` and return it; only its hash and first characters are stored.

    Args:
        engine: The storage.
        clock: Dates the key.
        account: The account's id; the account is created with ``opening`` credits when it does not exist.
        opening: Credits of a new account.
        lasting: Whether to keep the account's keys older than KEY_LIFETIME, because people hold them.
        grant: The key's limits; None for everything the account may do.
    """
    now = clock.now()
    with writing(engine, shown=False) as connection:
        if balance(connection, account) is None:
            connection.execute(
                insert(accounts).values(id=account, credits=opening, created=format_instant(now))
            )
        stale = format_instant(now - KEY_LIFETIME)
        if not lasting:
            connection.execute(delete(keys).where(keys.c.account_id == account, keys.c.created < stale))
        connection.execute(delete(answers).where(answers.c.account_id == account, answers.c.date < stale))
        return add_key(connection, account, grant or KeyGrant(), now)


def add_key(connection: Connection, account: str, grant: KeyGrant, now: datetime) -> str:
    """Create a key to an existing account and return it; only its hash and first characters are stored."""
    key = f"cse_{secrets.token_urlsafe(32)}"
    row = {"hash": key_digest(key), "start": key[:8], "account_id": account, "created": format_instant(now)}
    connection.execute(insert(keys).values(**row, **grant.to_columns()))
    return key


def revoke_key(engine: Engine, key: str) -> bool:
    """Delete ``key`` and return whether it existed; the account and its credits stay."""
    with writing(engine, shown=False) as connection:
        return connection.execute(delete(keys).where(keys.c.hash == key_digest(key))).rowcount > 0


def add_credits(engine: Engine, more: int, *, account: str = "local") -> int:
    """Add ``more`` credits to an account.

    Returns:
        The new balance.
    """
    with writing(engine) as connection:
        connection.execute(
            update(accounts).where(accounts.c.id == account).values(credits=accounts.c.credits + more)
        )
        return balance(connection, account) or 0


def set_plan(engine: Engine, account: str, plan: Plan, now: datetime) -> None:
    """Set an account's plan; a monthly plan starts with this month's credits."""
    row: dict[str, object] = {
        "per_second": plan.per_second,
        "per_minute": plan.per_minute,
        "monthly": plan.monthly,
    }
    if plan.monthly is not None:
        row |= {"credits": plan.monthly, "month": month_of(now)}
    with writing(engine) as connection:
        connection.execute(update(accounts).where(accounts.c.id == account).values(**row))
