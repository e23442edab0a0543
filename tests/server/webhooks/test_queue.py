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
