"""Commands of every page: where they lead, and what undo and redo say and show."""

import pytest

from tests.app.fakes import fake, fake_page
from tests.app.screens.conftest import first, screen
from tui.app.commands.app import (
    CallApi,
    CreditCap,
    Help,
    Menu,
    OptedOutTexts,
    Palette,
    Quit,
    RebindKey,
    Redo,
    Redraw,
    ShowAccounts,
    Suspend,
    Theme,
    Undo,
)
from tui.app.widgets.status_bar import TitleBar
from tui.model.change import Reversal
from tui.model.enrich.spending import Caps
from tui.model.writes.boards import StarBoard, UpdateBoard

DONE = Reversal(words="Starred “Leads”", card_ids=("c1", "c2"), list_id="l1")


def page(done, board=None, elsewhere=None):
    """A page whose writes undo and redo ``done``, and note of which board; ``elsewhere`` is to be told first."""
    asked = []

    async def take(board_id, _told, *, batch=None):
        if elsewhere is not None and batch != elsewhere.untold:
            return elsewhere
        asked.append(board_id)
        return done

    boards = fake(get=lambda _: fake(id="b1", closed=False))
    return fake_page(
        board=board,
        workspace=fake(writes=fake(undo=take, redo=take), boards=boards),
        boards=asked,
    )


@pytest.mark.parametrize(
    ("command", "place"),
    [
        (ShowAccounts, "accounts"),
        (Help, "help"),
        (Palette, "palette"),
        (Menu, "menu"),
        (CallApi, "api-call"),
        (OptedOutTexts, "stays"),
        (RebindKey, "rebind"),
        (Theme, "theme"),
        (Suspend, "suspend"),
        (Redraw, "redraw"),
        (Quit, "quit"),
    ],
)
async def test_a_command_leads_to_its_place(command, place):
    context = fake_page()
    await command().run(context)
    assert context.done == [("go", place)]


def test_the_menu_is_refused_where_there_is_neither_a_card_nor_a_list():
    assert Menu().refuse(fake_page(cards=(), board_list=None)) == "there is no card and no list here"
    assert Menu().refuse(fake_page(cards=(), board_list=fake())) is None
    assert Menu().refuse(fake_page(cards=(fake(),), board_list=None)) is None


async def test_undo_is_of_the_open_board_and_shows_what_it_changed():
    context = page(DONE, fake(id="b1"))
    await Undo().run(context)
    assert context.boards == ["b1"]
    assert context.done == [
        ("tell", "Starred “Leads” · U does it again"),
        ("show_cards", ("c1", "c2")),
        ("show_list", "l1"),
    ]


async def test_undo_tells_of_what_was_done_elsewhere_before_it_undoes_that():
    context, undo = page(DONE, fake(id="b1"), Reversal("Moved “Ana” to Won", untold=7)), Undo()
    await undo.run(context)
    told = "u again undoes what was not done in this window: Moved “Ana” to Won"
    assert context.done == [("tell", told)]
    context.ahead.in_haste = True
    await undo.run(context)
    assert context.done == [("tell", told)] * 2, "a key that is held down reads nothing"
    context.ahead.in_haste = False
    assert context.boards == []
    await undo.run(context)
    assert context.boards == ["b1"]
    context = page(DONE, None, Reversal("Moved “Ana” to Won", by_rules=True, untold=8))
    await undo.run(context)
    assert context.done == [("tell", "u again undoes what a rule did: Moved “Ana” to Won")]


async def test_undo_of_the_notifications_page_is_of_their_marks():
    context = page(DONE)
    context.undoes = "notifications"
    await Undo().run(context)
    await Redo().run(context)
    assert context.boards == ["", ""]


@pytest.mark.parametrize("command", [Undo, Redo])
def test_where_no_board_is_in_sight_nothing_is_undone(command):
    context = page(DONE)
    assert command().refuse(context) is None
    context.undoes = "nothing"
    assert command().refuse(context) == "nothing is undone on this page: changes of boards are on theirs"


async def test_undo_promises_no_redo_of_what_cannot_come_back():
    context = page(DONE.replace(for_good=True))
    await Undo().run(context)
    assert context.done[0] == ("tell", "Starred “Leads”")


async def test_undo_leaves_the_line_to_what_rules_did():
    context = page(DONE.replace(words="Undone · rule “a” did, and that stays: archived", by_rules=True))
    await Undo().run(context)
    assert context.done[0] == ("tell", "Undone · rule “a” did, and that stays: archived")


async def test_redo_shows_what_it_changed_and_can_be_undone():
    context = page(DONE)
    await Redo().run(context)
    assert context.boards == [None]
    assert context.done[0] == ("tell", "Starred “Leads”", {"undo": True})
    assert context.done[1:] == [("show_cards", ("c1", "c2")), ("show_list", "l1")]


async def test_where_there_is_nothing_to_undo_or_redo_it_says_of_which_board():
    for command, words in ((Undo, "nothing to undo"), (Redo, "nothing to do again")):
        everywhere, here = page(None), page(None, fake(id="b1"))
        await command().run(everywhere)
        await command().run(here)
        assert everywhere.done[0][1] == words
        assert here.done[0][1] == f"{words} on this board"
        assert here.done[1:] == [("show_cards", ()), ("show_list", "")]


async def test_who_takes_back_that_a_board_was_made_does_not_stay_on_it(play):
    """What would be added to a closed board is out of sight of everybody."""
    async with play() as p:
        first_board = p.board
        screen(p).go(f"board:{await p.workspace.boards.create('Third')}")
        await p.until(lambda: screen(p).board != first_board)
        await p.press("u")
        await p.until(lambda: screen(p).board == first_board)
        await p.sees("Undone: Made board “Third”")
        await p.press("U")
        await p.sees("Done again: ")
        await p.sees("Third ▾", TitleBar)


async def test_who_takes_back_that_a_board_was_closed_sees_it_again(play):
    async with play() as p:
        closed = p.board
        await p.press("g", "x")
        await p.until(lambda: screen(p).board != closed)
        await p.press("u")
        await p.until(lambda: screen(p).board == closed)
        await p.sees("Undone: Closed board")


async def test_a_star_that_is_taken_back_leaves_the_board_that_is_shown(play):
    async with play() as p:
        shown = p.board
        other = next(each for each in p.workspace.boards.all() if each.id != shown.id)
        await p.workspace.writes.submit(StarBoard(board_id=other.id, starred=True))
        await p.press("u")
        await p.sees("Undone: Starred")
        assert getattr(screen(p).board, "id", "") == shown.id


async def test_a_board_that_is_closed_meanwhile_is_called_so(play):
    async with play() as p:
        await p.workspace.writes.submit(UpdateBoard(board_id=p.board.id, closed=True))
        await p.sees("local · closed", TitleBar)


async def test_undo_on_one_board_leaves_the_other_alone(play):
    async with play() as p:
        card = first(p)
        await p.press("a")
        other = next(each for each in p.workspace.boards.all() if each.id != p.board.id)
        screen(p).go(f"board:{other.id}")
        await p.until(lambda: screen(p).board == other)
        await p.press("u")
        await p.sees("nothing to undo on this board")
        assert p.workspace.cards.get(card).closed
        screen(p).go(f"board:{p.board.id}")
        await p.until(lambda: screen(p).board != other)
        await p.press("u")
        await p.sees("Undone: Archived")


@pytest.mark.parametrize(
    ("answers", "errors", "caps", "told"),
    [
        (("run", "19"), 0, Caps(run=19, month=400), "cap of a run: 19"),
        (("month", " None "), 0, Caps(run=5), "cap of a month: none"),
        (("month", ""), 0, Caps(run=5), "cap of a month: none"),
        (("month", "-"), 0, Caps(run=5), "cap of a month: none"),
        (("month", "0"), 0, Caps(run=5, month=0), "cap of a month: 0"),
        (("run", "lots", "1" * 10, "-1", "7"), 3, Caps(run=7, month=400), "cap of a run: 7"),
        ((None,), 0, Caps(run=5, month=400), None),
        (("run", None), 0, Caps(run=5, month=400), None),
    ],
)
async def test_a_cap_on_credits_is_set_and_the_other_one_kept(answers, errors, caps, told):
    held = [Caps(run=5, month=400)]

    async def set_caps(new):
        held.append(new)

    spending = fake(caps=lambda: held[-1], set_caps=set_caps, month=lambda: 12)
    context = fake_page(*answers, workspace=fake(spending=spending))
    await CreditCap().run(context)
    assert held[-1] == caps
    assert len(context.errors) == errors
    assert context.done == ([("tell", told)] if told else [])
    assert [choice.note for choice in context.asked[0][1]["choices"]] == ["5", "400 · 12 spent in this one"]
    assert context.asked[0][1]["at"] is None
    if len(context.asked) > 1:
        assert context.asked[1][1]["offer"] == {"run": "5", "month": "400"}[answers[0]]


@pytest.mark.parametrize(
    ("run", "month", "at"), [(5, 14, "month"), (None, 400, "month"), (5, None, None), (None, None, None)]
)
async def test_of_two_caps_the_cursor_is_on_the_one_that_stops_a_lookup_first(run, month, at):
    spending = fake(caps=lambda: Caps(run=run, month=month), month=lambda: 12)
    context = fake_page(None, workspace=fake(spending=spending))
    await CreditCap().run(context)
    assert context.asked[0][1]["at"] == at
