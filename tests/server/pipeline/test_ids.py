"""Names the server gives."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert, select

from tests.conftest import signed_in
from tui.clock import ManualClock
from tui.model.values.scalars import OBJECT_ID, created_at
from tui.server.pipeline.ids import IdMaker, short_link, slug
from tui.server.run import LocalServer
from tui.server.storage import db

NOON = datetime(2026, 11, 21, 12, 0, 0, 250_000, tzinfo=UTC)


def test_ids_sort_as_they_were_made_even_when_the_clock_goes_back():
    maker = IdMaker()
    made = [maker.at(NOON + timedelta(seconds=shift)) for shift in (0, 0, 0.1, -60, 0, 1)]
    assert made == sorted(made)
    assert len(set(made)) == len(made)
    assert all(OBJECT_ID.fullmatch(ident) for ident in made)
    assert created_at(made[0]) == NOON.replace(microsecond=0)


def test_ids_of_two_makers_sort_by_time():
    one, two = IdMaker(), IdMaker()
    made = [(one if i % 2 else two).at(NOON + timedelta(microseconds=i)) for i in range(50)]
    assert made == sorted(made)


def test_threads_never_share_an_id():
    maker = IdMaker()
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: maker.at(NOON), range(5000)))
    assert len(set(made)) == 5000


def test_short_links():
    made = {short_link() for _ in range(1000)}
    assert len(made) == 1000
    assert all(len(link) == 8 and link.isascii() and link.isalnum() for link in made)


@given(st.text())
def test_a_slug_is_safe_in_an_address(name):
    made = slug(name)
    assert made == "" or all(word.isascii() and word.isalnum() for word in made.split("-"))
    assert made == made.lower()


def test_slugs():
    assert slug("Étude: Crème & Brûlée!") == "etude-creme-brulee"
    assert slug("面包") == ""


@pytest.mark.parametrize("back", [1, 3600])
async def test_what_happens_after_a_start_with_the_clock_set_back_is_behind_what_a_feed_gave(
    server: LocalServer,
    tmp_path: Path,
    clock: ManualClock,
    storage: str,
    request: pytest.FixtureRequest,
    back: int,
) -> None:
    database = request.getfixturevalue("postgres_database") if storage == "postgres" else None
    async with signed_in(server) as http:
        board = (await http.post("/boards", params={"name": "Fair"})).json()["id"]
        (newest, *_) = (await http.get(f"/boards/{board}/actions")).json()
    server.close()
    earlier = ManualClock(clock.now() - timedelta(seconds=back))
    again = LocalServer.open(tmp_path / "data", earlier, sample=False, database=database)
    async with signed_in(again) as http:
        await http.post("/lists", params={"name": "New", "idBoard": board})
        told = (await http.get(f"/boards/{board}/actions", params={"since": newest["id"]})).json()
    again.close()
    assert [one["type"] for one in told] == ["createList"]


async def test_an_action_from_far_in_the_future_is_not_gone_on_from(
    server: LocalServer, clock: ManualClock
) -> None:
    async with signed_in(server) as http:
        board = (await http.post("/boards", params={"name": "Fair"})).json()["id"]
        with db.writing(server.engine) as connection:
            row = connection.execute(select(db.actions).limit(1)).one()._mapping
            connection.execute(insert(db.actions).values({**row, "id": "f" * 24, "changed": None}))
        maker = IdMaker()
        with db.reading(server.engine) as connection:
            for _ in range(2):
                maker.go_on(connection, clock.now())
        assert created_at(maker.at(clock.now())) == clock.now().replace(microsecond=0)
        assert (await http.get(f"/boards/{board}/actions")).status_code == 200
