"""Workspaces as they are sent."""

from sqlalchemy import update

from tui.server.storage import db
from tui.server.wire.organizations import PREFS

UNAUTHORIZED = (401, "unauthorized permission requested")


async def test_what_others_see_of_a_workspace(desk, person):
    guest, stranger = await person("bo", on="observer"), await person("cy")
    assert (await guest.get("/organizations/workspace"))["displayName"] == "Workspace"
    assert await stranger.refused("GET", "/organizations/workspace") == UNAUTHORIZED
    await desk.put("/organizations/workspace", **{"prefs/permissionLevel": "public"})
    assert (await stranger.get("/organizations/workspace"))["idBoards"] == []
    assert (await stranger.refused("GET", f"/organizations/{'f' * 24}"))[0] == 404


async def test_a_public_board_does_not_tell_who_is_in_its_workspace(desk, person):
    await desk.put(f"/boards/{desk.id}", **{"prefs/permissionLevel": "public"})
    bo, asked = await person("bo"), {"organization": "true", "organization_fields": "all"}
    told = (await bo.get(f"/boards/{desk.id}", **asked))["organization"]
    assert told["displayName"] == "Workspace"
    assert not {"memberships", "membersCount", "billableMemberCount"} & told.keys()
    own = (await desk.get(f"/boards/{desk.id}", **asked))["organization"]
    assert (own["membersCount"], len(own["memberships"])) == (1, 1)


async def test_a_workspace_was_last_changed_when_its_boards_were(desk, clock):
    empty = await desk.post("/organizations", displayName="Empty")
    assert empty["dateLastActivity"] == "2026-11-21T09:00:00.000Z"
    clock.advance(3600)
    await desk.card()
    mine = await desk.get("/organizations/workspace")
    assert (mine["dateLastActivity"], mine["idBoards"]) == ("2026-11-21T10:00:00.000Z", [desk.id])


async def test_people_are_counted_and_counted_only_where_they_are_asked_for(desk, person):
    bo = await person("bo")
    await desk.put(f"/organizations/workspace/members/{bo.member}", type="normal")
    whole = await desk.get("/organizations/workspace")
    assert (whole["membersCount"], whole["billableMemberCount"], len(whole["memberships"])) == (2, 2, 2)
    assert (await desk.get("/organizations/workspace", fields="membersCount"))["membersCount"] == 2
    assert (await desk.get("/organizations/workspace", fields="name")).keys() == {"id", "name"}


async def test_preferences_of_an_import_may_be_anything(desk, server):
    for kept, level in (({"permissionLevel": "public"}, "public"), ("x", "private"), (None, "private")):
        with db.writing(server.engine) as connection:
            connection.execute(update(db.organizations).values(extra={"prefs": kept}))
        assert (await desk.get("/organizations/workspace"))["prefs"] == PREFS | {"permissionLevel": level}
