"""Databases of every older schema, as the code of their day made them, become today's with what is in them.

``older/`` holds one for each schema that was ever committed, on each engine that could be had then: there was no
PostgreSQL at schema 1, and 2 was never alone. Each has a board with a card and what hangs on one; from 4 on, four
people of two companies.
"""

import gzip
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import psycopg
import pytest
from sqlalchemy import inspect, text

from tui.server.run import LocalServer
from tui.server.storage import db
from tui.server.storage.place import Place

OLDER = Path(__file__).with_name("older")
MADE = sorted(path.name.removesuffix(".gz").removesuffix(".sql") for path in OLDER.glob("*.gz"))
KILLED = """
import os, signal, sys
from pathlib import Path
from tui.server.storage import schema
from tui.server.storage.place import Place

def last(connection):
    schema.STEPS[-1](connection)
    os.kill(os.getpid(), signal.SIGKILL)

schema.create.__defaults__ = ((*schema.STEPS[:-1], last),)
Place(Path(sys.argv[1]), sys.argv[2] or None).open()
"""


def start_anew(url):
    """A database without a table."""
    with psycopg.connect(
        f"host={url.partition('host=')[2]} user=cardscout dbname=postgres", autocommit=True
    ) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")


@pytest.fixture
def older(request, tmp_path):
    """Puts a database of an older schema there; its data directory and its URL."""
    urls = []

    def put(name):
        data = tmp_path / "data"
        data.mkdir(mode=0o700)
        if name.endswith("sqlite"):
            (data / "server.db").write_bytes(gzip.decompress((OLDER / f"{name}.gz").read_bytes()))
            return data, None
        url = request.getfixturevalue("postgres_url")
        urls.append(url)
        start_anew(url)
        with psycopg.connect(
            f"host={url.partition('host=')[2]} user=cardscout dbname=postgres"
        ) as connection:
            connection.execute(gzip.decompress((OLDER / f"{name}.sql.gz").read_bytes()))
        return data, url

    yield put
    for url in urls:
        start_anew(url)


def shape(engine):
    """Its tables, with the names of their columns and indexes; a directory that took another's place has its own."""
    there = inspect(engine)
    return {
        table: (
            {column["name"] for column in there.get_columns(table)},
            {(index["name"] or "").removesuffix("_b") for index in there.get_indexes(table)},
        )
        for table in there.get_table_names()
    }


def count(engine, table):
    with db.reading(engine) as connection:
        return connection.scalar(text(f"SELECT count(*) FROM {table}"))


def version(engine):
    with db.reading(engine) as connection:
        return connection.scalar(text("SELECT value FROM meta WHERE name = 'schema'"))


async def board_in(server):
    """The names of the board, of its card, and what is on the card; found by a word of its comment."""
    params = {"key": server.key, "token": server.token}
    async with httpx.AsyncClient(
        transport=server.transport(), base_url="http://board.test/1", params=params
    ) as http:
        (board,) = (await http.get("/members/me/boards")).json()
        (card,) = (await http.get(f"/boards/{board['id']}/cards", params={"checklists": "all"})).json()
        found = (await http.get("/search", params={"query": "pai", "modelTypes": "cards"})).json()
        assert [one["id"] for one in found["cards"]] == [card["id"]]
        made = await http.post("/cards", params={"idList": card["idList"], "name": "next"})
        assert made.status_code == 200, made.text
        badges = card["badges"]
        (steps,) = card["checklists"]
        return (
            board["name"],
            card["name"],
            badges["comments"],
            badges["attachments"],
            steps["checkItems"][0]["name"],
        )


@pytest.mark.fault("F68")
@pytest.mark.parametrize("name", MADE)
async def test_an_older_database_becomes_todays_with_all_that_is_in_it(older, name, tmp_path, clock):
    data, url = older(name)
    people = 4 if int(name[len("schema_")]) >= 4 else 0
    server = LocalServer.open(data, clock, sample=False, database=url)
    assert await board_in(server) == ("Bakery launch", "Order flour \U0001f35e", 1, 1, "Ring the mill")
    assert version(server.engine) == db.SCHEMA
    assert (count(server.engine, "directory_person"), count(server.engine, "card")) == (people, 2)
    found = shape(server.engine)
    server.close()
    if url is not None:
        start_anew(url)
    new = LocalServer.open(tmp_path / "new", clock, sample=False, database=url)
    assert found == shape(new.engine)
    new.close()


@pytest.mark.slow
@pytest.mark.fault("F68")
@pytest.mark.parametrize("name", ["schema_4.sqlite", "schema_4.postgres"])
def test_a_kill_amid_the_last_step_leaves_the_old_database(older, name):
    data, url = older(name)
    before = Place(data, url).connect()
    was = (version(before), shape(before), count(before, "card"))
    before.dispose()
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(data), url or ""],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}, capture_output=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == -signal.SIGKILL, done.stderr
    after = Place(data, url).connect()
    assert (version(after), shape(after), count(after, "card")) == was
    after.dispose()
    new = Place(data, url).open()
    assert (version(new), count(new, "card"), count(new, "directory_person")) == (db.SCHEMA, 1, 4)
    new.dispose()
