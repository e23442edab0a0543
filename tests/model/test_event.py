"""Events, whichever way they became known."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tui.model.action import Action
from tui.model.event import CARD_DUE, NOTIFICATION, Event
from tui.model.notification import Notification

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


def action(**more: Any) -> Action:
    who = {"id": "m", "username": "ana", "fullName": "Ana Reid"}
    return Action.parse({
        "id": "a", "type": "commentCard", "date": "2026-11-21T09:00:00.000Z", "data": {"text": "x"}, "idMemberCreator": "m", "memberCreator": who,
    } | more)  # fmt: skip


def event(kind: str = "updateCard", **data: Any) -> Event:
    return Event(id="e", type=kind, at=NOW, data=data)


@pytest.mark.parametrize(
    ("more", "member"),
    [
        ({}, {"id": "m", "name": "Ana Reid"}),
        ({"memberCreator": {"id": "m", "username": "ana"}}, {"id": "m", "name": "ana"}),
        ({"memberCreator": None}, {"id": "m", "name": ""}),
        ({"idMemberCreator": None}, {"id": "m", "name": "Ana Reid"}),
        ({"idMemberCreator": None, "memberCreator": None}, {}),
    ],
)
def test_an_action_says_who_did_it_as_far_as_that_is_known(
    more: dict[str, Any], member: dict[str, str]
) -> None:
    found = Event.of_action(action(**more), "webhook")
    assert (found.id, found.type, found.at, found.data, found.source) == (
        "a",
        "commentCard",
        NOW,
        {"text": "x"},
        "webhook",
    )
    assert found.member == member


def test_an_entry_of_the_inbox_keeps_what_it_is_about() -> None:
    told = Notification.parse({
        "id": "n", "type": "mentionedOnCard", "date": "2026-11-21T09:00:00.000Z", "unread": True, "data": {"card": {"id": "c"}}, "idMemberCreator": "m",
    })  # fmt: skip
    found = Event.of_notification(told, "poll")
    assert (found.id, found.type, found.ident("card"), found.member["id"]) == ("n", NOTIFICATION, "c", "m")
    assert found.part("notification") == {"id": "n", "type": "mentionedOnCard", "unread": True}
    assert Event.of_notification(told.replace(id_member_creator=None), "poll").member == {}


def test_a_reminder_is_the_same_for_whoever_finds_it() -> None:
    card = {"id": "c", "name": "Ana", "idList": "l", "due": "2026-11-21T10:00:00.000Z"}
    found = Event.of_due(card, NOW, before=60, board={"id": "b"}, source="local")
    assert (found.id, found.type, found.at) == ("due:c:2026-11-21T10:00:00.000Z:60", CARD_DUE, NOW)
    assert found.data == {
        "card": {"id": "c", "name": "Ana", "due": card["due"]}, "list": {"id": "l"}, "board": {"id": "b"}, "before": 60,
    }  # fmt: skip


def test_the_same_change_has_the_same_subject_and_another_has_another() -> None:
    one = event("addLabelToCard", card={"id": "c", "name": "a"}, label={"id": "r"})
    assert one.subject == event("addLabelToCard", label={"id": "r", "name": "x"}, card={"id": "c"}).subject
    for other in (
        event("removeLabelFromCard", card={"id": "c"}, label={"id": "r"}),
        event("addLabelToCard", card={"id": "c"}, label={"id": "s"}),
        event("addLabelToCard", card={"id": "c"}, checklist={"id": "r"}),
    ):
        assert other.subject != one.subject


@pytest.mark.parametrize("part", [None, "x", [1], 7])
def test_a_part_that_is_none_is_empty(part: object) -> None:
    assert event(card=part).part("card") == {}
    assert event(card={"id": part}).ident("card") == ("x" if part == "x" else "")
    assert event().ident("card") == ""


def test_a_move_concerns_both_lists() -> None:
    assert event(listBefore={"id": "l"}, listAfter={"id": "m"}).lists == {"l", "m"}
    assert event(list={"id": "l"}, card={"id": "c"}).lists == {"l"}
    assert event().lists == frozenset()


def test_what_changed_is_told_with_before_and_after() -> None:
    found = event(old={"name": "a", "pos": 1}, card={"name": "b"})
    assert found.changed == {"name", "pos"}
    assert list(found.old_and_new("card")) == [("name", "a", "b"), ("pos", 1, None)]
    assert list(event().old_and_new("card")) == []
