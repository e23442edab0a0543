"""Keys and tokens, wherever a request carries them."""

from datetime import timedelta

from tests.server.test_app import UNAUTHORIZED, granted, said
from tui.clock import ManualClock


async def test_key_then_token_then_rights(server, stranger, desk, clock):
    path = f"/boards/{desk.id}"
    mine = {"key": server.key, "token": server.token}
    assert (await stranger.get(path, params=mine)).status_code == 200
    assert await said(stranger, "GET", path, params={"key": "x", "token": "y"}) == (401, "invalid key")
    assert await said(stranger, "GET", path, params={"key": "x", "token": server.token}) == (
        401,
        "invalid key",
    )
    assert await said(stranger, "GET", path, params={"token": server.token}) == (401, "invalid key")
    assert await said(stranger, "GET", path, params=mine | {"token": "y"}) == (401, "invalid token")
    assert await said(stranger, "GET", path, params={"key": server.key}) == UNAUTHORIZED
    assert await said(stranger, "POST", "/boards", params={"key": server.key, "name": "x"}) == (
        401,
        "missing scopes",
    )
    reader = granted(server, clock, "read")
    assert (await stranger.get(path, params=reader)).status_code == 200
    assert await said(stranger, "PUT", path, params=reader | {"name": "x"}) == UNAUTHORIZED
    assert await said(stranger, "GET", path, params=reader | {"key": server.key}) == (401, "invalid token")


async def test_credentials_travel_in_header_query_form_and_json(server, stranger):
    mine = {"key": server.key, "token": server.token}
    signed = f'OAuth oauth_consumer_key="{server.key}",oauth_token="{server.token}", oauth_version="1.0"'
    body = mine | {"name": "x"}
    for sent in (
        {"params": body},
        {"data": body},
        {"json": body},
        {"files": {k: (None, v) for k, v in body.items()}},
    ):
        assert (await stranger.post("/boards", **sent)).status_code == 200
    assert (await stranger.get("/members/me", headers={"Authorization": signed})).status_code == 200


async def test_a_token_ends(server, stranger, clock: ManualClock):
    short = granted(server, clock, "read", "write", expires=clock.now() + timedelta(days=1))
    assert (await stranger.get(f"/tokens/{short['token']}", params=short)).json()[
        "dateExpires"
    ] == "2026-11-22T09:00:00.000Z"
    clock.advance(86_400)
    assert await said(stranger, "GET", "/members/me", params=short) == (401, "expired token")
    other = granted(server, clock, "write", "read", "account")
    assert (await stranger.delete(f"/tokens/{other['token']}", params=other)).json() == {"_value": None}
    assert await said(stranger, "GET", "/members/me", params=other) == (401, "invalid token")


async def test_no_token_is_kept_in_clear(server, clock, tmp_path):
    secrets = [server.token, server.key, server.enrich_key, granted(server, clock, "read")["token"]]
    server.engine.dispose()
    kept = b"".join(path.read_bytes() for path in (tmp_path / "data").iterdir())
    assert [secret for secret in secrets if secret.encode() in kept] == []
