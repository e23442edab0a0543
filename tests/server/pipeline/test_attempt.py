"""A transaction that others are in the way of is begun again; what is slow is done outside of it."""

import httpx
import pytest
from sqlalchemy import event, insert, select
from sqlalchemy.exc import DataError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tui.server.app import BoardService, build
from tui.server.pipeline.attempt import TRIES, OutsideWork, with_retries
from tui.server.pipeline.auth import Authority
from tui.server.pipeline.ids import IdMaker
from tui.server.pipeline.params import Refused
from tui.server.pipeline.route import Route, Routes
from tui.server.storage import db


class DriverError(Exception):
    def __init__(self, sqlstate):
        super().__init__()
        self.sqlstate = sqlstate


class Failing:
    """Fails as often as it is told, with an error of the driver's."""

    def __init__(self, times, kind, sqlstate=None):
        self.error = kind("SELECT 1", {}, DriverError(sqlstate))
        self.times = times
        self.calls = 0

    def __call__(self):
        self.calls += 1
        if self.calls <= self.times:
            raise self.error
        return "done"


@pytest.mark.parametrize("sqlstate", ["40001", "40P01"])
def test_what_passes_is_tried_again_and_not_for_ever(sqlstate):
    passing = Failing(TRIES - 1, OperationalError, sqlstate)
    assert (with_retries(passing), passing.calls) == ("done", TRIES)
    lasting = Failing(100, OperationalError, sqlstate)
    with pytest.raises(Refused) as refused:
        with_retries(lasting)
    assert (refused.value.status, lasting.calls) == (503, TRIES)


@pytest.mark.parametrize(
    ("kind", "status"), [(OperationalError, 503), (DataError, 400)], ids=["held by others", "no such value"]
)
def test_what_does_not_pass_is_said_at_once(kind, status):
    failing = Failing(1, kind)
    with pytest.raises(Refused) as refused:
        with_retries(failing)
    assert (refused.value.status, failing.calls) == (status, 1)


def test_a_full_disk_is_called_one():
    with pytest.raises(Refused) as refused:
        with_retries(Failing(1, OperationalError, "53100"))
    assert refused.value.status == 507


async def test_on_a_full_disk_what_is_there_can_be_read(server, http, caplog):
    """SQLite says the same of a file that may not grow as of a disk that has no room."""
    board = (await http.post("/boards", json={"name": "Bakery"})).json()

    full = [True]

    def no_room(raw, *_more):
        pages = raw.execute("PRAGMA page_count").fetchone()[0] if full[0] else 1_000_000
        raw.execute(f"PRAGMA max_page_count={pages}").close()

    event.listen(server.engine, "checkout", no_room)
    long = {"name": "x" * 16384, "desc": "y" * 16384}
    for _ in range(3):
        reply = await http.put(f"/boards/{board['id']}", json=long)
        assert reply.status_code == 507
        assert reply.json() == {
            "message": "The disk of the server is full: nothing was changed", "error": "ERROR",
        }  # fmt: skip
    # The log is on the same disk: one line, and one more when it is over.
    assert [record.exc_info for record in caplog.records] == [None]
    assert "disk of the server is full" in caplog.text
    assert (await http.get(f"/boards/{board['id']}")).json()["name"] == "Bakery"
    full[0] = False
    for _ in range(2):
        assert (await http.put(f"/boards/{board['id']}", json=long)).status_code == 200
    assert [record.message for record in caplog.records][1:] == [
        "The disk of the server has room again. A write was refused, and 2 more."
    ]


def test_no_connection_to_be_had_is_busy():
    def attempt():
        raise PoolTimeout

    with pytest.raises(Refused) as refused:
        with_retries(attempt)
    assert refused.value.status == 503


def test_a_fault_of_ours_stays_one():
    with pytest.raises(IntegrityError):
        with_retries(Failing(1, IntegrityError))


async def test_slow_work_is_done_with_no_transaction_open_and_what_came_before_it_is_undone(server, clock):
    seen = []

    async def slow():
        # The write lock is free: another may write.
        with db.writing(server.engine) as connection:
            connection.execute(insert(db.meta).values(name="meanwhile", value=1))
        return "looked"

    def answer(call):
        call.connection.execute(insert(db.meta).values(name=f"try {len(seen)}", value=1))
        seen.append(call.outside)
        call.after_commit.append(lambda: seen.append("kept"))
        if call.outside is None:
            raise OutsideWork(slow)
        return {"found": call.outside}

    authority = Authority()
    made = authority.embed(server.id_member)
    routes = Routes([Route("POST", "things", answer)])
    service = BoardService(server.engine, clock, authority, routes, IdMaker(), ())
    transport = httpx.ASGITransport(build(service, Routes([])))
    async with httpx.AsyncClient(transport=transport, base_url="http://board.test") as http:
        reply = await http.post("/1/things", params={"key": made.key, "token": made.token})
    assert reply.json() == {"found": "looked"}
    assert seen == [None, "looked", "kept"]
    with db.reading(server.engine) as connection:
        names = set(connection.scalars(select(db.meta.c.name)))
    assert {"meanwhile", "try 1"} <= names
    assert "try 0" not in names
