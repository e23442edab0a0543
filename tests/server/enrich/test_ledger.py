"""Charges: once for a record, and never more than is there."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import select

from tests.server.enrich.buying import buy, left
from tui.api.fault import read_fault
from tui.server.enrich.accounts import KeyGrant, Plan, add_credits, mint_key, set_plan
from tui.server.enrich.ledger import (
    CallPrices,
    Receipt,
    authenticate,
    balance,
    grant_monthly_credits,
    key_digest,
    month_of,
    owns_record,
)
from tui.server.enrich.problems import Problem
from tui.server.enrich.tables import charges
from tui.server.storage import db


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


def caller(engine, key, clock):
    with db.reading(engine) as connection:
        return authenticate(connection, key, clock.now())


def test_a_caller_is_told_by_the_key_with_its_account_scopes_and_limits(engine, clock) -> None:
    key = mint_key(engine, clock, opening=7, grant=KeyGrant(scopes=("person",)))
    found = caller(engine, key, clock)
    assert (found.account, found.left, found.due, found.scopes) == ("local", 7, False, {"person"})
    assert (found.key, found.rates) == (key_digest(key)[:16], (None,) * 4)


@pytest.mark.parametrize(
    ("key", "why"),
    [
        (None, "send an API key"),
        ("", "send an API key"),
        ("cse_no", "is not known"),
        ("\ud800", "is not known"),
    ],
)
def test_a_key_that_is_none_is_refused(engine, clock, key, why) -> None:
    with pytest.raises(Problem, match=why) as caught:
        caller(engine, key, clock)
    assert caught.value.status == 401


def test_a_key_ends(engine, clock) -> None:
    key = mint_key(engine, clock, grant=KeyGrant(expires=clock.now() + timedelta(days=1)))
    clock.advance(timedelta(days=1).total_seconds() - 1)
    assert caller(engine, key, clock).account == "local"
    clock.advance(1)
    with pytest.raises(Problem, match="this API key ended at 2026-11-22"):
        caller(engine, key, clock)


def test_credits_of_a_month_are_given_once_and_what_was_left_is_lost(engine, clock, key) -> None:
    set_plan(engine, "local", Plan(monthly=7), clock.now())
    buy(engine, clock, "f1", 2, "r1")
    assert not caller(engine, key, clock).due
    assert grant_monthly_credits(engine, "local", clock.now()) == 5
    clock.advance(timedelta(days=10).total_seconds())
    assert month_of(clock.now()) == "2026-12"
    assert caller(engine, key, clock).due
    assert [grant_monthly_credits(engine, "local", clock.now()) for _ in range(2)] == [7, 7]
    assert not caller(engine, key, clock).due


def test_a_plan_without_a_month_is_never_due(engine, clock, key) -> None:
    clock.advance(timedelta(days=40).total_seconds())
    assert not caller(engine, key, clock).due
    assert grant_monthly_credits(engine, "local", clock.now()) == 500


def test_a_record_is_owned_by_the_account_that_paid(engine, clock, key) -> None:
    receipt = buy(engine, clock, "f1", 2, "r1")
    assert (receipt.charged, receipt.left, receipt.repeat) == (2, 498, False)
    assert buy(engine, clock, "f1", 2, "r2") == Receipt(0, 498, repeat=True)
    with db.reading(engine) as connection:
        assert owns_record(connection, "local", "f1")
        assert not owns_record(connection, "local", "f2")
        assert not owns_record(connection, "other", "f1")
        assert balance(connection, "other") is None
        (entry,) = connection.execute(select(charges)).all()
    assert (entry.request_id, entry.record_id, entry.credits, entry.left) == ("r1", "f1", 2, 498)


@pytest.mark.parametrize(("sent", "price"), [(0, 0), (1, 2), (25, 2), (26, 4), (100, 8)])
def test_a_search_is_paid_by_each_25_hits(sent, price) -> None:
    assert CallPrices(search=2).search_price(sent) == price
    assert CallPrices().search_price(sent) == 0
