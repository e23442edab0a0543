"""Every address of the board service, tried by those who may not: what is let through is their own, and listed.

A new address that forgets to ask who may do this is let through here, and so fails. One seeded server serves all
callers, since what is refused changes nothing; the 500 requests take about three seconds.
"""

from contextlib import AsyncExitStack

import httpx
import pytest

from tests.contract.test_board_never_faults import ROUTES, address, bare, ids
from tui.server.pipeline.auth import ALL_SCOPES, grant
from tui.server.pipeline.ids import IdMaker
from tui.server.service.people import add_member
from tui.server.storage import db

__all__ = ("bare", "ids")

KEY = "c" * 32
_REFUSED = 401
OWN = {
    "POST boards",
    "POST organizations",
    "POST boards/{board}/markAsViewed",
    "POST boards/{board}/markedAsViewed",
    "POST members/{member}/boardStars",
    "POST members/{member}/savedSearches",
    "POST members/{member}/oneTimeMessagesDismissed",
    "POST notifications/all/read",
    "POST cards/{card}/markAssociatedNotificationsRead",
    "PUT members/{member}",
}
"""What everybody may write who may see the board: of their own, or new."""

SEEN = {
    "emoji",
    "search",
    "search/members",
    "members/{member}",
    *(f"members/{{member}}/{what}" for what in ("actions", "boards", "cards", "organizations")),
    *(f"members/{{member}}/{what}/{{filter}}" for what in ("boards", "cards", "organizations")),
}
"""What everybody may read: of these, only what they may see."""

FIX = (
    "its handler asks find.board, find.card …, of tui/server/rights/find.py; if it is for everybody, list it"
)


async def _let_through(client, found, person):
    """The writes that are not refused with 401, and that change something: each method and pattern."""
    through = set()
    # Whoever leaves a board sees it no more.
    for route in sorted(ROUTES, key=lambda route: (route.method == "DELETE", route.pattern)):
        if route.method == "GET":
            continue
        sent = {
            "name": "N", "value": "true", "text": "T", "pos": "top", "color": "red", "idBoard": found["board"],
            "idList": found["list"], "idCard": found["card"], "url": "https://x.example/", "query": "x", "type": "normal",
            "image": "taco-cool", "top": 1, "left": 1, "zIndex": 1, "shortName": "heart", "state": "complete",
            "email": "new@bakery.example", "unread": "false", "idModel": found["board"], "displayName": "D", "closed": "true",
        }  # fmt: skip
        if route.pattern == "organizations":
            sent.pop("name")
        reply = await client.request(route.method, address(route, found | person), json=sent)
        if reply.status_code == 200:
            through.add(f"{route.method} {route.pattern}")
        assert reply.status_code in {200, 400, _REFUSED, 403, 404}, (route, reply.text)
    return through


@pytest.fixture
async def client(server, clock):
    """Makes clients of members."""
    async with AsyncExitStack() as opened:

        async def make(id_member, scopes=ALL_SCOPES):
            with db.writing(server.engine) as connection:
                ident = IdMaker().at(clock.now())
                token = grant(
                    connection, ident=ident, id_member=id_member, key=KEY, scopes=scopes, now=clock.now()
                )
            made = httpx.AsyncClient(
                transport=server.transport(),
                base_url="http://board.test/1",
                params={"key": KEY, "token": token},
            )
            return await opened.enter_async_context(made)

        yield make


@pytest.fixture
def bo(server, clock):
    """The id of a member who is on no board."""
    with db.writing(server.engine) as connection:
        return add_member(connection, "bob", clock.now(), full_name="Bo Example")


async def test_who_may_not_write_writes_nothing_but_their_own(http, server, client, bo, ids):
    owner, path = {"member": server.id_member}, f"/boards/{ids['board']}"
    reader, stranger = await client(server.id_member, frozenset({"read"})), await client(bo)
    assert await _let_through(reader, ids, owner) == set(), FIX
    assert await _let_through(stranger, ids, owner) == OWN & {
        "POST boards", "POST organizations", "POST notifications/all/read",
    }, FIX  # fmt: skip
    assert (await http.put(path, json={"prefs/permissionLevel": "public"})).status_code == 200
    assert await _let_through(stranger, ids, {"member": "me"}) == OWN, FIX
    assert (await http.put(f"{path}/members/{bo}", json={"type": "observer"})).status_code == 200
    left = {"DELETE boards/{board}/members/{member}"}
    assert await _let_through(stranger, ids, {"member": "me"}) == OWN | left, FIX


async def test_who_may_not_see_a_board_reads_nothing_of_it(server, client, bo, ids):
    stranger, seen = await client(bo), set()
    for route in ROUTES:
        if route.method != "GET":
            continue
        params = {"query": "x", "idModels": ids["board"]}
        path = address(route, ids | {"member": server.id_member})
        reply = await stranger.get(path, params=params)
        if reply.status_code == 200:
            seen.add(route.pattern)
            told = [
                noun for noun in ("board", "list", "card", "checklist", "item") if ids[noun] in reply.text
            ]
            assert told == [], f"{route.pattern}: {FIX}"
        assert reply.status_code in {200, _REFUSED, 404}, (route, reply.text)
    assert seen == SEEN, FIX
