"""A board that was just made is as alive as any other."""

from textual.screen import Screen

from tui.app.screens.board import BoardScreen
from tui.app.widgets.kanban import Kanban
from tui.app.widgets.status_bar import TitleBar
from tui.model.board import BoardList
from tui.model.values.scalars import new_local_id
from tui.model.writes.boards import CreateBoard


def board(screen: Screen[object]) -> BoardScreen:
    assert isinstance(screen, BoardScreen)
    return screen


def here(screen: Screen[object]) -> str:
    found = board(screen).board_list
    return found.name if found else ""


async def test_what_is_made_on_a_board_just_made_is_drawn(play):
    async with play() as p:
        await p.press("g", "n", *"Winter", "enter")
        await p.until(lambda: p.workspace.sync.status().waiting == 0)
        await p.press("n", *"First", "enter", *"Second", "enter", "escape")
        await p.sees("First")
        await p.sees("Second")
        await p.press("plus", *"Later on", "enter", "escape")
        await p.until(lambda: here(p.app.screen) == "Later on")
        await p.press("r", "end", *"!", "enter")
        await p.sees("Later on!")
        await p.until(lambda: p.workspace.sync.status().waiting == 0)
        made = p.workspace.boards.find("Winter")
        await p.until(lambda: board(p.app.screen).board == made)
        await p.until(lambda: p.workspace.memory.get("board") == made.id)


async def test_a_board_asked_for_by_the_id_it_was_made_with_is_kept_by_its_own(play):
    async with play() as p:
        local = new_local_id()
        await p.workspace.writes.submit_all([CreateBoard(board_id=local, name="Winter")])
        await p.until(lambda: board(p.app.screen).feed.current_id(local) != local)
        p.app.open_board(local)
        made = p.workspace.boards.find("Winter")
        await p.until(lambda: p.workspace.memory.get("board") == made.id)


async def test_the_cursor_goes_to_the_new_list(play):
    async with play() as p:
        await p.press("plus", *"One", "enter", *"Two", "enter", "escape")
        await p.until(lambda: len(board(p.app.screen).lists) == 7)
        names = [each.name for each in board(p.app.screen).lists]
        assert names[:3] == ["Leads", "One", "Two"]
        await p.until(lambda: here(p.app.screen) == "Two")
        await p.press("g", "X")
        await p.until(lambda: "Two" not in p.text(Kanban))
        await p.press("h", "u")
        await p.until(lambda: len(board(p.app.screen).lists) == 7)
        await p.until(lambda: here(p.app.screen) == "Two")


async def test_the_cursor_goes_to_a_list_that_is_named_by_the_service_just_then(play, monkeypatch):
    async with play() as p:
        *_, last = p.workspace.boards.lists(p.board.id)
        named, lists_of = last.replace(id="f" * 24), p.workspace.boards.lists
        read = []

        def lists(board_id: str) -> list[BoardList]:
            read.append(board_id)
            return [named if each.id == last.id else each for each in lists_of(board_id)]

        monkeypatch.setattr(p.workspace.boards, "lists", lists)
        monkeypatch.setattr(p.workspace.boards, "get_list", lambda _: named if read else last)
        board(p.app.screen).show_list(last.id)
        assert here(p.app.screen) == last.name


async def test_a_board_without_lists_says_so_once_it_was_read(play):
    async with play() as p:
        p.app.open_board(await p.workspace.boards.create("Bare", lists=()))
        await p.until(lambda: p.workspace.sync.status().waiting == 0)
        made = p.workspace.boards.find("Bare")
        await p.until(
            lambda: p.workspace.boards.was_read(made.id) and p.workspace.sync.status().state == "synced"
        )
        await p.sees("Bare has no lists yet")


async def test_a_board_that_the_service_does_not_let_us_read_is_not_said_to_be_read(play):
    async with play() as p:
        p.wire.fail("not ours", "GET", "/boards/", times=999)
        p.app.open_board(await p.workspace.boards.create("Bare", lists=()))
        await p.until(lambda: p.workspace.sync.status().waiting == 0)
        await p.sees("local · read only", TitleBar, tick=0.1)
        await p.sees("nothing of it is here")
        assert "reading the board" not in p.text()
