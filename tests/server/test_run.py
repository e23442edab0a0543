"""The embedded server: opening, opening again, many at once, killed, damaged."""

import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from sqlalchemy import event, func, select

from tui.clock import ManualClock, SystemClock
from tui.errors import StoreError
from tui.server.run import LocalServer
from tui.server.storage import db

ROOT = Path(__file__).parents[2]


def signed(server):
    return {"key": server.key, "token": server.token}


async def ask(server, method, path, **params):
    async with httpx.AsyncClient(transport=server.transport(), base_url="http://board.test/1") as http:
        reply = await http.request(method, path, params=signed(server) | params)
        assert reply.status_code == 200, reply.text
        return reply.json()


async def test_what_was_written_is_there_at_the_next_start_under_new_credentials(tmp_path, clock):
    first = LocalServer.open(tmp_path, clock, sample=False)
    await ask(first, "POST", "/boards", name="Bakery")
    first.close()
    second = LocalServer.open(tmp_path, clock, sample=False)
    assert [board["name"] for board in await ask(second, "GET", "/members/me/boards")] == ["Bakery"]
    assert (second.id_member, second.token != first.token) == (first.id_member, True)
    second.close()


@pytest.mark.fault("F51")
async def test_a_create_is_not_repeated_across_a_restart(tmp_path, clock):
    boards = []
    for _ in range(2):
        server = LocalServer.open(tmp_path, clock, sample=False)
        async with httpx.AsyncClient(transport=server.transport(), base_url="http://board.test/1") as http:
            reply = await http.post(
                "/boards", params=signed(server) | {"name": "x"}, headers={"Idempotency-Key": "op-1"}
            )
            boards.append(reply.json()["id"])
        server.close()
    assert boards[0] == boards[1]


_WRITER = """
import sys
from pathlib import Path
import asyncio, httpx
from tui.clock import SystemClock
from tui.server.run import LocalServer

async def main(data, name):
    server = LocalServer.open(Path(data), SystemClock(), sample=False)
    async with httpx.AsyncClient(transport=server.transport(), base_url="http://board.test/1") as http:
        for i in range(1000):
            params = {"key": server.key, "token": server.token, "name": f"{name} {i}", "defaultLists": "false"}
            reply = await http.post("/boards", params=params)
            assert reply.status_code == 200, reply.text
            print(reply.json()["id"], flush=True)

asyncio.run(main(*sys.argv[1:]))
"""


def test_two_processes_open_a_new_file_at_once_and_one_killed_loses_nothing(tmp_path):
    command = [sys.executable, "-c", _WRITER, str(tmp_path)]
    writers = [
        subprocess.Popen([*command, name], stdout=subprocess.PIPE, cwd=ROOT, text=True) for name in "ab"
    ]
    told = []
    for writer in writers:
        assert writer.stdout is not None
        told += [writer.stdout.readline().strip() for _ in range(5)]
    for writer in writers:
        writer.kill()
        assert writer.stdout is not None
        # What it printed before it died was answered, so it must be there.
        told += [line.strip() for line in writer.stdout if len(line) == 25]
        writer.stdout.close()
        writer.wait()
    server = LocalServer.open(tmp_path, SystemClock(), sample=False)
    with db.reading(server.engine) as connection:
        kept = set(connection.scalars(select(db.boards.c.id)))
        assert set(told) <= kept
        assert connection.scalar(select(func.count()).select_from(db.members)) == 1
        # Six labels each: a board half made is not there.
        assert connection.scalar(select(func.count()).select_from(db.labels)) == 6 * len(kept)
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    server.close()


def test_a_file_that_is_no_database_is_left_alone(tmp_path, clock):
    path = tmp_path / "server.db"
    path.write_bytes(b"my poems\n" * 500)
    with pytest.raises(StoreError, match="can not be opened"):
        LocalServer.open(tmp_path, clock)
    assert path.read_bytes() == b"my poems\n" * 500


@pytest.mark.fault("F52")
async def test_a_file_locked_by_another_is_answered_with_503(server, http, tmp_path):
    another = db.connect(tmp_path / "data" / "server.db")
    server.engine.dispose()
    # The same door, without the five seconds it would wait.
    event.listen(server.engine, "connect", lambda raw, _: raw.execute("PRAGMA busy_timeout=0").close())
    with db.writing(another):
        reply = await http.post("/boards", json={"name": "x"})
        assert (reply.status_code, reply.text) == (503, "The database is busy")
        assert (await http.get("/members/me")).status_code == 200
    assert (await http.post("/boards", json={"name": "x"})).status_code == 200
    another.dispose()


@pytest.mark.slow
async def test_the_sample_makes_a_first_start_worth_looking_at_and_is_made_once(tmp_path, clock: ManualClock):
    counts = []
    for _ in range(2):
        server = LocalServer.open(tmp_path, clock)
        boards = await ask(server, "GET", "/members/me/boards")
        cards = [
            card for board in boards for card in await ask(server, "GET", f"/boards/{board['id']}/cards")
        ]
        async with httpx.AsyncClient(transport=server.transport(), base_url="http://enrich.test") as http:
            reply = await http.get("/credits", headers={"Authorization": f"Bearer {server.enrich_key}"})
        counts.append((len(boards), len(cards), reply.json()["credits"]))
        server.close()
    assert counts[0] == counts[1]
    assert all(count > 1 for count in counts[0])


async def test_a_file_of_a_shared_server_becomes_a_local_one_whoever_is_in_it(tmp_path, clock):
    from tui.server.service.people import add_member
    from tui.server.storage.place import Place

    engine = Place(tmp_path).open()
    with db.writing(engine) as connection:
        add_member(connection, "you", clock.now())
    engine.dispose()
    server = LocalServer.open(tmp_path, clock)
    assert (await ask(server, "GET", "/members/me"))["username"] == "you2"
    assert await ask(server, "GET", "/members/me/boards") == [], "nobody there asked for the sample"
    server.close()
