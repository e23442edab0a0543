"""The service on PostgreSQL: the same answers, charges and counts, by many at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from tui.server.access.counter import StoredCounter
from tui.server.enrich.accounts import Plan, set_plan
from tui.server.enrich.lookups import enrich_person
from tui.server.enrich.rates import Rates
from tui.server.enrich.service import EnrichService, LookupRequest
from tui.server.enrich.tables import charges
from tui.server.importing.load import load
from tui.server.importing.removal import opt_out
from tui.server.storage import db


@pytest.fixture
def engine(postgres_database, firms, staff):
    made = db.connect(postgres_database)
    with db.writing(made) as connection:
        db.create(connection)
        load(connection, firms, staff)
    yield made
    made.dispose()


async def test_calls_are_answered_paid_and_counted(client_of, engine, clock, key, ana, firms) -> None:
    counts = db.connect(engine.url.render_as_string(hide_password=False))
    async with client_of(key, rate=6, counter=StoredCounter(counts, clock)) as api:
        told = []
        for path, asked in (
            ("/enrich/person", {"email": ana.email}), ("/enrich/person", {"network_slug": ana.network_slug}),
            ("/enrich/company", {"abn": firms[0].abn}), ("/search/people", {"company": "Tūī Ridge", "position": "head"}),
            ("/enrich/person", {"email": "no@body.example"}), ("/people", {"id": ana.id}), ("/credits", {}),
        ):  # fmt: skip
            reply = await api.get(path, params=asked)
            told.append(
                (
                    reply.status_code,
                    reply.headers["x-credits-charged"],
                    reply.headers["x-ratelimit-remaining"],
                )
            )
    counts.dispose()
    assert told == [
        (200, "2", "5"), (200, "0", "4"), (200, "1", "3"), (200, "0", "2"), (404, "0", "1"), (200, "0", "0"), (429, "0", "0"),
    ]  # fmt: skip


async def test_plans_and_ways_out_are_kept_there_too(client_of, engine, clock, key, ana) -> None:
    set_plan(engine, "local", Plan(monthly=7), clock.now())
    assert opt_out(engine, clock, "email", ana.email).people == 1
    async with client_of(key) as api:
        gone = await api.get("/people", params={"ln_slug": ana.network_slug})
        page = (await api.post("/search/people", json={"company": "Tūī Ridge"})).json()
    assert (gone.status_code, gone.headers["x-credits-remaining"]) == (451, "7")
    assert ana.id not in str(page)


def test_more_callers_than_connections_all_get_their_answer(engine, clock, key, staff, monkeypatch) -> None:
    monkeypatch.setattr("tui.server.storage.engine._USUAL", {"pool_size": 2, "max_overflow": 1})
    url = engine.url.render_as_string(hide_password=False)
    few, counts = db.connect(url), db.connect(url)
    emails = [one.email for one in staff if one.email][:30]
    service = EnrichService(few, clock, rates=Rates(clock, StoredCounter(counts, clock), 1000))

    def buy(number: int) -> int:
        asked = LookupRequest("/enrich/person", {"email": emails[number % len(emails)]}, key)
        return service.serve(asked, enrich_person, "person").status

    with ThreadPoolExecutor(12) as pool:
        assert set(pool.map(buy, range(90))) == {200}
    with db.reading(engine) as connection:
        assert connection.scalar(select(func.count()).select_from(charges)) == len(emails)
    few.dispose()
    counts.dispose()
