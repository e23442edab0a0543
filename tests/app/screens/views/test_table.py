"""A board as a table: sorted by its columns, filtered as the board, with the cursor on one card in both."""

from threading import Event

import pytest

from tests.app.screens.conftest import Play
from tests.app.screens.views.test_all_accounts import SIZES, at
from tui.app.screens.board import BoardScreen
from tui.app.screens.card import CardScreen
from tui.app.screens.views import page_cards
from tui.app.screens.views.calendar import CalendarPage
from tui.app.screens.views.page_cards import FoundCards, PageCards
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


async def test_a_click_on_the_name_of_a_column_sorts_by_it_and_turns_the_order_round(play):
    async with play() as p:
        await p.press("g", "t")
        await p.sees("Pipeline · 37 cards")
        every = names(p)
        titles = p.text().splitlines()[1]
        for name, shown in (("due", "due ▲"), ("due", "due ▼"), ("title", "title ▲"), ("list", "list ▲")):
            await p.pilot.click("#cards-columns", offset=(titles.index(name) + 1, 0))
            await p.sees(shown)
        assert names(p) == every
        await p.pilot.click("#cards-columns", offset=(titles.index("list"), 0))
        await p.sees("list ▼")
        assert names(p) == every[::-1]
        await p.pilot.click("#cards-columns", offset=(titles.index("who"), 0))
        await p.sees("no order by who does them")
        assert "list ▼" in p.text()


async def test_an_order_without_a_column_marks_none(play):
    async with play() as p:
        await p.press("slash", *"sort:-edited", "enter", "g", "t")
        await p.sees("Pipeline · 37 cards")
        titles = p.text().splitlines()[1]
        assert "▲" not in titles
        assert "▼" not in titles


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


@pytest.mark.parametrize(
    ("keys", "kind"), [("gt", TablePage), ("gC", CalendarPage)], ids=["table", "calendar"]
)
async def test_very_many_cards_are_read_while_keys_are_answered(play, monkeypatch, keys, kind):
    let_on, fetch, fetched = Event(), PageCards.fetch, list[bool]()

    def held(cards: PageCards) -> FoundCards:
        found = fetch(cards)
        fetched.append(True)
        assert let_on.wait(60)
        return found

    monkeypatch.setattr(page_cards, "LONG", 36)
    monkeypatch.setattr(PageCards, "fetch", held)
    async with play() as p:
        try:
            await p.press("j", "j", *keys)
            await p.until(lambda: isinstance(p.app.screen, kind) and bool(fetched))
            await p.sees("reading …")
            # The next change comes while the first state is being read, and is not missed.
            await p.press("?")
            await p.sees("Keys and signs")
            await p.press("escape")
            card = p.face("Hemi Parata")
            await p.workspace.writes.submit(
                UpdateCard(board_id=p.board.id, card_id=card.id, name="Hemi rang back")
            )
        finally:
            let_on.set()
        await p.until(lambda: "Hemi rang back" in [row.card.face.name for row in p.app.screen.found.rows])
        assert "reading" not in p.text()
        if kind is TablePage:
            assert page(p).table.current == f"local {card.id}"


async def test_a_word_that_is_typed_after_sorting_filters_and_leaves_the_order(play):
    async with play() as p:
        await p.press("g", "t")
        await p.sees("37 cards")
        await p.press("s", "slash", *"hot", "enter")
        some = names(p)
        assert page(p).filter.text == "sort:name hot"
        assert 0 < len(some) < 37
        assert some == sorted(some, key=fold_text)
