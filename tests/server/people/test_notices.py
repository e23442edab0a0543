"""Notifications: who is told of what, and how they are read."""

import pytest

from tests.server.people.conftest import many, told


async def test_a_mention_is_told_to_who_is_named_and_once(desk, person):
    bo, cy = await person("bo", on="normal"), await person("cy", on="normal")
    card = await desk.card(idMembers=f"{bo.member},{cy.member}")
    await desk.post("/notifications/all/read")
    await desk.post(f"/cards/{card['id']}/actions/comments", text="@bo, see @nobody and me@cy.example")
    (one, *_) = await bo.get("/members/me/notifications")
    assert (one["type"], one["unread"], one["dateRead"], one["data"]["text"][:3]) == (
        "mentionedOnCard",
        True,
        None,
        "@bo",
    )
    assert (one["data"]["card"]["id"], one["memberCreator"]["username"]) == (card["id"], "you")
    assert await told(bo) == ["mentionedOnCard", "addedMemberToCard", "addedToCard", "addedToBoard"]
    assert (await told(cy))[0] == "commentCard"
    assert await told(desk) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [("@board look", {"bo", "cy"}), ("@card look", {"bo"}), ("@BO.", {"bo"}), ("x@bo", set())],
)
async def test_whom_a_text_names(desk, person, text, names):
    people = {name: await person(name, on="normal") for name in ("bo", "cy")}
    card = await desk.card(idMembers=people["bo"].member)
    await desk.post(f"/cards/{card['id']}/actions/comments", text=text)
    assert {name for name, who in people.items() if "mentionedOnCard" in await told(who)} == names


async def test_a_comment_that_comes_to_name_somebody_tells_them_then(desk, person):
    bo = await person("bo", on="normal")
    card = await desk.card()
    comment = await desk.post(f"/cards/{card['id']}/actions/comments", text="done?")
    await desk.put(f"/actions/{comment['id']}", text="done, @bo?")
    await desk.put(f"/actions/{comment['id']}", text="done, @bo!")
    assert await told(bo, filter="mentionedOnCard") == ["mentionedOnCard"]


async def test_what_members_of_a_card_are_told(desk, person):
    bo, cy = await person("bo", on="normal"), await person("cy", on="normal")
    card = await desk.card(idMembers=bo.member)
    path, (_, doing, _) = f"/cards/{card['id']}", await desk.lists()
    await desk.put(path, idList=doing)
    await desk.put(path, name="Order rye", desc="by Friday")
    await desk.put(path, closed=True)
    await desk.post(f"{path}/attachments", url="https://mill.example")
    await desk.post(f"{path}/idMembers", value=cy.member)
    await desk.ok("DELETE", f"{path}/idMembers/{bo.member}")
    assert await told(bo) == [
        "removedFromCard",
        "addedMemberToCard",
        "addedAttachmentToCard",
        "changeCard",
        "changeCard",
        "addedToCard",
        "addedToBoard",
    ]
    assert await told(cy) == ["removedMemberFromCard", "addedToCard", "addedToBoard"]


@pytest.mark.parametrize("noun", ["cards", "lists", "boards"])
async def test_who_watches_is_told(desk, person, noun):
    bo = await person("bo", on="observer")
    card = await desk.card()
    ident = {"cards": card["id"], "lists": card["idList"], "boards": desk.id}[noun]
    await bo.put(f"/{noun}/{ident}/subscribed", value=True)
    await desk.post(f"/cards/{card['id']}/actions/comments", text="done?")
    await desk.card("Order rye")
    expected = ["commentCard"] if noun == "cards" else ["createdCard", "commentCard"]
    assert await told(bo, filter="commentCard,createdCard") == expected
    await bo.put(f"/{noun}/{ident}/subscribed", value=False)
    await desk.post(f"/cards/{card['id']}/actions/comments", text="well?")
    assert await told(bo, filter="commentCard") == ["commentCard"]


async def test_who_lost_the_board_is_told_no_more(desk, person):
    bo = await person("bo", on="observer")
    card = await desk.card()
    await bo.put(f"/boards/{desk.id}/subscribed", value=True)
    await desk.ok("DELETE", f"/boards/{desk.id}/members/{bo.member}")
    await desk.post(f"/cards/{card['id']}/actions/comments", text="secret @bo")
    assert await told(bo) == ["removedFromBoard", "addedToBoard"]


async def test_boards_and_workspaces(desk, person):
    bo = await person("bo", on="admin")
    await desk.put(f"/boards/{desk.id}/members/{bo.member}", type="normal")
    await desk.put(f"/boards/{desk.id}/members/{bo.member}", type="admin")
    await desk.put(f"/organizations/workspace/members/{bo.member}", type="normal")
    await desk.put(f"/organizations/workspace/members/{bo.member}", type="admin")
    await desk.put(f"/boards/{desk.id}", closed=True)
    await desk.ok("DELETE", f"/organizations/workspace/members/{bo.member}")
    assert await told(bo) == [
        "removedFromOrganization",
        "closeBoard",
        "makeAdminOfOrganization",
        "addedToOrganization",
        "makeAdminOfBoard",
        "addAdminToBoard",
    ]


async def test_a_deleted_card_leaves_what_was_told_of_it(desk, person):
    bo = await person("bo", on="normal")
    card = await many(desk, bo, 1)
    await desk.ok("DELETE", f"/cards/{card['id']}")
    (one, *_) = await bo.get("/members/me/notifications")
    assert one["data"]["card"]["name"] == "Order flour"
    assert (await bo.refused("GET", f"/notifications/{one['id']}/card"))[0] == 404
