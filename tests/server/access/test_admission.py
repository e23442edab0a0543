"""Being let in: keys, tokens, limits, and what every reply says of them."""

import pytest

from tests.server.access.conftest import token_of
from tui.server.access.apps import create_key
from tui.server.storage import db


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
