"""Filters that are saved, cards that are sorted, and the way from match to match."""

from tests.app.screens.board_parts.test_filter import shown, titles
from tests.app.screens.conftest import screen
from tui.app.commands.filters import KEPT
from tui.app.widgets.status_bar import StatusBar
from tui.model.search import fold_text


async def test_a_filter_is_saved_shown_again_and_deleted(play):
    async with play() as p:
        every = shown(p)
        await p.press("g", "slash")
        assert "no filter is saved yet" in p.words(StatusBar)
        await p.press("slash", *"#hot", "enter")
        hot = shown(p)
        assert hot < every
        await p.press("ctrl+p", *"save filter", "enter")
        await p.press(*"Hot ones", "enter")
        await p.until(lambda: bool(p.workspace.memory.get(KEPT)))
        await p.press("escape")
        assert shown(p) == every
        await p.press("g", "slash")
        await p.sees("/#hot")
        await p.press("enter")
        await p.until(lambda: shown(p) == hot)
        await p.press("ctrl+p", *"delete a saved filter", "enter")
        await p.sees("Hot ones")
        await p.press("enter")
        await p.until(lambda: p.workspace.memory.get(KEPT) == "{}")


async def test_an_order_is_chosen_by_name_and_joins_the_filter(play):
    async with play() as p:
        await p.press("slash", *"-#cold", "enter")
        some = titles(p)
        await p.press("g", "S")
        await p.sees("due date, the next first")
        await p.press(*"title", "enter")
        assert screen(p).filter.text == "-#cold sort:name"
        assert titles(p) == sorted(some, key=fold_text)
        await p.press("g", "S", *"none", "enter")
        assert screen(p).filter.text == "-#cold"
        assert titles(p) == some


async def test_matches_are_walked_from_list_to_list_and_round(play):
    async with play() as p:
        await p.press("slash", *"#hot", "enter")
        board = screen(p)
        matches = [face.name for each in board.lists for face in board.cards_of(each.id)]
        assert len(matches) > 2
        await p.press("g", "1", "g", "g")
        seen = []
        for _ in matches:
            await p.press("right_parenthesis")
            seen.append(board.card.name if board.card else "")
        assert sorted(seen) == sorted(matches)
        await p.press("left_parenthesis")
        assert board.card is not None
        assert board.card.name == seen[-2]
        await p.press(*str(len(matches) - 1), "right_parenthesis")
        assert board.card.name == seen[-3]


async def test_matches_in_a_collapsed_list_are_passed_over(play):
    async with play() as p:
        await p.press("Z", "slash", *"pty", "enter")
        board = screen(p)
        matches = [face.name for each in board.lists[1:] for face in board.cards_of(each.id)]
        seen = set()
        for _ in range(len(matches) + 1):
            await p.press("right_parenthesis")
            assert board.card is not None
            seen.add(board.card.name)
        assert seen == set(matches)


async def test_without_a_filter_there_is_no_next_match(play):
    async with play() as p:
        await p.press("right_parenthesis")
        await p.sees("there is no filter: / makes one")
