"""Addresses of the board service."""

from tests.server.test_app import UNAUTHORIZED, said


async def test_addresses_in_every_spelling(desk):
    card = await desk.card()
    for path in (
        f"/card/{card['id']}",
        f"/CARDS/{card['id'].upper()}",
        f"/cards/{card['shortLink']}/",
        f"/Card/{card['id']}",
    ):
        assert (await desk.get(path))["id"] == card["id"]
    assert (await desk.get(f"/board/{desk.id}/LISTS"))[0]["name"] == "To Do"
    assert (await desk.get("/member/ME"))["username"] == (await desk.get("/members/you"))["username"] == "you"


async def test_what_is_not_there(desk):
    assert await desk.refused("GET", "/nothing/here") == (404, "Cannot GET /1/nothing/here")
    assert await desk.refused("PATCH", f"/boards/{desk.id}") == (404, f"Cannot PATCH /1/boards/{desk.id}")
    assert await desk.refused("GET", f"/cards/{'f' * 24}") == (404, "The requested resource was not found.")
    assert await desk.refused("GET", "/members/nobody") == (404, "The requested resource was not found.")


async def test_a_malformed_id_is_told_before_credentials_are_looked_at(stranger):
    assert await said(stranger, "GET", "/cards/nonsense!") == (400, "invalid id")
    assert await said(stranger, "GET", f"/lists/{'g' * 24}") == (400, "invalid id")
    assert await said(stranger, "GET", f"/lists/{'f' * 24}") == UNAUTHORIZED
