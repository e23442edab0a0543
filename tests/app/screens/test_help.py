"""The help: every key of a page and of the part with the focus, narrowed by typing."""

import pytest

from tui.app.screens.board import BoardScreen
from tui.app.screens.help import HelpScreen


async def test_the_help_is_narrowed_by_typing(play):
    async with play() as p:
        await p.press("question_mark")
        assert isinstance(p.app.screen, HelpScreen)
        assert "Go to the next card" in p.text()
        await p.press(*"undo")
        assert "Go to the next card" not in p.text()
        assert "Undo the last change" in p.text()
        await p.press("escape")
        assert isinstance(p.app.screen, BoardScreen)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_the_help_keeps_its_columns_and_explains_the_signs(play, size):
    async with play(size) as p:
        await p.press("question_mark", *"labels")
        rows = [row for row in p.text().split("\n") if "recolour" in row or "delete them" in row]
        assert rows
        await p.press(*["backspace"] * 6, *"names a person")
        assert "●" in p.text()
        await p.press(*["backspace"] * 14, *"head of a list")
        await p.sees("6/8")


async def test_the_help_of_a_part_has_its_keys_and_no_others_on_them(play):
    async with play() as p:
        await p.open("Ring Ana Reid", "checklists")
        await p.press("question_mark")
        await p.sees("The checklists x space Tick the item")
        await p.press(*"tick")
        assert "due date" not in p.words(HelpScreen), "x does something else here"
        await p.press("escape", "tab", "question_mark")
        await p.sees("The comments n Write a comment")
