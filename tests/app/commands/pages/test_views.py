"""Commands of the pages that show cards of many boards."""

from tests.app.fakes import fake, fake_page
from tui.app.commands.pages.views import DueRows, DueRowsMet


def rows(*keys, cards, count=None):
    table = fake(below=lambda wanted: list(keys)[:wanted])
    return fake_page(chosen=keys[0] if keys else None, table=table, count=count, cards=cards, board=None)


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
        await p.sees("Next 7 days 21")
        changed = [each.face.id for each in p.workspace.agenda.due() if dues[each.face.id] != each.face.due]
        assert len(changed) == 2
        await p.press("u")
        await p.sees("Overdue 3")
        await p.press("D", *"+5d 9am", "enter")
        await p.sees("Next 7 days 20")


def test_an_item_is_ticked_and_a_card_without_a_date_is_dated_first():
    item, bare = "local c1/checklists/i1", (fake(id="c1", due=""),)
    assert (
        DueRowsMet().refuse(rows(item, cards=bare)) == "an item is ticked on its card: enter opens it there"
    )
    assert DueRowsMet().refuse(rows("local c1", cards=bare)) == "no due date: D sets one"
    assert DueRowsMet().refuse(rows("local c1", cards=(fake(id="c1", due="2026-11-27"),))) is None
    assert (
        DueRowsMet().refuse(rows("work c1", cards=())) == "another account has the card: enter opens it there"
    )


async def test_as_many_rows_are_met_as_the_number_says_and_the_agenda_has_them_among_the_done(play):
    async with play() as p:
        await p.press("Q")
        await p.sees("Overdue 3")
        await p.sees("Done 5")
        await p.press("j", "2", "x")
        await p.sees("Done 7")
        await p.press("u")
        await p.sees("Done 5")
