"""Members in the sizes they are sent."""

import pytest
from sqlalchemy import update

from tui.server.storage import db
from tui.server.wire import members


async def test_ones_own_profile(desk):
    me = await desk.get("/members/me")
    assert (me["username"], me["idBoards"], me["status"], me["memberType"]) == (
        "you",
        [desk.id],
        "disconnected",
        "normal",
    )
    assert me["email"] == ""
    assert me["prefs"]["minutesBeforeDeadlineToNotify"] == 1440
    assert len(me["idOrganizations"]) == 1
    assert await desk.get("/members/you", fields="fullName,initials") == {
        "id": me["id"],
        "fullName": "You",
        "initials": "Y",
    }
    assert await desk.get("/members/me/username") == {"_value": "you"}
    assert (await desk.get("/members/me/prefs"))["locale"] == "en-US"
    assert await desk.refused("GET", "/members/me?fields=nothing") == (400, "invalid value for fields")


async def test_the_address_is_shown_to_its_owner_with_the_account_scope_only(desk, person):
    bo, cy = await person("bo"), await person("cy", scopes=("read", "write"))
    assert (await bo.get("/members/me"))["email"] == "bo@bakery.example"
    assert (await cy.get("/members/me"))["email"] is None
    assert not (await cy.get("/members/bo"))["email"]


async def test_what_clients_read_of_everybody_is_there(desk, person):
    await person("bo")
    whole = await desk.get("/members/bo")
    for name in (
        "email",
        "status",
        "username",
        "fullName",
        "initials",
        "avatarUrl",
        "avatarHash",
        "bio",
        "url",
    ):
        assert isinstance(whole[name], str), name


def test_a_picture_is_the_same_for_a_member_everywhere():
    digest, url = members.avatar("a" * 24, "http://board.test")
    assert url == f"http://board.test/avatars/{digest}"
    assert members.avatar("a" * 24, "https://other.test")[0] == digest != members.avatar("b" * 24, "")[0]


async def test_what_a_member_was_imported_with_is_theirs_to_see(desk, server, person):
    await person("bo", on="normal")
    kept = {"prefs": {"locale": "de"}, "bio": "baker", "messagesDismissed": ["x"], "avatarHash": "f" * 32}
    with db.writing(server.engine) as connection:
        connection.execute(update(db.members).values(extra=kept))
    other = await desk.get("/members/bo")
    assert (other["bio"], other["avatarHash"]) == ("baker", "f" * 32)
    assert not other.keys() & {"prefs", "messagesDismissed"}
    own = await desk.get("/members/me")
    assert (own["prefs"]["locale"], own["prefs"]["timezone"], own["messagesDismissed"]) == (
        "de",
        "UTC",
        ["x"],
    )


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("all", "you,bo,cy"), ("none", ""), ("admins", "you"), ("owners", "you"), ("normal", "bo"), ("observers", "cy"),
        ("active", "you,bo,cy"), ("deactivated", ""),
    ],
)  # fmt: skip
async def test_members_of_a_board_by_filter(desk, person, word, names):
    await person("bo", on="normal")
    await person("cy", on="observer")
    found = await desk.get(f"/boards/{desk.id}/members", filter=word)
    assert ",".join(one["username"] for one in found) == names
    refused = await desk.refused("GET", f"/boards/{desk.id}/members", params={"filter": "friends"})
    assert refused == (400, "invalid value for filter")


async def test_memberships_name_the_member_and_their_place_in_the_workspace(desk, person):
    await person("bo", on="normal")
    path = f"/boards/{desk.id}/memberships"
    bare = await desk.get(path)
    assert not {"member", "orgMemberType"} & bare[0].keys()
    whole = await desk.get(path, member="true", member_fields="username", orgMemberType="true")
    assert [(one["member"]["username"], one["orgMemberType"]) for one in whole] == [
        ("you", "admin"),
        ("bo", None),
    ]
    assert all(one["member"].keys() == {"id", "username"} for one in whole)
