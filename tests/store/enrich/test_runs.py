"""Runs over many cards, from one process to the next: who holds one, and what is told of it."""

import os

import pytest

from tui.clock import ManualClock
from tui.errors import UsageError
from tui.model.enrich.bulk import BulkItem, BulkRun, ItemState, RunState
from tui.model.enrich.spending import Spend
from tui.model.subject import Identifier, Subject
from tui.store.enrich import bulk, settlement
from tui.store.store import Store
from tui.store.windows.window import process_name

ANA = Subject(type="person", identifiers=(Identifier(kind="email", value="ana@acme.example"),))
STATES: tuple[ItemState, ...] = ("waiting", "working", "hit", "error", "ambiguous")


def make(store: Store, clock: ManualClock, ident: str = "r1", state: RunState = "planned") -> BulkRun:
    """Store a run with an item in each state, the first of them without a subject."""
    items = [
        BulkItem(place, f"card{place}", ANA if place else None, state, place, f"why {place}")
        for place, state in enumerate(STATES)
    ]
    run = BulkRun(ident, state, clock.now(), 4, 1, 9, attach=True)
    store.write(lambda tx: bulk.make(tx, run, items)).result()
    return run


def states(store: Store, run: str = "r1") -> list[str]:
    return [item.state for item in store.enrichment.bulk.items(run)]


def there(store: Store, run: str = "r1") -> BulkRun:
    found = store.enrichment.bulk.get(run)
    assert found is not None
    return found


def claim(store: Store, owner: str, run: str = "r1") -> None:
    store.write(lambda tx: bulk.claim(tx, run, owner)).result()


def test_a_run_is_read_as_it_was_planned(store: Store, clock: ManualClock) -> None:
    run = make(store, clock)
    store.write(
        lambda tx: settlement.record_spend(tx, Spend(clock.now(), "k", "p", 3, "", "r1"), None, 40)
    ).result()
    store.write(lambda tx: settlement.record_spend(tx, Spend(clock.now(), "k", "p", 5, "", "r2"))).result()
    store.enrichment.record_balance(40).result()
    found = there(store)
    assert found == run.replace(spent=3, credits_left=40, counts=dict.fromkeys(STATES, 1))
    assert (found.total, found.left, found.settled) == (5, 2, 3)
    assert store.enrichment.bulk.get("another") is None


def test_the_newest_run_is_first(store: Store, clock: ManualClock) -> None:
    for ident in ("r1", "r2"):
        make(store, clock, ident)
    clock.advance(1)
    make(store, clock, "r0")
    assert [one.id for one in store.enrichment.bulk.recent()] == ["r0", "r2", "r1"]
    assert [one.id for one in store.enrichment.bulk.recent(1)] == ["r0"]
    for number in range(20):
        make(store, clock, f"more{number}")
    assert len(store.enrichment.bulk.recent()) == 20


def test_fifty_runs_that_are_over_are_kept_beside_the_new_one(store: Store, clock: ManualClock) -> None:
    make(store, clock, "paused", "paused")
    for number in range(51):
        clock.advance(1)
        make(store, clock, f"r{number}", "cancelled" if number % 2 else "done")
    assert there(store, "r0").state == "done"
    clock.advance(1)
    make(store, clock, "last")
    assert store.enrichment.bulk.get("r0") is None
    assert states(store, "r0") == []
    assert len(store.enrichment.bulk.recent(99)) == 52
    assert there(store, "paused").state == "paused", "what is not over is kept"


def test_who_claims_a_run_has_it_until_it_is_let_go(store: Store, clock: ManualClock) -> None:
    make(store, clock)
    assert not store.enrichment.bulk.is_mine("r1", "me")
    claim(store, "me")
    assert store.enrichment.bulk.is_mine("r1", "me")
    assert not store.enrichment.bulk.is_mine("r1", "you")
    assert not store.enrichment.bulk.is_mine("another", "me")
    assert there(store).state == "running"
    assert states(store) == ["waiting", "waiting", "hit", "error", "ambiguous"], "nobody is at the second now"
    claim(store, "me")
    with pytest.raises(UsageError, match="another Cardscout is at this run") as caught:
        claim(store, "you")
    assert caught.value.hint == "look at it there, or wait for its end"
    with pytest.raises(UsageError, match="there is no such run") as caught:
        claim(store, "me", "r9")
    assert caught.value.hint == "cardscout enrich runs lists them"


def test_a_run_whose_process_says_nothing_for_a_minute_may_be_claimed(
    store: Store, clock: ManualClock
) -> None:
    make(store, clock)
    claim(store, "me")
    clock.advance(30)
    store.write(lambda tx: bulk.renew_lease(tx, "r1", "you")).result()
    clock.advance(29.5)
    assert there(store).state == "running"
    store.write(lambda tx: bulk.renew_lease(tx, "r1", "me")).result()
    clock.advance(59.5)
    assert there(store).state == "running"
    clock.advance(0.5)
    assert there(store).state == "paused"
    claim(store, "you")
    assert store.enrichment.bulk.is_mine("r1", "you")


def test_a_run_whose_process_has_ended_is_paused(store: Store, clock: ManualClock) -> None:
    make(store, clock)
    dead = process_name().replace(f":{os.getpid()}:", ":999999999:")
    claim(store, dead)
    assert there(store).state == "paused"
    claim(store, "me")
    assert there(store).state == "running"


@pytest.mark.parametrize(("finished", "state", "why"), [(False, "paused", "no credits"), (True, "done", "")])
def test_a_run_that_ends_is_done_or_paused(
    store: Store, clock: ManualClock, finished: bool, state: str, why: str
) -> None:
    make(store, clock)
    claim(store, "me")
    store.write(lambda tx: bulk.set_item_state(tx, "r1", 0, "hit")).result()
    if finished:
        store.write(lambda tx: bulk.set_item_state(tx, "r1", 1, "hit")).result()
    store.write(lambda tx: bulk.end(tx, "r1", "you", "theirs")).result()
    assert there(store).state == "running"
    store.write(lambda tx: bulk.end(tx, "r1", "me", "no credits")).result()
    assert (there(store).state, there(store).why) == (state, why)
    store.write(lambda tx: bulk.end(tx, "r9", "me", "")).result()


def test_a_run_that_was_cancelled_stays_so_when_its_worker_ends(store: Store, clock: ManualClock) -> None:
    make(store, clock)
    claim(store, "me")
    store.write(lambda tx: bulk.set_item_state(tx, "r1", 0, "working")).result()
    store.write(lambda tx: bulk.cancel(tx, "r1")).result()
    assert not store.enrichment.bulk.is_mine("r1", "me")
    store.write(lambda tx: bulk.end(tx, "r1", "me", "no credits")).result()
    assert (there(store).state, there(store).why) == ("cancelled", "")
    assert states(store)[0] == "waiting"


def test_what_changes_a_run_is_told(store: Store, clock: ManualClock) -> None:
    heard: list[str] = []
    end = store.feed.subscribe(lambda change: heard.extend(sorted(change.nouns)))
    make(store, clock)
    store.write(lambda tx: bulk.set_state(tx, "r1", "running", owner="me")).result()
    store.write(lambda tx: bulk.set_reason(tx, "r1", "slow")).result()
    store.write(lambda tx: bulk.set_item_state(tx, "r1", 0, "hit")).result()
    store.write(lambda tx: bulk.cancel(tx, "r1")).result()
    store.write(lambda tx: bulk.end(tx, "r1", "", "")).result()
    store.write(lambda tx: bulk.drop(tx, "r1")).result()
    end()
    assert heard == ["bulk"] * 7
    assert store.enrichment.bulk.get("r1") is None
