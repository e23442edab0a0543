"""The log of firings: what is done next, how often a rule fires in an hour, and what it spent."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.stories.world import PatientClock
from tui.rules.file import parse_rules
from tui.rules.guards import HOUR, delay
from tui.store.firing_records import NewFiring, StepDone
from tui.store.firings import FiringLog

RULE = "moved"


@pytest.fixture
def clock() -> PatientClock:
    """The time."""
    return PatientClock()


@pytest.fixture
def log(tmp_path: Path, clock: PatientClock):
    """An empty log."""
    found = FiringLog(tmp_path / "rules.db", clock)
    yield found
    found.close()


def taken_up(log: FiringLog, clock: PatientClock, *cards: str) -> None:
    """Take up a firing for each card."""
    done = len(log.recent(limit=100_000))
    new = [
        NewFiring(rule=RULE, account="local", key=str(done + number), event={}, at=clock.now(), card_id=card)
        for number, card in enumerate(cards)
    ]
    log.take_up("local", 1, new).result()


def test_a_firing_that_is_tried_again_later_lets_those_of_other_cards_pass(log, clock):
    taken_up(log, clock, "ana", "ana", "joe")
    first = log.waiting(RULE)
    assert (first.card_id, first.key) == ("ana", "0")
    log.step_failed(first, "no answer", clock.now() + timedelta(hours=1)).result()
    second = log.waiting(RULE)
    assert second.card_id == "joe"
    log.step_done(second, StepDone(outcome="told"), last=True).result()
    # What happened to one card is done in order.
    last = log.waiting(RULE)
    assert (last.card_id, last.key, last.due) == ("ana", "0", clock.now() + timedelta(hours=1))


@pytest.mark.parametrize(("most", "every"), [(2, 20), (3, 5), (5, 1), (60, 0)])
def test_in_no_hour_a_rule_fires_more_often_than_it_may(log, clock, most, every):
    when = 'when = { trigger = "New Card" }\ndo = [{ step = "notify", text = "x" }]'
    (rule,) = parse_rules(f'[[rule]]\nname = "{RULE}"\n{when}\nmost = {most}\n').rules
    dues = []
    for page in range(4):
        ahead: list[NewFiring] = []
        for number in range(most):
            firing = NewFiring(rule=RULE, account="local", key=f"{page}-{number}", event={}, at=clock.now())
            ahead.append(firing.replace(delay=delay(log, rule, ahead, clock.now())))
        log.take_up("local", 1, ahead).result()
        dues += [clock.now() + timedelta(seconds=one.delay) for one in ahead]
        clock.advance(every * 60)
    assert dues == sorted(dues)
    for begin in dues:
        assert sum(begin <= due < begin + HOUR for due in dues) <= most
    # And no less often than it may.
    assert dues[-1] - dues[0] <= HOUR * 4


def test_rules_of_which_nothing_is_known_keep_what_waits(log, clock):
    log.switch_on([RULE]).result()
    taken_up(log, clock, "ana")
    since = log.switch_on(["other"], others_off=False).result()
    assert set(since) == {RULE, "other"}
    assert log.waiting(RULE) is not None
    log.switch_on(["other"]).result()
    assert log.waiting(RULE) is None
    assert log.recent(RULE)[0].outcomes == ("the rule was switched off",)
