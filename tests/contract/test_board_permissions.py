"""Every write of the board service, tried by those who may not write: what is let through is their own, and listed.

A new address that forgets to ask who may do this is let through here, and so fails. One seeded server serves all
callers, since what is refused changes nothing; the 400 requests take about two seconds.
"""

from contextlib import AsyncExitStack

import httpx
from sqlalchemy import insert

from tests.contract.test_board_never_faults import ROUTES, address, bare, ids
from tui.server.pipeline.auth import ALL_SCOPES, grant
from tui.server.pipeline.ids import IdMaker
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


async def test_who_may_not_write_writes_nothing_but_their_own(http, server, clock, ids):
    async with AsyncExitStack() as opened:

        async def client(id_member, scopes=ALL_SCOPES):
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

        bo = IdMaker().at(clock.now())
        with db.writing(server.engine) as connection:
            row = {"id": bo, "username": "bo", "full_name": "Bo Example", "initials": "B"}
            connection.execute(insert(db.members).values(row))
        owner, path = {"member": server.id_member}, f"/boards/{ids['board']}"
        reader, stranger = await client(server.id_member, frozenset({"read"})), await client(bo)
        assert await _let_through(reader, ids, owner) == set()
        assert await _let_through(stranger, ids, owner) == OWN & {
            "POST boards", "POST organizations", "POST notifications/all/read",
        }  # fmt: skip
        assert (await http.put(path, json={"prefs/permissionLevel": "public"})).status_code == 200
        assert await _let_through(stranger, ids, {"member": "me"}) == OWN
        assert (await http.put(f"{path}/members/{bo}", json={"type": "observer"})).status_code == 200
        left = {"DELETE boards/{board}/members/{member}"}
        assert await _let_through(stranger, ids, {"member": "me"}) == OWN | left
