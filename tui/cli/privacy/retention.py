"""Retention: what lookups left on this machine is erased at an age, by the settings or by hand."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime, timedelta
from logging import getLogger
from typing import TYPE_CHECKING

from tui.clock import Clock, SystemClock
from tui.errors import StoreError
from tui.settings.config import Config
from tui.settings.paths import Paths
from tui.store_files import forget_older

if TYPE_CHECKING:
    from tui.model.enrich.retention import Forgotten

_HOUR = 3600.0

_LAST = "forgot"
"""The file in the state directory whose mtime is the time of the last daily erasure by a command."""


def forget_old(paths: Paths, config: Config, clock: Clock) -> None:
    """Erase in all stores what is older than the settings allow; a store that is in the way is left for later."""
    if (days := config.privacy.get("forget_after_days")) is None:
        return
    for path in sorted(paths.data.glob("store-*.db")):
        try:
            gone = forget_older(path, clock.now() - timedelta(days=days), clock)
        except StoreError as error:
            getLogger(__name__).warning("nothing was erased in %s: %s", path.name, error)
            continue
        if gone.total:
            getLogger(__name__).info("erased in %s by age: %s", path.name, gone)


def forget_daily(paths: Paths, config: Config, clock: Clock) -> None:
    """Do ``forget_old`` unless a command did it on this day already."""
    if not config.privacy:
        return
    last, now = paths.state / _LAST, clock.now()
    try:
        if last.exists() and datetime.fromtimestamp(last.stat().st_mtime, UTC).date() == now.date():
            return
        last.touch(0o600)
        os.utime(last, (now.timestamp(), now.timestamp()))
    except OSError:
        return
    forget_old(paths, config, clock)


async def keep_forgetting() -> None:
    """Do ``forget_daily`` now and every hour, for a command that goes on."""
    paths, clock = Paths.open(), SystemClock()
    while True:
        await asyncio.to_thread(forget_daily, paths, Config.read(paths.config_file), clock)
        await clock.sleep(_HOUR)


def forget_in_all(paths: Paths, before: datetime, clock: Clock, *, dry_run: bool) -> dict[str, Forgotten]:
    """Erase in the store of each account what is older than ``before``, or only count it; by account.

    Raises:
        StoreError: A store cannot be opened or written.
    """
    return {
        path.stem.removeprefix("store-"): forget_older(path, before, clock, dry_run=dry_run)
        for path in sorted(paths.data.glob("store-*.db"))
    }
