"""What a file of the first release says of its member is theirs afterwards, and its cards can be searched."""

import sqlite3
from pathlib import Path

import httpx
import pytest

from tui.server.run import LocalServer

SCHEMA_1 = Path(__file__).with_name("schema_1.sql")


@pytest.fixture
def old(tmp_path, clock):
    """A server on such a file, in which the board is starred, and board, list and card are subscribed to."""
    with sqlite3.connect(tmp_path / "server.db") as file:
        file.executescript(SCHEMA_1.read_text("utf-8"))
        file.execute("UPDATE membership SET starred = 1, subscribed = 1")
        file.execute("UPDATE card SET subscribed = 1")
        file.execute("UPDATE list SET subscribed = 1 WHERE name = 'Doing'")
    file.close()
    server = LocalServer.open(tmp_path, clock, sample=False)
    yield server
    server.close()


@pytest.fixture
async def get(old):
    params = {"key": old.key, "token": old.token}
    async with httpx.AsyncClient(
        transport=old.transport(), base_url="http://board.test/1", params=params
    ) as client:

        async def get(path, **more):
            reply = await client.get(path, params=more)
            assert reply.status_code == 200, reply.text
            return reply.json()

        yield get


async def test_stars_and_subscriptions_are_the_members_own(get):
    (board,) = await get("/members/me/boards", lists="all")
    assert (board["starred"], board["subscribed"]) == (True, True)
    assert [(one["name"], one["subscribed"]) for one in board["lists"]] == [
        ("To Do", False),
        ("Doing", True),
        ("Done", False),
    ]
    assert [one["idBoard"] for one in await get("/members/me/boardStars")] == [board["id"]]
    assert [one["subscribed"] for one in await get(f"/boards/{board['id']}/cards")] == [True]


async def test_the_member_is_the_admin_of_the_workspace(get):
    (workspace,) = await get("/members/me/organizations")
    assert [one["memberType"] for one in workspace["memberships"]] == ["admin"]


@pytest.mark.parametrize("word", ["flour", "25", "steps", "mill", "pai", "quote"])
async def test_what_was_written_before_is_found(get, word):
    found = await get("/search", query=word, modelTypes="cards")
    assert len(found["cards"]) == 1
