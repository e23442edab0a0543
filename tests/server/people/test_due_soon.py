"""Reminders that a card is due soon."""

from datetime import timedelta

import pytest

from tests.server.people.conftest import told


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
    "change",
    [
        {"dueComplete": True},
        {"due": None},
        {"closed": True},
        {"dueReminder": -1},
        {"idMembers": ""},
        {"isTemplate": True},
    ],
)
async def test_no_reminder_where_there_is_nothing_to_remind_of(desk, person, clock, change):
    bo = await person("bo", on="normal")
    card = await desk.card(idMembers=bo.member, due=(clock.now() + timedelta(days=3)).isoformat())
    await desk.put(f"/cards/{card['id']}", **change)
    clock.advance(timedelta(days=3, minutes=2).total_seconds())
    assert await told(bo, filter="cardDueSoon") == []


async def test_a_template_that_becomes_an_ordinary_card_is_reminded_of(desk, person, clock):
    bo = await person("bo", on="normal")
    due = (clock.now() + timedelta(days=3)).isoformat()
    card = await desk.card(idMembers=bo.member, isTemplate=True, due=due)
    await desk.put(f"/cards/{card['id']}", isTemplate=False)
    clock.advance(timedelta(days=3, minutes=2).total_seconds())
    assert await told(bo, filter="cardDueSoon") == ["cardDueSoon"]


async def test_a_reminder_of_no_minutes_comes_when_it_is_due(desk, person, clock):
    bo = await person("bo", on="normal")
    await desk.card(idMembers=bo.member, due=(clock.now() + timedelta(hours=1)).isoformat(), dueReminder=0)
    clock.advance(3540)
    assert await told(bo, filter="cardDueSoon") == []
    clock.advance(60)
    assert await told(bo, filter="cardDueSoon") == ["cardDueSoon"]


async def test_a_reminder_moves_with_the_date_and_comes_a_day_before_unless_told(desk, person, clock):
    bo = await person("bo", on="normal")
    card = await desk.card(idMembers=bo.member, due=(clock.now() + timedelta(days=3)).isoformat())
    later = clock.now() + timedelta(days=6)
    await desk.put(f"/cards/{card['id']}", due=later.isoformat())
    clock.advance(timedelta(days=4).total_seconds())
    assert await told(bo, filter="cardDueSoon") == []
    clock.advance(timedelta(days=1, seconds=1).total_seconds())
    assert await told(bo, filter="cardDueSoon") == ["cardDueSoon"]


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
