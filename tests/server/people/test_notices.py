"""Notifications: who is told of what, and how they are read."""

from datetime import timedelta

import pytest


async def told(who, **params):
    return [one["type"] for one in await who.get("/members/me/notifications", **params)]


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


async def test_due_soon_comes_when_its_time_has_come(desk, person, clock):
    bo = await person("bo", on="normal")
    due = clock.now() + timedelta(days=3)
    card = await desk.card(idMembers=bo.member, due=due.isoformat(), dueReminder=60)
    assert await told(bo, filter="cardDueSoon") == []
    clock.advance(timedelta(days=3, minutes=-61).total_seconds())
    assert await told(bo, filter="cardDueSoon") == []
    clock.advance(60)
    (one,) = await bo.get("/members/me/notifications", filter="cardDueSoon")
    assert (one["data"]["card"]["id"], one["idMemberCreator"], one["unread"]) == (card["id"], None, True)
    before = (await bo.get("/members/me/notifications"))[-1]["id"]
    assert await told(bo, since=before, filter="cardDueSoon") == ["cardDueSoon"]
    await desk.put(f"/cards/{card['id']}", dueReminder=30)
    clock.advance(7200)
    assert await told(bo, filter="cardDueSoon") == ["cardDueSoon"]


@pytest.mark.parametrize(
    "change", [{"dueComplete": True}, {"due": None}, {"closed": True}, {"dueReminder": -1}, {"idMembers": ""}]
)
async def test_no_reminder_where_there_is_nothing_to_remind_of(desk, person, clock, change):
    bo = await person("bo", on="normal")
    card = await desk.card(idMembers=bo.member, due=(clock.now() + timedelta(days=3)).isoformat())
    await desk.put(f"/cards/{card['id']}", **change)
    clock.advance(timedelta(days=3).total_seconds())
    assert await told(bo, filter="cardDueSoon") == []


async def test_a_reminder_moves_with_the_date_and_comes_a_day_before_unless_told(desk, person, clock):
    bo = await person("bo", on="normal")
    card = await desk.card(idMembers=bo.member, due=(clock.now() + timedelta(days=3)).isoformat())
    later = clock.now() + timedelta(days=6)
    await desk.put(f"/cards/{card['id']}", due=later.isoformat())
    clock.advance(timedelta(days=4).total_seconds())
    assert await told(bo, filter="cardDueSoon") == []
    clock.advance(timedelta(days=1, seconds=1).total_seconds())
    assert await told(bo, filter="cardDueSoon") == ["cardDueSoon"]


async def many(desk, bo, count):
    card = await desk.card()
    await desk.post("/notifications/all/read")
    for number in range(count):
        await desk.post(f"/cards/{card['id']}/actions/comments", text=f"@bo {number}")
    return card


async def test_reading_in_pages_and_by_cursor(desk, person):
    bo = await person("bo", on="normal")
    await many(desk, bo, 7)
    everything = [one["id"] for one in await bo.get("/members/me/notifications")]
    assert everything == sorted(everything, reverse=True)
    pages = [
        [one["id"] for one in await bo.get("/members/me/notifications", limit=3, page=page)]
        for page in range(3)
    ]
    assert [ident for page in pages for ident in page] == everything
    walked, params = [], {"limit": 3}
    while page := await bo.get("/members/me/notifications", **params):
        walked += [one["id"] for one in page]
        params["before"] = walked[-1]
    assert walked == everything
    assert [
        one["id"] for one in await bo.get("/members/me/notifications", since=everything[2])
    ] == everything[:2]
    shown = await bo.get("/members/me/notifications", fields="type", memberCreator=False, limit=1)
    assert shown == [{"id": everything[0], "type": "mentionedOnCard"}]


@pytest.mark.parametrize(
    ("params", "text"),
    [
        ({"limit": 1001}, "invalid value for limit"),
        ({"limit": 500, "page": 2}, "invalid value for page"),
        ({"read_filter": "some"}, "invalid value for read_filter"),
        ({"since": "yesterday-ish"}, "invalid value for since"),
        ({"fields": "nothing"}, "invalid value for fields"),
    ],
)
async def test_senseless_parameters_are_refused(desk, params, text):
    assert await desk.refused("GET", "/members/me/notifications", params=params) == (400, text)


async def test_read_and_unread(desk, person, clock):
    bo = await person("bo", on="normal")
    card = await many(desk, bo, 3)
    (last, *_) = await bo.get("/members/me/notifications")
    path = f"/notifications/{last['id']}"
    clock.advance(60)
    read = await bo.put(path, unread=False)
    assert (read["unread"], read["dateRead"]) == (False, "2026-11-21T09:01:00.000Z")
    assert len(await told(bo, read_filter="unread")) == 3
    assert (await bo.put(f"{path}/unread", value=True))["dateRead"] is None
    assert await bo.get(f"{path}/unread") == {"_value": True}
    await bo.post("/notifications/all/read", ids=last["id"])
    assert len(await told(bo, read_filter="read")) == 1
    await bo.post(f"/cards/{card['id']}/markAssociatedNotificationsRead")
    assert await told(bo, read_filter="unread") == ["addedToBoard"]
    await bo.post("/notifications/all/read")
    assert await told(bo, read_filter="unread") == []
    await bo.post("/notifications/all/read", read=False)
    assert len(await told(bo, read_filter="unread")) == 4


async def test_what_a_notification_is_about(desk, person):
    bo = await person("bo", on="normal")
    card = await many(desk, bo, 1)
    ident = (await bo.get("/members/me/notifications"))[0]["id"]
    path = f"/notifications/{ident}"
    assert (await bo.get(f"{path}/board", fields="name")) == {"id": desk.id, "name": "Bakery launch"}
    assert (await bo.get(f"{path}/card"))["id"] == card["id"]
    assert (await bo.get(f"{path}/list"))["id"] == card["idList"]
    assert (await bo.get(f"{path}/memberCreator"))["username"] == "you"
    assert (await bo.get(f"{path}/organization"))["name"] == "workspace"
    assert await bo.get(f"{path}/type") == {"_value": "mentionedOnCard"}
    whole = await bo.get(
        path, board=True, card=True, card_fields="name", list=True, display=True, entities=True
    )
    assert (whole["card"], whole["board"]["id"]) == ({"id": card["id"], "name": "Order flour"}, desk.id)
    assert whole["display"]["translationKey"] == "action_comment_on_card"
    joined = (await bo.get("/members/me/notifications"))[-1]["id"]
    assert (await bo.refused("GET", f"/notifications/{joined}/card"))[0] == 404
    assert (await bo.get(f"/notifications/{joined}/member"))["username"] == "bo"


async def test_notifications_are_ones_own(desk, person):
    bo = await person("bo", on="normal")
    await many(desk, bo, 1)
    ident = (await bo.get("/members/me/notifications"))[0]["id"]
    assert await desk.refused("GET", f"/notifications/{ident}") == (401, "unauthorized permission requested")
    assert await desk.refused("GET", f"/members/{bo.member}/notifications") == (
        401,
        "unauthorized member permission requested",
    )
    assert (await desk.refused("GET", f"/notifications/{'f' * 24}"))[0] == 404
    assert await desk.refused("GET", "/notifications/nonsense") == (400, "invalid id")


async def test_marking_needs_the_account_scope(desk, person):
    bo = await person("bo", on="normal", scopes=("read", "write"))
    await many(desk, bo, 1)
    ident = (await bo.get("/members/me/notifications"))[0]["id"]
    refused = (401, "unauthorized member permission requested")
    assert await bo.refused("PUT", f"/notifications/{ident}", json={"unread": False}) == refused
    assert await bo.refused("POST", "/notifications/all/read") == refused


async def test_a_deleted_card_leaves_what_was_told_of_it(desk, person):
    bo = await person("bo", on="normal")
    card = await many(desk, bo, 1)
    await desk.ok("DELETE", f"/cards/{card['id']}")
    (one, *_) = await bo.get("/members/me/notifications")
    assert one["data"]["card"]["name"] == "Order flour"
    assert (await bo.refused("GET", f"/notifications/{one['id']}/card"))[0] == 404


async def test_a_date_that_changes_leaves_one_reminder_of_the_newest(desk, person, clock):
    bo = await person("bo", on="normal")
    card = await desk.card(idMembers=bo.member)
    for hour in (3, 4, 5, 6, 7):
        due = f"2026-11-21T{hour + 9:02}:00:00.000Z"
        await desk.put(f"/cards/{card['id']}", due=due)
        clock.advance(60)
        (one,) = await bo.get("/members/me/notifications", filter="cardDueSoon")
        assert one["data"]["card"]["due"] == due
    await desk.put(f"/cards/{card['id']}", due=None)
    assert await told(bo, filter="cardDueSoon") == []
