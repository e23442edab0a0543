"""What a rule can do: each answer read and checked by itself."""

import pytest

from tui.errors import UsageError
from tui.rules.actions import ACTIONS, check_answer, step_table
from tui.rules.file import check_rule
from tui.rules.steps.card import CardStep
from tui.rules.steps.outside import OutsideStep
from tui.rules.steps.people import PeopleStep

ANSWERS: dict[str, tuple[dict[str, str], dict[str, object]]] = {
    "move": ({"board": "", "list": "Won"}, {"list": "Won"}),
    "archive": ({}, {}),
    "label": ({"label": "hot", "off": ""}, {"label": "hot"}),
    "member": ({"member": "me", "off": "yes"}, {"member": "me", "off": True}),
    "due": ({"done": "no", "due": "+3d"}, {"done": False, "due": "+3d"}),
    "checklist": ({"name": "Steps", "items": "call; send ;"}, {"name": "Steps", "items": ["call", "send"]}),
    "tick": (
        {"item": "call", "checklist": "Steps", "off": "yes"},
        {"item": "call", "checklist": "Steps", "off": True},
    ),
    "comment": ({"text": "{card.name}"}, {"text": "{card.name}"}),
    "create card": (
        {"board": "Projects", "list": "Inbox", "name": "{card.name}"},
        {"board": "Projects", "list": "Inbox", "name": "{card.name}"},
    ),
    "enrich": ({"kind": "any"}, {}),
    "search people": (
        {"board": "Leads", "list": "New", "company": "{card.name}", "position": ""},
        {"board": "Leads", "list": "New", "company": "{card.name}"},
    ),
    "notify": ({"text": "hello", "how": "bell"}, {"text": "hello", "how": ["bell"]}),
    "run": ({"command": 'say "{card.name}"'}, {"command": ["say", "{card.name}"]}),
    "post": ({"url": "https://hooks.example/x"}, {"url": "https://hooks.example/x"}),
}


def test_every_step_is_offered():
    steps = {one for union in (CardStep, PeopleStep, OutsideStep) for one in union.__args__}
    assert {one.step for one in ACTIONS.values()} == steps
    assert ACTIONS.keys() == ANSWERS.keys()


@pytest.mark.parametrize("name", ACTIONS)
def test_the_answers_make_a_step(name):
    answers, wanted = ANSWERS[name]
    assert set(answers) == {field.key for field in ACTIONS[name].fields}
    step = step_table(name, answers)
    assert step == {"step": name} | wanted
    check_rule({"name": "x", "when": {"trigger": "New Card"}, "do": [step]})
    for key, text in answers.items():
        check_answer(name, key, text or ("-" if key == "due" else "" if key == "board" else "x"))


@pytest.mark.parametrize(
    ("name", "key", "text", "said"),
    [
        ("comment", "text", "{card.nam}", "text names {card.nam}, which is no field"),
        ("due", "due", "someday", "due: 'someday' is no date"),
        ("notify", "text", "{", "a lone { at character 1"),
        ("run", "command", 'say "', "that is no command"),
        ("post", "url", "ftp://x", "url: "),
    ],
)
def test_an_answer_that_cannot_be_is_refused(name, key, text, said):
    with pytest.raises(UsageError) as refused:
        check_answer(name, key, text)
    assert said in str(refused.value)
    assert not str(refused.value).startswith("step 1")
    assert refused.value.hint


def test_an_empty_answer_is_allowed_only_while_the_action_does_something():
    due, position = ACTIONS["due"].fields[-1], ACTIONS["search people"].fields[-1]
    assert due.needed_after({"done": "yes"}) == ""
    assert "nothing would be done" in due.needed_after({"done": ""})
    assert position.needed_after({"company": "{card.name}"}) == ""
    assert "everybody would be found" in position.needed_after({"company": ""})
