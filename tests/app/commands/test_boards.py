"""Boards made, named, starred, closed and opened again."""

from tests.app.screens.conftest import Play, screen
from tui.app.screens.boards import BoardsScreen


def name_of(p: Play) -> str:
    board = screen(p).board
    return board.name if board else ""


async def test_boards_are_made_named_starred_closed_and_opened_again(play):
    async with play() as p:
        await p.press("g", "n")
        await p.sees("New board")
        await p.press(*"Roadworks", "enter")
        await p.until(lambda: p.workspace.boards.find("Roadworks") is not None)
        await p.sees("To Do")
        await p.press("g", "r")
        await p.press(*"Roadworks 2", "enter")  # the old name is selected
        await p.until(lambda: p.workspace.boards.find("Roadworks 2") is not None)
        await p.press("g", "s")
        await p.until(lambda: p.workspace.boards.find("Roadworks 2").starred)
        await p.press("g", "x")
        await p.until(lambda: p.workspace.boards.find("Roadworks 2").closed)
        await p.sees("closed Roadworks 2")
        await p.press("g", "o")
        await p.sees("Closed boards")
        await p.press("enter")
        await p.sees("open it again")
        await p.press("enter")
        await p.until(lambda: not p.workspace.boards.find("Roadworks 2").closed)
        await p.sees("opened Roadworks 2 again")


async def test_a_board_is_made_with_the_lists_that_are_named(play):
    async with play() as p:
        await p.press("g", "n", "tab", *"Ideas, , Shipped", "enter")
        await p.sees("A board needs a name")
        await p.press("tab", *"Fair", "enter")
        await p.until(lambda: name_of(p) == "Fair")
        assert [one.name for one in screen(p).lists] == ["Ideas", "Shipped"]


async def test_the_switcher_opens_another_board(play):
    async with play() as p:
        await p.press("b")
        assert isinstance(p.app.screen, BoardsScreen)
        await p.press(*"team", "enter")
        await p.until(lambda: name_of(p) == "Team")
        assert p.workspace.memory.get("board") in {
            board.id for board in p.workspace.boards.all() if board.name == "Team"
        }
        await p.sees("Team ▾")


async def test_where_the_last_board_is_closed_none_is_shown_and_u_brings_it_back(play):
    async with play((80, 24)) as p:
        for _ in p.workspace.boards.all():
            await p.press("g", "x")
        await p.until(lambda: p.workspace.boards.all() == [])
        await p.sees("no open boards")
        board = p.app.board_screen
        assert (board.board, list(board.lists)) == (None, [])
        await p.sees("closed")
        await p.press("u")
        await p.until(lambda: p.workspace.boards.all() != [])
        await p.until(lambda: p.app.board_screen.board is not None)
        assert p.app.board_screen.lists


async def test_a_board_is_copied_and_opened_and_the_same_copy_is_not_made_twice(play):
    async with play((120, 24)) as p:
        await p.press("g", "y")
        await p.sees("Copy “Pipeline”")
        await p.press("enter")
        await p.sees("Pipeline copy")
        await p.press(*"Sprint 1", "enter")
        await p.until(lambda: name_of(p) == "Sprint 1")
        await p.sees("this is the copy of “Pipeline” · without @jacklomax, @meretamihana, who are not on it")
        await p.until(lambda: len(screen(p).lists) == 5)
        first = screen(p).lists[0]
        assert first.name == "Leads"
        await p.until(lambda: p.workspace.cards.faces(first.id))
        await p.press("b", *"Pipeline", "enter")
        await p.until(lambda: name_of(p) == "Pipeline")
        await p.press("g", "y", *"without", "enter", *"Sprint 1", "enter")
        await p.sees("is a copy of “Pipeline” already")
        await p.press("end", "backspace", "2", "enter")
        await p.until(lambda: name_of(p) == "Sprint 2" and len(screen(p).lists) == 5)
        assert not any(p.workspace.cards.faces(one.id) for one in screen(p).lists)
        await p.press("u")
        await p.until(lambda: p.workspace.boards.find("Sprint 2").closed)


async def test_a_board_is_not_copied_where_the_service_is_away(play):
    async with play((80, 24)) as p:
        p.wire.plugged = False
        await p.press("g", "r", *"Prospects", "enter")
        await p.until(lambda: p.workspace.sync.status().state == "offline", tick=0.5)
        await p.press("g", "y")
        await p.sees("the service copies a board, and it does not answer now")
