"""Webhooks, served: the probe, the errors, and whose they are."""

import httpx
import pytest

from tests.server.webhooks.conftest import CALLBACK, token_of
from tui.server.service.people import add_member
from tui.server.storage import db


async def test_a_webhook_is_made_shown_changed_and_ended(desk, hook, receiver):
    (head,) = receiver.heads
    assert head.headers["host"] == "hook.example.org"
    assert "x-trello-webhook" not in head.headers
    assert await desk.get(f"/webhooks/{hook['id']}") == hook
    assert await desk.get(f"/webhooks/{hook['id']}/description") == {"_value": "kanban bot"}
    assert await desk.get(f"/webhook/{hook['id']}", fields="active") == {"id": hook["id"], "active": True}
    changed = await desk.put(f"/webhooks/{hook['id']}", description="bot", active="false")
    assert changed == hook | {"description": "bot", "active": False}
    assert (await desk.ok("PUT", f"/webhooks/{hook['id']}/active", params={"value": "true"}))[
        "active"
    ] is True
    other = "https://hook.example.org/other"
    assert (await desk.put(f"/webhooks/{hook['id']}", callbackURL=other))["callbackURL"] == other
    assert len(receiver.heads) == 2
    assert await desk.ok("DELETE", f"/webhooks/{hook['id']}") == {"_value": None}
    assert (await desk.refused("GET", f"/webhooks/{hook['id']}"))[0] == 404


@pytest.mark.parametrize("status", [301, 302, 404, 405, 500])
async def test_a_callback_that_does_not_answer_200_is_refused_with_what_it_answered(desk, receiver, status):
    receiver.status = status
    found = await desk.refused("POST", "/webhooks", json={"callbackURL": CALLBACK, "idModel": desk.id})
    assert found == (400, f"URL ({CALLBACK}) did not return 200 status code, got {status}")


@pytest.mark.parametrize(
    ("fault", "status"),
    [(httpx.ConnectError("x"), 502), (httpx.ConnectTimeout("x"), 504)],
    ids=["nobody", "late"],
)
async def test_a_callback_where_nobody_answers_is_refused(desk, receiver, fault, status):
    receiver.down = fault
    found = await desk.refused("POST", "/webhooks", json={"callbackURL": CALLBACK, "idModel": desk.id})
    assert found == (400, f"URL ({CALLBACK}) did not return 200 status code, got {status}")


@pytest.mark.parametrize(
    "callback", [None, "", "hook", "ftp://hook.example.org/", "http://u:p@hook.example.org/", 5, [], {"a": 1}]
)
async def test_a_callback_must_be_a_web_address(desk, receiver, callback):
    found = await desk.refused("POST", "/webhooks", json={"callbackURL": callback, "idModel": desk.id})
    assert found == (400, "invalid value for callbackURL")
    assert receiver.heads == []


async def test_a_callback_into_the_servers_own_network_is_refused(desk, receiver, addresses):
    addresses["hook.example.org"] = ["10.0.0.1"]
    found = await desk.refused("POST", "/webhooks", json={"callbackURL": CALLBACK, "idModel": desk.id})
    assert found == (400, "invalid value for callbackURL")
    assert receiver.heads == []


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (None, (400, "invalid value for idModel")),
        ("x", (400, "invalid value for idModel")),
        ("a" * 24, (404, "model not found")),
    ],
)
async def test_the_model_must_be_there(desk, receiver, model, expected):
    assert (
        await desk.refused("POST", "/webhooks", json={"callbackURL": CALLBACK, "idModel": model}) == expected
    )
    assert receiver.heads == []


async def test_the_same_webhook_is_made_once(desk, hook, receiver):
    found = await desk.refused("POST", "/webhooks", json={"callbackURL": CALLBACK, "idModel": desk.id})
    assert found == (400, "A webhook with that callback, model, and token already exists")
    assert len(receiver.heads) == 1


async def test_what_a_member_may_not_see_they_may_not_watch(desk, server, clock, app):
    with db.writing(server.engine) as connection:
        stranger = add_member(connection, "stranger", clock.now())
    from tui.server.access.apps import create_token

    with db.writing(server.engine) as connection:
        theirs = create_token(
            connection, id_member=stranger, key=app.key, scopes=["read", "write"], expiration="never",
            now=clock.now(),
        )  # fmt: skip
    reply = await desk.http.post(
        "/webhooks", params={"token": theirs, "callbackURL": CALLBACK, "idModel": desk.id}
    )
    assert reply.status_code == 401


@pytest.mark.parametrize("path", ["/webhooks", "/tokens/{token}/webhooks/"])
async def test_a_server_that_is_not_shared_sends_none_and_says_so(server, path):
    signed = {"key": server.key, "token": server.token}
    async with httpx.AsyncClient(transport=server.transport(), base_url="http://board.test/1") as http:
        me = (await http.get("/members/me", params=signed)).json()
        path = path.format(token=server.token)
        reply = await http.post(path, params=signed | {"callbackURL": CALLBACK, "idModel": me["id"]})
    assert (reply.status_code, reply.json()["message"]) == (
        403, "this server has no address and sends no webhooks: cardscout watch tells what happens here, cardscout serve sends them",
    )  # fmt: skip


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
