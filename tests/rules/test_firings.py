"""The log of firings: what is done next, how often a rule fires in an hour, and what it spent."""

from datetime import timedelta

from tests.stories.world import PatientClock
from tui.store.firing_records import NewFiring, StepDone
from tui.store.firings import FiringLog

RULE = "moved"


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


def test_rules_of_which_nothing_is_known_keep_what_waits(log, clock):
    log.switch_on([RULE]).result()
    taken_up(log, clock, "ana")
    since = log.switch_on(["other"], others_off=False).result()
    assert set(since) == {RULE, "other"}
    assert log.waiting(RULE) is not None
    log.switch_on(["other"]).result()
    assert log.waiting(RULE) is None
    assert log.recent(RULE)[0].outcomes == ("the rule was switched off",)


def test_a_clock_that_was_ahead_stops_no_rule_once_it_is_set_back(log, clock):
    year = timedelta(days=365).total_seconds()
    clock.advance(year)
    log.switch_on([RULE]).result()
    taken_up(log, clock, "ana", "joe")
    waits, done = log.recent(RULE)
    log.spend(done, 5).result()
    log.step_done(done, StepDone(outcome="told"), last=True).result()
    log.step_failed(waits, "no answer", clock.now() + timedelta(minutes=1)).result()
    clock.advance(-year)
    assert log.switch_on([RULE]).result()[RULE] <= clock.now()
    assert log.due_before(RULE, 1) <= clock.now()
    assert log.waiting(RULE).due <= clock.now()
    assert log.spent_since(RULE, clock.now() - timedelta(days=1)) == 5
    clock.advance(timedelta(days=2).total_seconds())
    assert log.spent_since(RULE, clock.now() - timedelta(days=1)) == 0
