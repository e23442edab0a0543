"""One's own cards and the agenda: what they show, the filter on them, and the card they open."""

from datetime import timedelta

import pytest

from tests.app.hall import Hall
from tests.app.screens.conftest import Play
from tui.app.screens.board import BoardScreen
from tui.app.screens.card import CardScreen
from tui.app.screens.views.all_accounts import AgendaPage, MyCardsPage
from tui.app.screens.views.cards_page import CardsPage
from tui.app.widgets.checklist_editor import ChecklistEditor
from tui.model.writes.boards import UpdateBoard
from tui.model.writes.cards import CreateCard
from tui.model.writes.checklists import UpdateCheckItem
from tui.services.agenda import Agenda
from tui.services.boards import Boards
from tui.services.cards import Cards

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
        await p.sees("Next 7 days 19")
        assert picture(p, "agenda")


async def test_what_is_marked_as_done_one_after_another_leaves_the_cursor_where_it_is(play):
    async with play() as p:
        await p.press("Q")
        await p.sees("Overdue 3")
        overdue = [key.partition(" ")[2] for key in page(p).table.keys[1:4]]
        await p.press("x")
        await p.sees("Overdue 2")
        assert page(p).table.current == page(p).table.keys[1]
        await p.press("x")
        await p.sees("Overdue 1")
        assert [p.workspace.cards.get(card).due_complete for card in overdue] == [True, True, False]


async def test_a_key_typed_into_the_filter_counts_nothing_again(play, monkeypatch):
    async with play() as p:
        await p.press("Q")
        await p.sees("Overdue 3")
        counted = []
        for part, name in ((Agenda, "due_counts"), (Boards, "never_read")):
            monkeypatch.setattr(part, name, lambda *_, name=name: counted.append(name))
        await p.press("slash", *"demo")
        await p.sees("/demo")
        assert counted == []


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
        assert p.words().count("▌ ◷ Thu 11:00 Demo for Linh") == 1
        await p.press("escape")
        await at(p, BoardScreen)


async def test_g_b_shows_the_card_on_its_board(play):
    async with play() as p:
        await p.press("q", "G")
        await p.sees("Team")
        (face,) = page(p).cards
        await p.press("g", "b")
        await at(p, BoardScreen)
        assert p.app.open_board_id == p.workspace.boards.find("Team").id
        await p.until(lambda: p.app.screen.card is not None and p.app.screen.card.id == face.id)


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
        card, checklist = next(
            (face, one)
            for face in p.workspace.cards.faces(p.workspace.boards.lists(p.board.id)[0].id)
            for one in p.workspace.cards.checklists(face.id)
        )
        item = checklist.check_items[-1]
        of = {"board_id": p.board.id, "card_id": card.id, "checklist_id": checklist.id}
        due = p.clock.now() + timedelta(hours=1)
        await p.workspace.writes.submit(UpdateCheckItem(**of, item_id=item.id, due=due, state="incomplete"))
        await p.press("Q", "slash", *item.name.split()[0].lower(), "enter")
        await p.sees(f"☐ {item.name}")
        await p.press("D", *"+2d 9am", "enter")
        await p.until(lambda: p.workspace.cards.checklist(checklist.id).check_items[-1].due > due)
        await p.sees("u undoes")
        await p.press("u")
        await p.until(lambda: p.workspace.cards.checklist(checklist.id).check_items[-1].due == due)
        await p.sees(f"☐ {item.name}")
        await p.press("enter")
        await at(p, CardScreen)
        await p.until(lambda: p.app.screen.focused is p.app.screen.query_one(ChecklistEditor).rows)
        assert p.app.screen.query_one(ChecklistEditor).rows.current == item.id


async def test_pages_without_cards_teach(play):
    async with play() as p:
        p.workspace.agenda.mine = p.workspace.agenda.due = list
        await p.press("q")
        await p.sees("@ on a card puts you on it")
        await p.press("escape", "Q")
        await p.sees("No card has a due date")


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


async def test_the_name_of_a_list_stays_readable_beside_a_long_name_of_its_board(play):
    async with play((80, 24)) as p:
        name = "Pipeline of the whole southern region"
        await p.workspace.writes.submit(UpdateBoard(board_id=p.board.id, name=name))
        await p.press("Q")
        await p.sees("· Contacted")
        assert name not in p.text()
        assert "Pipel…on · Contacted" in p.words()


async def test_dates_of_other_accounts_pass_too(play, monkeypatch):
    async with play() as p:
        await p.until(lambda: p.app._after_start is not None)
        await p.press("Q")
        await p.sees("Overdue 3")
        # As if all cards were those of an account that is not open.
        monkeypatch.setattr(Cards, "any_due_between", lambda *_: False)
        read: list[CardsPage] = []
        monkeypatch.setattr(page(p), "read", lambda: read.append(page(p)))
        p.clock.advance(3600 * 10)
        await p.app._after_start._marks.look()
        await p.pilot.pause()
        assert read == []
        page(p).found.accounts = {**page(p).found.accounts, "team": p.workspace}
        p.clock.advance(60)
        await p.app._after_start._marks.look()
        await p.pilot.pause()
        assert read == [page(p)]
