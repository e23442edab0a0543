"""Credits: charged once, never below zero, and the account's rather than the key's."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import select

from tui.api.fault import read_fault
from tui.server.enrich.accounts import add_credits, mint_key, revoke_key
from tui.server.enrich.ledger import CallPrices, Receipt, authenticate, balance, charge
from tui.server.enrich.problems import Problem
from tui.server.enrich.tables import charges, keys
from tui.server.storage import db


def left(engine, account="local"):
    with db.reading(engine) as connection:
        return balance(connection, account)


def buy(engine, clock, record, price, request):
    with db.writing(engine) as connection:
        return charge(connection, "local", record, price, request_id=request, now=clock.now())


def test_balance_outlives_the_key(engine, clock) -> None:
    first = mint_key(engine, clock)
    buy(engine, clock, "f1", 7, "r1")
    second = mint_key(engine, clock)
    revoke_key(engine, first)
    assert left(engine) == 493
    with db.reading(engine) as connection:
        assert authenticate(connection, second, clock.now()).account == "local"
        with pytest.raises(Problem, match="revoked"):
            authenticate(connection, first, clock.now())


def test_key_is_kept_as_a_hash_and_old_ones_are_dropped(engine, clock) -> None:
    key = mint_key(engine, clock)
    clock.advance(timedelta(days=91).total_seconds())
    mint_key(engine, clock)
    with db.reading(engine) as connection:
        kept = list(connection.scalars(select(keys.c.hash)))
    assert len(kept) == 1
    assert key not in kept[0]


def test_record_is_paid_for_once(engine, clock, key) -> None:
    assert buy(engine, clock, "f1", 2, "r1").charged == 2
    assert buy(engine, clock, "f1", 2, "r2").charged == 0
    assert left(engine) == 498


def test_too_few_credits_take_nothing_and_leave_the_record_unowned(engine, clock) -> None:
    mint_key(engine, clock, opening=1)
    with pytest.raises(Problem, match="costs 2") as refused:
        buy(engine, clock, "f1", 2, "r1")
    assert refused.value.status == 402
    assert left(engine) == 1
    add_credits(engine, 5)
    assert buy(engine, clock, "f1", 2, "r2").charged == 2


def test_racing_buyers_are_charged_what_they_bought(engine, clock) -> None:
    mint_key(engine, clock, opening=10)

    def attempt(number: int) -> int:
        try:
            receipt: Receipt = buy(engine, clock, f"f{number % 8}", 2, f"r{number}")
        except Problem:
            return 0
        return receipt.charged

    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(attempt, range(32)))
    assert sum(taken) == 10
    assert left(engine) == 0
    with db.reading(engine) as connection:
        assert len(list(connection.scalars(select(charges.c.credits)))) == 5


async def test_empty_account_is_402_over_the_wire(client_of, engine, clock, ana) -> None:
    async with client_of(mint_key(engine, clock, account="poor", opening=1)) as api:
        reply = await api.post("/enrich/person", json={"email": ana.email})
        assert reply.status_code == 402
        assert reply.json()["error"]["code"] == "no_credits"
        assert read_fault(reply.json()).message == "this lookup costs 2 credits and the account has 1"
        assert reply.headers["x-credits-remaining"] == "1"
        assert (await api.get("/credits")).json() == {"credits": 1}


async def test_prices_are_a_table(client_of, key, ana) -> None:
    async with client_of(key, prices=CallPrices(person_with_contact=5, search=1)) as api:
        assert (await api.post("/enrich/person", json={"email": ana.email})).headers[
            "x-credits-charged"
        ] == "5"
        searched = await api.post("/search/people", json={"location": "NSW"})
        assert (searched.headers["x-credits-charged"], searched.headers["x-credits-remaining"]) == (
            "1",
            "494",
        )
