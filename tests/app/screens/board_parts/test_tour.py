"""The steps of the tour, each whole in any window."""

import pytest

from tests.app.screens.conftest import screen
from tests.thinned import thinned
from tui.app.screens.board_parts.tour import _STEPS


@pytest.mark.parametrize("size", thinned([(40, 12), (60, 20), (80, 24), (120, 40)], 3, whole=True))
async def test_each_step_of_the_tour_is_told_whole(play, size):
    async with play(size) as p:
        await p.press("g", "question_mark")
        board = screen(p)
        for at, step in enumerate(_STEPS):
            if at:
                assert board.tour is not None
                board.tour._next_step()
            words = step.words.format_map(board.key_names)
            await p.sees(f"{at + 1}/9 {words} g ? ends the tour")
            if size[0] > 40:
                assert any(line.rstrip().endswith("g ? ends the tour") for line in p.text().splitlines())


async def test_esc_ends_the_tour_unless_the_step_asks_for_it_or_something_else_is_closed(play):
    async with play((80, 24)) as p:
        board = screen(p)
        await p.press("g", "question_mark", "e", "escape")
        assert board.tour is not None, "it closed the panel"
        board.tour._at = next(at for at, step in enumerate(_STEPS) if "back" in step.commands)
        await p.press("escape")
        assert board.tour is not None, "it was the step"
        board.tell("added")
        await p.press("escape")
        assert board.tour is not None, "it cleared the message"
        await p.press("escape")
        assert vars(board)["tour"] is None
        await p.sees("tour ended · g ? begins it again")
