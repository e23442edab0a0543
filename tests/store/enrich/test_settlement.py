"""What a balance says of requests without an answer, and of whom it is."""

import pytest

from tests.store.enrich.paying import SHOP, balance, give_up, record, reserve, spend
from tui.clock import ManualClock
from tui.store.enrich import settlement
from tui.store.enrich.reservations import HELD
from tui.store.store import Store


def test_a_balance_is_of_one_service(store: Store) -> None:
    assert (store.enrichment.ledger.balance(SHOP), store.enrichment.ledger.has_balance_of(SHOP, "one")) == (
        None,
        False,
    )
    store.write(lambda tx: settlement.set_balance_address(tx, SHOP, "one")).result()
    balance(store, -3)
    assert (
        store.enrichment.ledger.balance(SHOP),
        store.enrichment.ledger.has_balance_of(SHOP, "one"),
        store.enrichment.ledger.has_balance_of(SHOP, "two"),
    ) == (
        -3,
        True,
        False,
    )
    store.write(lambda tx: settlement.set_balance_address(tx, SHOP, "one")).result()
    assert store.enrichment.ledger.balance(SHOP) == -3
    store.write(lambda tx: settlement.set_balance_address(tx, SHOP, "two")).result()
    assert (store.enrichment.ledger.balance(SHOP), store.enrichment.ledger.has_balance_of(SHOP, "two")) == (
        None,
        True,
    )


def test_who_charges_a_repeat_once_is_remembered(store: Store) -> None:
    store.write(lambda tx: settlement.set_repeats_safely(tx, SHOP)).result()
    assert store.enrichment.ledger.repeats_safely(SHOP)
    assert not store.enrichment.ledger.repeats_safely("another shop")


@pytest.mark.parametrize(("left", "spent"), [(10, 0), (8, 2), (7, 3), (11, 0), (12, 0)])
def test_a_balance_says_what_was_charged(store: Store, clock: ManualClock, left: int, spent: int) -> None:
    balance(store, 10)
    clock.advance(1)
    for key, high in (("a", 2), ("b", 1)):
        give_up(store, reserve(store, key, high), unsure=True)
    clock.advance(HELD)
    balance(store, left)
    assert store.enrichment.ledger.spent() == spent
    open_still = 3 if left > 10 else 0
    assert store.enrichment.ledger.unsettled()[0] == open_still, (
        "where credits were bought nothing can be said"
    )
    assert [one.key for one in reversed(store.enrichment.ledger.entries())] == ["a", "b"][
        : 0 if not spent else spent - 1
    ]


def test_a_refusal_keeps_the_token_of_a_request_that_a_balance_called_free(
    store: Store, clock: ManualClock
) -> None:
    store.write(lambda tx: settlement.set_repeats_safely(tx, SHOP)).result()
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
        assert store.enrichment.ledger.month(clock.now()) == 0, "it costs nothing while it waits"
    again = reserve(store, token="fourth")
    record(store, spend(clock.now(), 2), again)
    assert (again.token, store.enrichment.ledger.spent()) == (lost.token, 2)
    assert reserve(store, token="fifth").token == "fifth", "once it is answered, the next request is another"


def test_what_was_recorded_meanwhile_explains_a_balance_first(store: Store, clock: ManualClock) -> None:
    balance(store, 10)
    clock.advance(1)
    give_up(store, reserve(store), unsure=True)
    record(store, spend(clock.now(), 2, "email:other@b.example"))
    clock.advance(HELD)
    balance(store, 8)
    assert (store.enrichment.ledger.spent(), store.enrichment.ledger.unsettled()[0]) == (2, 0)


def test_a_balance_says_nothing_while_a_request_may_still_be_carried_out(
    store: Store, clock: ManualClock
) -> None:
    balance(store, 10)
    clock.advance(1)
    give_up(store, reserve(store), unsure=True)
    clock.advance(HELD - 1)
    balance(store, 8)
    assert (store.enrichment.ledger.spent(), store.enrichment.ledger.unsettled()[0]) == (0, 2)
    clock.advance(1)
    balance(store, 8)
    assert (store.enrichment.ledger.spent(), store.enrichment.ledger.unsettled()[0]) == (2, 0)


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
    assert store.enrichment.ledger.unsettled()[0] == 2
    assert store.enrichment.ledger.balance(SHOP) == 8


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
    assert store.enrichment.ledger.unsettled()[0] == 2, "somebody else paid while it was under way"
    assert store.enrichment.ledger.balance(SHOP) == 7
