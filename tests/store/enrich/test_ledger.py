"""The ledger of credits: what is spent, reserved and known."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.store.enrich.paying import SHOP, balance, give_up, record, reserve, spend
from tui.clock import ManualClock
from tui.errors import SpendRefused, Unsettled
from tui.model.enrich.spending import Caps
from tui.store.enrich import ledger
from tui.store.enrich.caps import set_caps
from tui.store.store import Store


def test_what_was_spent_is_added_up_by_time_and_run(store: Store, clock: ManualClock) -> None:
    now = clock.now()
    record(store, spend(now - timedelta(days=40), 5))
    record(store, spend(now, 2, run="r1"))
    record(store, spend(now, 3))
    assert store.enrichment.ledger.spent() == 10
    assert store.enrichment.ledger.spent(since=now) == 5
    assert store.enrichment.ledger.spent(run="r1") == 2
    assert store.enrichment.ledger.month(now) == 5
    assert [one.cost for one in store.enrichment.ledger.entries()] == [3, 2, 5]
    assert [one.cost for one in store.enrichment.ledger.entries(limit=1)] == [3]
    for number in range(100):
        record(store, spend(now, 0, f"email:{number}@b.example"))
    assert len(store.enrichment.ledger.entries()) == 100
    store.write(lambda tx: tx.run("DELETE FROM ledger WHERE cost = 0")).result()
    assert store.enrichment.ledger.entries()[1] == spend(now, 2, run="r1")


def test_a_month_is_the_calendars_in_utc(store: Store, clock: ManualClock) -> None:
    first = clock.now().replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    record(store, spend(first - timedelta(seconds=1), 5))
    record(store, spend(first, 2))
    assert store.enrichment.ledger.month(clock.now()) == 2
    assert store.enrichment.ledger.month(first - timedelta(hours=1)) == 7
    assert store.enrichment.ledger.month(first + timedelta(days=32)) == 0


def test_a_reservation_counts_until_it_ends(store: Store, clock: ManualClock) -> None:
    made = reserve(store, run="r1")
    assert store.enrichment.ledger.month(clock.now()) == 2
    assert store.write(lambda tx: (ledger.reserved(tx, "r1"), ledger.reserved(tx, "r2"))).result() == (2, 0)
    assert store.enrichment.ledger.unsettled() == (0, None), "it is under way, and has no answer yet"
    record(store, spend(clock.now(), 1), made)
    assert (store.enrichment.ledger.month(clock.now()), store.enrichment.ledger.spent()) == (1, 1)
    record(store, spend(clock.now(), 1), made)
    assert store.enrichment.ledger.spent() == 1, "an answer is entered once for each request"


def test_what_had_no_answer_is_told_by_service_kind_and_key(store: Store, clock: ManualClock) -> None:
    give_up(store, reserve(store, "a"), unsure=True)
    began = clock.now()
    clock.advance(5)
    give_up(store, reserve(store, "b", 3), unsure=True)
    give_up(store, reserve(store, "c"), unsure=False)
    assert store.enrichment.ledger.unsettled() == (5, clock.now())
    assert store.enrichment.ledger.unsettled(SHOP, "person", "a") == (2, began)
    assert store.enrichment.ledger.unsettled("another shop") == (0, None)
    assert store.enrichment.ledger.unsettled(SHOP, "company") == (0, None)
    assert store.enrichment.ledger.unsettled(key="c") == (0, None)
    with pytest.raises(Unsettled) as caught:
        reserve(store, "a", sure=False)
    assert (caught.value.at, caught.value.asked) == (began, False)
    again = reserve(store, "a")
    assert (again.token, again.earlier) == ("token of a", 2), "with the same token it is not charged twice"


@pytest.mark.parametrize("cap", ["run", "month"])
def test_a_cap_is_reached_and_not_passed(store: Store, clock: ManualClock, cap: str) -> None:
    store.write(lambda tx: set_caps(tx, Caps(**{cap: 5}))).result()
    record(store, spend(clock.now(), 1, run="r1"))
    reserve(store, "a", 2, run="r1")
    reserve(store, "b", 2, run="r1")
    with pytest.raises(SpendRefused) as caught:
        reserve(store, "c", 1, run="r1")
    said = f"This may cost 1 credit; the cap of the {cap} is 5, 5 already spent. Nothing was asked."
    assert str(caught.value) == said
    assert f"credits cap --{cap} 6" in caught.value.hint
    reserve(store, "free", 0, run="r1")
    store.write(lambda tx: set_caps(tx, Caps(**{cap: 4}))).result()
    reserve(store, "as free", 0, run="r1")
    store.write(lambda tx: set_caps(tx, Caps(**{cap: 5}))).result()
    if cap == "run":
        reserve(store, "other", 5, run="r2")
        with pytest.raises(SpendRefused, match=r"is 5\. Nothing"):
            reserve(store, "alone", 6)


def test_caps_set_here_go_before_those_of_the_settings(store: Store) -> None:
    store.enrichment.ledger.fallback = Caps(run=7, month=70)
    assert store.enrichment.ledger.caps() == Caps(run=7, month=70)
    store.write(lambda tx: set_caps(tx, Caps(run=3, month=None))).result()
    assert store.enrichment.ledger.caps() == Caps(run=3, month=None)


def test_what_changes_the_ledger_is_told(store: Store, clock: ManualClock) -> None:
    heard: list[frozenset[str]] = []
    end = store.feed.subscribe(lambda change: heard.append(frozenset(change.nouns)))
    record(store, spend(clock.now(), 1))
    balance(store, 5)
    store.write(lambda tx: set_caps(tx, Caps())).result()
    end()
    assert len(heard) == 3
    assert all("findings" in nouns for nouns in heard)


def test_moments_are_kept_in_utc(store: Store) -> None:
    at = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
    record(store, spend(at, 1))
    assert store.enrichment.ledger.entries()[0].at == at
