"""Notifications as their member reads them: pages, read and unread, and what each is about."""

import pytest

from tests.server.people.conftest import many, told


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
