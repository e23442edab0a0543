"""A run over many cards: planned, begun, ended, killed and gone on with; each subject is paid for once."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.sync.enrich.shop import Buyer, Shop, by, named
from tui.clock import ManualClock
from tui.errors import (
    CardscoutError,
    NobodyFits,
    OptedOut,
    PriceChanged,
    ServerFault,
    SpendRefused,
    StoreError,
    Undecided,
    Unsettled,
    UsageError,
)
from tui.model.board import Board, BoardList
from tui.model.card import Card
from tui.model.enrich.bulk import BulkItem, BulkRun, RunState
from tui.model.enrich.spending import Caps
from tui.model.finding import Finding, Quote
from tui.model.subject import Subject
from tui.store.enrich import bulk as table
from tui.store.enrich import ledger, suppression
from tui.store.enrich.caps import set_caps
from tui.store.outbox.arrivals import Arrived
from tui.sync.enrich.bulk import AT_ONCE, RunWorker
from tui.sync.enrich.plan import planned_rest, price
from tui.sync.enrich.services import EnrichServices

CARDS = 40


@pytest.fixture
def shop() -> Shop:
    return Shop(CARDS)


def plan(
    buyer: Buyer,
    *subjects: Subject | None,
    ident: str = "r1",
    attach: bool = False,
    again: bool = False,
) -> str:
    """Keep a run over cards that name ``subjects``."""
    items = [
        BulkItem(place, f"card{place}", subject, "nothing" if subject is None else "waiting")
        for place, subject in enumerate(subjects)
    ]
    now = buyer.clock.now()
    cost = price(buyer.store, subjects, buyer.session.lookup.asking, now if again else None)
    run = BulkRun(
        ident, "planned", now, len(items), cost.low, cost.high,
        attach=attach, again=again, services=cost.services,
    )  # fmt: skip
    buyer.store.write(lambda tx: table.make(tx, run, items)).result()
    return ident


def many(shop: Shop) -> list[Subject]:
    return [by("email", email) for email in shop.people]


async def work(buyer: Buyer, run: str) -> BulkRun:
    await buyer.session.bulk.start(run)
    await buyer.session.bulk.finished(run)
    return there(buyer, run)


@pytest.mark.parametrize("turned", [False, True])
async def test_one_person_on_two_cards_is_asked_for_once(buyer: Buyer, shop: Shop, *, turned: bool) -> None:
    two = [by("email", "p0@firm0.example"), named("Ana0 Reid0", "Firm0")]
    others = [by("email", f"p{number}@firm{number % 7}.example") for number in range(1, 5)]
    subjects = [two[1], *others, two[0]] if turned else [two[0], *others, two[1]]
    run = await work(buyer, plan(buyer, *subjects))
    assert (run.counts["hit"], run.counts["remembered"]) == (5, 1)
    assert buyer.wire.count("POST", "enrich/person") == 5


async def until(true: Callable[[], bool]) -> None:
    for _ in range(100_000):
        if true():
            return
        await asyncio.sleep(0)
    pytest.fail("it never came to that")


def there(buyer: Buyer, run: str) -> BulkRun:
    found = buyer.store.enrichment.bulk.get(run)
    assert found is not None
    return found


async def test_a_run_looks_everybody_up_and_says_what_became_of_each(buyer: Buyer, shop: Shop) -> None:
    ada, bo, *_ = many(shop)
    nobody = by("email", "no.one@nowhere.example")
    name_only = Subject(type="person", name="Cy Lee")
    buyer.store.write(lambda tx: suppression.suppress(tx, [("email", "p2@firm2.example", "")])).result()
    out = by("email", "p2@firm2.example")
    run = plan(buyer, ada, bo, nobody, None, ada, name_only, out)
    assert (there(buyer, run).low, there(buyer, run).high) == (5, 10)
    done = await work(buyer, run)
    assert done.state == "done"
    assert [item.state for item in buyer.store.enrichment.bulk.items(run)] == [
        "hit", "hit", "miss", "nothing", "remembered", "error", "suppressed",
    ]  # fmt: skip
    assert (done.spent, shop.taken, buyer.store.enrichment.ledger.spent()) == (4, 4, 4)
    assert (done.total, done.settled, done.left, done.credits_left) == (7, 7, 0, 496)
    assert "by name alone" in buyer.store.enrichment.bulk.items(run, state="error")[0].why


async def test_what_a_service_took_is_the_item_s_cost_though_the_next_one_fails(
    buyer: Buyer, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    enrich = EnrichServices.enrich

    async def and_fail(self: EnrichServices, subject: Subject, **how: Any) -> Finding:
        await enrich(self, subject, **how | {"keep": None})
        raise UsageError("the next service wants another key")

    monkeypatch.setattr(EnrichServices, "enrich", and_fail)
    run = plan(buyer, many(shop)[0])
    done = await work(buyer, run)
    [item] = buyer.store.enrichment.bulk.items(run)
    assert (item.state, item.cost, done.spent, shop.taken) == ("error", 2, 2, 2)


async def test_a_run_that_is_over_costs_nothing_more(buyer: Buyer, shop: Shop) -> None:
    run = plan(buyer, *many(shop))
    await work(buyer, run)
    before = shop.taken
    assert (await work(buyer, run)).state == "done"
    again = plan(buyer, *many(shop), ident="r2")
    assert (there(buyer, again).low, there(buyer, again).high) == (0, 0)
    assert (await work(buyer, again)).counts == {"remembered": CARDS}
    assert shop.taken == before == 2 * CARDS


async def test_whom_no_service_had_is_asked_for_again_only_if_that_is_said(buyer: Buyer) -> None:
    nobody = by("email", "no.one@nowhere.example")
    await work(buyer, plan(buyer, nobody))
    buyer.clock.advance(3600)
    asked = len(buyer.wire.seen)
    told = plan(buyer, nobody, ident="r2")
    assert (there(buyer, told).low, there(buyer, told).high) == (0, 0)
    assert (await work(buyer, told)).counts == {"miss": 1}
    [item] = buyer.store.enrichment.bulk.items(told)
    assert item.why.startswith("nobody, asked on 20")
    assert len(buyer.wire.seen) == asked
    anew = plan(buyer, nobody, nobody, ident="r3", again=True)
    assert (there(buyer, anew).low, there(buyer, anew).high) == (1, 2)
    assert (await work(buyer, anew)).counts == {"miss": 2}
    assert len(buyer.wire.seen) == asked + 1


@pytest.mark.parametrize("caps", [Caps(run=2 * CARDS - 1), Caps(month=2 * CARDS - 1)])
async def test_a_cap_refuses_before_the_first_request(buyer: Buyer, shop: Shop, caps: Caps) -> None:
    run = plan(buyer, *many(shop))
    buyer.store.write(lambda tx: set_caps(tx, caps)).result()
    with pytest.raises(SpendRefused):
        await buyer.session.bulk.start(run)
    assert buyer.wire.seen == []
    assert there(buyer, run).state == "planned"
    buyer.store.write(lambda tx: set_caps(tx, Caps(2 * CARDS, 2 * CARDS))).result()
    assert (await work(buyer, run)).state == "done"


async def test_a_cap_that_is_lowered_meanwhile_ends_it(buyer: Buyer, shop: Shop) -> None:
    run = plan(buyer, *many(shop))
    await buyer.session.bulk.start(run)
    buyer.store.write(lambda tx: set_caps(tx, Caps(run=20))).result()
    await buyer.session.bulk.finished(run)
    paused = there(buyer, run)
    assert (paused.state, "cap of the run is 20" in paused.why) == ("paused", True)
    assert paused.spent == shop.taken <= 20
    assert paused.left == CARDS - paused.counts["hit"]


async def test_a_killed_run_is_gone_on_with_and_each_is_paid_once(buyer: Buyer, shop: Shop) -> None:
    run = plan(buyer, *many(shop))
    # The answers of some are on their way when the process dies: charged there, not known here.
    buyer.wire.fail("drop response", "POST", "enrich", times=3)
    await buyer.session.bulk.start(run)
    await until(lambda: there(buyer, run).settled >= CARDS // 2)
    tasks = [*buyer.session.bulk._tasks.values(), *buyer.session.lookup._running.values()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    buyer.crash()
    buyer.clock.advance(61)
    buyer.wire.faults.clear()
    assert there(buyer, run).state == "paused"
    done = await work(buyer, run)
    while done.counts.get("error"):
        buyer.store.write(lambda tx: table.retry(tx, run)).result()
        done = await work(buyer, run)
    assert done.state == "done"
    assert shop.taken == buyer.store.enrichment.ledger.spent() == done.spent == 2 * CARDS
    assert buyer.store.enrichment.ledger.month(buyer.clock.now()) == 2 * CARDS


async def test_a_run_is_cancelled_and_what_waits_stays(buyer: Buyer, shop: Shop) -> None:
    run = plan(buyer, *many(shop))
    await buyer.session.bulk.start(run)
    await asyncio.sleep(0)
    await buyer.session.bulk.cancel(run)
    ended = there(buyer, run)
    assert ended.state == "cancelled"
    assert ended.left > 0
    assert ended.counts.get("working", 0) == 0
    assert ended.spent == shop.taken
    assert (await work(buyer, run)).state == "done"
    assert shop.taken == 2 * CARDS


async def test_a_run_that_is_cancelled_while_its_price_is_reckoned_asks_nothing(
    buyer: Buyer, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = plan(buyer, *many(shop))

    def cancelled(*args: Any) -> Quote:
        buyer.store.write(lambda tx: table.cancel(tx, run)).result()
        return price(*args)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("tui.sync.enrich.bulk.price", cancelled)
        with pytest.raises(UsageError, match="cancelled before it began"):
            await buyer.session.bulk.start(run)
    assert (there(buyer, run).state, shop.taken) == ("cancelled", 0)
    assert (await work(buyer, run)).state == "done"


async def test_a_run_that_waits_is_cancelled_at_once_and_one_that_is_over_stays(
    buyer: Buyer, shop: Shop
) -> None:
    run = plan(buyer, *many(shop))
    shop.limited, shop.honours = 1000, False
    await buyer.session.bulk.start(run)
    await until(lambda: bool(there(buyer, run).why))
    assert "asked to wait" in there(buyer, run).why
    begun = buyer.clock.monotonic()
    await buyer.session.bulk.cancel(run)
    assert (there(buyer, run).state, there(buyer, run).why) == ("cancelled", "")
    assert buyer.clock.monotonic() - begun < 60
    shop.limited = 0
    assert (await work(buyer, run)).state == "done"
    await buyer.session.bulk.cancel(run)
    assert there(buyer, run).state == "done"


async def test_a_card_that_went_meanwhile_keeps_its_price(buyer: Buyer, shop: Shop) -> None:
    done = await work(buyer, plan(buyer, many(shop)[0], attach=True))
    (item,) = buyer.store.enrichment.bulk.items(done.id)
    assert (item.state, item.cost) == ("hit", 2)
    assert "not there any more" in item.why


async def test_a_finding_that_no_comment_holds_ends_no_run(
    buyer: Buyer, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_long(*_: object) -> None:
        raise UsageError("the text of the comment has 20,000 characters; the service takes 16,384")

    monkeypatch.setattr("tui.sync.enrich.bulk.attach", too_long)
    done = await work(buyer, plan(buyer, *many(shop)[:2], attach=True))
    assert (done.state, done.counts) == ("done", {"hit": 2})
    assert ["20,000 characters" in item.why for item in buyer.store.enrichment.bulk.items(done.id)] == [
        True,
        True,
    ]


async def test_a_limit_is_waited_for(buyer: Buyer, shop: Shop) -> None:
    shop.limited, shop.honours = 12, False
    run = plan(buyer, *many(shop))
    done = await work(buyer, run)
    assert (done.state, done.counts) == ("done", {"hit": CARDS})
    assert sum(buyer.clock.slept) >= 2
    assert shop.taken == 2 * CARDS == done.spent


async def test_fewer_wait_for_a_limit_to_end_than_there_are_workers(buyer: Buyer, shop: Shop) -> None:
    shop.limited, shop.honours = 1, False
    done = await work(buyer, plan(buyer, *many(shop)[: AT_ONCE + 1]))
    assert (done.state, done.counts) == ("done", {"hit": AT_ONCE + 1})
    assert shop.taken == 2 * (AT_ONCE + 1) == buyer.store.enrichment.ledger.month(buyer.clock.now())


async def test_a_fault_of_ours_ends_the_run_and_costs_no_answer(
    buyer: Buyer, shop: Shop, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    kept = RunWorker._failed

    def broken(shift: RunWorker, item: BulkItem, error: CardscoutError) -> CardscoutError | None:
        if item.place == 3:
            raise IndexError("ours")
        return kept(shift, item, error)

    monkeypatch.setattr(RunWorker, "_failed", broken)
    shop.limited, shop.honours = 4, False
    paused = await work(buyer, plan(buyer, *many(shop)))
    assert (paused.state, paused.counts.get("working", 0)) == ("paused", 0)
    assert "IndexError" in paused.why
    assert "ours" in caplog.text
    assert shop.taken == paused.spent == buyer.store.enrichment.ledger.month(buyer.clock.now())
    assert paused.left == CARDS - paused.counts["hit"]
    monkeypatch.undo()
    assert (await work(buyer, paused.id)).counts == {"hit": CARDS}


async def test_no_more_than_a_few_are_asked_at_once(buyer: Buyer, shop: Shop) -> None:
    shop.door = asyncio.Event()
    run = plan(buyer, *many(shop))
    await buyer.session.bulk.start(run)
    await until(lambda: shop.inside == 8)
    for _ in range(200):
        await asyncio.sleep(0)
        assert shop.inside == 8
    buyer.store.write(lambda _tx: None).result()
    assert there(buyer, run).counts == {"working": 8, "waiting": CARDS - 8}
    shop.door.set()
    await buyer.session.bulk.finished(run)
    assert there(buyer, run).counts == {"hit": CARDS}


@pytest.mark.parametrize(
    ("fault", "words"), [("402", "made up"), ("401", "made up"), ("refuse", "connection refused")]
)
async def test_what_every_card_would_meet_pauses_the_run(
    buyer: Buyer, shop: Shop, fault: str, words: str
) -> None:
    run = plan(buyer, *many(shop))
    buyer.wire.fail(fault, "POST", "enrich", times=999)
    paused = await work(buyer, run)
    assert paused.state == "paused"
    assert words in paused.why
    assert (paused.spent, paused.left) == (0, CARDS)
    assert len(buyer.wire.seen) <= 4 * 8
    buyer.wire.faults.clear()
    buyer.clock.advance(61)
    assert (await work(buyer, run)).state == "done"


async def test_a_service_that_fails_pauses_the_run_after_a_few(buyer: Buyer, shop: Shop) -> None:
    run = plan(buyer, *many(shop))
    buyer.wire.fail("500", "POST", "enrich", times=999)
    paused = await work(buyer, run)
    assert paused.state == "paused"
    assert paused.left >= CARDS - 11
    assert len(buyer.wire.seen) <= 12 + 8


async def test_a_short_failure_is_tried_again(buyer: Buyer, shop: Shop) -> None:
    buyer.wire.fail("502", "POST", "enrich", times=5)
    buyer.wire.fail("drop response", "POST", "enrich", times=5)
    done = await work(buyer, plan(buyer, *many(shop)))
    assert done.counts == {"hit": CARDS}
    assert shop.taken == done.spent == 2 * CARDS


async def test_one_bad_card_does_not_end_it(buyer: Buyer, shop: Shop) -> None:
    buyer.wire.fail("400", "POST", "enrich")
    done = await work(buyer, plan(buyer, *many(shop)))
    assert done.state == "done"
    assert done.counts == {"hit": CARDS - 1, "error": 1}


async def test_another_process_is_not_disturbed(tmp_path: Path, clock: ManualClock, shop: Shop) -> None:
    one, two = Buyer(tmp_path, clock, shop), Buyer(tmp_path, clock, shop)
    shop.door = asyncio.Event()
    try:
        run = plan(one, *many(shop))
        await one.session.bulk.start(run)
        await until(lambda: shop.inside > 0)
        with pytest.raises(UsageError, match="another Cardscout"):
            await two.session.bulk.start(run)
        await two.session.bulk.cancel(run)
        shop.door.set()
        await one.session.bulk.finished(run)
        assert there(one, run).state == "cancelled"
        assert shop.taken == one.store.enrichment.ledger.spent() < 2 * CARDS
    finally:
        await one.close()
        await two.close()


@pytest.mark.parametrize("has_begun", [True, False])
async def test_a_closed_program_leaves_its_run_paused(buyer: Buyer, shop: Shop, *, has_begun: bool) -> None:
    run = plan(buyer, *many(shop))
    await buyer.session.bulk.start(run)
    if has_begun:
        await asyncio.sleep(0)
    await buyer.session.bulk.close()
    paused = there(buyer, run)
    assert paused.state == "paused"
    assert paused.counts.get("working", 0) == 0


async def test_no_such_run(buyer: Buyer) -> None:
    with pytest.raises(UsageError, match="no such run"):
        await buyer.session.bulk.start("nope")


@pytest.mark.parametrize(
    ("error", "state", "asked"),
    [
        (Undecided("two have the name"), "ambiguous", 1),
        (NobodyFits("no company is called that"), "miss", 1),
        (OptedOut("asked not to be", service="shop"), "suppressed", 1),
        (UsageError("no way to ask"), "error", 1),
        (Unsettled(datetime(2031, 2, 3, tzinfo=UTC), asked=False), "error", 1),
        (ServerFault("it fell over", service="shop"), "error", 3),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else None,
)
async def test_what_ends_one_item_is_said_there_and_the_others_go_on(
    buyer: Buyer,
    shop: Shop,
    monkeypatch: pytest.MonkeyPatch,
    error: CardscoutError,
    state: str,
    asked: int,
) -> None:
    bad, *good = many(shop)[:3]
    enrich, seen = EnrichServices.enrich, list[Subject]()

    async def but_one(self: EnrichServices, subject: Subject, **how: Any) -> Finding:
        seen.append(subject)
        if subject == bad:
            raise error
        return await enrich(self, subject, **how)

    monkeypatch.setattr(EnrichServices, "enrich", but_one)
    run = plan(buyer, bad, *good)
    done = await work(buyer, run)
    items = buyer.store.enrichment.bulk.items(run)
    assert (done.state, [item.state for item in items]) == ("done", [state, "hit", "hit"])
    assert items[0].why == str(error)[:300]
    assert seen.count(bad) == asked


def on_a_card(buyer: Buyer, *numbers: int) -> None:
    """Have the cards of a run in the store."""
    cards = (Card(id=f"card{n}", id_board="b" * 24, id_list="c" * 24, name=f"Card {n}") for n in numbers)
    lists = (BoardList(id="c" * 24, id_board="b" * 24, name="New"),)
    board = Board(id="b" * 24, name="Sales")
    buyer.store.arrive(Arrived(boards=(board,), lists=lists, cards=tuple(cards))).result()


async def test_what_a_killed_run_found_and_did_not_attach_is_attached_once_it_goes_on(
    buyer: Buyer, shop: Shop
) -> None:
    """A miss is not, nor what is there already."""
    on_a_card(buyer, 0, 1)
    ada, bo, *_ = many(shop)
    await buyer.session.services.enrich(ada)
    run = plan(buyer, ada, bo, attach=True)
    buyer.store.write(lambda tx: table.set_item_state(tx, run, 0, "remembered")).result()
    await work(buyer, run)
    written = [row.write for row in buyer.store.outbox.in_state("waiting")]
    assert sorted(write.entity for write in written) == ["card0", "card1"]
    assert shop.taken == 4
    again = plan(buyer, ada, ident="r2", attach=True)
    await work(buyer, again)
    assert len(buyer.store.outbox.in_state("waiting")) == 2


async def test_a_store_that_fails_pauses_the_run_and_says_so(
    buyer: Buyer, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: EnrichServices, subject: Subject) -> Finding:
        raise StoreError("the disk is full")

    monkeypatch.setattr(EnrichServices, "known", broken)
    run = plan(buyer, *many(shop)[:2], attach=True)
    buyer.store.write(lambda tx: table.set_item_state(tx, run, 0, "hit")).result()
    paused = await work(buyer, run)
    assert (paused.state, paused.why, shop.taken) == ("paused", "the disk is full", 0)


async def test_a_run_begins_only_at_the_price_it_was_planned_with(shop: Shop, buyer: Buyer) -> None:
    run = plan(buyer, *many(shop)[:3])
    planned = buyer.store.enrichment.bulk.get(run)
    assert planned is not None
    buyer.store.write(
        lambda tx: table.set_price(tx, run, planned_rest(planned).replace(high=planned.high - 1))
    ).result()
    with pytest.raises(PriceChanged):
        await buyer.session.bulk.start(run)
    now = buyer.store.enrichment.bulk.get(run)
    assert now == planned, "it has the price that it would cost"
    assert buyer.wire.seen == []
    assert (await work(buyer, run)).state == "done"


@pytest.mark.parametrize("state", ["paused", "cancelled"])
async def test_the_rest_of_a_run_is_paid_only_at_the_price_that_was_shown(
    buyer: Buyer, shop: Shop, state: RunState
) -> None:
    people = many(shop)[:3]
    await work(buyer, plan(buyer, people[0], ident="r0"))
    run = plan(buyer, *people[1:])
    paid = buyer.store.enrichment.ledger.entries()[0]
    spend = paid.replace(cost=1, key="another", run=run)
    buyer.store.write(lambda tx: ledger.write_down(tx, spend, "token")).result()
    buyer.store.write(lambda tx: table.set_state(tx, run, state)).result()
    asked = len(buyer.wire.seen)
    with pytest.raises(PriceChanged, match="up to 4 credits"):
        await buyer.session.bulk.start(run)
    now = there(buyer, run)
    assert (now.state, now.spent, now.low, now.high) == (state, 1, 3, 5), "the price that it would cost"
    assert len(buyer.wire.seen) == asked
    assert (await work(buyer, run)).state == "done"


async def test_a_price_that_was_told_just_now_counts_too(buyer: Buyer, shop: Shop) -> None:
    run = plan(buyer, *many(shop)[:3])
    buyer.store.write(lambda tx: table.set_price(tx, run, Quote(low=0, high=1))).result()
    with pytest.raises(PriceChanged):
        await buyer.session.bulk.start(run, Quote(low=0, high=5))
    buyer.store.write(lambda tx: table.set_price(tx, run, Quote(low=0, high=1))).result()
    await buyer.session.bulk.start(run, Quote(low=0, high=6))
    await buyer.session.bulk.finished(run)
    assert there(buyer, run).state == "done"


@pytest.mark.parametrize("state", ["planned", "paused"])
async def test_a_run_asks_no_service_but_those_it_was_priced_for(
    buyer: Buyer, shop: Shop, state: RunState
) -> None:
    run = plan(buyer, *many(shop)[:3])
    planned = there(buyer, run)
    assert planned.services
    other = planned_rest(planned).replace(services=frozenset({"Other"}))
    buyer.store.write(lambda tx: table.set_price(tx, run, other)).result()
    buyer.store.write(lambda tx: table.set_state(tx, run, state)).result()
    (name,) = planned.services
    with pytest.raises(PriceChanged, match=f"Another service would be asked by now, {name}, up to 6 credits"):
        await buyer.session.bulk.start(run)
    assert buyer.wire.seen == []
    assert there(buyer, run).services == planned.services, "starting it again agrees to that service"
    assert (await work(buyer, run)).state == "done"


async def test_the_services_of_a_run_from_before_they_were_kept_are_not_compared(
    buyer: Buyer, shop: Shop
) -> None:
    run = plan(buyer, *many(shop)[:3])
    before = planned_rest(there(buyer, run)).replace(services=frozenset())
    buyer.store.write(lambda tx: table.set_price(tx, run, before)).result()
    assert (await work(buyer, run)).state == "done"
