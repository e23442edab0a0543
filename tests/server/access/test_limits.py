"""Rate limits of the served board service."""

import httpx
import pytest

from tests.server.access.conftest import token_of
from tui.clock import ManualClock
from tui.server.service.shared import Setup, SharedService
from tui.server.storage.place import Place


def left(reply):
    return [
        int(reply.headers[f"X-Rate-Limit-{name}-Remaining"]) for name in ("Api-Key", "Api-Token", "Member")
    ]


async def test_every_reply_says_what_is_left(http, team):
    mine = {"Authorization": team.signed}
    answers = [
        (await http.get("/1/members/me/boards", headers=mine), 200, [299, 99, 199]),
        (await http.get("/1/nothing/here", headers=mine), 404, [298, 98, 198]),
        (await http.get("/1/cards/nonsense!", headers=mine), 400, [297, 97, 197]),
        (await http.put(f"/1/cards/{'f' * 24}", headers=mine), 404, [296, 96, 196]),
        (await http.post("/1/cards", headers=mine, content=b"{"), 400, [295, 95, 195]),
        (await http.get("/1/members/me", headers=mine, params={"x": "y" * 30_000}), 414, [294, 94, 194]),
        (await http.get("/1/members/me"), 401, [300, 100, 200]),
        (await http.get("/1/members/me", params={"key": "x", "token": "y"}), 401, [300, 100, 200]),
        (await http.options("/1/members/me"), 200, [300, 100, 200]),
    ]
    for reply, status, expected in answers:
        assert (reply.status_code, left(reply)) == (status, expected), reply.text
        assert reply.headers["X-Rate-Limit-Api-Key-Interval-Ms"] == "10000"
        assert reply.headers["X-Rate-Limit-Api-Token-Max"] == "100"
        assert "X-Rate-Limit-Member-Max" in reply.headers["Access-Control-Expose-Headers"]


async def test_where_nobody_is_counted_all_is_left(tmp_path, clock):
    """Clients look into the headers of every reply, whatever a server is started with."""
    setup = Setup(Place(tmp_path / "other"), "http://board.test", ("board.test",), limits=False)
    service = SharedService.open(setup, clock)
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(service.app), base_url="http://board.test"
    ) as http:
        for _ in range(3):
            reply = await http.get("/1/members/me")
            assert (reply.status_code, left(reply)) == (401, [300, 100, 200])
    service.close()


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("GET", "/1/nothing/here", b""), ("GET", "/1/cards/nonsense!", b""), ("POST", "/1/cards", b"{")],
)
async def test_what_can_not_be_answered_is_counted_by_the_address_too(http, team, method, path, body):
    mine = {"key": team.app.key, "token": team.token}
    assert left(await http.request(method, path, params=mine, content=body)) == [299, 99, 199]


async def test_visitors_are_counted_by_their_address(http, team, clock):
    where = "/b/aB3dE5fG.json"
    replies = [await http.get(where) for _ in range(301)]
    assert [one.status_code for one in replies] == [404] * 300 + [429]
    assert replies[-1].json()["error"] == "API_KEY_LIMIT_EXCEEDED"
    # Whoever says who they are has limits of their own.
    assert (await http.get(where, headers={"Authorization": team.signed})).status_code == 404
    clock.advance(10)
    assert (await http.get(where)).status_code == 404


async def test_each_bucket_has_its_own_words(http, team, clock):
    tokens = [team.token, *[token_of(team, clock) for _ in range(3)]]
    seen = []
    for token in tokens:
        for _ in range(100):
            reply = await http.get("/1/members/me/boards", params={"key": team.app.key, "token": token})
            if reply.status_code == 429:
                seen.append(reply.json())
    # Two tokens use up the member's 200, the third the key's 300.
    assert seen[0] == {"error": "MEMBER_LIMIT_EXCEEDED", "message": "Rate limit exceeded"}
    assert seen[-1] == {"error": "API_KEY_LIMIT_EXCEEDED", "message": "Rate limit exceeded"}
    clock.advance(10)
    assert (await http.get("/1/members/me/boards", headers={"Authorization": team.signed})).status_code == 200


async def test_members_and_search_have_a_slow_limit(http, team, clock: ManualClock):
    for path in ("/1/members/me", "/1/Members/ana/"):
        for _ in range(50):
            assert (await http.get(path, headers={"Authorization": team.signed})).status_code == 200
        clock.advance(10)
    reply = await http.get("/1/members/me", headers={"Authorization": team.signed})
    assert (reply.status_code, reply.json()) == (
        429,
        {"message": "Exceeded rate limit to /1/member", "error": "RATE_LIMIT_EXCEEDED"},
    )
    assert 10 < int(reply.headers["Retry-After"]) <= 900
    assert (await http.get("/1/members/me/boards", headers={"Authorization": team.signed})).status_code == 200
    clock.advance(int(reply.headers["Retry-After"]))
    assert (await http.get("/1/members/me", headers={"Authorization": team.signed})).status_code == 200


async def test_a_storm_of_refusals_stops_the_whole_key(http, team, clock):
    other = {"key": team.app.key, "token": token_of(team, clock)}
    for _ in range(100):
        await http.get("/1/members/me", headers={"Authorization": team.signed})
    clock.advance(10)
    for _ in range(201):
        reply = await http.get("/1/members/me", headers={"Authorization": team.signed})
        assert reply.status_code == 429
    stopped = await http.get("/1/members/me/boards", params=other)
    assert (stopped.status_code, stopped.json()["error"]) == (429, "API_KEY_LIMIT_EXCEEDED")
    clock.advance(10)
    assert (await http.get("/1/members/me/boards", params=other)).status_code == 200


async def test_guessing_gets_slow(http, team, clock):
    before = len(clock.slept)
    for number in range(12):
        reply = await http.get("/1/members/me", params={"key": team.app.key, "token": f"x{number}"})
        assert (reply.status_code, reply.text) == (401, "invalid token")
    assert clock.slept[before:] == [1.0, 1.0]
    await http.get("/1/members/me")
    assert len(clock.slept) == before + 2
