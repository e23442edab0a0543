"""Prints what became of each row of the matrix, and fails a whole run in which a row has no test.

``pytest -p tests.faults.report -m fault`` is all of it.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from tests.faults.matrix import ROWS


@dataclass
class Row:
    """The tests of one row."""

    count: Counter[str] = field(default_factory=Counter)
    reasons: list[str] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        """One word: what the row has come to."""
        if self.count["failed"]:
            return "FAIL"
        if self.count["passed"]:
            return "pass"
        return "skip" if self.count["skipped"] else "NO TEST"

    def __str__(self) -> str:
        counts = ", ".join(
            f"{self.count[kind]} {kind}" for kind in ("failed", "passed", "skipped") if self.count[kind]
        )
        return " · ".join([counts, *dict.fromkeys(self.reasons)])


class Table:
    """Reads the reports of a run as they come, from this process and from those of xdist."""

    def __init__(self) -> None:
        self.rows: defaultdict[str, Row] = defaultdict(Row)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.passed and report.when != "call":
            return
        for name, value in report.user_properties:
            if name == "fault":
                row = self.rows[str(value)]
                row.count[report.outcome] += 1
                if report.skipped and isinstance(report.longrepr, tuple):
                    row.reasons.append(str(report.longrepr[2]).removeprefix("Skipped: "))
                elif report.failed:
                    row.reasons.append(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if whole(session.config) and any(self.rows[name].verdict == "NO TEST" for name in ROWS):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, config: pytest.Config
    ) -> None:
        terminalreporter.section("the fault matrix")
        shown = [name for name in ROWS if whole(config) or name in self.rows]
        for name in shown:
            row = self.rows[name]
            terminalreporter.line(f"{name:<4} {ROWS[name]:<52} {row.verdict:<7}  {row}".rstrip())
        total = Counter(self.rows[name].verdict for name in shown)
        terminalreporter.line(", ".join(f"{count} {verdict}" for verdict, count in total.most_common()))


def whole(config: pytest.Config) -> bool:
    """Whether all rows were asked for, not those of some files or names."""
    return not config.option.keyword and config.args == config.getini("testpaths")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Table())


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    for item in items:
        rows = {row for mark in item.iter_markers("fault") for row in mark.args}
        item.user_properties += [("fault", row) for row in sorted(rows)]
