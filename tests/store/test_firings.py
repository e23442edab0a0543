"""The log of the rules' firings: what is done next, what ends, and what is remembered of it."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tui.clock import ManualClock
from tui.store.firing_records import Caused, NewFiring, RuleFiring, StepDone
from tui.store.firings import ECHO, KEPT, FiringLog

RULE, HERE = "moved", "local"


@pytest.fixture
def log(tmp_path: Path, clock: ManualClock) -> Iterator[FiringLog]:
    found = FiringLog(tmp_path / "rules.db", clock)
    yield found
    found.close()


def take_up(log: FiringLog, clock: ManualClock, *keys: str, place: int = 1, **more: Any) -> int:
    given = {"rule": RULE, "account": HERE, "event": {"n": 1}, "at": clock.now(), **more}
    return log.take_up(HERE, place, [NewFiring(key=key, **given) for key in keys]).result()


def only(log: FiringLog) -> RuleFiring:
    [found] = log.recent()
    return found


def done(log: FiringLog, outcome: str, *, last: bool, **found: Any) -> None:
    log.step_done(only(log), StepDone(outcome=outcome, found=found), last=last, steps="print").result()


def test_a_firing_is_taken_up_once_as_it_was_told(log: FiringLog, clock: ManualClock) -> None:
    assert log.read_up_to(HERE) is None
    at = clock.now() - timedelta(minutes=1)
    assert take_up(log, clock, "k", at=at, card_id="ana", delay=5.0, depth=2, chain="first") == 1
    assert take_up(log, clock, "k", "l", place=7) == 1, "that one is here already"
    assert (log.read_up_to(HERE), log.read_up_to("another")) == (7, None)
    _, one = log.recent()
    assert (one.rule, one.account, one.key, one.card_id, one.event) == (RULE, HERE, "k", "ana", {"n": 1})
    assert (one.at, one.heard, one.due) == (at, clock.now(), clock.now() + timedelta(seconds=5))
    assert (one.chain, one.depth, one.state, one.step, one.tries, one.credits) == (
        "first",
        2,
        "waiting",
        0,
        0,
        0,
    )
    assert (one.outcomes, one.found, one.sure, one.ended, one.failing_since) == ((), {}, False, None, None)
    assert log.get(one.id) == one
    assert log.get(99) is None


def test_a_chain_begins_with_its_first_firing(log: FiringLog, clock: ManualClock) -> None:
    take_up(log, clock, "k")
    assert only(log).chain == f"{RULE}:k"


def test_one_that_a_guard_stops_is_kept_with_why(log: FiringLog, clock: ManualClock) -> None:
    take_up(log, clock, "k", refused="it fires too often")
    one = only(log)
    assert (one.state, one.outcomes, one.ended) == ("refused", ("it fires too often",), clock.now())
    assert log.waiting(RULE) is None


def test_the_next_is_that_which_is_due_first(log: FiringLog, clock: ManualClock) -> None:
    take_up(log, clock, "late", delay=9.0)
    take_up(log, clock, "soon", delay=1.0)
    take_up(log, clock, "other", rule="other")
    found = log.waiting(RULE)
    assert found is not None
    assert found.key == "soon"
    assert log.waiting("none") is None


def test_those_of_one_card_are_done_in_order(log: FiringLog, clock: ManualClock) -> None:
    take_up(log, clock, "first", card_id="ana", delay=9.0)
    take_up(log, clock, "second", card_id="ana", delay=1.0)
    found = log.waiting(RULE)
    assert found is not None
    assert found.key == "first"
    log.refuse(found, "stopped").result()
    found = log.waiting(RULE)
    assert found is not None
    assert found.key == "second"


def test_steps_are_done_one_after_the_other(log: FiringLog, clock: ManualClock) -> None:
    take_up(log, clock, "k")
    log.step_failed(only(log), "no answer", clock.now() + timedelta(minutes=1)).result()
    done(log, "labelled", last=False, card="c1")
    clock.advance(3)
    one = only(log)
    assert (one.step, one.state, one.steps, one.found) == (1, "waiting", "print", {"card": "c1"})
    assert (one.tries, one.failing_since, one.ended) == (0, None, None)
    done(log, "commented", last=True, comment="k1")
    one = only(log)
    assert (one.step, one.state, one.ended) == (2, "done", clock.now())
    assert one.outcomes == ("labelled", "commented")
    assert one.found == {}, "what was found of people is kept until the last step only"


def test_a_failure_is_tried_again_and_then_given_up(log: FiringLog, clock: ManualClock) -> None:
    take_up(log, clock, "k")
    first, again = clock.now(), clock.now() + timedelta(minutes=1)
    log.step_failed(only(log), "no answer", again).result()
    clock.advance(60)
    log.step_failed(only(log), "no answer", again + timedelta(minutes=5)).result()
    one = only(log)
    assert (one.tries, one.failing_since, one.state, one.outcomes) == (2, first, "waiting", ("no answer",))
    assert one.due == again + timedelta(minutes=5)
    log.step_failed(one, "refused", None).result()
    one = only(log)
    assert (one.state, one.outcomes, one.ended) == ("failed", ("refused",), clock.now())


def test_what_was_given_up_is_done_again_when_asked(log: FiringLog, clock: ManualClock) -> None:
    take_up(log, clock, "k")
    assert not log.retry(only(log).id).result(), "it waits already"
    log.step_failed(only(log), "refused", None).result()
    clock.advance(5)
    assert log.retry(only(log).id).result()
    one = only(log)
    assert (one.state, one.tries, one.due, one.ended) == ("waiting", 0, clock.now(), None)
    assert (one.sure, one.failing_since) == (True, None)
    done(log, "asked", last=True)
    assert not only(log).sure, "the word was for that step"
    assert not log.retry(99).result()


def test_what_a_step_spends_takes_the_place_of_what_it_might_have(log: FiringLog, clock: ManualClock) -> None:
    take_up(log, clock, "k")
    since, one = clock.now(), only(log)
    log.spend(one, 2).result()
    assert (only(log).credits, log.spent_since(RULE, since), log.spent_since("other", since)) == (2, 2, 0)
    assert log.spent_since(RULE, since, other_than=one) == 0, "it is about to be spent anew"
    log.spend(one, 1).result()
    assert log.spent_since(RULE, since) == 1
    done(log, "asked", last=False)
    log.spend(only(log), 3).result()
    assert (only(log).credits, log.spent_since(RULE, since, other_than=only(log))) == (4, 1)
    assert log.spent_since(RULE, since + timedelta(seconds=1)) == 0
    log.spend(only(log), 0).result()
    assert log.spent_since(RULE, since) == 1


def test_a_failure_that_may_have_been_charged_stays_counted(log: FiringLog, clock: ManualClock) -> None:
    take_up(log, clock, "k")
    log.spend(only(log), 2).result()
    log.step_failed(only(log), "no answer", None).result()
    assert log.spent_since(RULE, clock.now()) == 2


def test_how_many_fired_on_a_card(log: FiringLog, clock: ManualClock) -> None:
    start = clock.now()
    take_up(log, clock, "a", card_id="ana", at=start)
    take_up(log, clock, "b", card_id="ana", at=start + timedelta(minutes=1))
    take_up(log, clock, "c", card_id="joe", at=start + timedelta(minutes=1))
    take_up(log, clock, "d", card_id="ana", at=start + timedelta(minutes=1), refused="too often")
    take_up(log, clock, "e", card_id="ana", at=start + timedelta(minutes=9))
    assert log.count_on_card(RULE, "ana", start - timedelta(seconds=1), start + timedelta(minutes=1)) == 2
    assert log.count_on_card(RULE, "ana", start, start + timedelta(minutes=1)) == 1
    assert log.count_on_card("other", "ana", start - timedelta(seconds=1), start + timedelta(hours=1)) == 0


def test_when_the_one_so_many_before_was_due(log: FiringLog, clock: ManualClock) -> None:
    take_up(log, clock, "a", delay=10.0)
    take_up(log, clock, "b", delay=20.0)
    take_up(log, clock, "c", delay=30.0, refused="too often")
    now = clock.now()
    assert log.due_before(RULE, 1) == now + timedelta(seconds=20)
    assert log.due_before(RULE, 2) == now + timedelta(seconds=10)
    assert log.due_before(RULE, 3) is None


def test_changes_of_rules_are_known_again_for_a_day(log: FiringLog, clock: ManualClock) -> None:
    take_up(log, clock, "k", chain="first", depth=1)
    change = Caused(account=HERE, card_id="ana", activity="addLabelToCard")
    log.expect(only(log), [change, change.replace(activity="commentCard")]).result()
    [one] = log.caused(HERE, "addLabelToCard")
    assert (one.account, one.card_id, one.activity) == (HERE, "ana", "addLabelToCard")
    assert (one.chain, one.depth) == ("first", 2)
    assert log.caused("another", "addLabelToCard") == []
    log.take_up(HERE, 2, [], used=[one.id]).result()
    assert log.caused(HERE, "addLabelToCard") == []
    clock.advance(ECHO.total_seconds())
    assert len(log.caused(HERE, "commentCard")) == 1
    clock.advance(1)
    assert log.caused(HERE, "commentCard") == []


def test_what_has_ended_is_forgotten_after_a_month(log: FiringLog, clock: ManualClock) -> None:
    take_up(log, clock, "ends")
    log.spend(only(log), 2).result()
    start = clock.now()
    log.refuse(only(log), "stopped").result()
    take_up(log, clock, "waits")
    clock.advance(KEPT.total_seconds())
    take_up(log, clock, place=2)
    assert len(log.recent()) == 2
    assert log.spent_since(RULE, start) == 2
    clock.advance(1)
    take_up(log, clock, place=3)
    assert [one.key for one in log.recent()] == ["waits"]
    assert log.spent_since(RULE, start) == 0


def test_what_waits_ends_when_its_rule_is_switched_off(log: FiringLog, clock: ManualClock) -> None:
    take_up(log, clock, "k")
    take_up(log, clock, "l", rule="other")
    since = clock.now()
    assert log.switch_on([RULE]).result() == {RULE: since}
    off, on = log.recent()
    assert (off.rule, off.state, off.outcomes) == ("other", "refused", ("the rule was switched off",))
    assert on.state == "waiting"
    clock.advance(60)
    assert log.switch_on([RULE, "other"]).result() == {RULE: since, "other": clock.now()}
    assert log.switch_on(["third"], others_off=False).result() == {
        RULE: since, "other": clock.now(), "third": clock.now(),
    }  # fmt: skip


def test_the_newest_come_first_of_one_rule_or_of_all(log: FiringLog, clock: ManualClock) -> None:
    take_up(log, clock, "a", "b")
    take_up(log, clock, "c", rule="other")
    assert [one.key for one in log.recent()] == ["c", "b", "a"]
    assert [one.key for one in log.recent(RULE)] == ["b", "a"]
    assert [one.key for one in log.recent(limit=1)] == ["c"]


def test_a_write_of_another_process_changes_the_version(
    log: FiringLog, clock: ManualClock, tmp_path: Path
) -> None:
    other = FiringLog(tmp_path / "rules.db", clock)
    try:
        before = other.version()
        assert other.version() == before
        take_up(log, clock, "k")
        assert other.version() != before
    finally:
        other.close()


def test_whoever_listens_hears_of_each_write(log: FiringLog, clock: ManualClock) -> None:
    heard: list[frozenset[str]] = []
    end = log.feed.subscribe(lambda change: heard.append(frozenset(change.nouns)))
    take_up(log, clock, "k")
    log.step_failed(only(log), "no answer", clock.now()).result()
    done(log, "labelled", last=False)
    log.refuse(only(log), "stopped").result()
    end()
    assert heard == [frozenset({"rules"})] * 4
