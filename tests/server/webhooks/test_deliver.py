"""Webhooks, told: what is sent, in which order, how often, and what an answer does."""

import base64
import hashlib
import hmac
import json

import httpx
import pytest
from sqlalchemy import update

from tests.server.webhooks.conftest import CALLBACK, token_of
from tui.server.access.apps import find_token, revoke_token
from tui.server.storage import db
from tui.server.webhooks import deliver, queue


async def test_what_is_sent_is_the_action_the_model_and_the_webhook_signed(
    desk, hook, deliverer, receiver, app
):
    card = await desk.card("Order flour")
    await deliverer.drain()
    (sent,) = receiver.got
    told = json.loads(sent.content)
    assert sent.headers["content-type"] == "application/json"
    assert (told["action"]["type"], told["action"]["data"]["card"]["id"]) == ("createCard", card["id"])
    assert told["action"]["display"]["translationKey"] == "action_create_card"
    assert told["action"]["memberCreator"]["username"] == "you"
    assert told["model"] == await desk.get(f"/boards/{desk.id}")
    assert told["webhook"] == hook == {
        "id": hook["id"],
        "description": "kanban bot",
        "idModel": desk.id,
        "callbackURL": CALLBACK,
        "active": True,
        "consecutiveFailures": 0,
        "firstConsecutiveFailDate": None,
    }  # fmt: skip
    made = hmac.new(app.secret.encode(), sent.content + CALLBACK.encode(), hashlib.sha1).digest()
    assert sent.headers["x-trello-webhook"] == base64.b64encode(made).decode()
    # The address that was looked at is the one that is called, with the name on top.
    assert (sent.url.host, sent.headers["host"]) == ("93.184.216.34", "hook.example.org")
    assert sent.extensions["sni_hostname"] == "hook.example.org"


async def test_everything_that_touches_the_model_is_told_once_and_in_order(
    desk, hook, deliverer, receiver, waiting
):
    card = await desk.card()
    lists = await desk.lists()
    labels = await desk.get(f"/boards/{desk.id}/labels")
    await desk.put(f"/cards/{card['id']}", name="Order bread", idList=lists[1])
    await desk.post(f"/cards/{card['id']}/idLabels", value=labels[0]["id"])
    await desk.post(f"/cards/{card['id']}/actions/comments", text="ka pai")
    await desk.put(f"/boards/{desk.id}", name="Bread launch")
    await desk.ok("DELETE", f"/cards/{card['id']}")
    await deliverer.drain()
    kinds = receiver.types
    assert kinds[:3] == ["createCard", "updateCard", "updateCard"]
    assert [
        kind for kind in kinds if kind in {"addLabelToCard", "commentCard", "updateBoard", "deleteCard"}
    ] == [
        "addLabelToCard",
        "commentCard",
        "updateBoard",
        "deleteCard",
    ]
    idents = [action["id"] for action in receiver.told]
    assert idents == sorted(set(idents))
    assert waiting() == 0
    await deliverer.drain()
    assert len(receiver.got) == len(idents)


@pytest.mark.parametrize("noun", ["card", "list", "member", "organization"])
async def test_other_models_are_told_what_concerns_them(desk, deliverer, receiver, noun):
    card = await desk.card()
    me = await desk.get("/members/me")
    team = await desk.post("/organizations", displayName="Bakers")
    model = {"card": card, "list": {"id": card["idList"]}, "member": me, "organization": team}[noun]
    await desk.post("/webhooks", callbackURL=CALLBACK, idModel=model["id"])
    await desk.card("another, elsewhere", idList=(await desk.lists())[2])
    await desk.put(f"/cards/{card['id']}", name="renamed")
    await desk.put(f"/organizations/{team['id']}", displayName="Millers")
    await deliverer.drain()
    expected = {
        "card": ["updateCard"],
        "list": ["updateCard"],
        "member": ["createCard", "updateCard", "updateOrganization"],
        "organization": ["updateOrganization"],
    }
    assert receiver.types == expected[noun]
    assert {json.loads(sent.content)["model"]["id"] for sent in receiver.got} == {model["id"]}


@pytest.mark.fault("F54")
async def test_an_event_that_is_not_taken_is_sent_three_times_more_and_those_behind_it_wait(
    desk, hook, deliverer, receiver, clock, waiting
):
    receiver.status = 500
    await desk.card("first")
    await desk.card("second")
    names = []
    for pause in (0, 29, 1, 59, 1, 119, 1):
        clock.advance(pause)
        await deliverer.drain()
        names.append([action["data"]["card"]["name"] for action in receiver.told])
        receiver.got.clear()
    # Dropped after the fourth, and the next one had its first.
    assert names == [["first"], [], ["first"], [], ["first"], [], ["first", "second"]]
    assert waiting() == 1
    shown = await desk.get(f"/webhooks/{hook['id']}")
    assert shown["consecutiveFailures"] == 1
    assert shown["firstConsecutiveFailDate"] is not None
    receiver.status = 204
    clock.advance(30)
    await deliverer.drain()
    assert [action["data"]["card"]["name"] for action in receiver.told] == ["second"]
    shown = await desk.get(f"/webhooks/{hook['id']}")
    assert (shown["consecutiveFailures"], shown["firstConsecutiveFailDate"]) == (0, None)


@pytest.mark.fault("F54")
@pytest.mark.parametrize(
    "fault",
    [httpx.ConnectError("x"), httpx.ReadTimeout("x"), httpx.RemoteProtocolError("x")],
    ids=lambda fault: type(fault).__name__,
)
async def test_no_answer_is_a_failure_like_any_other(desk, hook, deliverer, receiver, clock, fault):
    receiver.down = fault
    await desk.card()
    await deliverer.drain()
    receiver.down = None
    clock.advance(30)
    await deliverer.drain()
    assert receiver.types == ["createCard"]


@pytest.mark.fault("F54")
async def test_a_redirect_is_not_followed(desk, hook, deliverer, receiver, waiting):
    receiver.status = 302
    await desk.card()
    await deliverer.drain()
    assert (len(receiver.got), waiting()) == (1, 1)


@pytest.mark.fault("F54")
async def test_gone_ends_the_webhook(desk, hook, deliverer, receiver, waiting):
    receiver.status = 410
    await desk.card()
    await deliverer.drain()
    assert (await desk.refused("GET", f"/webhooks/{hook['id']}"))[0] == 404
    await desk.card()
    assert waiting() == 0


async def test_failing_for_30_days_and_1000_times_switches_it_off(
    desk, hook, deliverer, receiver, clock, server, waiting
):
    await desk.ok("PUT", f"/webhooks/{hook['id']}", json={"active": True})
    with db.writing(server.engine) as connection:
        connection.execute(update(db.webhooks).values(consecutive_failures=1000, first_failure=_stamp(clock)))
    receiver.status = 500
    for days, active in ((29, True), (2, False)):
        clock.advance(days * 86400)
        with db.writing(server.engine) as connection:
            connection.execute(update(db.webhooks).values(consecutive_failures=1000))
        await desk.card()
        for pause in (0, 30, 60, 120):
            clock.advance(pause)
            await deliverer.drain()
        assert (await desk.get(f"/webhooks/{hook['id']}/active"))["_value"] is active
    await desk.card()
    assert waiting() == 0
    receiver.status = 200
    again = await desk.put(f"/webhooks/{hook['id']}", active="true")
    assert (again["active"], again["consecutiveFailures"]) == (True, 0)


def _stamp(clock):
    return clock.now().strftime("%Y-%m-%dT%H:%M:%S.000Z")


async def test_a_webhook_ends_with_its_token(desk, hook, deliverer, receiver, server, token, clock, app):
    await desk.card()
    with db.writing(server.engine) as connection:
        row = find_token(connection, token)
        assert row is not None
        revoke_token(connection, row.id)
    await deliverer.drain()
    assert receiver.got == []
    other = token_of(server, clock, app.key)
    reply = await desk.http.get(f"/webhooks/{hook['id']}", params={"token": other})
    assert reply.status_code == 404


async def test_a_webhook_ends_when_its_token_has_expired(desk, deliverer, receiver, server, clock, app):
    short = token_of(server, clock, app.key, expiration="1hour")
    made = await desk.http.post(
        "/webhooks", params={"token": short, "callbackURL": CALLBACK, "idModel": desk.id}
    )
    assert made.status_code == 200, made.text
    clock.advance(3601)
    await desk.card()
    await deliverer.drain()
    assert receiver.got == []
    assert (await desk.refused("GET", f"/webhooks/{made.json()['id']}"))[0] == 404


async def test_two_processes_deliver_each_event_once(desk, hook, make_deliverer, receiver):
    import asyncio

    for i in range(20):
        await desk.card(f"card {i}")
    await asyncio.gather(*(make_deliverer().drain() for _ in range(3)))
    assert [action["data"]["card"]["name"] for action in receiver.told] == [f"card {i}" for i in range(20)]


async def test_a_process_that_dies_in_the_midst_is_followed_by_another(
    desk, hook, deliverer, make_deliverer, receiver, clock, server
):
    await desk.card()
    with db.writing(server.engine) as connection:
        # It took the claim, and was killed.
        assert queue.claim(connection, clock.now()) is not None
    await deliverer.drain()
    assert receiver.got == []
    clock.advance(queue.LEASE)
    await make_deliverer().drain()
    assert receiver.types == ["createCard"]


@pytest.mark.fault("F54")
async def test_a_slow_receiver_keeps_no_other_waiting(desk, hook, deliverer, receiver, addresses):
    import asyncio

    addresses["quick.example.org"] = ["93.184.216.35"]
    await desk.post("/webhooks", callbackURL="https://quick.example.org/", idModel=desk.id)
    answer, slow, quick = receiver.answer, asyncio.Event(), asyncio.Event()

    async def one_is_slow(request):
        if request.headers["host"] == "hook.example.org":
            await slow.wait()
        else:
            quick.set()
        return await answer(request)

    receiver.answer = one_is_slow
    deliverer._sender._http = httpx.AsyncClient(transport=httpx.MockTransport(one_is_slow))
    await desk.card()
    draining = asyncio.create_task(deliverer.drain())
    await asyncio.wait_for(quick.wait(), 60)
    slow.set()
    await draining
    assert len(receiver.got) == 2


async def test_a_look_that_began_before_a_turn_ended_leaves_nothing_waiting(
    desk, hook, deliverer, receiver, clock, monkeypatch, waiting
):
    import threading

    monkeypatch.setattr(deliver, "_MOST", 1)
    answer, asks, ended = receiver.answer, [], threading.Event()
    anything_due, ends = queue.anything_due, deliverer._ended

    async def slow(request):
        clock.advance(6)
        return await answer(request)

    def late(connection, now):
        asks.append(now)
        if len(asks) == 2:  # while the first delivery is under way: it ends after `now` was taken
            assert ended.wait(30)
        return anything_due(connection, now)

    def end(task):
        ends(task)
        ended.set()

    deliverer._sender._http = httpx.AsyncClient(transport=httpx.MockTransport(slow))
    monkeypatch.setattr(queue, "anything_due", late)
    monkeypatch.setattr(deliverer, "_ended", end)
    for i in range(2):
        await desk.card(f"card {i}")
    await deliverer.drain()
    assert (len(receiver.got), waiting()) == (2, 0)


@pytest.mark.parametrize(("seconds", "turn"), [(6, 1), (2, 3), (0, 4)])
async def test_one_with_much_to_tell_takes_turns(
    desk, hook, deliverer, receiver, addresses, clock, monkeypatch, waiting, seconds, turn
):
    monkeypatch.setattr(deliver, "_AT_ONCE", 1)
    monkeypatch.setattr(deliver, "_MOST", 4)
    addresses["other.example.org"] = ["93.184.216.35"]
    answer, served = receiver.answer, []

    async def slow(request):
        served.append(request.headers["host"].partition(".")[0])
        clock.advance(seconds or 0.001)
        return await answer(request)

    deliverer._sender._http = httpx.AsyncClient(transport=httpx.MockTransport(slow))
    for i in range(6):
        card = await desk.card(f"card {i}")
    await desk.post("/webhooks", callbackURL="https://other.example.org/", idModel=card["id"])
    served.clear()
    for i in range(3):
        await desk.put(f"/cards/{card['id']}", name=f"renamed {i}")
    await deliverer.drain()
    assert served[: turn + 1] == ["hook"] * turn + ["other"]
    assert (served.count("hook"), served.count("other"), waiting()) == (9, 3, 0)
    for host, many in (("hook.example.org", 9), ("other.example.org", 3)):
        told = [
            json.loads(one.content)["action"]["id"] for one in receiver.got if one.headers["host"] == host
        ]
        assert told == sorted(set(told))
        assert len(told) == many


async def test_the_loop_delivers_at_the_bell_and_after_a_pause(desk, hook, deliverer, receiver, clock):
    import asyncio

    running = asyncio.create_task(deliverer.run())
    try:
        await desk.card()
        await asyncio.wait_for(receiver.arrived.wait(), 60)
    finally:
        deliverer.stop()
        await running
    assert receiver.types == ["createCard"]


@pytest.mark.parametrize("name", [b"me", "Hēmi's bot".encode(), b"\xe9\x80"])
async def test_the_client_that_wrote_is_named(desk, hook, deliverer, receiver, name):
    await desk.post(
        "/cards", headers={"X-Trello-Client-Identifier": name}, idList=(await desk.lists())[0], name="x"
    )
    await deliverer.drain()
    assert (b"X-Trello-Client-Identifier", name) in receiver.got[0].headers.raw


async def test_who_may_not_see_the_model_any_more_is_told_nothing(
    desk, deliverer, receiver, server, clock, app, waiting
):
    from tui.server.access.apps import create_token
    from tui.server.service.people import add_member

    with db.writing(server.engine) as connection:
        bob = add_member(connection, "bob", clock.now())
        theirs = create_token(
            connection,
            id_member=bob,
            key=app.key,
            scopes=["read", "write"],
            expiration="never",
            now=clock.now(),
        )
    await desk.ok("PUT", f"/boards/{desk.id}/members/{bob}", params={"type": "normal"})
    made = await desk.http.post(
        "/webhooks", params={"token": theirs, "callbackURL": CALLBACK, "idModel": desk.id}
    )
    assert made.status_code == 200, made.text
    await desk.ok("DELETE", f"/boards/{desk.id}/members/{bob}")
    await deliverer.drain()
    assert (receiver.got, waiting()) == ([], 0)
    shown = await desk.http.get(f"/webhooks/{made.json()['id']}", params={"token": theirs})
    assert shown.json()["active"] is False
