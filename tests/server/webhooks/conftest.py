"""A shared service in this process, and a receiver that says what it is told to and keeps what it was sent."""

import asyncio
import json

import httpx
import pytest
from sqlalchemy import select

from tui.server.access.apps import create_key, create_token
from tui.server.app import BoardService, build
from tui.server.catalogue import LISTENERS, ROUTES
from tui.server.pipeline.auth import Authority
from tui.server.pipeline.ids import IdMaker
from tui.server.pipeline.route import Routes
from tui.server.storage import db
from tui.server.webhooks.address import Guard
from tui.server.webhooks.deliver import Deliverer
from tui.server.webhooks.send import Sender

CALLBACK = "https://hook.example.org/trello?x=1"


class Receiver:
    """Answers, and keeps what it got."""

    def __init__(self):
        self.status = 200
        self.got: list[httpx.Request] = []
        self.heads: list[httpx.Request] = []
        self.down: Exception | None = None
        self.arrived = asyncio.Event()

    async def answer(self, request):
        if self.down is not None:
            raise self.down
        (self.heads if request.method == "HEAD" else self.got).append(request)
        if request.method == "POST":
            self.arrived.set()
        return httpx.Response(self.status, text="x" * 100_000, headers={"Location": "http://127.0.0.1/"})

    @property
    def told(self):
        """The actions, in the order they came."""
        return [json.loads(request.content)["action"] for request in self.got]

    @property
    def types(self):
        return [action["type"] for action in self.told]


@pytest.fixture
def receiver():
    return Receiver()


@pytest.fixture
def addresses():
    """What names resolve to; a test may change it."""
    return {"hook.example.org": ["93.184.216.34"]}


@pytest.fixture
def make_deliverer(server, clock, receiver, addresses):
    async def resolve(host, _port):
        return addresses[host]

    def make() -> Deliverer:
        sender = Sender(Guard(resolve=resolve), httpx.MockTransport(receiver.answer))
        return Deliverer(server.engine, clock, sender, "https://boards.example.org")

    return make


@pytest.fixture
def deliverer(make_deliverer):
    return make_deliverer()


@pytest.fixture
def app(server, clock):
    """Key and secret of an application."""
    with db.writing(server.engine) as connection:
        return create_key(connection, "Bot", clock.now())


@pytest.fixture
def token(server, clock, app):
    return token_of(server, clock, app.key)


def token_of(server, clock, key, **more):
    told = {"scopes": ["read", "write", "account"], "expiration": "never"} | more
    with db.writing(server.engine) as connection:
        return create_token(connection, id_member=server.id_member, key=key, now=clock.now(), **told)


@pytest.fixture
async def http(server, clock, deliverer, app, token):
    service = BoardService(
        server.engine, clock, Authority(), ROUTES, IdMaker(), LISTENERS, origin="https://boards.example.org",
        webhook_sender=deliverer,
    )  # fmt: skip
    transport = httpx.ASGITransport(build(service, Routes([])))
    async with httpx.AsyncClient(
        transport=transport, base_url="http://board.test/1", params={"key": app.key, "token": token}
    ) as client:
        yield client


@pytest.fixture
async def hook(desk):
    """A webhook on the board."""
    return await desk.post("/webhooks", callbackURL=CALLBACK, idModel=desk.id, description="kanban bot")


@pytest.fixture
def waiting(server):
    """How many events wait, by webhook."""

    def count():
        with db.reading(server.engine) as connection:
            return len(connection.execute(select(db.webhook_events.c.id)).all())

    return count
