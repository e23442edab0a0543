"""The notifications page: who did what to which card, and what is said while there is nothing."""

from datetime import timedelta
from typing import Any

import pytest
from textual.content import Content

from tests.app.conftest import NOW
from tests.app.fakes import fake
from tests.app.screens.conftest import at
from tui.app.screens.board import BoardScreen
from tui.app.screens.notifications import NotificationsScreen
from tui.clock import ManualClock
from tui.model.member import Member
from tui.model.notification import Notification
from tui.services.sync import Sync


async def test_the_notifications_page_teaches_while_it_is_empty(play):
    async with play() as p:
        await p.press("N")
        await p.sees("Nothing yet")
        await p.press("escape")
        await at(p, BoardScreen)


async def test_the_page_asks_the_service_for_the_newest(play, monkeypatch):
    asked = []
    monkeypatch.setattr(Sync, "refresh", lambda _: asked.append("newest"))
    async with play() as p:
        await p.press("N")
        await at(p, NotificationsScreen)
        assert asked == ["newest"]
        await p.press("escape", "N")
        await at(p, NotificationsScreen)
        assert asked == ["newest"] * 2


def row(**fields):
    """The row of a notification, of three minutes ago, as plain text."""
    usual: dict[str, Any] = {
        "id": "1", "type": "mentionedOnCard", "date": NOW - timedelta(minutes=3),
        "data": {"card": {"id": "c", "name": "Ring Ana"}, "board": {"id": "b", "name": "Pipeline"}},
        "member_creator": Member(id="m", username="bo", full_name="Bo Example"),
    }  # fmt: skip
    inbox = fake(all=lambda: [Notification(**(usual | fields))], unread=lambda: 1)
    page = NotificationsScreen(fake(inbox=inbox), clock=ManualClock(NOW))
    assert page.title_words() == "1 unread"
    ((ident, drawn),) = page.entries()
    assert ident == "1"
    assert isinstance(drawn, Content)
    return drawn.plain.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "● Bo Example mentioned you on Ring Ana · Pipeline · 3 minutes ago"),
        ({"unread": False}, "  Bo Example mentioned you on Ring Ana · Pipeline · 3 minutes ago"),
        (
            {"type": "cardDueSoon", "member_creator": None},
            "● Ring Ana is due soon · Pipeline · 3 minutes ago",
        ),
        (
            {
                "type": "cardDueSoon",
                "member_creator": None,
                "data": {"card": {"name": "Ring Ana", "due": (NOW - timedelta(minutes=3)).isoformat()}},
            },
            "● Ring Ana is due · 3 minutes ago",
        ),
        ({"member_creator": None}, "● somebody mentioned you on Ring Ana · Pipeline · 3 minutes ago"),
        ({"type": "aNewKind"}, "● Bo Example did something on Ring Ana · Pipeline · 3 minutes ago"),
        (
            {"type": "addedToBoard", "data": {"board": {"name": "Pipeline"}}},
            "● Bo Example put you on the board Pipeline · 3 minutes ago",
        ),
    ],
)
def test_who_did_what_to_which_card_is_one_line(fields, said):
    assert row(**fields) == said


def test_a_comment_stands_below_and_nothing_of_it_steers_the_terminal():
    drawn = row(type="commentCard", data={"card": {"name": "\u202egnp"}, "text": "yes\x1b[2J\nplease"})
    head, _, text = drawn.partition("\n")
    assert "commented on" in head
    assert text.startswith("  yes")
    assert "\x1b" not in drawn
    assert "\u202e" not in drawn
    assert "\n" not in text, "one line of it"
