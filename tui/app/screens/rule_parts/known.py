"""KnownRules: the current rules, from the file and the log."""

from __future__ import annotations

import asyncio
import os
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from tui.errors import UsageError
from tui.rules.file import RuleFile, RuleProblem, read_rules
from tui.rules.file_version import file_stamp
from tui.rules.lease import holder
from tui.rules.log import firings
from tui.rules.names import CANNOT, StoredNames

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from tui.rules.log import FiringLog, RuleFiring
    from tui.rules.rule import Rule
    from tui.rules.runner import RuleRunner


class KnownRules:
    """The data of the rules page: the file, the log, and the process that runs the rules.

    Attributes:
        rule_file: The rules of the file, as last read.
        wrong: Why rules that are on cannot work, by name.
        log: The log of firings, once it is open.
    """

    def __init__(self, runner: RuleRunner) -> None:
        self._runner, self.home = runner, runner.home
        self.rule_file = RuleFile()
        self.wrong: dict[str, str] = {}
        self.log: FiringLog | None = None
        self._held = ExitStack()

    async def open(self) -> None:
        """Open the log.

        Raises:
            StoreError: It cannot be opened.
        """
        opening = firings(self.home.folder, self.home.clock)
        self.log = await asyncio.to_thread(self._held.enter_context, opening)

    def close(self) -> None:
        """Close the log."""
        self.log = None
        self._held.close()

    @property
    def now(self) -> datetime:
        """The current time."""
        return self.home.clock.now()

    @property
    def reports(self) -> Sequence[str]:
        """The errors of the rules as this program runs them."""
        return self._runner.reports

    def state(self) -> object:
        """Return a value that changes whenever the file, the log or the process has changed."""
        version = self.log.version() if self.log is not None else 0
        return file_stamp(self.home.path), version, holder(self.home.folder), self.reports

    def read(self) -> None:
        """Read the file; while it has a mistake, the rules that this program does are those from before."""
        try:
            rule_file = read_rules(self.home.path)
        except UsageError as error:
            rule_file = RuleFile(problems=(RuleProblem(1, str(error), error.hint),))
        if rule_file.problems:
            going_on = self._runner.in_use or (() if rule_file.rules else self.rule_file.rules)
            named = {rule.name for rule in going_on}
            others = (rule for rule in rule_file.rules if rule.name not in named)
            rule_file = replace(rule_file, rules=(*going_on, *others))
        self.rule_file = rule_file
        names = StoredNames(self.home.store_of, self.home.account)
        self.wrong = names.cannot_work(rule for rule in rule_file.rules if rule.enabled)

    def rule(self, name: str | None) -> Rule | None:
        """Return the rule of that name."""
        return next((rule for rule in self.rule_file.rules if rule.name == name), None)

    def firings(self, rule: Rule, limit: int) -> Sequence[RuleFiring]:
        """Return the newest firings of a rule, newest first."""
        return () if self.log is None else self.log.recent(rule.name, limit)

    def spent(self, rule: Rule) -> int:
        """Return the credits that a rule spent in the last day."""
        return 0 if self.log is None else self.log.spent_since(rule.name, self.now - timedelta(days=1))

    def facts(self, rule: Rule) -> tuple[RuleFiring | None, int, datetime, str]:
        """Return a rule's last firing, the credits spent in the last day, the time, and why it cannot work."""
        return (
            next(iter(self.firings(rule, 1)), None),
            self.spent(rule),
            self.now,
            self.wrong.get(rule.name, ""),
        )

    def summary(self) -> str:
        """Return how many rules are on, and which program runs them; "" without rules.

        After the first rule was created, this window needs a moment to detect it and start running.
        """
        if not self.rule_file.rules:
            return ""
        enabled = sum(rule.enabled for rule in self.rule_file.rules)
        on = f"{enabled - len(self.wrong)} of {len(self.rule_file.rules)} on"
        if self.wrong:
            on += f" · {len(self.wrong)} {CANNOT}"
        if not enabled:
            return on
        match holder(self.home.folder):
            case None:
                who = "this window begins in a moment" if self._runner.runs else "nobody does them"
            case process if process == os.getpid():
                who = "done by this window"
            case process:
                who = f"done by process {process}" if process else "done by another process"
        return f"{on} · {who}"
