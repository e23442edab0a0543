"""Who is on a board, served."""

import pytest

from tui.server.service.people import add_member
from tui.server.storage import db

UNAUTHORIZED = (401, "unauthorized permission requested")


async def test_adding_a_member_answers_who_is_on_the_board(desk, person, server):
    bo = await person("bo")
    answer = await desk.put(f"/boards/{desk.id}/members/{bo.member}", type="normal")
    assert answer["id"] == desk.id
    assert [one["username"] for one in answer["members"]] == ["you", "bo"]
    assert [(one["idMember"], one["memberType"]) for one in answer["memberships"]][1] == (bo.member, "normal")
    kind, data = (await desk.log(server))[-1]
    assert (kind, data["idMemberAdded"], data["memberType"]) == ("addMemberToBoard", bo.member, "normal")
    assert (await bo.get(f"/boards/{desk.id}"))["name"] == "Bakery launch"


async def test_a_member_may_be_named_by_user_name_too(desk, person):
    await person("bo")
    answer = await desk.put(f"/boards/{desk.id}/members/bo", type="observer")
    assert answer["memberships"][1]["memberType"] == "observer"


@pytest.mark.parametrize("sent", [{}, {"type": ""}, {"type": "owner"}, {"type": 1}, {"type": None}])
async def test_a_senseless_type_is_refused(desk, person, sent):
    bo = await person("bo")
    path = f"/boards/{desk.id}/members/{bo.member}"
    assert await desk.refused("PUT", path, json=sent) == (400, "invalid value for type")


async def test_an_unknown_member_is_not_found(desk):
    path = f"/boards/{desk.id}/members/{'f' * 24}"
    assert (await desk.refused("PUT", path, json={"type": "normal"}))[0] == 404
    assert (await desk.refused("DELETE", path))[0] == 404


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("normal", "admin", "makeAdminOfBoard"),
        ("admin", "normal", "makeNormalMemberOfBoard"),
        ("normal", "observer", "makeObserverOfBoard"),
    ],
)
async def test_a_type_is_changed_once_by_member_or_membership(desk, person, server, before, after, kind):
    bo = await person("bo", on=before)
    path = f"/boards/{desk.id}/memberships"
    (mine,) = [one for one in await desk.get(path) if one["idMember"] == bo.member]
    for _ in range(2):
        changed = await desk.put(f"{path}/{mine['id']}", type=after, member_fields="username")
    assert (changed["memberType"], changed["member"]["username"]) == (after, "bo")
    assert [one for one, _ in await desk.log(server)].count(kind) == 1
    assert (await desk.get(f"{path}/{mine['id']}"))["memberType"] == after


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("all", ["you", "bo", "cy"]),
        ("admins", ["you"]),
        ("normal", ["bo"]),
        ("none", []),
        ("observers", ["cy"]),
    ],
)
async def test_members_by_filter(desk, person, asked, names):
    await person("bo", on="normal")
    await person("cy", on="observer")
    for found in (
        await desk.get(f"/boards/{desk.id}/members", filter=asked),
        await desk.get(f"/boards/{desk.id}/members/{asked}"),
    ):
        assert [one["username"] for one in found] == names
    told = await desk.get(f"/boards/{desk.id}/memberships", filter=asked, member=True, orgMemberType=True)
    assert [one["member"]["username"] for one in told] == names
    assert {one["orgMemberType"] for one in told} <= {"admin", None}
    assert (await desk.refused("GET", f"/boards/{desk.id}/members?filter=some"))[
        1
    ] == "invalid value for filter"


async def test_the_last_admin_stays(desk, person):
    bo = await person("bo", on="normal")
    me = (await desk.get("/members/me"))["id"]
    path = f"/boards/{desk.id}/members/{me}"
    assert (await desk.refused("DELETE", path))[0] == 400
    assert (await desk.refused("PUT", path, json={"type": "normal"}))[0] == 400
    await desk.put(f"/boards/{desk.id}/members/{bo.member}", type="admin")
    await desk.ok("DELETE", path)
    assert await desk.refused("GET", f"/boards/{desk.id}") == UNAUTHORIZED


async def test_who_is_removed_leaves_the_cards_too(desk, person, server):
    bo = await person("bo", on="normal")
    card = await desk.card(idMembers=bo.member)
    answer = await desk.ok("DELETE", f"/boards/{desk.id}/members/{bo.member}")
    assert (answer["id"], [one["username"] for one in answer["members"]]) == (desk.id, ["you"])
    assert (await desk.get(f"/cards/{card['id']}"))["idMembers"] == []
    assert [kind for kind, _ in await desk.log(server)][-2:] == [
        "removeMemberFromCard",
        "removeMemberFromBoard",
    ]
    assert await bo.refused("GET", f"/boards/{desk.id}") == UNAUTHORIZED
    assert (await desk.refused("DELETE", f"/boards/{desk.id}/members/{bo.member}"))[0] == 404


@pytest.mark.parametrize(
    ("who", "invitations", "kind", "lets"),
    [
        ("normal", "members", "normal", True),
        ("normal", "members", "admin", False),
        ("normal", "admins", "normal", False),
        ("observer", "members", "normal", False),
        ("admin", "admins", "admin", True),
    ],
)
async def test_who_may_put_others_on_the_board(desk, person, who, invitations, kind, lets):
    await desk.put(f"/boards/{desk.id}", **{"prefs/invitations": invitations})
    bo, cy = await person("bo", on=who), await person("cy")
    said = await bo.said("PUT", f"/boards/{desk.id}/members/{cy.member}", json={"type": kind})
    assert (said[0] == 200) is lets
    said = await bo.said(
        "PUT", f"/boards/{desk.id}/members", json={"email": "cy@bakery.example", "type": kind}
    )
    assert (said[0] == 200) is lets


async def test_only_admins_change_and_remove_others_and_all_may_leave(desk, person):
    bo, cy = await person("bo", on="normal"), await person("cy", on="normal")
    other = f"/boards/{desk.id}/members/{cy.member}"
    own = f"/boards/{desk.id}/members/{bo.member}"
    assert await bo.refused("PUT", other, json={"type": "observer"}) == UNAUTHORIZED
    assert await bo.refused("PUT", own, json={"type": "admin"}) == UNAUTHORIZED
    assert await bo.refused("DELETE", other) == UNAUTHORIZED
    await bo.ok("DELETE", own)
    assert await bo.refused("GET", f"/boards/{desk.id}") == UNAUTHORIZED


async def test_inviting_by_address_finds_the_member(desk, person):
    bo = await person("bo")
    answer = await desk.put(f"/boards/{desk.id}/members", email="BO@bakery.example")
    assert [(one["idMember"], one["unconfirmed"]) for one in answer["memberships"]][1] == (bo.member, False)


async def test_inviting_an_unknown_address_makes_a_ghost_once(desk):
    for _ in range(2):
        answer = await desk.put(
            f"/boards/{desk.id}/members", email="new.baker@mill.example", fullName="New Baker"
        )
    _, ghost = answer["memberships"]
    assert (ghost["unconfirmed"], ghost["memberType"]) == (True, "normal")
    whole = await desk.get(f"/members/{ghost['idMember']}")
    assert (whole["memberType"], whole["confirmed"], whole["username"], whole["initials"]) == (
        "ghost",
        False,
        "newbaker",
        "NB",
    )
    assert not whole["email"]


@pytest.mark.parametrize(
    "email", ["", "nobody", "a@b", "a b@c.example", "a@b.example,c@d.example", None, 7, "@" * 300]
)
async def test_a_senseless_address_is_refused(desk, email):
    sent = {"email": email, "fullName": "X"}
    assert await desk.refused("PUT", f"/boards/{desk.id}/members", json=sent) == (
        400,
        "invalid value for email",
    )


async def test_a_ghost_becomes_the_member_who_has_the_address(desk, server, clock):
    sent = {"email": "new@mill.example", "fullName": "New"}
    ghost = (await desk.put(f"/boards/{desk.id}/members", **sent))["memberships"][1]["idMember"]
    await desk.put("/organizations/workspace/members", **sent)
    with db.writing(server.engine) as connection:
        made = add_member(connection, "miller", clock.now(), full_name="Mia Miller", email="NEW@mill.example")
    assert made == ghost
    whole = await desk.get("/members/miller")
    assert (whole["fullName"], whole["memberType"], whole["confirmed"]) == ("Mia Miller", "normal", True)
    for path in (f"/boards/{desk.id}/memberships", "/organizations/workspace/memberships"):
        assert [one["unconfirmed"] for one in await desk.get(path)] == [False, False]


async def test_nested_in_a_board(desk, person):
    await person("bo", on="normal")
    whole = await desk.get(
        f"/boards/{desk.id}", members="normal", memberships="all", memberships_member=True, boardStars="mine"
    )
    assert [one["username"] for one in whole["members"]] == ["bo"]
    assert [one["member"]["username"] for one in whole["memberships"]] == ["you", "bo"]
    assert whole["boardStars"] == []
