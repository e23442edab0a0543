"""Cards are read again when they change, also the one that is held."""

from tests.app.screens.conftest import screen
from tui.model.writes.cards import UpdateCard


async def test_a_card_in_the_hand_shows_what_somebody_else_wrote_on_it(play):
    async with play() as p:
        board = screen(p)
        await p.press("space", "l")
        held, there = board.kanban.held, board.lists[1].id
        assert held is not None
        rename = UpdateCard(board_id=p.board.id, card_id=held.id, name="Renamed in another window")
        await p.workspace.writes.submit(rename)
        await p.until(lambda: [rename.name] == [f.name for f in board.cards_of(there) if f.id == held.id])
        board.loader.reread()
        assert [rename.name] == [f.name for f in board.cards_of(there) if f.id == held.id]
        await p.press("escape")
        assert board.cards_of(held.list_id)[0].name == rename.name
