"""What a path names, found or refused."""

import pytest

UNAUTHORIZED = (401, "unauthorized permission requested")


async def test_what_is_hidden_is_401_and_what_is_not_there_is_404(desk, person):
    card = await desk.card()
    bo = await person("bo")
    gone = (404, "The requested resource was not found.")
    for noun, ident in (("boards", desk.id), ("cards", card["id"]), ("lists", card["idList"])):
        assert await bo.refused("GET", f"/{noun}/{ident}") == UNAUTHORIZED
        assert await bo.refused("GET", f"/{noun}/{'f' * 24}") == gone
    assert await bo.refused("GET", "/boards/nonsense!") == (400, "invalid id")


async def test_a_board_and_a_card_have_two_names_and_the_rest_has_one(desk):
    card = await desk.card()
    board = await desk.get(f"/boards/{desk.id}", fields="shortLink")
    assert (await desk.get(f"/boards/{board['shortLink']}"))["id"] == desk.id
    assert (await desk.get(f"/cards/{card['shortLink']}"))["id"] == card["id"]
    assert await desk.refused("GET", f"/lists/{card['shortLink']}") == (400, "invalid id")


@pytest.mark.parametrize("name", ["me", "ME", "you"])
async def test_a_member_is_oneself_a_name_or_an_id(desk, name):
    me = await desk.get(f"/members/{name}")
    assert (await desk.get(f"/members/{me['id']}"))["username"] == "you"


async def test_what_is_another_members_own_is_refused(desk, person):
    bo = await person("bo")
    refused = (401, "unauthorized member permission requested")
    for name in (bo.member, "bo"):
        assert await desk.refused("GET", f"/members/{name}/boardStars") == refused
    assert (await desk.refused("GET", "/members/nobody/boardStars"))[0] == 404


async def test_to_write_takes_more_than_to_read(desk, person):
    card = await desk.card()
    checklist = await desk.post("/checklists", idCard=card["id"], name="Steps")
    label = (await desk.get(f"/boards/{desk.id}/labels"))[0]["id"]
    bo = await person("bo", on="observer")
    for path in (
        f"/cards/{card['id']}",
        f"/lists/{card['idList']}",
        f"/checklists/{checklist['id']}",
        f"/labels/{label}",
    ):
        assert (await bo.get(path))["id"]
        assert await bo.refused("PUT", path, json={"name": "x"}) == UNAUTHORIZED


async def test_an_item_is_found_on_its_own_card_only(desk):
    card, other = await desk.card(), await desk.card("other")
    checklist = await desk.post("/checklists", idCard=card["id"], name="Steps")
    item = await desk.post(f"/checklists/{checklist['id']}/checkItems", name="call")
    assert (await desk.put(f"/cards/{card['id']}/checkItem/{item['id']}", state="complete"))[
        "state"
    ] == "complete"
    assert (
        await desk.refused("PUT", f"/cards/{other['id']}/checkItem/{item['id']}", json={"state": "complete"})
    )[0] == 404


async def test_an_action_of_no_board_is_for_who_made_it_and_their_workspace(desk, person):
    made = await desk.post("/organizations", displayName="Second")
    (action,) = await desk.get(f"/organizations/{made['id']}/actions")
    bo, cy = await person("bo"), await person("cy")
    path = f"/actions/{action['id']}"
    assert (await desk.get(path))["type"] == "createOrganization"
    assert await bo.refused("GET", path) == UNAUTHORIZED
    await desk.put(f"/organizations/{made['id']}/members/{bo.member}", type="normal")
    assert (await bo.get(path))["id"] == action["id"]
    assert await cy.refused("GET", path) == UNAUTHORIZED


async def test_a_workspace_is_found_by_id_or_name_and_changed_by_its_admins(desk, person):
    ident = (await desk.get("/organizations/workspace"))["id"]
    assert (await desk.get(f"/organizations/{ident}"))["name"] == "workspace"
    bo = await person("bo")
    await desk.put(f"/organizations/workspace/members/{bo.member}", type="normal")
    assert (await bo.get(f"/organizations/{ident}"))["id"] == ident
    assert await bo.refused("PUT", f"/organizations/{ident}", json={"desc": "x"}) == UNAUTHORIZED
    assert (await desk.refused("GET", "/organizations/nothing"))[0] == 404
