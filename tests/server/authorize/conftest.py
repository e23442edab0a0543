"""A shared service with a member and an application, and a browser that follows its pages."""

import re
from html import unescape

import httpx
import pytest

from tui.server.access import passwords
from tui.server.access.apps import create_key
from tui.server.access.passwords import set_password
from tui.server.service.people import add_member
from tui.server.service.shared import Setup, SharedService
from tui.server.storage import db
from tui.server.storage.place import Place

PASSWORD = "flour and water"
ORIGIN = "http://board.test"


def found(pattern, text):
    """What the groups of ``pattern`` hold: the one, or all of them."""
    match = re.search(pattern, text)
    assert match, f"no {pattern} in {text}"
    return match[1] if len(match.groups()) == 1 else match.groups()


class Team:
    """The service, its member ana, and the application that asks her."""

    def __init__(self, service, clock):
        self.service = service
        self.clock = clock
        with db.writing(service.engine) as connection:
            self.member = add_member(
                connection, "ana", clock.now(), full_name="Ana Reid", email="ana@bakery.example"
            )
            set_password(connection, self.member, PASSWORD, clock.now())
            self.app = create_key(connection, "Bakery bot", clock.now(), origins=["https://app.example.org"])

    def client(self, **more):
        transport = httpx.ASGITransport(self.service.app, raise_app_exceptions=False)
        return httpx.AsyncClient(transport=transport, base_url=ORIGIN, **more)


class Browser:
    """Opens pages, fills in their forms, and is led on."""

    def __init__(self, team, http):
        self.team = team
        self.http = http

    async def open(self, path="/1/authorize", **query):
        if path == "/1/authorize":
            query = {"key": self.team.app.key} | query
        return await self.http.get(path, params=query)

    async def submit(self, page, headers=None, follow=True, **fields):
        """Send the page's form with its hidden field, as a browser does."""
        address = unescape(found(r'<form method="post" action="([^"]+)"', page.text))
        hidden = found(r'name="form_token" value="(\w+)"', page.text)
        sent = {"Origin": ORIGIN, "Sec-Fetch-Site": "same-origin"} | (headers or {})
        reply = await self.http.post(address, data={"form_token": hidden} | fields, headers=sent)
        if follow and reply.status_code == 303 and reply.headers["location"].startswith("/"):
            return await self.http.get(reply.headers["location"])
        return reply

    async def signed_in(self, **query):
        page = await self.open(**query)
        return await self.submit(page, username="ana", password=PASSWORD)

    async def me(self, token):
        return await self.http.get("/1/members/me", params={"key": self.team.app.key, "token": token})


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch):
    """Hash as it is done, with less work: the cost stands in each hash."""
    monkeypatch.setattr(passwords, "_COST", {"n": 16, "r": 8, "p": 1})


@pytest.fixture
def origin():
    """Where the server's web addresses begin."""
    return ORIGIN


@pytest.fixture
def workers():
    """How many processes share the work."""
    return 1


@pytest.fixture
def team(tmp_path, clock, origin, workers):
    setup = Setup(Place(tmp_path / "data"), origin, ("board.test",), workers=workers)
    service = SharedService.open(setup, clock)
    yield Team(service, clock)
    service.close()


@pytest.fixture
async def browser(team):
    async with team.client() as http:
        yield Browser(team, http)
