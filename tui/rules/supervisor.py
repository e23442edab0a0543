"""Supervision of the engine: it is restarted whenever ``rules.toml`` changes."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from tui.errors import UsageError
from tui.rules.engine import RuleEngine
from tui.rules.file import read_rules
from tui.rules.stamp import file_stamp
from tui.whole_file import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from tui.rules.engine import Report
    from tui.rules.steps.run import Surroundings

GLANCE = 1.0
"""Seconds between two glances at the file."""

SECRET_FILE = "rules-secret"  # noqa: S105 - a file's name
"""Name of the file in the data directory with the secret that signs requests."""


async def supervise(
    path: Path, around: Surroundings, *, default_account: str, report: Report, interval: float
) -> None:
    """Do the rules of the file at ``path`` until cancelled, and follow its changes.

    Args:
        path: The rules file; it may be missing.
        around: What steps need.
        default_account: The account of rules that name none.
        report: Tells the user what is wrong with a rule.
        interval: Seconds between two polls.
    """
    while True:
        stamp = file_stamp(path)
        engine = asyncio.ensure_future(
            _do(path, around, default_account=default_account, report=report, interval=interval)
        )
        try:
            while file_stamp(path) == stamp:
                await around.clock.sleep(GLANCE)
                if engine.done():
                    engine.result()
        finally:
            engine.cancel()
            with suppress(asyncio.CancelledError):
                await engine


async def _do(
    path: Path, around: Surroundings, *, default_account: str, report: Report, interval: float
) -> None:
    """Do the rules of the file as it is now; wait where there is none to do."""
    try:
        book = read_rules(path)
    except UsageError as error:
        report(f"{error} ({error.hint})")
        return
    for problem in book.problems:
        report(
            f"{path.name}, line {problem.line}: {problem.what}"
            + (f" ({problem.hint})" if problem.hint else "")
        )
    rules = [rule for rule in book.rules if rule.enabled]
    await RuleEngine(rules, around, default_account=default_account, report=report).run(interval)


def signing_secret(folder: Path) -> bytes:
    """Return the secret that signs requests of rules; it is made at its first use.

    Raises:
        UsageError: It cannot be read or written.
    """
    path = folder / SECRET_FILE
    try:
        if not path.exists():
            write_whole(path, secrets.token_hex(32).encode())
        return path.read_bytes().strip()
    except OSError as error:
        raise UsageError(
            f"{path} cannot be used: {error.strerror}", hint="make it readable for you alone"
        ) from error
