"""The thread in which the screens do the rules."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tui.clock import SystemClock
from tui.errors import CredentialError
from tui.rules.lease import lease
from tui.rules.runner import RuleHome, RuleRunner
from tui.rules.steps.run import OpenAccount

RULES = '[[rule]]\nname = "one"\nwhen = { trigger = "New Card" }\ndo = [{ step = "notify", text = "x" }]\n'


class Told:
    """What a runner says, heard in the test's thread."""

    def __init__(self) -> None:
        self.reports: list[tuple[str, str]] = []
        self.news = threading.Event()

    def report(self, about: str, wrong: str) -> None:
        """Keep a report."""
        self.reports.append((about, wrong))
        self.news.set()


def closed(_stack: AsyncExitStack) -> OpenAccount:
    """What opens no account."""

    async def open_account(_name: str):
        raise CredentialError("the vault is closed", hint="open it")

    return open_account


@pytest.fixture
def told() -> Told:
    """What the runner says."""
    return Told()


@pytest.fixture
def make(tmp_path: Path, told: Told) -> Iterator[Callable[[], RuleRunner]]:
    """Makes a runner whose accounts cannot be opened; it is stopped in the end."""
    made: list[RuleRunner] = []

    def runner() -> RuleRunner:
        home = RuleHome(
            tmp_path / "rules.toml", tmp_path / "data", "local", closed, SystemClock(), tmp_path.joinpath
        )
        made.append(RuleRunner(home, lambda _text, _how: None, told.report))
        return made[-1]

    (tmp_path / "data").mkdir()
    yield runner
    for one in made:
        one.stop()


def threads() -> list[threading.Thread]:
    """Threads that do rules."""
    return [one for one in threading.enumerate() if one.name == "rules"]


def test_what_is_wrong_is_told_and_kept_until_the_file_is_another(make, told, tmp_path):
    (tmp_path / "rules.toml").write_text(RULES)
    runner = make()
    runner.start()
    assert told.news.wait(20)
    assert told.reports[0][0] == "local"
    assert told.reports[0][1].startswith("the vault is closed")
    assert runner.reports == (f"local: {told.reports[0][1]}",)
    (tmp_path / "rules.toml").write_text(f"# of tomorrow\n{RULES}")
    assert runner.reports == ()


def test_it_is_one_thread_however_often_it_is_started(make):
    runner = make()
    runner.start()
    runner.start()
    assert len(threads()) == 1
    runner.stop()
    assert threads() == []
    runner.stop()


def test_it_says_whether_it_looks_for_rules(make):
    runner = make()
    assert not runner.runs
    runner.start()
    assert runner.runs
    runner.stop()
    assert not runner.runs


def test_while_it_is_stopped_nothing_runs_and_then_it_goes_on(make):
    runner = make()
    runner.start()
    with runner.stopped():
        assert threads() == []
    assert len(threads()) == 1


def test_one_that_did_not_run_is_not_started_by_a_pause(make):
    runner = make()
    with runner.stopped():
        assert threads() == []
    assert threads() == []


@pytest.mark.parametrize("text", ["", RULES.replace("[[rule]]", "[[rule]]\nenabled = false")])
def test_without_a_rule_that_is_on_no_account_is_opened(make, told, tmp_path, text):
    (tmp_path / "rules.toml").write_text(text)
    runner = make()
    runner.start()
    assert not told.news.wait(0.5)
    # The lease is free: nothing is done.
    with lease(tmp_path / "data"):
        pass


@pytest.mark.parametrize(
    ("text", "about"),
    [
        (b"[[rule", "rules.toml, line 1"),
        (RULES.replace("notify", "shout").encode(), "rules.toml, line 4"),
        (b"\xff", "rules.toml"),
    ],
)
def test_a_file_with_mistakes_alone_is_told_and_opens_no_account(make, told, tmp_path, text, about):
    (tmp_path / "rules.toml").write_bytes(text)
    runner = make()
    runner.start()
    assert told.news.wait(20)
    assert [one for one, _ in told.reports] == [about]
    # The lease is free: nothing is done.
    with lease(tmp_path / "data"):
        pass


def test_while_another_process_does_the_rules_this_one_says_nothing(make, told, tmp_path):
    (tmp_path / "rules.toml").write_text(RULES)
    with lease(tmp_path / "data"):
        runner = make()
        runner.start()
        assert not told.news.wait(0.5)
    assert runner.reports == ()
