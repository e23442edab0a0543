"""The doctor's checks of the accounts' services: reachable, token accepted, clocks equal."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from tui.cli.account.remote import unix_transport
from tui.errors import CardscoutError, CredentialError, Unauthorized
from tui.login import Login
from tui.model.account.grant import SOON, Grant
from tui.model.health import Check
from tui.settings.credentials import is_missing, load, take_environment
from tui.settings.environment_account import login_words

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.secret import Secret
    from tui.settings.accounts import Account

_SECONDS = 10.0
_SLIP = timedelta(minutes=2)
"""Largest tolerated clock difference: OAuth accepts five minutes, but dates on cards go wrong before that."""


async def check_services(accounts: tuple[Account, ...], used: str, data: Path, clock: Clock) -> list[Check]:
    """Check every account's service, all concurrently.

    Args:
        accounts: The accounts.
        used: The account in use, because a token in the environment is sent to its service only.
        data: The data directory, where the vault would be.
        clock: The clock.
    """
    given = take_environment()
    asked = (_check(account, given if account.name == used else {}, data, clock) for account in accounts)
    found = await asyncio.gather(*asked)
    return [check for checks in found for check in checks]


async def _check(account: Account, given: Mapping[str, Secret], data: Path, clock: Clock) -> list[Check]:
    name = f"account {account.name}"
    if "token" not in given and is_missing(account.secrets, data):
        do = login_words(account.name)
        return [Check(name=name, state="note", what="no token here", do=do)]
    if account.secrets == "vault":
        do = f"cardscout accounts check {account.name} asks for its passphrase"
        return [Check(name=name, state="ok", what="its token is in the vault: not asked", do=do)]
    try:
        async with asyncio.timeout(_SECONDS):
            secrets = await asyncio.to_thread(load, account, given)
            http = (lambda: unix_transport(account)) if account.socket else None
            login = Login(account.url, account.key, clock, http)
            caller = await login.check(secrets.token)
            there = await login.time_there(secrets.token)
    except TimeoutError:
        what = f"{account.origin} did not answer within {_SECONDS:.0f} s"
        return [Check(name=name, state="broken", what=what, do="see whether the network is there")]
    except (CredentialError, Unauthorized) as error:
        return [Check(name=name, state="broken", what=str(error), do=login_words(account.name))]
    except CardscoutError as error:
        do = error.hint or "see whether the network is there; what you do is kept, and sent later"
        return [Check(name=name, state="broken", what=f"{account.origin}: {error}", do=do)]
    now = clock.now()
    return [_token(name, caller.member.username, caller.grant, now), _clock(account, there, now)]


def _token(name: str, username: str, grant: Grant | None, now: datetime) -> Check:
    """Report the token's scopes and expiry."""
    if grant is None:
        return Check(name=name, state="ok", what=f"{username}; what the token may do is not told")
    what, login = (
        f"{username}: {grant.words(now)}",
        f"cardscout accounts login {name.removeprefix('account ')}",
    )
    if not grant.writes:
        return Check(name=name, state="note", what=what, do=f"{login} asks for one that may write")
    if grant.expires is not None and grant.expires - now <= SOON:
        return Check(name=name, state="note", what=what, do=f"{login} gets another one")
    return Check(name=name, state="ok", what=what)


def _clock(account: Account, there: datetime | None, now: datetime) -> Check:
    """Report the difference between this machine's clock and the service's."""
    name = f"clock {account.name}"
    if there is None:
        return Check(name=name, state="ok", what="the service does not tell its time")
    slip = now - there.astimezone(UTC)
    if abs(slip) <= _SLIP:
        return Check(name=name, state="ok", what=f"in step with {account.origin}")
    ahead = "ahead of" if slip > timedelta() else "behind"
    what = f"{abs(slip).total_seconds():,.0f} s {ahead} {account.origin}"
    return Check(
        name=name, state="broken", what=what, do="set this machine's clock: timedatectl set-ntp true"
    )
