"""Bulk runs in the store: who works on them, how far they are, and which are kept."""

from functools import partial

import pytest

from tui.clock import ManualClock
from tui.errors import UsageError
from tui.model.enrich.bulk import BulkItem, BulkRun, ItemState
from tui.model.enrich.spending import Spend
from tui.model.subject import Subject
from tui.store.enrich import bulk
from tui.store.enrich.reservations import HELD
from tui.store.enrich.settlement import record_spend
from tui.store.store import Store
from tui.store.windows.window import open_window

ANA = Subject(type="person", name="Ana Reid", company="Tūī Ridge")


def plan(store: Store, ident: str = "r1", *states: ItemState) -> BulkRun:
    items = [BulkItem(place, f"card{place}", ANA, state) for place, state in enumerate(states)]
    run = BulkRun(ident, "planned", store.now(), cards=7, low=1, high=9, attach=True)
    store.write(lambda tx: bulk.make(tx, run, items)).result()
    return held(store, ident)


def held(store: Store, ident: str = "r1") -> BulkRun:
    found = store.enrichment.bulk.get(ident)
    assert found is not None
    return found


def record(store: Store, spend: Spend) -> None:
    store.write(lambda tx: record_spend(tx, spend, None, 90)).result()


def claim(store: Store, owner: str, ident: str = "r1") -> None:
    store.write(lambda tx: bulk.claim(tx, ident, owner)).result()


def test_a_plan_is_kept_as_it_was_made(store: Store, clock: ManualClock) -> None:
    run = plan(store, "r1", "waiting", "waiting", "nothing")
    assert (run.state, run.cards, run.low, run.high, run.attach, run.spent, run.why) == (
        "planned",
        7,
        1,
        9,
        True,
        0,
        "",
    )
    assert (dict(run.counts), run.made_at) == ({"waiting": 2, "nothing": 1}, clock.now())
    assert store.enrichment.bulk.items("r1")[0] == BulkItem(0, "card0", ANA, "waiting")
    assert store.enrichment.bulk.get("r2") is None


def test_a_card_that_names_nobody_has_an_item_without_a_subject(store: Store) -> None:
    run = BulkRun("r1", "planned", store.now())
    store.write(lambda tx: bulk.make(tx, run, [BulkItem(0, "card0", None, "nothing")])).result()
    assert store.enrichment.bulk.items("r1") == [BulkItem(0, "card0", None, "nothing")]


def test_items_in_the_order_of_the_cards_by_page_and_by_state(store: Store) -> None:
    plan(store, "r1", "waiting", "hit", "working", "waiting")
    assert [item.place for item in store.enrichment.bulk.items("r1", 1, 2)] == [1, 2]
    assert [item.place for item in store.enrichment.bulk.items("r1", state="waiting")] == [0, 3]
    assert [item.place for item in store.enrichment.bulk.open_items("r1")] == [0, 2, 3]


def test_a_run_is_its_owners_until_the_lease_ends(store: Store, clock: ManualClock) -> None:
    plan(store, "r1", "working", "hit")
    one, two = open_window(), open_window()
    claim(store, one)
    assert (held(store).state, dict(held(store).counts)) == ("running", {"waiting": 1, "hit": 1})
    assert (store.enrichment.bulk.is_mine("r1", one), store.enrichment.bulk.is_mine("r1", two)) == (
        True,
        False,
    )
    with pytest.raises(UsageError, match="another Cardscout"):
        claim(store, two)
    claim(store, one)
    clock.advance(HELD - 1)
    store.write(lambda tx: bulk.renew_lease(tx, "r1", two)).result()
    store.write(lambda tx: bulk.renew_lease(tx, "r1", one)).result()
    clock.advance(HELD - 1)
    assert held(store).state == "running"
    clock.advance(1)
    assert held(store).state == "paused"
    claim(store, two)
    assert store.enrichment.bulk.is_mine("r1", two)


def test_a_run_that_is_none_cannot_be_claimed(store: Store) -> None:
    with pytest.raises(UsageError, match="no such run") as caught:
        claim(store, open_window())
    assert "enrich runs" in caught.value.hint


def test_an_end_is_a_pause_where_something_still_waits(store: Store) -> None:
    owner = open_window()
    plan(store, "r1", "working")
    claim(store, owner)
    store.write(lambda tx: bulk.end(tx, "r1", open_window(), "not mine")).result()
    assert held(store).state == "running"
    store.write(lambda tx: bulk.end(tx, "r1", owner, "no credits")).result()
    assert (held(store).state, held(store).why) == ("paused", "no credits")
    claim(store, owner)
    store.write(lambda tx: bulk.set_item_state(tx, "r1", 0, "hit")).result()
    store.write(lambda tx: bulk.end(tx, "r1", owner, "no credits")).result()
    assert (held(store).state, held(store).why) == ("done", "")


def test_a_cancelled_run_stays_so_and_one_that_is_done_is_not_cancelled(store: Store) -> None:
    owner = open_window()
    plan(store, "r1", "waiting")
    claim(store, owner)
    store.write(lambda tx: bulk.cancel(tx, "r1")).result()
    assert not store.enrichment.bulk.is_mine("r1", owner)
    store.write(lambda tx: bulk.end(tx, "r1", owner, "")).result()
    assert held(store).state == "cancelled"
    store.write(lambda tx: bulk.set_state(tx, "r1", "done")).result()
    store.write(lambda tx: bulk.cancel(tx, "r1")).result()
    assert held(store).state == "done"


def test_what_became_of_an_item_is_kept_with_its_cost_and_reason(store: Store) -> None:
    plan(store, "r1", "waiting")
    for cost in (2, 3):
        store.write(partial(bulk.add_cost, run="r1", place=0, cost=cost)).result()
    store.write(lambda tx: bulk.set_item_state(tx, "r1", 0, "error", why="again")).result()
    [item] = store.enrichment.bulk.items("r1")
    assert (item.state, item.cost, item.why) == ("error", 5, "again")
    store.write(lambda tx: bulk.set_item_state(tx, "r1", 0, "error", why="x" * 400)).result()
    assert len(store.enrichment.bulk.items("r1")[0].why) == 300


def test_only_what_failed_or_was_ambiguous_is_tried_again_and_then_for_sure(store: Store) -> None:
    plan(store, "r1", "error", "ambiguous", "hit", "waiting")
    store.write(lambda tx: bulk.retry(tx, "r1")).result()
    assert [(item.state, item.sure) for item in store.enrichment.bulk.items("r1")] == [
        ("waiting", True), ("waiting", True), ("hit", False), ("waiting", False),
    ]  # fmt: skip


def test_what_a_run_waits_for_is_told(store: Store) -> None:
    plan(store, "r1", "waiting")
    store.write(lambda tx: bulk.set_reason(tx, "r1", "the service is busy")).result()
    assert held(store).why == "the service is busy"


def test_what_was_spent_is_that_of_the_run(store: Store, clock: ManualClock) -> None:
    plan(store, "r1", "hit")
    for run, cost in (("r1", 2), ("r1", 3), ("r2", 4)):
        record(store, Spend(clock.now(), "email:a@b.example", "a shop", cost, "", run))
    assert (held(store).spent, held(store).credits_left) == (5, store.enrichment.ledger.balance())


def test_so_many_runs_are_kept_besides_those_that_go_on(store: Store, clock: ManualClock) -> None:
    plan(store, "running", "waiting")
    claim(store, open_window(), "running")
    for number in range(bulk.KEPT + 2):
        clock.advance(1)
        plan(store, f"r{number:02}", "waiting")
    left = [run.id for run in store.enrichment.bulk.recent(100)]
    assert left == [f"r{number:02}" for number in range(bulk.KEPT + 1, 0, -1)] + ["running"]
    assert store.enrichment.bulk.items("r00") == []
    assert [run.id for run in store.enrichment.bulk.recent(2)] == left[:2]
