"""Commands of the pages that show cards of many boards."""

from tests.app.fakes import fake, fake_page
from tui.app.commands.pages.views import DueRows


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
