"""Supervision of the engine: it is restarted whenever ``rules.toml`` changes."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from tui.errors import UsageError
from tui.rules.engine import RuleEngine, said
from tui.rules.file import read_rules
from tui.rules.stamp import file_stamp
from tui.whole_file import write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tui.clock import Clock
    from tui.rules.engine import Report
    from tui.rules.rule import Rule
    from tui.rules.stamp import Stamp
    from tui.rules.steps.run import Surroundings

GLANCE = 1.0
"""Seconds between two glances at the file."""

SECRET_FILE = "rules-secret"  # noqa: S105 - a file's name
"""Name of the file in the data directory with the secret that signs requests."""


async def supervise(
    path: Path, around: Surroundings, *, default_account: str, report: Report, interval: float
) -> None:
    """Do the rules of the file at ``path`` until cancelled, and follow its changes.

    While the file cannot be read as a whole, such as in the middle of an edit, the rules go on as they were.

    Args:
        path: The rules file; it may be missing.
        around: What steps need.
        default_account: The account of rules that name none.
        report: Tells the user what is wrong with a rule.
        interval: Seconds between two polls.
    """
    stamp, (rules, whole) = file_stamp(path), _read(path, report)
    while True:
        engine = asyncio.ensure_future(
            RuleEngine(rules, around, default_account=default_account, report=report, others_off=whole).run(
                interval
            )
        )
        try:
            stamp, rules = await _changed(path, stamp, around.clock, report, engine)
            whole = True
        finally:
            engine.cancel()
            with suppress(asyncio.CancelledError):
                await engine


async def _changed(
    path: Path, stamp: Stamp | None, clock: Clock, report: Report, engine: asyncio.Future[None]
) -> tuple[Stamp | None, Sequence[Rule]]:
    """Wait until the file has been changed, and is right; return its stamp and the rules that are on."""
    while True:
        await clock.sleep(GLANCE)
        if engine.done():
            engine.result()
        changed = file_stamp(path)
        if changed == stamp:
            continue
        await clock.sleep(GLANCE)
        if file_stamp(path) != changed:
            # It is being written.
            continue
        stamp = changed
        rules, whole = _read(path, report)
        if whole:
            return stamp, rules
        report(path.name, "the rules go on as they were before it was changed")


def _read(path: Path, report: Report) -> tuple[Sequence[Rule], bool]:
    """Return the rules of the file that are on, and whether nothing in it is wrong, which is reported."""
    try:
        book = read_rules(path)
    except UsageError as error:
        report(path.name, said(error))
        return (), False
    for problem in book.problems:
        hint = f" ({problem.hint})" if problem.hint else ""
        report(f"{path.name}, line {problem.line}", f"{problem.what}{hint}")
    return [rule for rule in book.rules if rule.enabled], not book.problems


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
