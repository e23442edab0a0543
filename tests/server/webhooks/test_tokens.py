"""Webhooks under the tokens that made them."""

from tests.server.webhooks.conftest import CALLBACK, token_of


async def test_a_token_has_its_webhooks_and_no_other_sees_them(desk, hook, server, clock, app, token):
    assert await desk.get(f"/tokens/{token}/webhooks") == [hook]
    assert await desk.get(f"/tokens/{token}/webhooks/{hook['id']}") == hook
    card = await desk.card()
    body = {"callbackURL": CALLBACK, "idModel": card["id"]}
    second = await desk.ok("POST", f"/tokens/{token}/webhooks/", json=body)
    assert second["idModel"] == card["id"]
    other = token_of(server, clock, app.key)
    assert (await desk.http.get(f"/webhooks/{hook['id']}", params={"token": other})).status_code == 401
    assert (await desk.http.get(f"/tokens/{other}/webhooks", params={"token": other})).json() == []
    await desk.ok("DELETE", f"/tokens/{token}/webhooks/{second['id']}")
    assert await desk.get(f"/tokens/{token}/webhooks") == [hook]


async def test_a_token_in_the_path_speaks_for_itself_beside_its_key(desk, server, clock, app, token):
    """What the hosted service documents, and py-trello's ``create_hook`` sends."""
    desk.http.params = {}
    mine, body = f"/tokens/{token}", {"callbackURL": CALLBACK, "idModel": desk.id}
    made = await desk.ok("POST", f"{mine}/webhooks/", params={"key": app.key}, json=body)
    assert await desk.get(f"{mine}/webhooks/", key=app.key) == [made]
    assert await desk.get(f"/token/{token}/webhooks/{made['id']}", key=app.key) == made
    about = await desk.get(mine, key=app.key, webhooks="true")
    assert (about["appKey"], about["webhooks"]) == (app.key, [made])
    assert (await desk.get(f"{mine}/member", key=app.key))["id"] == server.id_member
    # Its id says which token is meant, and is told to whoever asks: it lets nobody in. No more does a key alone,
    # or a key of somebody else; and a token beside the path's is the one that asks.
    for path, sent, said in (
        (f"/tokens/{about['id']}", {"key": app.key}, (401, "unauthorized permission requested")),
        (f"{mine}/webhooks", {}, (401, "invalid key")),
        (f"{mine}/webhooks", {"key": "f" * 32}, (401, "invalid key")),
        (f"/tokens/{token[:-1]}", {"key": app.key}, (401, "invalid token")),
        (f"{mine}/webhooks", {"key": app.key, "token": "x"}, (401, "invalid token")),
    ):
        assert await desk.refused("GET", path, params=sent) == said
    reader = token_of(server, clock, app.key, scopes=["read"])
    found = await desk.refused("POST", f"/tokens/{reader}/webhooks", params={"key": app.key}, json=body)
    assert found == (401, "unauthorized permission requested")
    assert await desk.ok("DELETE", mine, params={"key": app.key}) == {"_value": None}
    assert await desk.refused("GET", mine, params={"key": app.key}) == (401, "invalid token")
