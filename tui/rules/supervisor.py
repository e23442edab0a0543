"""Supervision of the engine: it is restarted whenever ``rules.toml`` changes."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from tui.errors import UsageError
from tui.rules.engine import RuleEngine, said
from tui.rules.file import read_rules
from tui.rules.file_version import GLANCE, file_stamp
from tui.whole_file import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tui.clock import Clock
    from tui.rules.engine import Report
    from tui.rules.file_version import Stamp
    from tui.rules.rule import Rule
    from tui.rules.steps.run import Surroundings

SECRET_FILE = "rules-secret"  # noqa: S105 - a file's name
"""Name of the file in the data directory with the secret that signs requests."""


async def supervise(
    path: Path,
    around: Surroundings,
    *,
    default_account: str,
    report: Report,
    interval: float,
    wrong: Callable[[Rule], str],
    uses: Callable[[Sequence[Rule]], object] = tuple,
) -> None:
    """Run the rules of the file at ``path`` until cancelled, and follow its changes.

    While the file has a mistake, for example during an edit, the last valid rules stay in use.

    Args:
        path: The rules file; it may be missing.
        around: The dependencies of steps.
        default_account: The account of rules that name none.
        report: Reports problems of rules to the user.
        interval: Seconds between two polls.
        wrong: Returns why a rule cannot work, as far as the stores know; "" if it can.
        uses: Called with the rules that are in use from now on.
    """
    file = RulesFile(path, report)
    rules, whole = file.read()
    while True:
        uses(rules)
        engine = asyncio.ensure_future(
            RuleEngine(
                rules,
                around,
                default_account=default_account,
                report=report,
                others_off=whole,
                is_changed=file.is_changed,
                wrong=wrong,
            ).run(interval)
        )
        try:
            rules, whole = await _changed(file, around.clock, engine), True
        finally:
            engine.cancel()
            with suppress(asyncio.CancelledError):
                await engine


async def _changed(file: RulesFile, clock: Clock, engine: asyncio.Future[None]) -> Sequence[Rule]:
    """Wait until the file has been changed and has no mistake; return the rules that are on."""
    while True:
        await clock.sleep(GLANCE)
        if engine.done():
            engine.result()
        if not file.is_changed():
            continue
        seen = file.stamp()
        await clock.sleep(GLANCE)
        if file.stamp() != seen:
            # It is being written.
            continue
        rules, whole = file.read()
        if whole:
            return rules
        file.report(file.path.name, "the rules go on as they were before it was changed")


class RulesFile:
    """The rules file, and whether it was changed since it was read.

    Args:
        path: The file; it may be missing.
        report: Reports its mistakes to the user.
    """

    def __init__(self, path: Path, report: Report) -> None:
        self.path, self.report = path, report
        self._read = self.stamp()

    def stamp(self) -> Stamp | None:
        """Return the file's current stamp."""
        return file_stamp(self.path)

    def is_changed(self) -> bool:
        """Return whether it was changed since it was read."""
        return self.stamp() != self._read

    def read(self) -> tuple[Sequence[Rule], bool]:
        """Return the rules that are on, and whether the file has no mistake; mistakes are reported."""
        self._read = self.stamp()
        try:
            rule_file = read_rules(self.path)
        except UsageError as error:
            self.report(self.path.name, said(error))
            return (), False
        for problem in rule_file.problems:
            hint = f" ({problem.hint})" if problem.hint else ""
            self.report(f"{self.path.name}, line {problem.line}", f"{problem.what}{hint}")
        return [rule for rule in rule_file.rules if rule.enabled], not rule_file.problems


def signing_secret(folder: Path) -> bytes:
    """Return the secret that signs requests of rules, which is created at its first use.

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
