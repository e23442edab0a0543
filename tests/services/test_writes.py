"""What is taken back and done again is told as it is."""

from tests.services.conftest import House
from tui.model.base import new_local_id
from tui.model.writes.cards import CreateCard


async def test_what_is_taken_back_and_done_again_is_told_as_it_is(house: House) -> None:
    first = house.lists[0]
    other = await house.make("/boards", name="Won")
    await house.workspace.boards.pull(other)
    list_id = house.workspace.boards.lists(other)[0].id
    board = house.board_id
    made = [
        CreateCard(board_id=board, card_id=new_local_id(), list_id=first, name=f"Card {n}", pos=float(n + 1))
        for n in range(5)
    ]
    house.workspace.writes.send_delay = 0.01  # what is on disk is sent a little later, too
    await house.workspace.writes.submit_all(made)
    await house.sent()
    undone, again = await house.workspace.writes.undo(board), await house.workspace.writes.redo(board)
    assert undone is not None
    assert again is not None
    assert undone.words == "Undone: Added “Card 0” and 4 more · they are in the archive now"
    assert again.words == "Done again: Restored “Card 0” and 4 more"
    house.wire.plugged = False
    far = CreateCard(board_id=other, card_id=new_local_id(), list_id=list_id, name="Far", pos=1.0)
    await house.workspace.writes.submit(far)
    undone = await house.workspace.writes.undo()
    assert undone is not None
    assert undone.words == "Undone: Added “Far” · on board “Won”", "the service never had it: it is gone"
