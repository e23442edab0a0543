"""One's own cards and the agenda: what they show, the filter on them, and the card they open."""

from datetime import timedelta

import pytest

from tests.app.screens.conftest import Play
from tests.app.screens.test_accounts import Hall, hall
from tui.app.screens.board import BoardScreen
from tui.app.screens.card import CardScreen
from tui.app.screens.views.across import AgendaPage, MyCardsPage
from tui.app.screens.views.cards_page import CardsPage
from tui.model.search import fold_text
from tui.model.writes.cards import CreateCard, UpdateCard

__all__ = ["hall"]
SIZES = pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["120x40", "80x24"])


async def at(p: Play, kind: type) -> None:
    await p.until(lambda: isinstance(p.app.screen, kind))
    await p.pilot.pause()


def page(p: Play) -> CardsPage:
    screen = p.app.screen
    assert isinstance(screen, CardsPage)
    return screen


@SIZES
async def test_my_cards_board_by_board(play, size, picture):
    async with play(size) as p:
        await p.press("q")
        await p.sees("My cards 17 cards")
        assert picture(p, "mine")
        await p.press("slash", *"#hot")
        await p.sees("/#hot · 5 of 17 shown")
        assert picture(p, "filtered")


@SIZES
async def test_the_agenda_has_sections_with_their_counts(play, size, picture):
    async with play(size) as p:
        await p.press("Q")
        await p.sees("Overdue 3")
        await p.sees("Later 27")
        assert picture(p, "agenda")


async def test_a_card_is_opened_and_left_again_where_one_was(play):
    async with play() as p:
        wire = len(p.wire.seen)
        await p.burst("q", "j", "j", "slash", *"demo", "enter")
        await p.sees("/demo · 1 of 17 shown")
        assert len(p.wire.seen) == wire, "it is all in the store"
        await p.press("enter")
        await at(p, CardScreen)
        assert p.app.screen.card.name.startswith("Demo for Linh Tran")
        await p.press("escape")
        await at(p, MyCardsPage)
        assert "/demo" in p.words()
        await p.press("escape")
        await p.sees("My cards 17 cards Pipeline 14")
        assert p.words().count("▌ ◷ 26 Nov Demo for Linh") == 1
        await p.press("escape")
        await at(p, BoardScreen)


async def test_the_board_beneath_is_kept_fresh_again(play):
    async with play() as p:
        kept = []
        watch = p.workspace.sync.watch

        def noted(board: str | None, card: str | None = None) -> None:
            kept.append(board)
            watch(board, card)

        p.workspace.sync.watch = noted
        await p.press("q", "G", "enter")
        await at(p, CardScreen)
        await p.press("escape", "escape")
        await at(p, BoardScreen)
        team = p.workspace.boards.find("Team")
        assert kept == [team.id, p.board.id]


async def test_the_cursor_stays_on_its_card_while_others_change(play):
    async with play() as p:
        await p.press("Q", "j", "j", "j")
        here = page(p).chosen
        first = p.face("Voicemail for Jarrah")
        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=first.id, closed=True))
        await p.sees("Overdue 2", tick=1)
        assert page(p).chosen == here
        soon = p.clock.now() + timedelta(hours=2)
        await p.workspace.writes.submit(
            UpdateCard(board_id=p.board.id, card_id=first.id, closed=False, due=soon)
        )
        await p.sees("Today 1 △ 11:00 Voicemail for Jarrah", tick=1)
        assert page(p).chosen == here


async def test_sorted_cards_stand_below_each_other_and_no_card_is_moved(play):
    async with play() as p:
        before = [
            face.id
            for each in p.workspace.boards.lists(p.board.id)
            for face in p.workspace.cards.faces(each.id)
        ]
        await p.press("q", "slash", *"sort:name", "enter")
        await p.sees("Brolga Water Pty Ltd: first invoice paid")
        titles = [fold_text(line[14:30]) for line in p.text().splitlines()[1:18]]
        assert titles == sorted(titles)
        assert "Team · To do" in p.words()
        assert "Pipeline 14" not in p.words()
        assert p.workspace.sync.status().waiting == 0
        assert before == [
            face.id
            for each in p.workspace.boards.lists(p.board.id)
            for face in p.workspace.cards.faces(each.id)
        ]


async def test_a_filter_is_kept_under_a_name_here_too_and_what_it_lacks_is_said(play):
    async with play() as p:
        await p.press("q", "slash", *"due:soonish")
        await p.sees("due: takes no 'soonish'")
        await p.press("escape")
        await p.sees("17 cards")
        await p.press("slash", *"zzz", "enter")
        await p.sees("nothing matches /zzz")
        await p.press("enter")
        await p.sees("there is no card here")


async def test_pages_without_cards_teach(play):
    async with play() as p:
        p.workspace.agenda.mine = p.workspace.agenda.due = list
        await p.press("q")
        await p.sees("@ on a card puts you on it")
        await p.press("escape", "Q")
        await p.sees("No card has a due date")


async def test_a_click_takes_the_cursor_and_a_second_one_opens(play):
    async with play() as p:
        await p.press("q")
        await p.pilot.click("CardTable", offset=(20, 3))
        assert page(p).chosen == f"local {p.face('Wiremu Te Rangi, Chief').id}"
        await p.pilot.click("CardTable", offset=(20, 3))
        await at(p, CardScreen)


async def test_cards_of_all_accounts_are_shown_and_opened_in_theirs(hall: Hall):
    workspace = await hall.keep()
    [bakery] = workspace.boards.all()
    first = workspace.boards.lists(bakery.id)[0]
    due = hall.clock.now() + timedelta(days=40)
    made = CreateCard(
        board_id=bakery.id, card_id="new-1", list_id=first.id, name="Flour for the month", pos=1, due=due
    )
    await workspace.writes.submit(made)
    await hall.play.until(lambda: workspace.sync.status().waiting == 0)
    hall.go("account:local")
    await hall.shows("local")
    board = hall.app.open_board_id
    await hall.play.press("Q")
    await hall.play.sees("Bakery · To Do · team")
    await hall.play.press("slash", *"flour", "enter", "enter")
    await hall.at(CardScreen)
    assert isinstance(hall.app.screen, CardScreen)
    card = hall.app.screen.card
    assert card is not None
    assert card.name == "Flour for the month"
    assert hall.app.switch.name == "team"
    await hall.play.press("escape")
    await hall.at(AgendaPage)
    assert page(hall.play).chosen == f"team {card.id}"
    await hall.play.press("escape")
    await hall.shows("local")
    assert hall.app.open_board_id == board
