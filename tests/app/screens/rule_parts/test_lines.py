"""What the rules page says of a rule, of what it did, and of what is wrong with its file."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tests.app.conftest import NOW
from tui.app.screens.rule_parts.lines import detail, everything, problems, row, told, tried, when_words
from tui.rules.file import RuleProblem, parse_rules
from tui.rules.preview import Preview
from tui.rules.rule import Rule
from tui.store.firing_records import RuleFiring

FILE = """
[[rule]]
name = "moved"
when = { trigger = "Card Moved", board = ["Pipeline", "Projects"], to = "Won" }
if = "label:hot"
most = 5

[[rule.do]]
step = "comment"
text = "hello"

[[rule.do]]
step = "enrich"

[[rule]]
name = "off"
enabled = false
account = "team"
when = { trigger = "New Card" }

[[rule.do]]
step = "archive"
"""


@pytest.fixture(scope="module")
def rules() -> dict[str, Rule]:
    rule_file = parse_rules(FILE)
    assert not rule_file.problems
    return {rule.name: rule for rule in rule_file.rules}


def firing(**fields) -> RuleFiring:
    usual: dict[str, Any] = {
        "id": 1, "rule": "moved", "account": "local", "key": "k", "card_id": "c", "event": {"card": {"name": "Ring Ana"}},
        "at": NOW, "heard": NOW, "chain": "k", "depth": 0, "state": "done", "step": 1, "steps": "", "found": {},
        "outcomes": ("commented",), "tries": 0, "due": NOW, "failing_since": None, "sure": False, "ended": NOW,
        "credits": 0,
    }  # fmt: skip
    return RuleFiring(**(usual | fields))


def test_a_rule_is_two_lines_whether_on_what_starts_it_and_how_it_last_went(rules):
    assert row(rules["moved"], None, 0, NOW).plain == "● moved\n  Card Moved · never fired"
    off = row(rules["off"], firing(state="failed"), 1, NOW).plain
    assert off.startswith("○ off\n  New Card · team · ! failed ")
    assert off.endswith(" · 1 credit in a day")
    assert row(rules["off"], None, 7, NOW).plain.endswith(" · 7 credits in a day")


def test_a_rule_in_full_has_its_condition_its_steps_and_its_limits(rules):
    shown = detail(rules["moved"], [], NOW).plain
    assert shown.startswith("When Card Moved on Pipeline or Projects, to Won\nIf label:hot\n1. comment")
    assert "\n2. enrich" in shown
    assert "at most 5 times an hour, " in shown
    assert "credits a day" in shown
    assert shown.endswith("It has not fired yet.")
    plain = detail(rules["off"], [firing()], NOW).plain
    assert "If " not in plain
    assert "credits" not in plain
    assert "Ring Ana" in plain


def test_what_starts_a_rule_names_all_that_narrows_it(rules):
    when = rules["moved"].when
    assert when_words(rules["off"].when) == "New Card on every board"
    narrowed = replace(when, list=("Leads",), origin=("In", "Out"), label=("hot",), before=30)
    assert when_words(narrowed) == (
        "Card Moved on Pipeline or Projects, in Leads, from In or Out, to Won, label hot, 30 minutes before"
    )
    assert when_words(replace(rules["off"].when, before=1440)) == "New Card on every board, a day before"


def test_a_firing_says_its_state_its_card_and_each_step(rules):
    said = told(firing(depth=2, credits=1, outcomes=("labelled", "commented\x1b[2J")), NOW).plain
    assert said.startswith("✓ done ")
    assert "Ring Ana · caused by a rule, 2 deep · 1 credit\n  labelled\n  commented" in said
    assert "\x1b" not in said
    waits = firing(
        state="waiting", tries=3, due=NOW + timedelta(minutes=5), event={"activity": "Card deleted"}
    )
    again = told(waits, NOW).plain
    assert again.startswith("⟳ waits ")
    assert "Card deleted · tried 3 times, again " in again
    assert "tried once, again " in told(waits.replace(tries=1), NOW).plain
    assert told(firing(state="odd"), NOW).plain.startswith("? odd ")
    assert everything([firing(), firing(state="refused")], NOW).plain.count("Ring Ana") == 2
    assert everything([], NOW).plain == "It has not fired yet."


def test_a_dry_run_is_told_the_newest_first_with_what_would_be_done():
    assert tried([], NOW).plain == "Nothing happened in the last 7 days that starts it."
    old = Preview(at=NOW - timedelta(days=1), event={"card": {"name": "Old"}}, passes=False, steps=("never",))
    new = Preview(at=NOW, event={"activity": "Card deleted"}, passes=True, steps=("comment · text: x",))
    shown = tried([old, new], NOW).plain
    assert shown.startswith("2 events, 1 would fire it. Nothing was done.\n✓ ")
    assert shown.index("Card deleted") < shown.index("comment · text: x") < shown.index("Old")
    assert "Old  the card does not pass the filter" in shown
    assert "never" not in shown


def test_three_mistakes_are_shown_the_rest_counted_and_none_twice():
    found = [RuleProblem(line, f"wrong {line}", "mend it") for line in range(1, 6)]
    shown = problems(
        "rules.toml", found, ["rules.toml, line 1: wrong 1", "the account team: no token\x1b"], {}
    ).plain
    assert shown.split("\n") == [
        *(f"! rules.toml, line {line}: wrong {line} · mend it" for line in (1, 2, 3)),
        "! and 2 more: cardscout rules check lists them",
        "! the account team: no token␛",
    ]
    assert problems("rules.toml", [RuleProblem(9, "wrong")], [], {}).plain == "! rules.toml, line 9: wrong"
