"""Dates of a card by key: due, begun, met, and a reminder."""

import pytest

from tests.app.screens.conftest import first
from tui.app.widgets.kanban import Kanban
from tui.app.widgets.views.card_table import CardTable
from tui.model.writes.cards import UpdateCard
from tui.model.writes.members import RemoveCardMember
from tui.presentation.timestamps import day_time


async def test_a_due_date_is_set_as_it_is_said_met_and_cleared(play):
    async with play() as p:
        card = first(p)
        before = p.workspace.cards.get(card).due
        await p.press("D")
        await p.sees(f"due {day_time(before, p.clock.now())}")  # what it is today, read
        await p.press("enter")
        assert p.workspace.sync.status().waiting == 0, "nothing was different"
        await p.press("D", *"next fri")
        await p.sees("due Fri")
        await p.press(*"day 2pm-3pm")
        await p.sees("a date has no end: 3pm is left out")
        await p.press("ctrl+u", *"soonish", "enter")
        await p.sees("“soonish” is no date")
        assert p.workspace.cards.get(card).due == before
        await p.press(*["backspace"] * 7, *"+3d 9am", "enter")
        due = p.clock.now().astimezone()
        await p.until(lambda: p.workspace.cards.get(card).due is not None)
        await p.sees("due ")
        assert (p.workspace.cards.get(card).due.astimezone().date() - due.date()).days == 3
        await p.press("x")
        await p.until(lambda: p.workspace.cards.get(card).due_complete)
        await p.press("D", *"none", "enter")
        await p.until(lambda: p.workspace.cards.get(card).due is None)
        await p.press("u")
        await p.until(lambda: p.workspace.cards.get(card).due is not None)


async def test_a_card_that_is_done_without_a_date_says_so_everywhere_and_is_taken_back(play):
    async with play() as p:
        card = first(p)
        await p.workspace.writes.submit(
            UpdateCard(board_id=p.board.id, card_id=card, due=None, due_complete=True)
        )
        await p.sees("✓ done", Kanban)
        await p.press("enter")
        await p.sees("Due ✓ done")
        await p.press("escape", "g", "t")
        await p.sees("✓ done", CardTable)
        await p.press("escape", "x")
        await p.sees("not done")
        assert not p.workspace.cards.get(card).due_complete
        await p.press("x")
        await p.sees("no due date: D sets one")


async def test_a_template_is_not_said_to_have_no_date(play):
    async with play() as p:
        await p.press("g", "T")
        await p.until(lambda: p.workspace.cards.face(first(p)).template)
        await p.press("x")
        await p.sees("a template is never due")


async def test_work_starts_and_a_reminder_comes_before_it_is_due(play):
    async with play() as p:
        card = first(p)
        await p.press("g", "d", *"tomorrow 9am", "enter")
        await p.until(lambda: p.workspace.cards.get(card).start is not None)
        await p.press("g", "e", *"an hour", "enter")
        await p.until(lambda: p.workspace.cards.get(card).due_reminder == 60)
        await p.press("u")
        await p.until(lambda: p.workspace.cards.get(card).due_reminder != 60)


@pytest.mark.parametrize(
    ("answer", "watched", "words"), [("watch", True, "watched"), ("only", False, "its members, not you")]
)
async def test_a_reminder_of_somebody_elses_card_offers_to_watch_it(play, answer, watched, words):
    async with play() as p:
        card = first(p)
        await p.press("D", *"tomorrow 9am", "enter")
        await p.until(lambda: p.workspace.cards.get(card).due is not None)
        me, known = p.workspace.access.me(), p.workspace.cards.get(card)
        if me.id in known.id_members:
            await p.workspace.writes.submit(
                RemoveCardMember(board_id=p.board.id, card_id=card, member_id=me.id)
            )
        await p.press("g", "e", *"an hour", "enter")
        await p.sees("Only members and who watches are reminded")
        await p.press(*answer, "enter")
        await p.until(lambda: p.workspace.cards.get(card).due_reminder == 60)
        await p.sees(f"reminds an hour before · {words}")
        assert p.workspace.cards.get(card).subscribed is watched
        await p.press("u")
        await p.until(lambda: p.workspace.cards.get(card).due_reminder != 60)
        assert not p.workspace.cards.get(card).subscribed


async def test_a_reminder_at_another_time_is_typed_and_shown_as_set(play):
    async with play() as p:
        card = first(p)
        await p.press("g", "e", *"90 min")
        await p.sees("90 minutes before")
        await p.press("enter")
        await p.until(lambda: p.workspace.cards.get(card).due_reminder == 90)
        await p.press("g", "e")
        await p.sees("90 minutes before set now")
        await p.sees("30 minutes before")


async def test_a_reminder_at_a_moment_is_typed(play):
    async with play() as p:
        card = first(p)
        await p.press("D", *"2031-05-09 17:00", "enter")
        await p.until(lambda: p.workspace.cards.get(card).due.year == 2031)
        await p.press("g", "e", *"2031-05-09 8am")
        await p.sees("9 May 2031 08:00 9 hours before")
        await p.press("enter")
        await p.until(lambda: p.workspace.cards.get(card).due_reminder == 540)
        await p.press("g", "e", *"2031-05-10")
        await p.sees("is after it is due, Fri 9 May 2031 17:00")
        await p.press("ctrl+u", *"zzz")
        await p.sees("nothing matches")
        await p.press("escape", "v", "j", "v", "g", "e", *"2031-05-08")
        await p.sees("these cards are due at different times: type how long before")


async def test_a_reminder_that_is_not_there_is_not_taken_off(play):
    async with play() as p:
        card = first(p)
        await p.press("g", "e", *"never", "enter")
        await p.sees("no reminder is set")
        assert p.workspace.cards.get(card).due_reminder is None
        await p.press("g", "e", *"1h", "enter", "g", "e", *"never", "enter")
        await p.until(lambda: p.workspace.cards.get(card).due_reminder == -1)
        await p.press("u")
        await p.until(lambda: p.workspace.cards.get(card).due_reminder == 60)
