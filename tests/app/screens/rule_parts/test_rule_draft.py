"""What the questions make of the answers."""

from typing import Any

import pytest

from tui.app.screens.rule_parts.rule_draft import RuleDraft
from tui.rules.actions import ACTIONS
from tui.rules.file import check_rule
from tui.triggers.catalogue import TRIGGERS


@pytest.mark.parametrize("trigger", [trigger.name for trigger in TRIGGERS])
def test_a_rule_of_every_trigger_can_be(trigger):
    draft = RuleDraft(account="team")
    draft.answers |= {"trigger": trigger, "board": "Pipeline", "to": "Won", "before": "60", "if": "label:hot"}
    draft.answers |= {"do 1": "run", "do 1 run command": "true", "do 2": "-", "do 3": "move", "name": "x"}
    table = draft.table()
    check_rule(table)
    assert table["account"] == "team"
    assert table["do"] == [{"step": "run", "command": ["true"]}]
    assert ("to" in table["when"], "before" in table["when"]) == (
        trigger == "Card Moved",
        trigger == "Card Due Date Reminder",
    )


WHEN = {"trigger": "Card Moved", "board": "Pipeline", "to": "Won"}

STEPS: list[dict[str, Any]] = [
    {"step": "move", "list": "Won"},
    {"step": "archive"},
    {"step": "label", "label": "hot", "off": True},
    {"step": "member", "member": "me"},
    {"step": "due", "due": "+3d"},
    {"step": "due", "done": False},
    {"step": "checklist", "name": "Steps", "items": ["call them", "send the offer"]},
    {"step": "comment", "text": "Won:\n{card.name}"},
    {"step": "create card", "board": "Projects", "list": "Inbox", "name": "{card.name}"},
    {"step": "enrich", "kind": "company"},
    {"step": "search people", "board": "Projects", "list": "Inbox", "company": "kea.co.nz"},
    {"step": "notify", "text": "hello", "how": ["bell"]},
    {"step": "run", "command": ["notify-send", "two words", "it's"]},
    {"step": "post", "url": "https://example.org/hook"},
    {"step": "move", "board": "Projects", "list": "Inbox"},
    {"step": "tick", "item": "call them", "off": True},
]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step["step"])
def test_a_rule_with_any_step_is_asked_for_as_it_is(step):
    kept = {"account": "team", "enabled": False, "most": 5, "credits": 0}
    table = {"name": "x", "when": WHEN, "if": "label:hot", "do": [step, {"step": "archive"}], **kept}
    draft = RuleDraft.of(table)
    assert draft is not None
    assert draft.table() == table


def test_every_action_is_among_them():
    assert {step["step"] for step in STEPS} == ACTIONS.keys()


@pytest.mark.parametrize(
    "more",
    [
        {"when": WHEN | {"from": "Contacted"}},
        {"when": WHEN | {"board": ["Pipeline", "Projects"], "to": "Won"}},
        {"when": {"trigger": "New Card", "board": "Pipeline", "list": "Won"}},
        {"do": [{"step": "notify", "text": "hello", "how": ["app", "bell"]}]},
        {"do": [{"step": "checklist", "name": "Steps", "items": ["one; two"]}]},
        {
            "do": [
                {"step": "create card", "board": "Projects", "list": "Inbox", "name": "x", "account": "team"}
            ]
        },
    ],
)
def test_a_rule_that_says_more_than_is_asked_is_left_to_the_file(more):
    table = {"name": "x", "when": WHEN, "do": [{"step": "archive"}]} | more
    check_rule(table)
    assert RuleDraft.of(table) is None


def test_names_of_a_board_are_forgotten_with_it():
    draft = RuleDraft.of({"name": "x", "when": WHEN, "do": STEPS})
    assert draft is not None
    before = dict(draft.answers)
    draft.leave_board("board")
    assert before.keys() - draft.answers.keys() == {
        "to", "do 1 move list", "do 3 label label", "do 4 member member",
    }  # fmt: skip
    draft.leave_board("do 9 create card board")
    assert "do 9 create card list" not in draft.answers
    assert draft.answers["do 11 search people list"] == "Inbox"


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [("0", 0), ("60", 60), ("30 min", 30), ("2h", 120), ("1d", 1440), ("1 day before", 1440)],
)
def test_a_time_before_the_due_date_is_written_in_minutes(typed, minutes):
    draft = RuleDraft()
    draft.answers |= {"trigger": "Card Due Date Reminder", "before": typed}
    assert draft.table()["when"]["before"] == minutes


def test_a_move_names_a_board_where_the_rule_does_not():
    table = {"name": "x", "when": {"trigger": "New Card"}, "do": [{"step": "move", "list": "Won"}]}
    draft = RuleDraft.of(table)
    assert draft is not None
    [(_, prefix)] = draft.steps()
    board, which = ACTIONS["move"].fields
    assert draft.asks_for(prefix, board)
    draft.answers["board"] = "Pipeline"
    assert not draft.asks_for(prefix, board)
    assert draft.asks_for(prefix, which)
    draft.answers[f"{prefix}board"] = "Projects"
    assert draft.asks_for(prefix, board), "it says one already"
