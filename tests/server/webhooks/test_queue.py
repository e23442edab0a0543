"""Who is told what: events are written for those webhooks whose members may see what happened."""

import httpx
import pytest

from tests.server.webhooks.conftest import CALLBACK
from tui.server.access.apps import create_token
from tui.server.service.people import add_member
from tui.server.storage import db


@pytest.fixture
def bo(server, clock):
    """A member who is on no board."""
    with db.writing(server.engine) as connection:
        return add_member(connection, "bob", clock.now(), full_name="Bo Example")


@pytest.fixture
async def stranger(server, clock, http, app, bo):
    """Bo's client."""
    with db.writing(server.engine) as connection:
        token = create_token(
            connection, id_member=bo, key=app.key, scopes=["read", "write"], expiration="never",
            now=clock.now(),
        )  # fmt: skip
    async with httpx.AsyncClient(
        transport=http._transport, base_url="http://board.test/1", params={"key": app.key, "token": token}
    ) as client:
        yield client


async def watch(client, ident):
    made = await client.post("/webhooks", json={"callbackURL": CALLBACK, "idModel": ident})
    assert made.status_code == 200, made.text


async def test_watching_a_member_shows_only_boards_one_may_see(
    desk, stranger, bo, deliverer, receiver, server
):
    await watch(stranger, server.id_member)
    card = await desk.card("Secret flour")
    await desk.post("/organizations", displayName="Secret bakery")
    await deliverer.drain()
    assert receiver.types == []
    await desk.put(f"/boards/{desk.id}/members/{bo}", type="observer")
    await desk.put(f"/cards/{card['id']}", name="Flour")
    await deliverer.drain()
    assert receiver.types == ["addMemberToBoard", "updateCard"]


async def test_a_public_workspace_tells_of_boards_one_may_see(desk, stranger, deliverer, receiver):
    home = await desk.put("/organizations/workspace", **{"prefs/permissionLevel": "public"})
    await watch(stranger, home["id"])
    await desk.post("/boards", name="Secret", idOrganization=home["id"])
    await desk.post("/boards", name="Open", idOrganization=home["id"], prefs_permissionLevel="public")
    await desk.put("/organizations/workspace", desc="one oven")
    await deliverer.drain()
    assert receiver.types == ["addToOrganizationBoard", "updateOrganization"]
    assert receiver.told[0]["data"]["board"]["name"] == "Open"


async def test_ones_own_webhook_tells_of_everything_one_does(desk, deliverer, receiver, server):
    await watch(desk.http, server.id_member)
    await desk.post("/organizations", displayName="Bakery")
    await desk.card()
    await deliverer.drain()
    assert receiver.types == ["createOrganization", "createCard"]


def _waiting(server):
    with server.engine.connect() as connection:
        return connection.exec_driver_sql("SELECT action FROM webhook_event").scalars().all()


async def test_the_text_of_a_deleted_comment_waits_for_no_receiver(desk, hook, deliverer, receiver, server):
    card = await desk.card("Bread")
    made = await desk.post(f"/cards/{card['id']}/actions/comments", text="a secret")
    other = await desk.post(f"/cards/{card['id']}/actions/comments", text="stays")
    await desk.put(f"/actions/{made['id']}", text="another secret")
    await desk.ok("DELETE", f"/actions/{made['id']}")
    assert "secret" not in str(_waiting(server))
    assert "stays" in str(_waiting(server))
    await deliverer.drain()
    kinds = ["createCard", "commentCard", "commentCard", "updateComment", "deleteComment"]
    assert receiver.types == kinds
    assert [told["id"] for told in receiver.told[1:3]] == [made["id"], other["id"]]


async def test_a_webhook_that_is_switched_off_keeps_no_news_for_later(
    desk, hook, deliverer, receiver, server
):
    await desk.card("Bread")
    assert _waiting(server)
    await desk.put(f"/webhooks/{hook['id']}", active="false")
    assert not _waiting(server)
    await desk.put(f"/webhooks/{hook['id']}", active="true")
    await desk.card("Rolls")
    await deliverer.drain()
    assert [told["data"]["card"]["name"] for told in receiver.told] == ["Rolls"]


async def test_news_waits_a_day_behind_a_receiver_that_is_away(
    desk, hook, deliverer, receiver, server, clock
):
    receiver.status = 503
    for name in ("first", "second", "third"):
        await desk.card(name)
    clock.advance(2 * 24 * 3600)
    await desk.card("fourth")
    for _ in range(4):
        await deliverer.drain()
        clock.advance(121)
    receiver.status, receiver.got = 200, []
    await deliverer.drain()
    assert [told["data"]["card"]["name"] for told in receiver.told] == ["fourth"]
