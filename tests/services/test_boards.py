"""A board is made with its lists, in one write of several."""

from tests.services.conftest import House


async def test_a_board_is_made_with_its_lists_and_closed_by_undo(house: House) -> None:
    board = await house.workspace.boards.create("Fair", lists=("Now", "Then"))
    assert [one.name for one in house.workspace.boards.lists(board)] == ["Now", "Then"]
    await house.sent()
    there = house.workspace.boards.get(board)
    assert there is not None
    assert not there.id.startswith("new-")
    assert [one.name for one in house.workspace.boards.lists(there.id)] == ["Now", "Then"]
    assert await house.workspace.writes.undo() is not None
    await house.sent()
    # A reading under way may have overtaken the answer; then the board is read once more.
    await house.until(lambda: "Fair" in [one.name for one in house.workspace.boards.all(closed=True)])
