"""What a rule may say, and what tells its steps from others."""

from dataclasses import fields

import pytest

from tui.rules.file import parse_rules
from tui.rules.rule import KEYS, LONGEST_NAME, Rule, When
from tui.rules.steps.card import DueStep
from tui.triggers.catalogue import TRIGGERS

NOTIFY = '{ step = "notify", text = "x" }'


def parsed(
    when: str = '{ trigger = "New Card" }', do: str = NOTIFY, name: str = "one", more: str = ""
) -> Rule:
    """The rule of a file that holds nothing else."""
    rule_file = parse_rules(f'[[rule]]\nname = "{name}"\nwhen = {when}\ndo = [{do}]\n{more}\n')
    assert rule_file.problems == ()
    (rule,) = rule_file.rules
    return rule


def refused(when: str = '{ trigger = "New Card" }', name: str = "one", more: str = "") -> tuple[str, str]:
    """What is wrong with such a rule, and how to mend it."""
    rule_file = parse_rules(f'[[rule]]\nname = "{name}"\nwhen = {when}\ndo = [{NOTIFY}]\n{more}\n')
    assert rule_file.rules == ()
    (problem,) = rule_file.problems
    return problem.what, problem.hint


def test_every_key_is_one_of_a_when_and_fills_a_field_of_a_trigger():
    taken = {each.name for kind in TRIGGERS for each in fields(kind)}
    assert set(KEYS) == {each.name for each in fields(When)} - {"trigger"}
    assert set(KEYS.values()) <= taken


def test_one_name_is_as_good_as_a_list_of_one():
    one, several = (
        parsed(f'{{ trigger = "Card Moved", board = "b", to = {to} }}').when for to in ('"Done"', '["Done"]')
    )
    assert one == several
    assert one.to == ("Done",)


@pytest.mark.parametrize("name", ["a", "x" * LONGEST_NAME, "Größe"])
def test_a_name_is_one_line_that_is_not_too_long(name):
    assert parsed(name=name).name == name


@pytest.mark.parametrize("name", ["", "  ", "x" * (LONGEST_NAME + 1), "a\\nb", "a\\u0007"])
def test_another_name_is_refused(name):
    assert refused(name=name)[1] == f"write a name of 1 to {LONGEST_NAME} characters in one line"


@pytest.mark.parametrize("key", ["list", "to", "from", "member"])
def test_what_belongs_to_a_board_needs_one(key):
    kind = {"list": "New Card", "to": "Card Moved", "from": "Card Moved", "member": "New Member on Card"}[key]
    what, hint = refused(f'{{ trigger = "{kind}", {key} = "x" }}')
    assert "on which board?" in what
    assert hint == "list, to, from, label and member need board"


def test_a_key_that_the_trigger_does_not_take_is_called_as_in_the_file():
    what, hint = refused('{ trigger = "New Card", board = "b", from = "Inbox" }')
    assert "New Card takes no from" in what
    assert "origin" not in hint


@pytest.mark.parametrize(
    "more", ["most = 0", "most = 10001", "credits = -1", 'enabled = "yes"', "most = 1.5"]
)
def test_a_number_out_of_bounds_is_refused(more):
    what, _ = refused(more=more)
    assert more.split()[0] in what


@pytest.mark.parametrize(
    "due", ["", "-", "+3d", "fri 17:00", "29 Feb", "2027-01-02 09:00", "{card.due}", "{text} 9:00"]
)
def test_a_due_date_is_one_that_can_be_read_or_has_fields(due):
    (step,) = parsed(do=f'{{ step = "due", due = "{due}", done = true }}').do
    assert isinstance(step, DueStep)
    assert step.due == due


def test_what_tells_steps_from_others_depends_on_those_that_were_done():
    first, other = NOTIFY, '{ step = "notify", text = "y" }'
    short, long, changed = parsed(do=first), parsed(do=f"{first}, {other}"), parsed(do=f"{other}, {first}")
    assert short.fingerprint(1) == long.fingerprint(1) != changed.fingerprint(1)
    assert long.fingerprint(1) != long.fingerprint(2) != changed.fingerprint(2)
    assert long.fingerprint(0) == changed.fingerprint(0)


@pytest.mark.parametrize(("do", "spends"), [(NOTIFY, False), (f'{NOTIFY}, {{ step = "enrich" }}', True)])
def test_a_rule_spends_where_one_of_its_steps_may(do, spends):
    assert parsed(do=do).spends is spends
