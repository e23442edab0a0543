"""What rules did because of a change is told to whoever undoes it."""

from datetime import UTC, datetime

from tui.services.rule_effects import left_by_rules
from tui.store.firing_records import RuleFiring

AT = datetime(2031, 2, 3, tzinfo=UTC)


def firing(rule: str, state: str, step: int, *outcomes: str) -> RuleFiring:
    """A firing that has done some of its steps."""
    return RuleFiring(
        id=1, rule=rule, account="local", key="1", card_id="card", event={}, at=AT, heard=AT, chain="", depth=0,
        state=state, step=step, steps="", found={}, outcomes=outcomes, tries=0, due=AT, failing_since=None, sure=False,
        ended=None, credits=0,
    )  # fmt: skip


def test_nothing_is_said_of_a_rule_that_did_nothing():
    assert left_by_rules([firing("a", "refused", 0, "stopped"), firing("b", "failed", 0, "no label")]) == ""


def test_the_steps_that_were_done_and_the_rules_that_are_still_to_act():
    firings = [
        firing("a", "failed", 1, "archived", "no label 'x'"),
        firing("b", "waiting", 0),
        firing("c", "waiting", 1, "commented"),
    ]
    assert left_by_rules(firings) == (
        " · rule “a” did, and that stays: archived · rule “c” did, and that stays: commented"
        " · rule “b” still acts on it"
    )
