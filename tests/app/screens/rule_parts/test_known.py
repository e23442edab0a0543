"""The rules as they are now: read from the file, with what the log tells and who does them."""

import os
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from tests.app.conftest import NOW
from tui.app.screens.rule_parts.known import KnownRules
from tui.clock import ManualClock
from tui.rules.lease import lease
from tui.rules.log import firings

RULE = '[[rule]]\nname = "{name}"\nwhen = {{ trigger = "New Card" }}\n[[rule.do]]\nstep = "archive"\n'


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    return SimpleNamespace(
        path=tmp_path / "rules.toml",
        folder=folder,
        account="local",
        clock=ManualClock(NOW),
        store_of=tmp_path.joinpath,
    )


@pytest.fixture
def known(home):
    runner: Any = SimpleNamespace(home=home, reports=("the account team: no token",), runs=False, in_use=())
    made = KnownRules(runner)
    yield made
    made.close()


def test_without_a_file_there_are_no_rules(known):
    known.read()
    assert (known.rule_file.rules, known.rule_file.problems, known.summary()) == ((), (), "")
    assert known.rule("one") is None


def test_a_file_that_is_broken_keeps_the_rules_and_says_what_is_wrong(known, home):
    home.path.write_text(RULE.format(name="one") + RULE.format(name="two"))
    known.read()
    assert [rule.name for rule in known.rule_file.rules] == ["one", "two"]
    home.path.write_text("[[rule")
    known.read()
    assert [rule.name for rule in known.rule_file.rules] == ["one", "two"]
    assert known.rule_file.problems
    home.path.write_bytes(b"\xff\xfe")
    known.read()
    assert [rule.name for rule in known.rule_file.rules] == ["one", "two"]
    assert known.rule_file.problems[0].line == 1
    home.path.write_text(RULE.format(name="one"))
    known.read()
    assert ([rule.name for rule in known.rule_file.rules], known.rule_file.problems) == (["one"], ())


def test_the_summary_counts_those_that_are_on_and_says_who_does_them(known, home):
    home.path.write_text(
        RULE.format(name="one") + RULE.format(name="two").replace("when", "enabled = false\nwhen")
    )
    known.read()
    assert known.summary() == "1 of 2 on · nobody does them"
    with lease(home.folder):
        assert known.summary() == "1 of 2 on · done by this window"


def test_rules_that_were_just_made_are_about_to_be_done_by_a_window_that_does_rules(known, home, monkeypatch):
    monkeypatch.setattr(known._runner, "runs", True)
    home.path.write_text(RULE.format(name="one"))
    known.read()
    assert known.summary() == "1 of 1 on · this window begins in a moment"
    home.path.write_text(RULE.format(name="one").replace("when", "enabled = false\nwhen"))
    known.read()
    assert known.summary() == "0 of 1 on"


def test_a_lease_of_another_process_is_named_by_its_number(known, home, monkeypatch):
    home.path.write_text(RULE.format(name="one"))
    known.read()
    with lease(home.folder):
        monkeypatch.setattr(os, "getpid", lambda: -1)
        assert "1 of 1 on · done by process " in known.summary()


async def test_firings_and_credits_are_those_of_the_log_once_it_is_open(known, home):
    home.path.write_text(RULE.format(name="one"))
    known.read()
    rule = known.rule("one")
    assert (known.firings(rule, 9), known.spent(rule)) == ((), 0)
    with firings(home.folder, home.clock):
        await known.open()
        assert [*known.firings(rule, 9)] == []
        assert known.spent(rule) == 0
    known.close()
    assert known.log is None


def test_what_is_known_differs_once_the_file_or_the_reports_do(known, home):
    before = known.state()
    assert known.state() == before
    home.path.write_text(RULE.format(name="one"))
    written = known.state()
    assert written != before
    with lease(home.folder):
        assert known.state() != written
    known._runner.reports = ()
    assert known.state() != written
    assert known.now == NOW
    home.clock.advance(60)
    assert known.now == NOW + timedelta(minutes=1)
