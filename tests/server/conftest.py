"""A board to work on, and a client that says what it was answered."""

import asyncio
import json
from collections import Counter
from pathlib import Path
from zlib import crc32

import httpx
import pytest

from tests.conftest import signed_in
from tests.shares import made_once
from tests.thinned import exhaustive
from tui.clock import ManualClock
from tui.server.run import LocalServer

ON_BOTH = (
    "access", "authorize", "board", "card", "copies", "custom", "events", "membership", "people", "rights", "search", "webhooks",
    "wire", "test_app.py", "pipeline/test_batch.py",
)  # fmt: skip
"""What is tested on SQLite and on PostgreSQL: whatever uses ``server`` in these."""

POSTGRES = exhaustive(["postgres"])
"""PostgreSQL, for tests that the plain command runs on SQLite only: three of four, whose names say which."""


def pytest_generate_tests(metafunc):
    inside = metafunc.definition.path.relative_to(Path(__file__).parent)
    if "storage" in metafunc.fixturenames and {inside.parts[0], inside.as_posix()} & set(ON_BOTH):
        also = ["postgres"] if crc32(metafunc.definition.name.encode()) % 4 == 1 else POSTGRES
        metafunc.parametrize("storage", ["sqlite", *also])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Leave two of three cases of one of these to the exhaustive run: SQLite, where they are fast, tries them all."""
    cases = Counter[str]()
    for item in items:
        given = item.callspec.params if hasattr(item, "callspec") else {}
        if given.get("storage") == "postgres" and len(given) > 1:
            name = item.nodeid.partition("[")[0]
            if cases[name] % 3:
                item.add_marker(pytest.mark.exhaustive)
            cases[name] += 1


class Desk:
    """A board with three lists, and verbs that fail loudly."""

    def __init__(self, http, board):
        self.http = http
        self.id = board["id"]

    async def ok(self, method, path, **sent):
        reply = await self.http.request(method, path, **sent)
        assert reply.status_code == 200, f"{method} {path}: {reply.status_code} {reply.text}"
        return reply.json()

    async def get(self, path, **params):
        return await self.ok("GET", path, params=params)

    async def post(self, path, headers=None, **body):
        return await self.ok("POST", path, json=body, headers=headers)

    async def put(self, path, **body):
        return await self.ok("PUT", path, json=body)

    async def refused(self, method, path, **sent):
        reply = await self.http.request(method, path, **sent)
        assert reply.status_code >= 400, reply.text
        return reply.status_code, reply.text

    async def lists(self):
        return [one["id"] for one in await self.get(f"/boards/{self.id}/lists")]

    async def card(self, name="Order flour", **more):
        return await self.post("/cards", **({"idList": (await self.lists())[0], "name": name} | more))

    async def log(self, server):
        """Every action of the board, the webhook-only ones too, oldest first."""
        from sqlalchemy import select

        from tui.server.storage import db

        with db.reading(server.engine) as connection:
            rows = connection.execute(
                select(db.actions).where(db.actions.c.id_board == self.id).order_by(db.actions.c.id)
            )
            return [(row.type, row.data) for row in rows]


@pytest.fixture(params=["sqlite", "postgres"])
def empty_storage(request, tmp_path):
    """A storage with every table and nothing in them, on each engine."""
    from tui.server.storage import db

    target = (
        tmp_path / "server.db" if request.param == "sqlite" else request.getfixturevalue("postgres_database")
    )
    made = db.connect(target)
    with db.writing(made) as connection:
        db.create(connection)
    yield made
    made.dispose()


async def launch(http):
    board = await http.post("/boards", json={"name": "Bakery launch"})
    assert board.status_code == 200, board.text
    return board.json()


@pytest.fixture(scope="session")
def launched(tmp_path_factory):
    """The data of a server with the board of the desk, to be copied."""

    async def make_board(server):
        async with signed_in(server) as http:
            return await launch(http)

    def make(home):
        clock = ManualClock()
        # Its ids are from before those of the tests.
        clock.advance(-1)
        server = LocalServer.open(home / "data", clock, sample=False)
        clock.advance(0.5)
        (home / "board.json").write_text(json.dumps(asyncio.run(make_board(server))))
        server.close()

    return made_once(tmp_path_factory, "launched", make)


@pytest.fixture
def beginning(beginning, storage, request, launched):
    """What the server begins with: that board, for tests of the desk."""
    return launched / "data" if storage == "sqlite" and "desk" in request.fixturenames else beginning


@pytest.fixture
async def desk(http, storage, launched):
    known = storage == "sqlite"
    return Desk(http, json.loads((launched / "board.json").read_text()) if known else await launch(http))


class Person(Desk):
    """Somebody with a token of their own, who works on ``desk``'s board."""

    def __init__(self, http, board, member):
        super().__init__(http, {"id": board})
        self.member = member

    async def said(self, method, path, **sent):
        reply = await self.http.request(method, path, **sent)
        return reply.status_code, reply.text


@pytest.fixture
async def person(server, desk, clock):
    """Makes members of the service: ``await person("bo", on="normal")`` is one on the board, signed in."""
    from sqlalchemy import insert

    from tui.server.pipeline.auth import ALL_SCOPES, grant
    from tui.server.pipeline.ids import IdMaker
    from tui.server.storage import db

    clients = []

    async def make(name, *, on=None, scopes=ALL_SCOPES):
        ident = IdMaker().at(clock.now())
        row = {
            "id": ident,
            "username": name,
            "full_name": f"{name.title()} Example",
            "initials": name[0].upper(),
        }
        with db.writing(server.engine) as connection:
            connection.execute(insert(db.members).values(row | {"email": f"{name}@bakery.example"}))
            token = grant(
                connection, ident=IdMaker().at(clock.now()), id_member=ident, key="c" * 32,
                scopes=frozenset(scopes), now=clock.now(),
            )  # fmt: skip
        if on is not None:
            await desk.put(f"/boards/{desk.id}/members/{ident}", type=on)
        client = httpx.AsyncClient(
            transport=server.transport(),
            base_url="http://board.test/1",
            params={"key": "c" * 32, "token": token},
        )
        clients.append(client)
        return Person(client, desk.id, ident)

    yield make
    for client in clients:
        await client.aclose()


@pytest.fixture
async def stranger(server):
    """A client that sends no credentials."""
    async with httpx.AsyncClient(transport=server.transport(), base_url="http://board.test/1") as client:
        yield client
