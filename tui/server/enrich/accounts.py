"""Accounts and their keys: made, given credits and a plan, and ended.

Credits belong to an account, not to a key: a workspace mints itself a new key at every start and finds the
balance it left.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, delete, insert, update

from tui.model.base import instant_text
from tui.server.enrich.ledger import balance, key_digest, month_of
from tui.server.enrich.tables import accounts, answers, keys
from tui.server.storage.db import writing

if TYPE_CHECKING:
    from tui.clock import Clock

SCOPES = ("person", "company", "search")
"""What a key may be for."""

KEY_LIFETIME = timedelta(days=90)
"""A key, or a remembered answer, older than this is dropped when the next one is minted: processes that were killed revoke nothing."""


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
class KeyGrant:
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


def mint_key(
    engine: Engine,
    clock: Clock,
    *,
    account: str = "local",
    opening: int = 500,
    lasting: bool = False,
    grant: KeyGrant | None = None,
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
        return add_key(connection, account, grant or KeyGrant(), now)


def add_key(connection: Connection, account: str, grant: KeyGrant, now: datetime) -> str:
    """A new key to an account that is there, returned once and kept only as its hash and its beginning."""
    key = f"cse_{secrets.token_urlsafe(32)}"
    row = {"hash": key_digest(key), "start": key[:8], "account_id": account, "created": instant_text(now)}
    connection.execute(insert(keys).values(**row, **grant.as_columns()))
    return key


def revoke_key(engine: Engine, key: str) -> bool:
    """Make ``key`` worth nothing; the account and its credits stay. Whether there was one."""
    with writing(engine) as connection:
        return connection.execute(delete(keys).where(keys.c.hash == key_digest(key))).rowcount > 0


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
        row |= {"credits": plan.monthly, "month": month_of(now)}
    with writing(engine) as connection:
        connection.execute(update(accounts).where(accounts.c.id == account).values(**row))
