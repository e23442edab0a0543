"""Dates of a card by key: due, begun, met, and a reminder."""

from tests.app.fakes import fake, fake_page
from tests.app.screens.conftest import first
from tui.app.commands.pages.views import DueRows
from tui.presentation.when import day_time


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
        await p.press(*["backspace"] * 8, *"soonish", "enter")
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


async def test_work_starts_and_a_reminder_comes_before_it_is_due(play):
    async with play() as p:
        card = first(p)
        await p.press("g", "d", *"tomorrow 9am", "enter")
        await p.until(lambda: p.workspace.cards.get(card).start is not None)
        await p.press("g", "e", *"an hour", "enter")
        await p.until(lambda: p.workspace.cards.get(card).due_reminder == 60)
        await p.press("u")
        await p.until(lambda: p.workspace.cards.get(card).due_reminder != 60)


def rows(*keys, cards, count=None):
    table = fake(below=lambda wanted: list(keys)[:wanted])
    return fake_page(chosen=keys[0] if keys else None, table=table, count=count, cards=cards)


def test_a_row_of_another_account_is_dated_where_it_is_opened():
    mine = (fake(id="c1"),)
    assert DueRows().refuse(rows(cards=())) == "there is no card here"
    assert DueRows().refuse(rows("work c1", cards=())) == "another account has the card: enter opens it there"
    assert DueRows().refuse(rows("local c1", "work c2", cards=mine)) is None
    one_of_two = DueRows().refuse(rows("work c2", "local c1", cards=mine, count=3))
    assert one_of_two == "another account has one of the cards: enter opens it there"


async def test_as_many_rows_are_dated_as_the_number_says(play):
    async with play() as p:
        await p.press("Q")
        await p.sees("Overdue 3")
        dues = {each.face.id: each.face.due for each in p.workspace.agenda.due()}
        await p.press("j", "2", "D", *"+5d 9am", "enter")
        await p.sees("Overdue 1")
        changed = [each.face.id for each in p.workspace.agenda.due() if dues[each.face.id] != each.face.due]
        assert len(changed) == 2
        await p.press("u")
        await p.sees("Overdue 3")
        await p.press("D", *"+5d 9am", "enter")
        await p.sees("Overdue 2")
