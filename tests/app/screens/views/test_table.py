"""A board as a table: sorted by its columns, filtered as the board, with the cursor on one card in both."""

from tests.app.screens.conftest import Play
from tests.app.screens.views.test_all_accounts import SIZES, at
from tui.app.screens.board import BoardScreen
from tui.app.screens.card import CardScreen
from tui.app.screens.views.table import TablePage
from tui.model.search import fold_text
from tui.model.writes.cards import MoveCard, UpdateCard


def page(p: Play) -> TablePage:
    screen = p.app.screen
    assert isinstance(screen, TablePage)
    return screen


def names(p: Play) -> list[str]:
    found = [p.workspace.cards.face(key.partition(" ")[2]) for key in page(p).table.keys]
    return [face.name for face in found if face is not None]


@SIZES
async def test_a_table_and_its_sorting(play, size, picture):
    async with play(size) as p:
        await p.press("g", "t")
        await p.sees("Pipeline · 37 cards")
        await at(p, TablePage)
        assert picture(p, "table")
        every = names(p)
        await p.press("s")
        assert names(p) == sorted(every, key=fold_text)
        await p.press("r")
        assert names(p) == sorted(every, key=fold_text, reverse=True)
        assert picture(p, "by title, reversed")
        await p.press("s", "s")
        await p.sees("due ▲")
        await p.press("s", "s")
        assert names(p) == every
        await p.press("r")
        await p.sees("list ▼")
        assert names(p) == every[::-1]


@SIZES
async def test_each_column_stands_below_its_name(play, size):
    async with play(size) as p:
        await p.press("g", "t")
        await p.sees(" 09:00")  # a time of day, which makes the column wider
        lines = p.text().splitlines()
        titles, row = lines[1], lines[2]
        for title, words in (("title", "Ring Ana"), ("list", "Leads"), ("labels", "▪"), ("due", "◷")):
            assert titles.index(title) == row.index(words)


async def test_the_cursor_is_on_one_card_here_and_on_the_board(play):
    async with play() as p:
        await p.press("l", "j", "j")
        board = p.app.screen
        assert isinstance(board, BoardScreen)
        card = board.card
        assert card is not None
        await p.press("g", "t")
        await at(p, TablePage)
        assert page(p).chosen == f"local {card.id}"
        await p.press("s", "j", "j")
        here = page(p).chosen
        await p.press("g", "t")
        await at(p, BoardScreen)
        assert board.card is not None
        assert f"local {board.card.id}" == here != f"local {card.id}"


async def test_it_begins_with_the_boards_filter_and_opens_cards(play):
    async with play() as p:
        await p.press("slash", *"#hot", "enter", "g", "t")
        await at(p, TablePage)
        await p.sees("/#hot")
        hot = len(names(p))
        await p.press("enter")
        await at(p, CardScreen)
        await p.press("escape", "escape")
        assert len(names(p)) > hot


async def test_changes_are_shown_where_they_belong(play):
    async with play() as p:
        await p.press("g", "t", "j")
        await at(p, TablePage)
        here, every = page(p).chosen, names(p)
        first = p.face("Ring Ana Reid")
        at_board = {"board_id": p.board.id, "card_id": first.id}
        await p.workspace.writes.submit(UpdateCard(**at_board, name="Ring Bo"))
        await p.until(lambda: "Ring Bo" in names(p) and "Ring Bo" in p.words(), tick=1)
        target = p.workspace.boards.lists(p.board.id)[-1].id
        await p.workspace.writes.submit(MoveCard(**at_board, list_id=target, pos=1e9))
        await p.until(lambda: names(p)[-1] == "Ring Bo", tick=1)
        await p.workspace.writes.submit(UpdateCard(**at_board, closed=True))
        await p.until(lambda: len(names(p)) == len(every) - 1, tick=1)
        assert page(p).chosen == here
