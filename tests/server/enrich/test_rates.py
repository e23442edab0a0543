"""Plans: how often an account and its keys may ask, what they may ask for, and with how many credits."""

from datetime import timedelta

import pytest

from tui.server.access.counter import MemoryCounter, StoredCounter
from tui.server.enrich.accounts import KeyGrant, Plan, add_credits, mint_key, set_plan
from tui.server.enrich.routes import KeySources
from tui.server.storage import db

WHO = {"params": {"domain": "tuiridge.example"}}


def plan(engine, clock, account="local", **limits):
    set_plan(engine, account, Plan(**limits), clock.now())


async def ask(client_of, key, **options):
    async with client_of(key, **options) as api:
        return await api.get("/credits")


@pytest.mark.parametrize(
    ("limits", "grant", "told", "wait"),
    [
        ({"per_second": 2}, {}, ("2", "1"), "1"),
        ({"per_minute": 2}, {}, ("2", "60"), "60"),
        ({"per_second": 9, "per_minute": 2}, {}, ("2", "60"), "60"),
        ({}, {"per_second": 2}, ("2", "1"), "1"),
        ({"per_minute": 9}, {"per_minute": 2}, ("2", "60"), "60"),
    ],
)
async def test_the_tightest_window_is_told_and_kept(
    client_of, engine, clock, limits, grant, told, wait
) -> None:
    key = mint_key(engine, clock, grant=KeyGrant(**grant))
    clock.advance(60 - clock.now().timestamp() % 60)
    plan(engine, clock, **limits)
    async with client_of(key) as api:
        first = await api.get("/credits")
        assert (first.headers["x-ratelimit-limit"], first.headers["x-ratelimit-reset"]) == told
        assert first.headers["x-ratelimit-remaining"] == "1"
        await api.get("/credits")
        over = await api.post("/enrich/company", json={"domain": "tuiridge.example"})
        assert (over.status_code, over.headers["retry-after"], over.headers["x-ratelimit-remaining"]) == (
            429,
            wait,
            "0",
        )
        assert over.headers["x-credits-charged"] == "0"
        clock.advance(int(wait))
        assert (await api.get("/credits")).status_code == 200


async def test_keys_of_one_account_share_its_rate_and_not_their_own(client_of, engine, clock) -> None:
    one, other = (mint_key(engine, clock, grant=KeyGrant(per_second=2)) for _ in range(2))
    plan(engine, clock, per_second=3)
    counter = MemoryCounter(clock)
    codes = [
        (await ask(client_of, key, rate=99, counter=counter)).status_code for key in (one, one, one, other)
    ]
    assert codes == [200, 200, 429, 429]


async def test_processes_count_together(client_of, engine, clock, key, tmp_path) -> None:
    counts = db.connect(tmp_path / "counts.db", lasting=False)
    with db.writing(counts, alone=False) as connection:
        db.tallies.create(connection)
    tallies = [StoredCounter(counts, clock) for _ in range(2)]
    codes = [(await ask(client_of, key, rate=3, counter=tallies[n % 2])).status_code for n in range(5)]
    counts.dispose()
    assert codes == [200, 200, 200, 429, 429]


async def test_no_limits_say_nothing(client_of, key) -> None:
    reply = await ask(client_of, key, limits=False)
    assert not [name for name in reply.headers if name.startswith("x-ratelimit")]


async def test_a_month_brings_its_credits_once(client_of, engine, clock, ana) -> None:
    key = mint_key(engine, clock, opening=5)
    plan(engine, clock, monthly=3)
    async with client_of(key) as api:
        first = await api.post("/enrich/person", json={"email": ana.email})
        assert (first.headers["x-credits-charged"], first.headers["x-credits-remaining"]) == ("2", "1")
        add_credits(engine, 10)
        assert (await api.get("/credits")).json() == {"credits": 11}
        clock.advance(timedelta(days=32).total_seconds())
        assert (await api.get("/credits")).json() == {"credits": 3}
        add_credits(engine, 1)
        assert (await api.get("/credits")).json() == {"credits": 4}


async def test_a_key_is_for_what_it_is_for_until_it_ends(client_of, engine, clock) -> None:
    key = mint_key(
        engine, clock, grant=KeyGrant(scopes=("company",), expires=clock.now() + timedelta(days=1))
    )
    async with client_of(key) as api:
        assert (await api.get("/enrich/company", **WHO)).status_code == 200
        for path in ("/enrich/person", "/search/people", "/people"):
            refused = await api.get(path, params={"email": "a@b.example"})
            assert (refused.status_code, refused.json()["error"]["code"]) == (403, "scope")
            assert "only for: company" in refused.json()["error"]["message"]
        assert (await api.get("/credits")).status_code == 200
        clock.advance(timedelta(days=1).total_seconds())
        ended = await api.get("/credits")
    assert ended.status_code == 401
    assert "ended" in ended.json()["error"]["message"]


@pytest.mark.parametrize(
    ("ways", "sent", "status"),
    [
        (KeySources(bearer=False), "bearer", 401), (KeySources(header="", query=""), "bearer", 200),
        (KeySources(header=""), "header", 401), (KeySources(header="X-Token"), "token", 200), (KeySources(header="X-Token"), "header", 401),
        (KeySources(query=""), "query", 401), (KeySources(query="k"), "k", 200), (KeySources(query="k"), "query", 401),
    ],
)  # fmt: skip
async def test_where_a_key_may_be_is_a_choice(client_of, key, ways, sent, status) -> None:
    how = {
        "bearer": {"headers": {"Authorization": f"Bearer {key}"}},
        "header": {"headers": {"X-Api-Key": key}},
        "token": {"headers": {"X-Token": key}},
        "query": {"params": {"api_key": key}},
        "k": {"params": {"k": key}},
    }[sent]
    async with client_of(None, key_sources=ways) as api:
        assert (await api.get("/credits", **how)).status_code == status
