"""Addresses that older clients use."""

import pytest


@pytest.fixture
async def things(desk):
    me = await desk.get("/members/me")
    card = await desk.card(idMembers=[me["id"]])
    comment = await desk.post(f"/cards/{card['id']}/actions/comments", text="done?")
    checklist = await desk.post("/checklists", idCard=card["id"])
    (label, *_) = await desk.get(f"/boards/{desk.id}/labels")
    board = await desk.get(f"/boards/{desk.id}")
    return {
        "me": me["id"], "card": card["id"], "list": card["idList"], "action": comment["id"], "board": desk.id,
        "checklist": checklist["id"], "label": label["id"], "org": board["idOrganization"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("actions/{action}/board/name", "Bakery launch"),
        ("actions/{action}/card/name", "Order flour"),
        ("actions/{action}/list/name", "To Do"),
        ("actions/{action}/memberCreator/username", "you"),
        ("actions/{action}/organization/desc", ""),
        ("boards/{board}/organization/desc", ""),
        ("cards/{card}/board/name", "Bakery launch"),
        ("cards/{card}/list/closed", False),
        ("checklists/{checklist}/board/closed", False),
        ("labels/{label}/board/name", "Bakery launch"),
        ("lists/{list}/board/name", "Bakery launch"),
    ],
)
async def test_one_field_of_what_a_thing_belongs_to(desk, things, path, value):
    assert await desk.get(f"/{path.format(**things)}") == {"_value": value}


async def test_a_field_nothing_has_is_no_address(desk, things):
    path = f"/cards/{things['card']}/board/mood"
    assert await desk.refused("GET", path) == (404, f"Cannot GET /1{path}")


async def test_a_card_is_made_under_its_list(desk, things):
    made = await desk.post(f"/lists/{things['list']}/cards", name="Order yeast", pos="top")
    assert (made["name"], made["idList"], made["attachments"]) == ("Order yeast", things["list"], [])


async def test_cards_by_filter_and_by_member(desk, things):
    other = await desk.card(name="Nobody's")
    await desk.put(f"/cards/{other['id']}", closed=True)
    lists, board = f"/lists/{things['list']}/cards", f"/boards/{desk.id}"
    assert [one["id"] for one in await desk.get(f"{lists}/open")] == [things["card"]]
    assert [one["id"] for one in await desk.get(f"{lists}/closed")] == [other["id"]]
    for path in (f"{board}/members/me/cards", f"{board}/members/me/cards/open",
                 f"/organizations/{things['org']}/members/me/cards", f"/checklists/{things['checklist']}/cards/all"):  # fmt: skip
        assert [one["id"] for one in await desk.get(path)] == [things["card"]]
    assert (await desk.refused("GET", f"{lists}/tomorrow"))[0] == 400


async def test_one_preference_in_the_path(desk, things):
    changed = await desk.put("/members/me/prefs/colorBlind", value=True)
    assert changed["prefs"]["colorBlind"] is True
    assert (await desk.refused("PUT", "/members/me/prefs/mood", json={"value": "x"}))[0] == 400
    path = f"/organizations/{things['org']}/prefs"
    assert (await desk.put(f"{path}/permissionLevel", value="public"))["prefs"]["permissionLevel"] == "public"
    kept = (await desk.put(f"{path}/boardVisibilityRestrict/public", value="admin"))["prefs"]
    assert kept["boardVisibilityRestrict"]["public"] == "admin"


async def test_stars_searches_and_memberships_by_field(desk, things, person):
    star = await desk.post("/members/me/boardStars", idBoard=desk.id, pos="bottom")
    assert (await desk.put(f"/members/me/boardStars/{star['id']}/pos", value=7))["pos"] == 7
    search = await desk.post("/members/me/savedSearches", name="Late", query="due:overdue", pos="top")
    path = f"/members/me/savedSearches/{search['id']}"
    assert (await desk.put(f"{path}/query", value="is:open"))["query"] == "is:open"
    bo = await person("bo")
    inside = f"/organizations/{things['org']}"
    await desk.put(f"{inside}/members/{bo.member}", type="normal")
    (his,) = [one for one in await desk.get(f"{inside}/memberships") if one["idMember"] == bo.member]
    changed = await desk.put(f"{inside}/memberships/{his['id']}", type="admin")
    assert (changed["id"], changed["memberType"]) == (his["id"], "admin")


async def test_a_board_tells_its_workspace_and_is_marked_as_seen(desk, things):
    assert (await desk.get(f"/boards/{desk.id}/organization"))["id"] == things["org"]
    assert (await desk.post(f"/boards/{desk.id}/markAsViewed"))["id"] == desk.id
    assert await desk.get(f"/boards/{desk.id}/membersInvited") == []


async def test_the_things_an_action_is_about(desk, things):
    named = await desk.get(f"/actions/{things['action']}/entities")
    assert {one["type"] for one in named} == {"card", "comment", "member"}
