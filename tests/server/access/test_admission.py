"""Being let in: keys, tokens, limits, and what every reply says of them."""

import httpx
import pytest

from tui.clock import ManualClock
from tui.server.access.apps import create_key
from tui.server.access.tokens import create_token
from tui.server.service.shared import Setup, SharedService
from tui.server.storage import db
from tui.server.storage.place import Place


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


async def test_tokens_are_told_and_taken_back(http, team, clock):
    mine = {"key": team.app.key, "token": team.token}
    about = (await http.get(f"/1/tokens/{team.token}", params=mine)).json()
    assert [grant["modelType"] for grant in about["permissions"]] == ["Board", "Organization"]
    assert {(grant["read"], grant["write"]) for grant in about["permissions"]} == {(True, True)}
    assert (await http.get(f"/1/tokens/{team.token}/", params=mine | {"fields": "identifier"})).json() == {
        "id": about["id"],
        "identifier": "",
    }
    assert (await http.get(f"/1/tokens/{team.token}", params=mine | {"webhooks": "true"})).json()[
        "webhooks"
    ] == []
    member = (await http.get(f"/1/tokens/{team.token}/member", params=mine | {"fields": "username"})).json()
    assert member == {"id": team.member, "username": "ana"}
    clock.advance(1)
    other = token_of(team, clock, scopes=("read", "account"), expiration="1hour")
    listed = (await http.get("/1/members/me/tokens", params=mine)).json()
    assert [one["dateExpires"] for one in listed] == [None, "2026-11-21T10:00:01.000Z"]
    assert other not in str(listed)
    assert (await http.delete(f"/1/tokens/{listed[1]['id']}", params=mine)).json() == {"_value": None}
    assert (await http.get("/1/members/me", params=mine | {"token": other})).text == "invalid token"
    assert (await http.get("/1/tokens/nothing", params=mine)).status_code == 404
    assert (await http.delete(f"/1/tokens/{team.token}", params=mine)).json() == {"_value": None}
    assert (await http.get("/1/members/me", params=mine)).text == "invalid token"


@pytest.mark.parametrize("scopes", [("read",), ("read", "account")])
async def test_a_token_that_only_reads_ends_itself_and_no_other(http, team, clock, scopes):
    writer = {"key": team.app.key, "token": team.token}
    tokens = []
    for _ in range(2):
        clock.advance(1)
        tokens.append(token_of(team, clock, scopes=scopes))
    idents = [one["id"] for one in (await http.get("/1/members/me/tokens", params=writer)).json()]
    refused = (401, "unauthorized permission requested")
    for named, token in ((tokens[0], tokens[0]), (idents[2], tokens[1])):
        mine = {"key": team.app.key, "token": token}
        for other in (idents[0], team.token):
            reply = await http.delete(f"/1/tokens/{other}", params=mine)
            assert (reply.status_code, reply.text) == refused
        assert (await http.delete("/1/tokens/nothing", params=mine)).status_code == 404
        reply = await http.delete(f"/1/tokens/{team.token}/webhooks/{'a' * 24}", params=mine)
        assert (reply.status_code, reply.text) == refused
        assert (await http.delete(f"/1/tokens/{named}", params=mine)).json() == {"_value": None}
        assert (await http.get("/1/members/me", params=mine)).text == "invalid token"
    assert (await http.get("/1/members/me", params=writer)).status_code == 200


@pytest.mark.parametrize(
    ("expiration", "seconds"), [("1hour", 3600), ("1day", 86_400), ("30days", 2_592_000)]
)
async def test_a_token_lives_as_long_as_was_said(http, team, clock, expiration, seconds):
    token = token_of(team, clock, expiration=expiration)
    mine = {"key": team.app.key, "token": token}
    clock.advance(seconds - 1)
    assert (await http.get("/1/members/me/boards", params=mine)).status_code == 200
    clock.advance(1)
    assert (await http.get("/1/members/me/boards", params=mine)).text == "expired token"


async def test_scopes_say_what_a_token_may_do(http, team, clock):
    cases = {
        ("read",): (200, 401),
        ("write",): (401, 200),
        ("account",): (401, 401),
        ("read", "write"): (200, 200),
    }
    for scopes, expected in cases.items():
        mine = {"key": team.app.key, "token": token_of(team, clock, scopes=scopes)}
        got = await http.get("/1/members/me/boards", params=mine)
        put = await http.post("/1/boards", params=mine | {"name": "x"})
        assert (got.status_code, put.status_code) == expected, scopes
        for reply in (got, put):
            assert reply.status_code == 200 or reply.text == "unauthorized permission requested"


async def test_the_account_scope_is_for_oneself(http, team, clock):
    for scopes, status in ((("read", "write"), 401), (("read", "account"), 200)):
        mine = {"key": team.app.key, "token": token_of(team, clock, scopes=scopes)}
        assert (await http.post("/1/notifications/all/read", params=mine)).status_code == status, scopes
        assert (await http.put("/1/members/me", params=mine | {"fullName": "Ana"})).status_code == status, (
            scopes
        )
    # It is no leave to write anything else, one's own things neither.
    mine = {"key": team.app.key, "token": token_of(team, clock, scopes=("account",))}
    searched = await http.post("/1/members/me/savedSearches", params=mine | {"name": "x", "query": "x"})
    assert (searched.status_code, searched.text) == (401, "unauthorized permission requested")
    assert (await http.put("/1/members/me/bio", params=mine | {"value": "x"})).status_code == 200


async def test_a_token_is_for_one_application(http, team, clock):
    with db.writing(team.service.engine) as connection:
        other = create_key(connection, "Other", clock.now())
    reply = await http.get("/1/members/me", params={"key": other.key, "token": team.token})
    assert (reply.status_code, reply.text) == (401, "invalid token")
    reply = await http.get("/1/members/me", params={"key": other.key})
    assert (reply.status_code, reply.text) == (401, "unauthorized permission requested")


async def test_credentials_may_be_said_twice_but_not_differently(http, team, clock):
    token = token_of(team, clock)
    said = [("key", team.app.key), ("token", token)]
    assert (await http.get("/1/members/me", params=said * 2)).status_code == 200
    for name in ("key", "token"):
        other = await http.get("/1/members/me", params=[*said, (name, "f" * 64)])
        assert other.status_code == 401
