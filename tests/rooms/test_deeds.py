"""Deeds of several writes are one deed: taken on together, and undone together."""

import pytest

from tests.rooms.conftest import House
from tui.errors import StoreError
from tui.model.base import new_local_id
from tui.model.op import AddCardLabel, CreateCard


def names(house: House, list_id: str) -> list[str]:
    return [face.name for face in house.workspace.faces(list_id)]


async def cards(house: House, count: int = 3) -> list[str]:
    made = [await house.make("/cards", idList=house.lists[0], name=f"Card {n}") for n in range(count)]
    await house.workspace.pull(house.board_id)
    return made


async def test_a_board_is_made_with_its_lists_and_closed_by_undo(house: House) -> None:
    board = await house.workspace.deeds.make_board("Fair", lists=("Now", "Then"))
    assert [one.name for one in house.workspace.lists(board)] == ["Now", "Then"]
    await house.sent()
    there = house.workspace.board(board)
    assert there is not None
    assert not there.id.startswith("new-")
    assert [one.name for one in house.workspace.lists(there.id)] == ["Now", "Then"]
    assert await house.workspace.undo() is not None
    await house.sent()
    # A reading under way may have overtaken the answer; then the board is read once more.
    await house.until(lambda: "Fair" in [one.name for one in house.workspace.boards(closed=True)])


async def test_all_cards_of_a_list_are_archived_and_come_back_as_they_were(house: House) -> None:
    await cards(house)
    first = house.lists[0]
    assert await house.workspace.deeds.archive_all(first) == 3
    assert names(house, first) == []
    await house.workspace.undo()
    assert names(house, first) == ["Card 0", "Card 1", "Card 2"]
    assert await house.workspace.deeds.archive_all(house.lists[1]) == 0


async def test_all_cards_of_a_list_move_behind_those_of_another(house: House) -> None:
    await cards(house)
    first, second, _ = house.lists
    await house.make("/cards", idList=second, name="There already")
    await house.workspace.pull(house.board_id)
    assert await house.workspace.deeds.move_all(first, second) == 3
    assert names(house, second) == ["There already", "Card 0", "Card 1", "Card 2"]
    await house.sent()
    await house.workspace.undo()
    await house.sent()
    assert (names(house, first), names(house, second)) == (["Card 0", "Card 1", "Card 2"], ["There already"])


async def test_cards_go_to_another_board_with_the_labels_that_have_a_twin(house: House) -> None:
    card, _, last = await cards(house)
    other = await house.make("/boards", name="Second")
    await house.workspace.pull(other)
    label = house.workspace.labels(house.board_id)[0]
    await house.workspace.submit(AddCardLabel(board_id=house.board_id, card_id=card, label_id=label.id))
    target = house.workspace.lists(other)[1].id
    await house.workspace.deeds.move_to_board([card, last], target)
    assert names(house, target) == ["Card 0", "Card 2"]
    shown = house.workspace.card(card)
    assert shown is not None
    twins = {one.id: one.color for one in house.workspace.labels(other)}
    assert [twins[one] for one in shown.id_labels] == [label.color]
    await house.sent()
    there = house.workspace.card(card)
    assert there is not None
    assert (there.id_board, there.id_labels) == (other, shown.id_labels)


async def test_a_copy_stands_below_its_source(house: House) -> None:
    card, *_ = await cards(house)
    copy = await house.workspace.deeds.copy_card(card, name="Twin")
    assert names(house, house.lists[0]) == ["Card 0", "Twin", "Card 1", "Card 2"]
    await house.sent()
    made = house.workspace.card(copy)
    assert made is not None
    assert made.short_link


async def test_what_is_gone_is_told(house: House) -> None:
    with pytest.raises(StoreError, match="card"):
        await house.workspace.deeds.copy_card("0" * 24)
    with pytest.raises(StoreError, match="list"):
        await house.workspace.deeds.archive_all("0" * 24)


async def test_what_is_taken_back_and_done_again_is_told_as_it_is(house: House) -> None:
    first = house.lists[0]
    other = await house.make("/boards", name="Won")
    await house.workspace.pull(other)
    list_id = house.workspace.lists(other)[0].id
    board = house.board_id
    made = [
        CreateCard(board_id=board, card_id=new_local_id(), list_id=first, name=f"Card {n}", pos=float(n + 1))
        for n in range(5)
    ]
    await house.workspace.submit_all(made)
    await house.sent()
    undone, again = await house.workspace.undo(board), await house.workspace.redo(board)
    assert undone is not None
    assert again is not None
    assert undone.words == "Undone: Added “Card 0” and 4 more"
    assert again.words == "Done again: Restored “Card 0” and 4 more"
    far = CreateCard(board_id=other, card_id=new_local_id(), list_id=list_id, name="Far", pos=1.0)
    await house.workspace.submit(far)
    undone = await house.workspace.undo()
    assert undone is not None
    assert undone.words == "Undone: Added “Far” · on board “Won”"
