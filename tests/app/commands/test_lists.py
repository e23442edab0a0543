"""Lists made, named, moved and archived; their limit, and all of their cards at once."""

from tests.app.screens.conftest import screen
from tests.app.screens.test_board import here, lists


async def test_a_list_has_a_limit_and_its_cards_go_together(play):
    async with play() as p:
        lists = {each.name: each.id for each in p.workspace.boards.lists(p.board.id)}
        await p.press("g", "w", *"3", "enter")
        await p.sees("▲ ")
        await p.press("g", "M", *"won", "enter")
        await p.until(lambda: not p.workspace.cards.faces(lists["Leads"]))
        await p.press("u")
        await p.until(lambda: len(p.workspace.cards.faces(lists["Leads"])) > 1)
        await p.press("g", "A")
        await p.until(lambda: not p.workspace.cards.faces(lists["Leads"]))


async def test_a_list_is_added_renamed_moved_and_archived(play):
    async with play() as p:
        await p.press("plus", *"Lost", "enter")
        await p.until(lambda: "Lost" in lists(p))
        assert list(lists(p))[1] == "Lost"
        await p.until(lambda: len(screen(p).lists) == 6)
        await p.press("g", "2", "r", *" deals", "enter")
        await p.until(lambda: "Lost deals" in lists(p))
        await p.until(lambda: here(p)[0] == "Lost deals")
        await p.press("ctrl+right")
        await p.until(lambda: list(lists(p))[2] == "Lost deals")
        await p.until(lambda: screen(p).lists[2].name == "Lost deals")
        await p.press("alt+a")
        await p.until(lambda: "Lost deals" not in lists(p))
        await p.press("u")
        await p.until(lambda: "Lost deals" in lists(p))


async def test_a_new_list_can_be_worked_in_before_the_service_knows_it(play):
    async with play() as p:
        p.wire.plugged = False
        await p.press("plus", *"Later", "enter")
        await p.until(lambda: len(screen(p).lists) == 6)
        await p.press("g", "2", "n", *"First", "enter", "escape")
        await p.until(lambda: lists(p)["Later"] == ["First"])
        await p.press("n", *"Second", "enter", "escape")
        await p.until(lambda: lists(p)["Later"] == ["First", "Second"])
