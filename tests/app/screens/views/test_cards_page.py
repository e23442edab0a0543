"""What all pages of cards do: they keep the cursor, sort, filter, open a card, and read again what changes."""

import re
from datetime import timedelta

import pytest

from tests.app.screens.views.test_all_accounts import at, page
from tui.app.screens.card import CardScreen
from tui.app.screens.views.all_accounts import MyCardsPage
from tui.app.screens.views.cards_page import CardsPage
from tui.app.screens.views.page_cards import FoundCards
from tui.model.change import Change
from tui.model.search import fold_text
from tui.model.writes.cards import UpdateCard


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
        titles = [fold_text(line[20:36]) for line in p.text().splitlines()[1:18]]
        assert titles == sorted(titles)
        assert "Team · To do" in p.words()
        assert "Pipeline 14" not in p.words()
        assert p.workspace.sync.status().waiting == 0
        assert before == [
            face.id
            for each in p.workspace.boards.lists(p.board.id)
            for face in p.workspace.cards.faces(each.id)
        ]


async def test_what_a_filter_lacks_is_said_and_where_nothing_passes_nothing_is_opened(play):
    async with play() as p:
        await p.press("q", "slash", *"due:soonish")
        await p.sees("due: takes no 'soonish'")
        await p.press("escape")
        await p.sees("17 cards")
        await p.press("slash", *"zzz", "enter")
        await p.sees("nothing matches /zzz no title, label or member has it · desc:zzz looks in descriptions")
        await p.press("enter")
        await p.sees("there is no card here")


async def test_a_click_takes_the_cursor_and_a_second_one_opens(play):
    async with play() as p:
        await p.press("q")
        await p.pilot.click("CardTable", offset=(20, 3))
        assert page(p).chosen == f"local {p.face('Wiremu Te Rangi, Chief').id}"
        await p.pilot.click("CardTable", offset=(20, 3))
        await at(p, CardScreen)


async def reads(p, monkeypatch) -> list[None]:
    """Open one's own cards, and return a list that grows by each reading of them."""
    await p.press("q")
    await at(p, MyCardsPage)
    counted: list[None] = []
    fetch = page(p).found.fetch

    def noted() -> FoundCards:
        counted.append(None)
        return fetch()

    monkeypatch.setattr(page(p).found, "fetch", noted)
    return counted


async def test_only_changes_of_what_is_shown_are_read(play, monkeypatch):
    async with play() as p:
        counted = await reads(p, monkeypatch)
        page(p).reload(None)
        page(p).reload(Change(frozenset({"notifications"})))
        p.clock.advance(10)
        await p.pilot.pause(0.1)
        assert counted == []
        page(p).reload(Change(frozenset({"labels"})))
        await p.until(lambda: counted, tick=1)


async def test_beneath_another_page_nothing_is_read_until_it_is_on_top_again(play, monkeypatch):
    async with play() as p:
        counted = await reads(p, monkeypatch)
        covered = page(p)
        await p.press("enter")
        await at(p, CardScreen)
        covered.read()
        assert counted == []
        await p.press("escape")
        await at(p, MyCardsPage)
        assert counted


async def test_a_page_that_was_left_hears_no_other_account(play):
    async with play() as p:
        await p.press("q")
        await at(p, MyCardsPage)
        closed: list[None] = []
        page(p).found._unsubscribe.append(lambda: closed.append(None))
        await p.press("escape")
        await p.until(lambda: closed)


@pytest.mark.parametrize(
    ("account", "origin", "place"),
    [
        ("local", "", "card:{card}"),
        ("team", "", "view:card mine team local {board} {card}"),
        ("team", "home", "view:card mine home local {board} {card}"),
    ],
)
async def test_a_card_is_opened_in_its_account_and_leads_back(play, monkeypatch, account, origin, place):
    async with play() as p:
        await p.press("q")
        await at(p, MyCardsPage)
        shown, went = page(p), []
        monkeypatch.setattr(shown, "go", went.append)
        shown.account, shown.origin = account, origin
        row = shown.found.rows[0]
        shown.table.go_to(row.key)
        shown.open_chosen()
        assert went == [place.format(card=row.card.face.id, board=row.card.board_id)]


async def test_while_the_line_is_open_no_key_is_a_command(play):
    async with play() as p:
        await p.press("q")
        await at(p, MyCardsPage)
        assert page(p).key_layers("A")
        await p.press("slash")
        assert page(p).key_layers("A") == ()
        await p.press("enter")
        assert page(p).key_layers("A")
        assert p.app.focused is page(p).body


def test_a_page_says_which_cards_it_shows():
    with pytest.raises(TypeError, match="CardsPage shows no cards"):
        CardsPage.cards_in(CardsPage.__new__(CardsPage), None)  # type: ignore[arg-type]  # only named


@pytest.mark.parametrize("place", ["q", "Q"])
async def test_a_long_filter_and_its_count_stay_in_sight_in_every_width(play, place):
    async with play((120, 24)) as p:
        await p.press(
            place,
            "slash",
            *"created:<2000d edited:<2000d -label:nothing -due:none has:subject -list:none -member:ana",
            "enter",
        )
        for width in (120, 80, 59, 40):
            await p.pilot.resize_terminal(width, 24)
            await p.until(lambda: re.search(r" /create.*… · \d+ of \d+ *$", p.text().splitlines()[0]))
