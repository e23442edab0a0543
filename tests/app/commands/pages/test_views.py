"""Commands of the pages that show cards of many boards."""

from datetime import timedelta

from tests.app.fakes import fake, fake_page
from tui.app.commands.pages.views import DueRows, DueRowsMet
from tui.model.writes.checklists import UpdateCheckItem


def rows(*keys, cards, count=None, items=()):
    table = fake(below=lambda wanted: list(keys)[:wanted])
    return fake_page(
        chosen=keys[0] if keys else None,
        table=table,
        count=count,
        cards=cards,
        account="local",
        found=fake(items=lambda *_: items),
        board=None,
    )


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


def test_a_card_without_a_date_is_dated_before_it_is_met():
    bare = (fake(id="c1", due="", due_complete=False, template=False),)
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


async def test_items_of_checklists_are_ticked_in_the_agenda_and_cards_among_them_are_met(play):
    async with play() as p:
        checklists = [
            one
            for face in p.workspace.cards.faces(p.workspace.boards.lists(p.board.id)[0].id)
            for one in p.workspace.cards.checklists(face.id)
        ]
        checklist = checklists[0]
        of = {"board_id": p.board.id, "card_id": checklist.id_card, "checklist_id": checklist.id}
        first, second = checklist.check_items[-2:]
        for item, hours in ((first, 1), (second, 2)):
            due = p.clock.now() + timedelta(hours=hours)
            await p.workspace.writes.submit(
                UpdateCheckItem(**of, item_id=item.id, due=due, state="incomplete")
            )

        def done(item):
            found = p.workspace.cards.checklist(checklist.id)
            return next(one.done for one in found.check_items if one.id == item.id)

        await p.press("Q")
        await p.sees(f"☐ {first.name}")
        await p.press("j", "j", "j", "x")
        await p.sees(f"ticked “{first.name}")
        await p.until(lambda: f"☐ {first.name}" not in p.words())
        assert done(first)
        assert not done(second)
        await p.press("u")
        await p.sees(f"☐ {first.name}")
        assert not done(first)
        await p.press("home", "5", "x")
        await p.sees("5 rows done")
        await p.until(lambda: "Overdue" not in p.words())
        assert done(first)
        assert done(second)


async def test_the_cursor_goes_to_the_first_row_of_a_page_by_the_keys_of_the_board(play):
    async with play() as p:
        await p.press("Q", "G")
        table = p.app.screen.table
        last = table.current
        await p.press("g", "g")
        assert table.current != last
        assert table.current == table.below(1)[0]
        assert p.workspace.agenda.due()[0].face.id in table.current
        await p.press("escape", "L", "L", "g", "u", "G")
        rows = p.app.screen.focused
        assert rows.highlighted == rows.option_count - 1 > 0
        await p.press("g", "g")
        assert rows.highlighted == 0
