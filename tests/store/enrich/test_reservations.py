"""Reservations of one subject after another: who holds them, under which token, and what settles them."""

from typing import Any

import pytest

from tui.clock import ManualClock
from tui.errors import Unsettled
from tui.model.enrich.spending import Caps, Reserve, Spend
from tui.store.enrich import findings, reservations, settlement
from tui.store.enrich.reservations import Reservation
from tui.store.store import Store
from tui.store.windows.window import process_name

SHOP = "a shop"


def reserve(
    store: Store,
    token: str,
    high: int = 2,
    *,
    owner: str = "somebody:1:00",
    repeats: bool = True,
    sure: bool = True,
) -> Reservation:
    made = Reservation("person", "k", token, SHOP)
    begin = store.write(
        lambda tx: reservations.begin(tx, made, high, Caps(), run="", owner=owner, sure=sure, repeats=repeats)
    )
    return begin.result()


def give_up(store: Store, reservation: Reservation) -> None:
    store.write(lambda tx: reservations.give_up(tx, reservation, unsure=True)).result()


def record(store: Store, clock: ManualClock, cost: int, reservation: Reservation) -> None:
    one = Spend(clock.now(), "k", SHOP, cost, "", "")
    store.write(lambda tx: settlement.record_spend(tx, one, reservation)).result()


def balance(store: Store, left: int, provider: str | None = SHOP) -> None:
    store.write(lambda tx: settlement.record_balance(tx, left, provider=provider)).result()


def honours(store: Store) -> None:
    store.write(lambda tx: settlement.set_repeats_safely(tx, SHOP)).result()


def rows(store: Store) -> list[Any]:
    return store.write(
        lambda tx: [tuple(row) for row in tx.rows("SELECT key, token, high FROM asked ORDER BY at, token")]
    ).result()


def test_a_reservation_is_ours_and_follows_nothing(store: Store) -> None:
    made = reserve(store, "first")
    assert (made.mine, made.earlier, made.former, made.token) == (True, 0, "", "first")


def test_a_process_that_lives_holds_a_subject_for_a_minute(store: Store, clock: ManualClock) -> None:
    reserve(store, "theirs", owner=process_name())
    clock.advance(59.5)
    other = reserve(store, "ours", owner="another")
    assert (other.mine, other.token) == (False, "theirs")
    clock.advance(0.5)
    assert reserve(store, "ours", owner="another").mine


@pytest.mark.parametrize(
    ("high", "honoured", "token"),
    [(2, False, "first"), (2, True, "first"), (0, True, "first"), (0, False, "first")],
)
def test_a_repeat_has_the_token_of_what_may_have_been_charged(
    store: Store, high: int, honoured: bool, token: str
) -> None:
    if honoured:
        honours(store)
    give_up(store, reserve(store, "first", high))
    again = reserve(store, "second")
    assert (again.token, again.earlier, again.former) == (token, high, "")
    assert rows(store) == [("k", token, 2)]


def test_what_is_charged_twice_is_reserved_twice(store: Store, clock: ManualClock) -> None:
    give_up(store, reserve(store, "first"))
    began = clock.now()
    clock.advance(1)
    again = reserve(store, "second", 3, repeats=False)
    assert (again.token, again.earlier, again.former) == ("second", 2, "k\nfirst")
    assert store.enrichment.ledger.month(clock.now()) == 5
    assert store.enrichment.ledger.reserves() == [Reserve(began, SHOP, "k", 2)], "the other is under way"
    give_up(store, again)
    assert store.enrichment.ledger.reserves() == [
        Reserve(clock.now(), SHOP, "k", 3),
        Reserve(began, SHOP, "k", 2),
    ]
    store.write(lambda tx: reservations.drop_former(tx, again)).result()
    assert [one.high for one in store.enrichment.ledger.reserves()] == [3]
    store.write(lambda tx: reservations.drop_former(tx, again.replace(former=""))).result()
    assert [one.high for one in store.enrichment.ledger.reserves()] == [3]


def test_what_cost_nothing_is_not_reserved_beside_a_repeat(store: Store) -> None:
    give_up(store, reserve(store, "first", 0))
    again = reserve(store, "second", repeats=False)
    assert (again.token, again.former) == ("first", "")
    assert rows(store) == [("k", "first", 2)]


@pytest.mark.parametrize(("left", "kept"), [(10, ["second"]), (8, ["second"]), (6, ["second"])])
def test_a_balance_settles_what_was_charged_twice_oldest_first(
    store: Store, clock: ManualClock, left: int, kept: list[str]
) -> None:
    balance(store, 10)
    honours(store)
    clock.advance(1)
    give_up(store, reserve(store, "first"))
    clock.advance(1)
    give_up(store, reserve(store, "second", repeats=False))
    clock.advance(60)
    balance(store, left)
    assert store.enrichment.ledger.spent() == 10 - left
    assert {one.key for one in store.enrichment.ledger.entries()} <= {"k"}
    assert store.enrichment.ledger.unsettled()[0] == 0
    assert [(key, high) for key, _, high in rows(store)] == [("k", 0)], "the first is not repeated"
    assert [token for key, token, _ in rows(store) if key == "k"] == kept


@pytest.mark.parametrize("honoured", [True, False])
def test_what_a_balance_called_free_keeps_its_token(store: Store, clock: ManualClock, honoured: bool) -> None:
    if honoured:
        honours(store)
    balance(store, 10)
    clock.advance(1)
    give_up(store, reserve(store, "first"))
    clock.advance(60)
    balance(store, 10)
    assert rows(store) == [("k", "first", 0)]
    assert store.enrichment.ledger.unsettled() == (0, None), "it may be asked again without a question"
    again = reserve(store, "second", sure=False)
    assert (again.token, again.settled) == ("first", True), (
        "the service may have been slow, and charge it still"
    )


@pytest.mark.parametrize(("honoured", "spent"), [(True, 2), (False, 4)])
@pytest.mark.parametrize("answered", [True, False])
def test_what_a_balance_called_charged_is_asked_again_with_its_token(
    store: Store, clock: ManualClock, honoured: bool, spent: int, answered: bool
) -> None:
    if honoured:
        honours(store)
    balance(store, 10)
    clock.advance(1)
    began = clock.now()
    give_up(store, reserve(store, "first"))
    clock.advance(60)
    balance(store, 8)
    assert store.enrichment.ledger.unsettled() == (0, began), "it was paid for, and its answer never came"
    with pytest.raises(Unsettled):
        reserve(store, "second", sure=False)
    clock.advance(1)
    again = reserve(store, "second")
    assert again.token == "first", "the service may honour it, though it never said so"
    # Where it does not, this is another charge, whether an answer tells of it or the balance.
    if answered:
        record(store, clock, 2, again)
    else:
        give_up(store, again)
        clock.advance(60)
        balance(store, 8 if honoured else 6)
    assert store.enrichment.ledger.spent() == spent


def test_a_refusal_does_not_forget_that_a_balance_called_it_charged(store: Store, clock: ManualClock) -> None:
    balance(store, 10)
    clock.advance(1)
    give_up(store, reserve(store, "first"))
    clock.advance(60)
    balance(store, 8)
    again = reserve(store, "second")
    store.write(lambda tx: reservations.give_up(tx, again, unsure=False)).result()
    with pytest.raises(Unsettled):
        reserve(store, "third", sure=False)


def test_an_answer_is_entered_under_the_token_of_its_request(store: Store, clock: ManualClock) -> None:
    made = reserve(store, "first")
    record(store, clock, 2, made)
    record(store, clock, 2, made)
    record(store, clock, 1, reserve(store, "second"))
    assert store.enrichment.ledger.spent() == 3
    assert rows(store) == []


def test_the_usual_service_has_a_balance_without_being_named(store: Store) -> None:
    balance(store, 7, None)
    assert (store.enrichment.ledger.balance(), store.enrichment.ledger.balance(SHOP)) == (7, None)
    store.write(lambda tx: findings.set_provider(tx, SHOP)).result()
    balance(store, 5, None)
    assert (
        store.enrichment.ledger.balance(),
        store.enrichment.ledger.balance(SHOP),
        store.enrichment.ledger.balance(""),
    ) == (5, 5, 7)


def test_what_ends_without_an_answer_and_a_new_address_are_told(store: Store) -> None:
    heard: list[frozenset[str]] = []
    end = store.feed.subscribe(lambda change: heard.append(frozenset(change.nouns)))
    give_up(store, reserve(store, "first"))
    store.write(lambda tx: settlement.set_balance_address(tx, SHOP, "one")).result()
    store.write(lambda tx: settlement.set_balance_address(tx, SHOP, "two")).result()
    end()
    assert heard == [{"findings"}, {"findings"}], "a reservation and a first address are no news"
