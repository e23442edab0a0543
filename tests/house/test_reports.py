"""What a worker sends of a test: all that somebody may want to read, and nothing else."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.reports import send_few

EVERY = ("setup passed", "call passed", "teardown passed")


class Worker:
    """What xdist registers in a worker."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def sendevent(self) -> None:
        """Marks it as the one that sends."""

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.sent.append(f"{report.when} {report.outcome}")


def sent(*reports: str, text: str = "", **asked: Any) -> tuple[str, ...]:
    """What a worker sends of these reports, the last of which has some text."""
    worker, plugins = Worker(), pytest.PytestPluginManager()
    plugins.register(worker)
    option = SimpleNamespace(**{"durations": None, "xmlpath": None} | asked)
    send_few(SimpleNamespace(option=option, workerinput={}, hook=plugins.hook))  # type: ignore[arg-type]  # as much of it as is read
    for each in reports:
        when, outcome = each.split()
        sections = [("Captured stdout", text)] if text and each == reports[-1] else []
        what: Any = {"outcome": outcome, "when": when, "sections": sections, "longrepr": None}
        report = pytest.TestReport("test_a.py::test_a", ("test_a.py", 1, "test_a"), {}, **what)
        plugins.hook.pytest_runtest_logreport(report=report)
    return tuple(worker.sent)


def test_of_a_test_that_passes_the_call_is_sent() -> None:
    assert sent(*EVERY) == ("call passed",)


@pytest.mark.parametrize(
    "reports",
    [
        ("setup failed", "teardown failed"),
        ("setup skipped",),
        ("call failed", "teardown failed"),
        ("call skipped",),
    ],
)
def test_all_that_did_not_pass_is_sent(reports: tuple[str, ...]) -> None:
    assert sent(*reports) == reports


def test_what_has_a_text_is_sent() -> None:
    assert sent(*EVERY, text="what it printed") == ("call passed", "teardown passed")


@pytest.mark.parametrize("asked", [{"durations": 0}, {"durations": 5}, {"xmlpath": "junit.xml"}])
def test_all_is_sent_if_somebody_asks_how_long_each_took(asked: dict[str, Any]) -> None:
    assert sent(*EVERY, **asked) == EVERY
