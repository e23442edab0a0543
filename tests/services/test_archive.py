"""What was put away is fetched page by page when it is asked for, and brought back."""

import pytest

from tests.services.conftest import House
from tui.errors import StoreError
from tui.model.writes.cards import UpdateCard
from tui.model.writes.lists import UpdateList


async def test_archived_cards_and_lists(house: House, monkeypatch) -> None:
    monkeypatch.setattr("tui.services.archive.PAGE", 50)
    first = house.lists[0]
    for number in range(53):
        card = await house.make("/cards", idList=first, name=f"Card {number:02}")
        await house.http.put(f"/cards/{card}", data={"closed": "true"})
    archive = house.workspace.archive
    assert archive.count(house.board_id) == 0
    before = await archive.fetch(house.board_id)
    assert before is not None
    assert archive.count(house.board_id) == 50
    assert await archive.fetch(house.board_id, before) is None
    assert [face.name for face in archive.cards(house.board_id, 0, 2)] == ["Card 00", "Card 01"]
    assert [face.name for face in archive.cards(house.board_id, 52)] == ["Card 52"]
    [face] = archive.cards(house.board_id, 0, 1)
    await house.workspace.writes.submit(UpdateCard(board_id=house.board_id, card_id=face.id, closed=False))
    assert [one.name for one in house.workspace.cards.faces(first)] == ["Card 00"]
    assert archive.count(house.board_id) == 52
    await house.workspace.writes.submit(UpdateList(board_id=house.board_id, list_id=first, closed=True))
    assert [one.id for one in archive.lists(house.board_id)] == [first]
    await house.sent()
    await house.workspace.writes.undo()
    assert archive.lists(house.board_id) == []


async def test_a_list_is_named_that_hides_its_restored_cards(house: House) -> None:
    first, board = house.lists[0], house.board_id
    card = await house.make("/cards", idList=first, name="Review")
    await house.workspace.boards.pull(board)
    archive, cards = house.workspace.archive, house.workspace.cards
    assert archive.lists_under([card, "0" * 24]) == []
    await house.workspace.writes.submit(UpdateList(board_id=board, list_id=first, closed=True))
    assert [one.id for one in archive.lists_under([card])] == [first]
    with pytest.raises(StoreError, match="archived"):
        await cards.copy(card)
