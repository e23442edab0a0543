"""A shared service with a member, an application and a token."""

import httpx
import pytest

from tui.server.access.apps import create_key, create_token
from tui.server.service.people import add_member
from tui.server.service.shared import Setup, SharedService
from tui.server.storage import db
from tui.server.storage.place import Place


class Team:
    """The service, its member, the application and the member's token for it."""

    def __init__(self, service, clock):
        self.service = service
        with db.writing(service.engine) as connection:
            self.member = add_member(connection, "ana", clock.now(), full_name="Ana Reid")
            self.app = create_key(connection, "Bakery bot", clock.now())
            self.token = create_token(
                connection,
                id_member=self.member,
                key=self.app.key,
                scopes=["read", "write"],
                expiration="never",
                now=clock.now(),
            )
        self.signed = f'OAuth oauth_consumer_key="{self.app.key}", oauth_token="{self.token}"'

    async def list_id(self, http):
        """A list of a board of the member's."""
        sent = {"Authorization": self.signed}
        board = await http.post("/1/boards", json={"name": "Bakery"}, headers=sent)
        assert board.status_code == 200, board.text
        return (await http.get(f"/1/boards/{board.json()['id']}/lists", headers=sent)).json()[0]["id"]


@pytest.fixture
def team(tmp_path, clock):
    place = Place(tmp_path / "data")
    service = SharedService.open(Setup(place, "http://board.test", ("board.test",)), clock)
    yield Team(service, clock)
    service.close()


@pytest.fixture
async def http(team):
    transport = httpx.ASGITransport(team.service.app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://board.test") as client:
        yield client


def token_of(team, clock, key=None, scopes=("read", "write"), expiration="never"):
    with db.writing(team.service.engine) as connection:
        return create_token(
            connection,
            id_member=team.member,
            key=key or team.app.key,
            scopes=scopes,
            expiration=expiration,
            now=clock.now(),
        )
