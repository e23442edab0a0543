"""Who is in a workspace, and as what."""

UNAUTHORIZED = (401, "unauthorized permission requested")


async def test_members_of_a_workspace(desk, person):
    bo = await person("bo")
    path = f"/organizations/workspace/members/{bo.member}"
    assert (await desk.put(path, type="normal"))["username"] == "bo"
    whole = await desk.get("/organizations/workspace", members="all", memberships="all")
    assert [one["username"] for one in whole["members"]] == ["you", "bo"]
    assert [one["memberType"] for one in whole["memberships"]] == ["admin", "normal"]
    assert [
        one["username"] for one in await desk.get("/organizations/workspace/members", filter="normal")
    ] == ["bo"]
    (own,) = await bo.get("/organizations/workspace/memberships", filter="me", member=True)
    assert (own["memberType"], own["member"]["username"]) == ("normal", "bo")
    assert (await bo.get(f"/organizations/workspace/memberships/{own['id']}"))["id"] == own["id"]
    assert await bo.refused("PUT", path, json={"type": "admin"}) == UNAUTHORIZED
    assert await bo.refused("PUT", "/organizations/workspace", json={"desc": "mine"}) == UNAUTHORIZED
    await desk.put(path, type="admin")
    assert (await bo.put("/organizations/workspace", desc="ours"))["desc"] == "ours"
    await desk.ok("DELETE", path)
    assert await bo.refused("GET", "/organizations/workspace") == UNAUTHORIZED
    assert (await desk.refused("DELETE", path))[0] == 404


async def test_the_last_admin_of_a_workspace_stays(desk, person):
    me = (await desk.get("/members/me"))["id"]
    for method, path, sent in (
        ("DELETE", f"/organizations/workspace/members/{me}", None),
        ("DELETE", f"/organizations/workspace/members/{me}/all", None),
        ("PUT", f"/organizations/workspace/members/{me}", {"type": "normal"}),
        ("PUT", f"/organizations/workspace/members/{me}/deactivated", {"value": True}),
    ):
        assert (await desk.refused(method, path, json=sent))[0] == 400


async def test_who_is_deactivated_sees_nothing_until_let_in_again(desk, person):
    bo = await person("bo", on="normal")
    await desk.put(f"/organizations/workspace/members/{bo.member}", type="normal")
    path = f"/organizations/workspace/members/{bo.member}/deactivated"
    assert (await desk.put(path, value=True))["deactivated"] is True
    assert await bo.refused("GET", f"/boards/{desk.id}") == UNAUTHORIZED
    assert await bo.refused("GET", "/organizations/workspace") == UNAUTHORIZED
    assert await bo.get("/members/me/boards") == []
    assert [one["deactivated"] for one in await desk.get(f"/boards/{desk.id}/memberships")] == [False, True]
    await desk.put(path, value=False)
    assert (await bo.get(f"/boards/{desk.id}"))["id"] == desk.id
    assert (await desk.refused("PUT", path, json={}))[1] == "invalid value for value"


async def test_leaving_a_workspace_keeps_its_boards_unless_all_is_said(desk, person):
    bo = await person("bo", on="normal")
    path = f"/organizations/workspace/members/{bo.member}"
    await desk.put(path, type="normal")
    await bo.ok("DELETE", path)
    assert (await bo.get(f"/boards/{desk.id}"))["id"] == desk.id
    await desk.put(path, type="normal")
    await desk.ok("DELETE", f"{path}/all")
    assert await bo.refused("GET", f"/boards/{desk.id}") == UNAUTHORIZED


async def test_inviting_to_a_workspace(desk):
    sent = {"email": "new@mill.example", "fullName": "New Miller", "type": "normal"}
    answer = await desk.put("/organizations/workspace/members", **sent)
    assert [one["unconfirmed"] for one in answer["memberships"]] == [False, True]
    assert [one["fullName"] for one in answer["members"]] == ["You", "New Miller"]
