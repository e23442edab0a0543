"""The ledger of credits: what is spent, reserved and known, and what a balance says of requests without an answer."""

from datetime import UTC, datetime, timedelta

import pytest

from tui.clock import ManualClock
from tui.errors import SpendRefused, Unsettled
from tui.model.enrich.spending import Caps, Spend
from tui.store.enrich import ledger
from tui.store.enrich.caps import set_caps
from tui.store.enrich.ledger import HELD, Reservation
from tui.store.store import Store

OWNER = "somebody:1:00"
SHOP = "a shop"


def spend(at: datetime, cost: int, key: str = "email:a@b.example", run: str = "", ident: str = "") -> Spend:
    return Spend(at, key, SHOP, cost, ident, run)


def reserve(
    store: Store, key: str = "k", high: int = 2, *, run: str = "", sure: bool = True, token: str = ""
) -> Reservation:
    made = Reservation("person", key, token or f"token of {key}", SHOP)
    begun = store.write(
        lambda tx: ledger.begin(
            tx, made, high, store.ledger.fallback, run=run, owner=OWNER, sure=sure, repeats=True
        )
    )
    return begun.result()


def record(store: Store, one: Spend, reservation: Reservation | None = None, left: int | None = None) -> None:
    store.write(lambda tx: ledger.record_spend(tx, one, reservation, left)).result()


def balance(store: Store, left: int, began: datetime | None = None) -> None:
    store.write(lambda tx: ledger.record_balance(tx, left, began, provider=SHOP)).result()


def give_up(store: Store, reservation: Reservation, *, unsure: bool) -> None:
    store.write(lambda tx: ledger.give_up(tx, reservation, unsure=unsure)).result()


def test_what_was_spent_is_added_up_by_time_and_run(store: Store, clock: ManualClock) -> None:
    now = clock.now()
    record(store, spend(now - timedelta(days=40), 5))
    record(store, spend(now, 2, run="r1"))
    record(store, spend(now, 3))
    assert store.ledger.spent() == 10
    assert store.ledger.spent(since=now) == 5
    assert store.ledger.spent(run="r1") == 2
    assert store.ledger.month(now) == 5
    assert [one.cost for one in store.ledger.entries()] == [3, 2, 5]
    assert [one.cost for one in store.ledger.entries(limit=1)] == [3]
    for number in range(100):
        record(store, spend(now, 0, f"email:{number}@b.example"))
    assert len(store.ledger.entries()) == 100
    store.write(lambda tx: tx.run("DELETE FROM ledger WHERE cost = 0")).result()
    assert store.ledger.entries()[1] == spend(now, 2, run="r1")


def test_a_month_is_the_calendars_in_utc(store: Store, clock: ManualClock) -> None:
    first = clock.now().replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    record(store, spend(first - timedelta(seconds=1), 5))
    record(store, spend(first, 2))
    assert store.ledger.month(clock.now()) == 2
    assert store.ledger.month(first - timedelta(hours=1)) == 7
    assert store.ledger.month(first + timedelta(days=32)) == 0


def test_a_reservation_counts_until_it_ends(store: Store, clock: ManualClock) -> None:
    made = reserve(store, run="r1")
    assert store.ledger.month(clock.now()) == 2
    assert store.write(lambda tx: (ledger.reserved(tx, "r1"), ledger.reserved(tx, "r2"))).result() == (2, 0)
    assert store.ledger.unsettled() == (0, None), "it is under way, and has no answer yet"
    record(store, spend(clock.now(), 1), made)
    assert (store.ledger.month(clock.now()), store.ledger.spent()) == (1, 1)
    record(store, spend(clock.now(), 1), made)
    assert store.ledger.spent() == 1, "an answer is entered once for each request"


def test_what_had_no_answer_is_told_by_service_kind_and_key(store: Store, clock: ManualClock) -> None:
    give_up(store, reserve(store, "a"), unsure=True)
    began = clock.now()
    clock.advance(5)
    give_up(store, reserve(store, "b", 3), unsure=True)
    give_up(store, reserve(store, "c"), unsure=False)
    assert store.ledger.unsettled() == (5, clock.now())
    assert store.ledger.unsettled(SHOP, "person", "a") == (2, began)
    assert store.ledger.unsettled("another shop") == (0, None)
    assert store.ledger.unsettled(SHOP, "company") == (0, None)
    assert store.ledger.unsettled(key="c") == (0, None)
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
    said = f"This may cost 1 credits; the cap of the {cap} is 5, 5 already spent. Nothing was asked."
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
    store.ledger.fallback = Caps(run=7, month=70)
    assert store.ledger.caps() == Caps(run=7, month=70)
    store.write(lambda tx: set_caps(tx, Caps(run=3, month=None))).result()
    assert store.ledger.caps() == Caps(run=3, month=None)


def test_a_balance_is_of_one_service(store: Store) -> None:
    assert (store.ledger.balance(SHOP), store.ledger.is_of(SHOP, "one")) == (None, False)
    store.write(lambda tx: ledger.balance_is_of(tx, SHOP, "one")).result()
    balance(store, -3)
    assert (store.ledger.balance(SHOP), store.ledger.is_of(SHOP, "one"), store.ledger.is_of(SHOP, "two")) == (
        -3,
        True,
        False,
    )
    store.write(lambda tx: ledger.balance_is_of(tx, SHOP, "one")).result()
    assert store.ledger.balance(SHOP) == -3
    store.write(lambda tx: ledger.balance_is_of(tx, SHOP, "two")).result()
    assert (store.ledger.balance(SHOP), store.ledger.is_of(SHOP, "two")) == (None, True)


def test_who_charges_a_repeat_once_is_remembered(store: Store) -> None:
    store.write(lambda tx: ledger.set_repeats_safely(tx, SHOP)).result()
    assert store.ledger.repeats_safely(SHOP)
    assert not store.ledger.repeats_safely("another shop")


@pytest.mark.parametrize(("left", "spent"), [(10, 0), (8, 2), (7, 3), (11, 0), (12, 0)])
def test_a_balance_says_what_was_charged(store: Store, clock: ManualClock, left: int, spent: int) -> None:
    balance(store, 10)
    clock.advance(1)
    for key, high in (("a", 2), ("b", 1)):
        give_up(store, reserve(store, key, high), unsure=True)
    clock.advance(HELD)
    balance(store, left)
    assert store.ledger.spent() == spent
    open_still = 3 if left > 10 else 0
    assert store.ledger.unsettled()[0] == open_still, "where credits were bought nothing can be said"
    assert [one.key for one in reversed(store.ledger.entries())] == ["a", "b"][
        : 0 if not spent else spent - 1
    ]


def test_a_refusal_keeps_the_token_of_a_request_that_a_balance_called_free(
    store: Store, clock: ManualClock
) -> None:
    store.write(lambda tx: ledger.set_repeats_safely(tx, SHOP)).result()
    balance(store, 10)
    clock.advance(1)
    lost = reserve(store)
    give_up(store, lost, unsure=True)
    clock.advance(HELD)
    balance(store, 10)
    for new in ("second", "third"):
        repeat = reserve(store, token=new)
        assert (repeat.token, repeat.earlier, repeat.settled) == (lost.token, 0, True)
        give_up(store, repeat, unsure=False)
        assert store.ledger.month(clock.now()) == 0, "it costs nothing while it waits"
    again = reserve(store, token="fourth")
    record(store, spend(clock.now(), 2), again)
    assert (again.token, store.ledger.spent()) == (lost.token, 2)
    assert reserve(store, token="fifth").token == "fifth", "once it is answered, the next request is another"


def test_what_was_recorded_meanwhile_explains_a_balance_first(store: Store, clock: ManualClock) -> None:
    balance(store, 10)
    clock.advance(1)
    give_up(store, reserve(store), unsure=True)
    record(store, spend(clock.now(), 2, "email:other@b.example"))
    clock.advance(HELD)
    balance(store, 8)
    assert (store.ledger.spent(), store.ledger.unsettled()[0]) == (2, 0)


def test_a_balance_says_nothing_while_a_request_may_still_be_carried_out(
    store: Store, clock: ManualClock
) -> None:
    balance(store, 10)
    clock.advance(1)
    give_up(store, reserve(store), unsure=True)
    clock.advance(HELD - 1)
    balance(store, 8)
    assert (store.ledger.spent(), store.ledger.unsettled()[0]) == (0, 2)
    clock.advance(1)
    balance(store, 8)
    assert (store.ledger.spent(), store.ledger.unsettled()[0]) == (2, 0)


def test_a_balance_that_was_asked_for_before_others_paid_says_nothing(
    store: Store, clock: ManualClock
) -> None:
    balance(store, 10)
    clock.advance(1)
    give_up(store, reserve(store), unsure=True)
    clock.advance(HELD)
    began, other = clock.now(), reserve(store, "other")
    clock.advance(2)
    record(store, spend(clock.now(), 2, "email:other@b.example"), other)
    balance(store, 8, began)
    assert store.ledger.unsettled()[0] == 2
    assert store.ledger.balance(SHOP) == 8


def test_the_balance_of_an_answer_is_from_when_it_was_asked_for(store: Store, clock: ManualClock) -> None:
    balance(store, 10)
    clock.advance(1)
    give_up(store, reserve(store, "lost"), unsure=True)
    clock.advance(HELD)
    made = reserve(store, "asked")
    clock.advance(1)
    record(store, spend(clock.now(), 1, "email:other@b.example"))
    clock.advance(1)
    record(store, spend(clock.now(), 2), made, 7)
    assert store.ledger.unsettled()[0] == 2, "somebody else paid while it was under way"
    assert store.ledger.balance(SHOP) == 7


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
    assert store.ledger.entries()[0].at == at
