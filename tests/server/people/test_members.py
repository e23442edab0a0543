"""Members, served: profiles and what belongs to them."""

import pytest

OWN_ONLY = (401, "unauthorized member permission requested")


async def test_a_member_without_a_picture_has_one(desk, server):
    me = await desk.get("/members/me")
    base = me["avatarUrl"].partition("/avatars/")[2]
    assert base == me["avatarHash"]
    for size in ("30.png", "50.png", "170.png", "original.png"):
        picture = await desk.http.get(f"http://board.test/avatars/{base}/{size}")
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
        assert picture.content.startswith(b"\x89PNG\r\n")
    for path in (f"{base}/51.png", "nonsense/50.png", f"{'g' * 32}/50.png"):
        assert (await desk.http.get(f"http://board.test/avatars/{path}")).status_code == 404


async def test_nested_in_a_profile(desk, person):
    bo = await person("bo", on="normal")
    await desk.card(idMembers=bo.member)
    await bo.put(f"/boards/{desk.id}", starred=True)
    whole = await bo.get(
        "/members/me", fields="username", boards="open", board_fields="name", organizations="all", cards="visible",
        card_fields="name", notifications="all", boardStars=True, savedSearches=True, actions="all",
        boardsInvited="open", customEmoji="all",
    )  # fmt: skip
    assert whole["boards"] == [{"id": desk.id, "name": "Bakery launch"}]
    assert [one["name"] for one in whole["cards"]] == ["Order flour"]
    assert [one["type"] for one in whole["notifications"]] == ["addedToCard", "addedToBoard"]
    assert [one["idBoard"] for one in whole["boardStars"]] == [desk.id]
    assert [whole[name] for name in ("organizations", "savedSearches", "actions", "boardsInvited", "customEmoji")] == [
        [], [], [], [], [],
    ]  # fmt: skip


async def test_another_member_is_seen_as_far_as_the_caller_may(desk, person):
    bo, cy = await person("bo", on="normal"), await person("cy")
    card = await desk.card(idMembers=bo.member)
    await bo.post(f"/cards/{card['id']}/actions/comments", text="done?")
    assert [one["id"] for one in await desk.get("/members/bo/boards")] == [desk.id]
    assert [one["id"] for one in await desk.get("/members/bo/cards")] == [card["id"]]
    assert [one["type"] for one in await desk.get("/members/bo/actions")] == ["commentCard"]
    for name in ("boards", "cards", "actions", "organizations"):
        assert await cy.get(f"/members/bo/{name}") == []
    assert (await cy.get("/members/bo"))["fullName"] == "Bo Example"
    await bo.put("/members/me", **{"prefs/timezone": "Pacific/Auckland"})
    await bo.post("/members/me/oneTimeMessagesDismissed", value="hello")
    assert not {"idBoards", "prefs", "oneTimeMessagesDismissed"} & (await cy.get("/members/bo")).keys()


@pytest.mark.parametrize(
    "name",
    ["boardStars", "savedSearches", "notifications", "boardsInvited", "customEmoji", "boardBackgrounds"],
)
async def test_what_is_ones_own(desk, person, name):
    await person("bo")
    assert await desk.refused("GET", f"/members/bo/{name}") == OWN_ONLY
    assert isinstance(await desk.get(f"/members/me/{name}"), list)


async def test_an_unknown_member(desk):
    assert (await desk.refused("GET", "/members/nobody"))[0] == 404
    assert (await desk.refused("GET", f"/members/{'f' * 24}"))[0] == 404


async def test_what_this_server_does_not_keep(desk):
    for name in ("customBoardBackgrounds", "customEmoji", "customStickers", "boardBackgrounds"):
        assert (await desk.refused("POST", f"/members/me/{name}", json={"name": "x"}))[0] == 403
        assert (await desk.refused("GET", f"/members/me/{name}/{'f' * 24}"))[0] == 404
    assert (await desk.refused("POST", "/members/me/avatar"))[0] == 403
    for path in ("", "/email", "/email/all"):
        settings = f"/members/me/notificationsChannelSettings{path}"
        assert await desk.refused("GET", settings) == OWN_ONLY
        assert await desk.refused("PUT", settings, json={}) == OWN_ONLY
    for method, path in (("POST", "logo"), ("DELETE", "logo"), ("POST", "tags"), ("POST", "exports")):
        assert (await desk.refused(method, f"/organizations/workspace/{path}"))[0] == 403
    assert (await desk.refused("DELETE", f"/organizations/workspace/tags/{'f' * 24}"))[0] == 404


UNAUTHORIZED = (401, "unauthorized permission requested")


async def test_a_profile_is_changed_by_its_member_with_the_account_scope(desk, person):
    bo, cy = await person("bo"), await person("cy", scopes=("read", "write"))
    changed = await bo.put(
        "/members/me", fullName="Bo Baker", initials="BB", bio="bread", **{"prefs/colorBlind": True}
    )
    assert (changed["fullName"], changed["initials"], changed["bio"], changed["prefs"]["colorBlind"]) == (
        "Bo Baker",
        "BB",
        "bread",
        True,
    )
    assert (await bo.put("/members/me/username", value="bobaker"))["username"] == "bobaker"
    assert (await bo.put("/members/me", **{"prefs/privacy/avatar": "private"}))["prefs"]["privacy"] == {
        "fullName": "public",
        "avatar": "private",
    }
    assert await bo.refused("PUT", "/members/cy", json={"bio": "x"}) == OWN_ONLY
    assert await cy.refused("PUT", "/members/me", json={"bio": "x"}) == OWN_ONLY
    reader = await person("dee", scopes=("read", "account"))
    assert (await reader.put("/members/me", bio="mine"))["bio"] == "mine"
    assert await reader.refused("POST", "/boards", json={"name": "x"}) == UNAUTHORIZED
    assert await reader.ok("POST", "/notifications/all/read") == {}


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        ({"fullName": ""}, "invalid value for fullName"),
        ({"initials": "ABCDE"}, "invalid value for initials"),
        ({"username": "No Spaces"}, "invalid value for username"),
        ({"username": "bo"}, "invalid value for username"),
        ({"username": "taken"}, "Username is taken"),
        ({"avatarSource": "moon"}, "invalid value for avatarSource"),
        ({"prefs/minutesBetweenSummaries": 5}, "invalid value for minutesBetweenSummaries"),
        ({"prefs/theme": "dark"}, "invalid value for prefs/theme"),
        ({"prefs/colorBlind": "perhaps"}, "invalid value for colorBlind"),
    ],
)
async def test_a_senseless_profile_is_refused(desk, person, sent, text):
    await person("taken")
    assert await desk.refused("PUT", "/members/me", json=sent) == (400, text)


async def test_messages_are_dismissed_once(desk):
    for _ in range(2):
        await desk.post("/members/me/oneTimeMessagesDismissed", value="welcome")
    assert (await desk.get("/members/me"))["oneTimeMessagesDismissed"] == ["welcome"]


async def test_backgrounds_are_the_named_colours(desk):
    found = await desk.get("/members/me/boardBackgrounds")
    assert {one["id"] for one in found} >= {"blue", "grey"}
    assert await desk.get("/members/me/boardBackgrounds", filter="custom") == []
    assert (await desk.refused("GET", "/members/me/boardBackgrounds/blue"))[0] == 400
    assert (await desk.refused("GET", f"/members/me/boardBackgrounds/{'f' * 24}"))[0] == 404
