"""Cards moved, archived, deleted and picked by keys."""

from tests.app.screens.conftest import first
from tui.model.account.call import ApiCall


async def test_a_card_goes_to_a_list_found_by_its_board_also_one_never_read(play):
    async with play() as p:
        card = first(p)
        team = p.workspace.boards.find("Team")
        await p.press("M", *"team", "enter")
        await p.sees("u undoes")
        assert p.workspace.cards.get(card).id_board == team.id
        other = first(p)
        fields = {"name": "Made elsewhere", "defaultLists": "true"}
        made = await p.workspace.sync.call(
            ApiCall(service="board", method="POST", path="/1/boards", body=fields)
        )
        p.workspace.sync.refresh()
        await p.until(lambda: p.workspace.boards.find("Made elsewhere") is not None)
        assert not p.workspace.boards.was_read(made["id"])
        await p.press("M", *"made else", "enter")
        await p.sees("Move to a list of Made elsewhere")
        await p.press("enter")
        await p.sees("on Made elsewhere")
        assert p.workspace.cards.get(other).id_board == made["id"]


async def test_a_card_goes_to_another_board(play):
    async with play() as p:
        card = p.workspace.cards.get(first(p))
        other = next(board for board in p.workspace.boards.all() if board.id != card.id_board)
        await p.press("M")
        await p.sees(other.name)
        target = p.workspace.boards.lists(other.id)[0]
        await p.press(*target.name.lower(), "enter")
        await p.until(lambda: p.workspace.cards.get(card.id).id_board == other.id)
        await p.press("u")
        await p.until(lambda: p.workspace.cards.get(card.id).id_board == card.id_board)
