"""Retention: erases old lookup results on this machine, automatically or on request."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime, timedelta
from logging import getLogger
from typing import TYPE_CHECKING

from tui.cli import output
from tui.clock import Clock, SystemClock
from tui.errors import StoreError, UsageError
from tui.settings.config import Config
from tui.settings.paths import Paths
from tui.store_files import forget_older

if TYPE_CHECKING:
    from tui.model.enrich.retention import Forgotten

_EVER = datetime.fromtimestamp(0, UTC)
"""A moment before everything that is stored."""

_HOUR = 3600.0

_LAST = "forgot"
"""The file in the state directory whose mtime is the time of the last daily erasure by a command."""


def forget_old(paths: Paths, config: Config, clock: Clock) -> None:
    """Erase in all stores what is older than the settings allow; stores that fail are left for later.

    Without a setting, only the hits of searches that are too old to be used are erased.
    """
    days = config.privacy.get("forget_after_days")
    before = _EVER if days is None else clock.now() - timedelta(days=days)
    gone, failed = forget_in_all(paths, before, clock, dry_run=False)
    if days is None:
        return  # The user did not request it, so a failing store is not reported.
    log = getLogger(__name__)
    for name, why in failed.items():
        log.warning("nothing was erased in account %s: %s", name, why)
    for name, each in gone.items():
        if each.total:
            log.info("erased in account %s by age: %s", name, each)


def forget_daily(paths: Paths, config: Config, clock: Clock) -> None:
    """Run ``forget_old`` unless a command did it on this day already."""
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
    """Run ``forget_daily`` now and every hour, for a command that runs on.

    While the settings cannot be read, that is reported once per reason, and the last valid ones are used.
    """
    paths, clock = Paths.open(), SystemClock()
    config, wrong = Config(), ""
    while True:
        try:
            config, wrong = Config.read(paths.config_file), ""
        except UsageError as error:
            if wrong != str(error):
                wrong = str(error)
                output.say(f"note: {wrong}; what is old is erased by the settings as they were before")
        await asyncio.to_thread(forget_daily, paths, config, clock)
        await clock.sleep(_HOUR)


def forget_in_all(
    paths: Paths, before: datetime, clock: Clock, *, dry_run: bool
) -> tuple[dict[str, Forgotten], dict[str, str]]:
    """Erase in the store of each account everything older than ``before``, or only count it.

    Returns:
        What was erased, and why a store could not be opened or written, by account.
    """
    gone: dict[str, Forgotten] = {}
    failed: dict[str, str] = {}
    for path in sorted(paths.data.glob("store-*.db")):
        name = path.stem.removeprefix("store-")
        try:
            gone[name] = forget_older(path, before, clock, dry_run=dry_run)
        except StoreError as error:
            failed[name] = str(error)
    return gone, failed
