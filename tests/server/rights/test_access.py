"""Who may do what with a board: every kind of caller before every kind of board."""

import httpx
import pytest

UNAUTHORIZED = (401, "unauthorized permission requested")

SEE, COMMENT, EDIT, ADMIN = "see", "comment", "edit", "admin"


async def may(who, desk, card):
    """What ``who`` may do with the board of ``desk``."""
    done = set()
    for name, method, path, sent in (
        (SEE, "GET", f"/boards/{desk.id}", {}),
        (SEE, "GET", f"/cards/{card['id']}", {}),
        (SEE, "GET", f"/lists/{card['idList']}/cards", {}),
        (COMMENT, "POST", f"/cards/{card['id']}/actions/comments", {"text": "done?"}),
        (EDIT, "PUT", f"/cards/{card['id']}", {"desc": "by Friday"}),
        (ADMIN, "PUT", f"/boards/{desk.id}", {"prefs/voting": "members"}),
    ):
        status, text = await who.said(method, path, json=sent or None)
        assert (status, text) == UNAUTHORIZED or status == 200, (name, status, text)
        if status == 200:
            done.add(name)
    return done


@pytest.mark.parametrize("level", ["private", "org", "public"])
@pytest.mark.parametrize(
    ("kind", "allowed"),
    [
        ("observer", {SEE}),
        ("normal", {SEE, COMMENT, EDIT}),
        ("admin", {SEE, COMMENT, EDIT, ADMIN}),
    ],
)
async def test_members_of_the_board(desk, person, level, kind, allowed):
    card = await desk.card()
    await desk.put(f"/boards/{desk.id}", **{"prefs/permissionLevel": level})
    assert await may(await person("bo", on=kind), desk, card) == allowed


@pytest.mark.parametrize(
    ("level", "allowed"), [("private", set()), ("org", set()), ("public", {SEE})]
)  # fmt: skip
async def test_strangers(desk, person, level, allowed):
    card = await desk.card()
    await desk.put(f"/boards/{desk.id}", **{"prefs/permissionLevel": level})
    assert await may(await person("bo"), desk, card) == allowed


@pytest.mark.parametrize(
    ("level", "joins", "kind", "allowed"),
    [
        ("private", True, "normal", set()),
        ("private", True, "admin", set()),
        ("org", False, "normal", {SEE}),
        ("org", True, "normal", {SEE, COMMENT, EDIT}),
        ("public", False, "normal", {SEE}),
        ("org", True, "admin", {SEE, COMMENT, EDIT, ADMIN}),
    ],
)
async def test_members_of_the_workspace(desk, person, level, joins, kind, allowed):
    card = await desk.card()
    await desk.put(f"/boards/{desk.id}", **{"prefs/permissionLevel": level, "prefs/selfJoin": joins})
    bo = await person("bo")
    await desk.put(f"/organizations/workspace/members/{bo.member}", type=kind)
    assert await may(bo, desk, card) == allowed


@pytest.mark.parametrize(
    ("comments", "level", "who", "lets"),
    [
        ("members", "private", "observer", False),
        ("observers", "private", "observer", True),
        ("org", "private", "observer", True),
        ("org", "org", "colleague", True),
        ("observers", "org", "colleague", False),
        ("public", "public", "stranger", True),
        ("public", "private", "stranger", False),
        ("disabled", "private", "normal", False),
    ],
)
async def test_who_may_comment(desk, person, comments, level, who, lets):
    card = await desk.card()
    await desk.put(
        f"/boards/{desk.id}",
        **{"prefs/comments": comments, "prefs/permissionLevel": level, "prefs/selfJoin": False},
    )
    bo = await person("bo", on=who if who in {"observer", "normal"} else None)
    if who == "colleague":
        await desk.put(f"/organizations/workspace/members/{bo.member}", type="normal")
    said = await bo.said("POST", f"/cards/{card['id']}/actions/comments", json={"text": "done?"})
    assert said[0] == (200 if lets else 401)
    if lets:
        comment = (await bo.get(f"/cards/{card['id']}/actions"))[0]["id"]
        assert (await bo.put(f"/actions/{comment}", text="done!"))["data"]["text"] == "done!"
        assert await bo.ok("DELETE", f"/actions/{comment}") == {"_value": None}


async def test_a_closed_board_is_its_members_own(desk, person):
    await desk.put(f"/boards/{desk.id}", closed=True, **{"prefs/permissionLevel": "public"})
    bo = await person("bo")
    await desk.put(f"/organizations/workspace/members/{bo.member}", type="normal")
    assert await bo.refused("GET", f"/boards/{desk.id}") == UNAUTHORIZED
    assert (await desk.get(f"/boards/{desk.id}"))["closed"] is True


async def test_a_key_alone_reads_public_boards_and_writes_nothing(desk, person, server):
    card = await desk.card()
    await person("bo")
    async with httpx.AsyncClient(
        transport=server.transport(), base_url="http://board.test/1", params={"key": "c" * 32}
    ) as client:

        async def said(method, path):
            reply = await client.request(method, path)
            return reply.status_code, reply.text

        assert await said("GET", f"/boards/{desk.id}") == UNAUTHORIZED
        await desk.put(f"/boards/{desk.id}", **{"prefs/permissionLevel": "public"})
        assert (await said("GET", f"/boards/{desk.id}"))[0] == 200
        assert (await said("GET", f"/cards/{card['id']}"))[0] == 200
        assert await said("PUT", f"/cards/{card['id']}?name=x") == (401, "missing scopes")
        assert await said("GET", "/members/me") == UNAUTHORIZED


async def test_an_observer_keeps_what_is_their_own(desk, person):
    card = await desk.card()
    bo = await person("bo", on="observer")
    assert (await bo.put(f"/cards/{card['id']}", subscribed=True))["subscribed"] is True
    assert (await bo.put(f"/cards/{card['id']}/subscribed", value=False))["subscribed"] is False
    assert (await bo.put(f"/boards/{desk.id}", subscribed=True, starred=True))["id"] == desk.id
    assert (await bo.post(f"/boards/{desk.id}/markedAsViewed"))["id"] == desk.id
    assert (await bo.put(f"/lists/{card['idList']}/subscribed", value=True))["subscribed"] is True
    assert (
        await bo.refused("PUT", f"/cards/{card['id']}", json={"subscribed": True, "name": "x"})
        == UNAUTHORIZED
    )
    assert (await desk.get(f"/cards/{card['id']}"))["subscribed"] is False


async def test_a_board_open_to_its_workspace_can_be_joined(desk, person):
    await desk.put(f"/boards/{desk.id}", **{"prefs/permissionLevel": "org", "prefs/selfJoin": False})
    bo = await person("bo")
    own = f"/boards/{desk.id}/members/me"
    assert await bo.refused("PUT", own, json={"type": "normal"}) == UNAUTHORIZED
    await desk.put(f"/organizations/workspace/members/{bo.member}", type="normal")
    assert await bo.refused("PUT", own, json={"type": "normal"}) == UNAUTHORIZED
    await desk.put(f"/boards/{desk.id}", **{"prefs/selfJoin": True})
    assert await bo.refused("PUT", own, json={"type": "admin"}) == UNAUTHORIZED
    await bo.put(f"/boards/{desk.id}/members/me", type="normal")
    assert [one["id"] for one in await bo.get("/members/me/boards")] == [desk.id]


@pytest.mark.parametrize("level", ["private", "public"])
async def test_a_subscription_lets_nothing_else_through(desk, person, level):
    card = await desk.card()
    await desk.put(f"/boards/{desk.id}", **{"prefs/permissionLevel": level})
    path = f"/lists/{card['idList']}"
    await desk.put(path, softLimit=5)
    bo = await person("bo", on="observer" if level == "private" else None)
    own = await bo.post("/boards", name="Bo's")
    for address, sent in (
        (path, {"idBoard": own["id"]}),
        (path, {"softLimit": None}),
        (path, {"color": None}),
        (f"/boards/{desk.id}", {"labelNames_red": "mine"}),
        (f"/boards/{desk.id}", {"prefs_voting": "public"}),
        (f"/cards/{card['id']}", {"cover[color]": "red"}),
        (f"/cards/{card['id']}", {"due": None}),
    ):
        assert await bo.refused("PUT", address, json={"subscribed": True, **sent}) == UNAUTHORIZED, sent
    after = await desk.get(path, fields="all")
    assert (after["idBoard"], after["softLimit"]) == (desk.id, 5)
    assert (await bo.put(path, subscribed=True))["subscribed"] is True


async def test_a_date_is_cleared_beside_a_subscription(desk):
    card = await desk.card(due="2031-01-01T00:00:00.000Z")
    changed = await desk.put(f"/cards/{card['id']}", subscribed=True, due=None)
    assert (changed["subscribed"], changed["due"]) == (True, None)


async def test_only_admins_take_a_board_to_another_workspace(desk, person):
    await desk.put(f"/boards/{desk.id}", **{"prefs/permissionLevel": "org"})
    bo = await person("bo", on="normal")
    own = await bo.post("/organizations", displayName="Bo's")
    # There bo is an admin, and would be one of the board too.
    for path, sent in (("", {"idOrganization": own["id"]}), ("/idOrganization", {"value": own["id"]})):
        assert await bo.refused("PUT", f"/boards/{desk.id}{path}", json=sent) == UNAUTHORIZED
    await desk.put(f"/boards/{desk.id}/members/{bo.member}", type="admin")
    assert (await bo.put(f"/boards/{desk.id}", idOrganization=own["id"]))["idOrganization"] == own["id"]


async def test_who_was_shut_out_does_not_let_themselves_in(desk, person):
    await desk.put(f"/boards/{desk.id}", **{"prefs/permissionLevel": "public"})
    bo = await person("bo", on="admin")
    inside = f"/organizations/workspace/members/{bo.member}"
    await desk.put(inside, type="normal")
    await desk.put(f"{inside}/deactivated", value=True)
    for kind in ("normal", "observer", "admin"):
        assert await bo.refused("PUT", f"/boards/{desk.id}/members/me", json={"type": kind}) == UNAUTHORIZED
