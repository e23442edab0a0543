"""Webhooks: registered once, looked at, and ended even where the service has forgotten them."""

import httpx
import pytest

from tui.api.board.client import BoardClient
from tui.errors import Ambiguous, Garbled, Rejected

BOARD, HOOK = "66a1f0aa2f7c3b0011aa0001", "66a1f0aa2f7c3b0011aa0099"
MADE = {
    "id": HOOK,
    "idModel": BOARD,
    "callbackURL": "https://hooks.example/c",
    "description": "d",
    "active": True,
}


async def test_a_webhook_is_registered_for_a_model(service):
    board = service(httpx.Response(200, json=MADE))
    made = await BoardClient(board.transport).webhooks.create(
        model_id=BOARD, callback_url="https://hooks.example/c", description="d"
    )
    assert (made.id, made.id_model, made.callback_url) == (HOOK, BOARD, "https://hooks.example/c")
    assert made.active
    [asked] = board.asked
    assert (asked.method, asked.url.path) == ("POST", "/1/webhooks")
    sent = dict(httpx.QueryParams(asked.content.decode()))
    assert sent == {
        "idModel": BOARD, "callbackURL": "https://hooks.example/c", "description": "d", "active": "true",
    }  # fmt: skip


async def test_one_that_may_have_been_registered_is_not_registered_again(service):
    board = service(httpx.ReadError("reset"))
    with pytest.raises(Ambiguous):
        await BoardClient(board.transport).webhooks.create(
            model_id=BOARD, callback_url="https://hooks.example/c", description=""
        )
    assert len(board.asked) == 1


async def test_a_webhook_is_looked_at_by_its_id(service):
    board = service(httpx.Response(200, json={**MADE, "active": False}))
    assert not (await BoardClient(board.transport).webhooks.get(HOOK)).active
    assert board.asked[0].url.path == f"/1/webhooks/{HOOK}"
    with pytest.raises(Garbled):
        await BoardClient(service(httpx.Response(200, json={})).transport).webhooks.get(HOOK)


@pytest.mark.parametrize("status", [200, 404])
async def test_one_that_is_gone_is_ended(service, status):
    board = service(httpx.Response(status, json={}))
    await BoardClient(board.transport).webhooks.delete(HOOK)
    assert (board.asked[0].method, board.asked[0].url.path) == ("DELETE", f"/1/webhooks/{HOOK}")


async def test_one_that_cannot_be_ended_is_told(service):
    with pytest.raises(Rejected):
        await BoardClient(service(httpx.Response(400, text="no")).transport).webhooks.delete(HOOK)
