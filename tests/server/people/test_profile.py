"""Changes of a member's own profile."""

import pytest

UNAUTHORIZED = (401, "unauthorized permission requested")


OWN_ONLY = (401, "unauthorized member permission requested")


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
