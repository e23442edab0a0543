"""Workspaces, served: shown, made, changed and deleted."""

import pytest

UNAUTHORIZED = (401, "unauthorized permission requested")


async def test_the_local_workspace_has_its_member_and_boards(desk):
    (mine,) = await desk.get("/members/me/organizations")
    assert (mine["name"], mine["displayName"], mine["idBoards"]) == ("workspace", "Workspace", [desk.id])
    assert [one["memberType"] for one in mine["memberships"]] == ["admin"]
    assert mine["prefs"]["permissionLevel"] == "private"
    assert (await desk.get("/organizations/workspace", fields="name")) == {
        "id": mine["id"],
        "name": "workspace",
    }
    assert await desk.get("/organization/workspace/displayName") == {"_value": "Workspace"}


async def test_a_workspace_is_made_changed_and_deleted(desk):
    made = await desk.post(
        "/organizations", displayName="Bakery Ōamaru", desc="all ovens", website="bakery.example"
    )
    assert (made["name"], made["desc"], made["website"]) == (
        "bakeryoamaru",
        "all ovens",
        "http://bakery.example",
    )
    again = await desk.post("/organizations", displayName="Bakery Ōamaru")
    assert again["name"] == "bakeryoamaru2"
    path = f"/organizations/{made['id']}"
    changed = await desk.put(
        path, displayName="Bakery", name="bakery_nz", **{"prefs/permissionLevel": "public"}
    )
    assert (changed["displayName"], changed["name"], changed["prefs"]["permissionLevel"]) == (
        "Bakery",
        "bakery_nz",
        "public",
    )
    assert (await desk.put(f"{path}/desc", value="one oven"))["desc"] == "one oven"
    assert [one["type"] for one in await desk.get(f"{path}/actions")] == [
        "updateOrganization",
        "updateOrganization",
        "createOrganization",
    ]
    board = await desk.post("/boards", name="Ovens", idOrganization=made["id"])
    assert board["idOrganization"] == made["id"]
    assert [one["id"] for one in await desk.get(f"{path}/boards")] == [board["id"]]
    assert await desk.ok("DELETE", path) == {"_value": None}
    assert (await desk.refused("GET", path))[0] == 404
    (left, *_) = await desk.get("/members/me/organizations")
    assert (await desk.get(f"/boards/{board['id']}"))["idOrganization"] == left["id"]


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ({}, "displayName"),
        ({"displayName": ""}, "displayName"),
        ({"displayName": 7}, "displayName"),
        ({"displayName": "x", "name": "ab"}, "name"),
        ({"displayName": "x", "name": "No Spaces"}, "name"),
        ({"displayName": "x", "website": "ftp://x"}, "website"),
        ({"displayName": "x", "desc": "y" * 16385}, "desc"),
    ],
)
async def test_a_senseless_workspace_is_refused(desk, sent, name):
    assert await desk.refused("POST", "/organizations", json=sent) == (400, f"invalid value for {name}")
    assert len(await desk.get("/members/me/organizations")) == 1


async def test_a_short_name_is_had_by_one(desk):
    assert (await desk.refused("POST", "/organizations", json={"displayName": "x", "name": "workspace"}))[
        0
    ] == 400
    assert (await desk.put("/organizations/workspace", name="workspace"))["name"] == "workspace"


@pytest.mark.parametrize("sent", [{"prefs/permissionLevel": "secret"}, {"prefs/colour": "red"}])
async def test_a_senseless_preference_is_refused(desk, sent):
    assert (await desk.refused("PUT", "/organizations/workspace", json=sent))[0] == 400


async def test_preferences_are_kept_and_forgotten(desk):
    changed = await desk.put(
        "/organizations/workspace",
        **{"prefs/boardVisibilityRestrict/public": "none", "prefs/associatedDomain": "x.example"},
    )
    assert changed["prefs"]["boardVisibilityRestrict"]["public"] == "none"
    assert changed["prefs"]["boardVisibilityRestrict"]["org"] == "org"
    changed = await desk.put("/organizations/workspace", **{"prefs/boardVisibilityRestrict/private": "admin"})
    assert changed["prefs"]["boardVisibilityRestrict"] == {
        "private": "admin", "org": "org", "public": "none", "enterprise": "org",
    }  # fmt: skip
    left = await desk.ok("DELETE", "/organizations/workspace/prefs/associatedDomain")
    assert left["prefs"]["associatedDomain"] is None
    assert (await desk.refused("DELETE", "/organizations/workspace/prefs/nothing"))[0] == 404


async def test_a_board_moves_between_workspaces_one_is_in(desk, person):
    bo = await person("bo")
    theirs = await bo.post("/organizations", displayName="Bo's mill")
    mine = await desk.post("/organizations", displayName="Second")
    refused = await desk.refused("PUT", f"/boards/{desk.id}", json={"idOrganization": theirs["id"]})
    assert refused == UNAUTHORIZED
    assert (await desk.put(f"/boards/{desk.id}", idOrganization=mine["id"]))["idOrganization"] == mine["id"]
    kinds = [one["type"] for one in await desk.get(f"/organizations/{mine['id']}/actions")]
    assert kinds == ["addToOrganizationBoard", "createOrganization"]
    assert (await desk.refused("POST", "/boards", json={"name": "x", "idOrganization": "f" * 24}))[0] == 400


async def test_who_has_no_workspace_gets_one_with_the_first_board(person):
    bo = await person("bo")
    assert await bo.get("/members/me/organizations") == []
    board = await bo.post("/boards", name="Mill")
    (made,) = await bo.get("/members/me/organizations")
    assert (board["idOrganization"], made["displayName"]) == (made["id"], "Bo Example's workspace")
    assert (await bo.post("/boards", name="Stones"))["idOrganization"] == made["id"]


@pytest.mark.parametrize("name", ["exports", "pluginData", "tags"])
async def test_what_no_workspace_here_has(desk, name):
    assert await desk.get(f"/organizations/workspace/{name}") == []


async def test_nested_in_a_workspace(desk):
    whole = await desk.get(
        "/organizations/workspace", boards="open", members="all", memberships="all", actions="all"
    )
    assert [one["id"] for one in whole["boards"]] == [desk.id]
    assert [one["username"] for one in whole["members"]] == ["you"]
    assert [one["type"] for one in whole["actions"]] == ["addToOrganizationBoard"]


async def test_who_deletes_the_only_workspace_gets_one_for_its_boards(desk):
    await desk.ok("DELETE", "/organizations/workspace")
    (made,) = await desk.get("/members/me/organizations")
    assert (made["displayName"], made["idBoards"]) == ("You's workspace", [desk.id])


async def test_who_is_in_the_next_workspace_is_not_let_in(desk, person):
    made = await desk.post("/organizations", displayName="Secret bakery")
    boards = {
        level: await desk.post("/boards", name=level, idOrganization=made["id"], prefs_permissionLevel=level)
        for level in ("org", "private", "public")
    }
    bo = await person("bo")
    await desk.put(f"/organizations/workspace/members/{bo.member}", type="admin")
    await desk.ok("DELETE", f"/organizations/{made['id']}")
    seen = {level: (await bo.said("GET", f"/boards/{one['id']}"))[0] for level, one in boards.items()}
    assert seen == {"org": 401, "private": 401, "public": 200}


async def test_a_feed_leaves_out_boards_that_are_hidden(desk, person):
    await desk.put("/organizations/workspace", **{"prefs/permissionLevel": "public"})
    await desk.put(f"/boards/{desk.id}", name="Secret ovens")
    bo, cy = await person("bo"), await person("cy")
    await desk.put(f"/organizations/workspace/members/{cy.member}", type="normal")
    own = str(await desk.get("/organizations/workspace/actions"))
    assert "addToOrganizationBoard" in own
    for who in (bo, cy):
        feed = str(await who.get("/organizations/workspace/actions"))
        nested = str(await who.get("/organizations/workspace", actions="all"))
        assert desk.id not in feed + nested
        assert "addMemberToOrganization" in feed
