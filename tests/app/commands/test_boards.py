"""Boards made, named, starred, closed and opened again."""


async def test_boards_are_made_named_starred_closed_and_opened_again(play):
    async with play() as p:
        await p.press("g", "n")
        await p.sees("New board")
        await p.press(*"Roadworks", "enter")
        await p.until(lambda: p.workspace.boards.find("Roadworks") is not None)
        await p.sees("To Do")
        await p.press("g", "r")
        await p.press(*" 2", "enter")
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
