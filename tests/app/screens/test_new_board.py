"""A board that was just made is as alive as any other."""

from textual.screen import Screen

from tui.app.screens.board import BoardScreen


def board(screen: Screen[object]) -> BoardScreen:
    assert isinstance(screen, BoardScreen)
    return screen


def here(screen: Screen[object]) -> str:
    found = board(screen).board_list
    return found.name if found else ""


async def test_what_is_made_on_a_board_just_made_is_drawn(play):
    async with play() as p:
        await p.press("g", "n", *"Winter", "enter")
        await p.until(lambda: p.workspace.status().waiting == 0)
        await p.press("n", *"First", "enter", *"Second", "enter", "escape")
        await p.sees("First")
        await p.sees("Second")
        await p.press("plus", *"Later on", "enter")
        await p.sees("Later on")
        await p.press("r", *"!", "enter")
        await p.sees("Later on!")
        made = p.workspace.find_board("Winter")
        await p.until(lambda: p.workspace.status().waiting == 0)
        assert board(p.app.screen).board == made
        assert p.workspace.remembered("board") == made.id


async def test_the_cursor_goes_to_the_new_list(play):
    async with play() as p:
        await p.press("plus", *"One", "enter", "plus", *"Two", "enter")
        await p.until(lambda: len(board(p.app.screen).lists) == 7)
        names = [each.name for each in board(p.app.screen).lists]
        assert names[:3] == ["Leads", "One", "Two"]
        assert here(p.app.screen) == "Two"
        await p.press("alt+a")
        await p.until(lambda: "Two" not in p.text())
        await p.press("h", "u")
        await p.until(lambda: len(board(p.app.screen).lists) == 7)
        assert here(p.app.screen) == "Two"
