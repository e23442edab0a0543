"""A card is fetched for the price of one, and writes of several are made and undone together."""

from typing import Any

import pytest

from tests.services.conftest import House
from tui.errors import StoreError
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard
from tui.model.writes.labels import AddCardLabel


def names(house: House, list_id: str) -> list[str]:
    return [face.name for face in house.workspace.cards.faces(list_id)]


async def cards(house: House, count: int = 3) -> list[str]:
    made = [await house.make("/cards", idList=house.lists[0], name=f"Card {n}") for n in range(count)]
    await house.workspace.boards.pull(house.board_id)
    return made


async def test_all_cards_of_a_list_are_archived_and_come_back_as_they_were(house: House) -> None:
    await cards(house)
    first = house.lists[0]
    assert await house.workspace.cards.archive_all(first) == 3
    assert names(house, first) == []
    await house.workspace.writes.undo()
    assert names(house, first) == ["Card 0", "Card 1", "Card 2"]
    assert await house.workspace.cards.archive_all(house.lists[1]) == 0


async def test_all_cards_of_a_list_move_behind_those_of_another(house: House) -> None:
    await cards(house)
    first, second, _ = house.lists
    await house.make("/cards", idList=second, name="There already")
    await house.workspace.boards.pull(house.board_id)
    assert await house.workspace.cards.move_all(first, second) == 3
    assert names(house, second) == ["There already", "Card 0", "Card 1", "Card 2"]
    await house.sent()
    await house.workspace.writes.undo()
    await house.sent()
    assert (names(house, first), names(house, second)) == (["Card 0", "Card 1", "Card 2"], ["There already"])


async def test_cards_go_to_another_board_with_the_labels_that_have_a_twin(house: House) -> None:
    card, _, last = await cards(house)
    other = await house.make("/boards", name="Second")
    await house.workspace.boards.pull(other)
    label = house.workspace.boards.labels(house.board_id)[0]
    await house.workspace.writes.submit(
        AddCardLabel(board_id=house.board_id, card_id=card, label_id=label.id)
    )
    target = house.workspace.boards.lists(other)[1].id
    await house.workspace.cards.move([card, last], target)
    assert names(house, target) == ["Card 0", "Card 2"]
    shown = house.workspace.cards.get(card)
    assert shown is not None
    twins = {one.id: one.color for one in house.workspace.boards.labels(other)}
    assert [twins[one] for one in shown.id_labels] == [label.color]
    await house.sent()
    there = house.workspace.cards.get(card)
    assert there is not None
    assert (there.id_board, there.id_labels) == (other, shown.id_labels)


async def test_a_copy_stands_below_its_source(house: House) -> None:
    card, *_ = await cards(house)
    copy = await house.workspace.cards.copy(card, name="Twin")
    assert names(house, house.lists[0]) == ["Card 0", "Twin", "Card 1", "Card 2"]
    await house.sent()
    made = house.workspace.cards.get(copy)
    assert made is not None
    assert made.short_link


async def test_several_copies_are_one_batch_each_below_its_source(house: House) -> None:
    first, _, last = await cards(house)
    await house.workspace.cards.copy_all([first, last])
    assert names(house, house.lists[0]) == ["Card 0", "Card 0", "Card 1", "Card 2", "Card 2"]
    await house.workspace.writes.undo()
    assert names(house, house.lists[0]) == ["Card 0", "Card 1", "Card 2"]


async def test_what_is_gone_is_told(house: House) -> None:
    with pytest.raises(StoreError, match="card"):
        await house.workspace.cards.copy("0" * 24)
    with pytest.raises(StoreError, match="list"):
        await house.workspace.cards.archive_all("0" * 24)


async def test_a_card_is_edited_as_one_batch_which_is_undone_together(house: House) -> None:
    card, *_ = await cards(house)
    other = await house.make("/boards", name="Second")
    await house.workspace.boards.fetch(other)
    target = house.workspace.boards.lists(other)[1].id
    labels = [one.id for one in house.workspace.boards.labels(other)][:2]
    me = house.workspace.access.me()
    assert me is not None
    await house.workspace.cards.edit(
        card, {"name": "Ana", "closed": True}, list_id=target, pos=5.0, label_ids=labels, member_ids=[me.id]
    )
    await house.sent()
    there = (await house.http.get(f"/cards/{card}")).json()
    assert (there["name"], there["closed"], there["idList"], there["pos"]) == ("Ana", True, target, 5)
    assert (set(there["idLabels"]), there["idMembers"]) == (set(labels), [me.id])
    await house.workspace.cards.edit(card, {}, label_ids=labels[:1], member_ids=[])
    await house.sent()
    there = (await house.http.get(f"/cards/{card}")).json()
    assert (there["idLabels"], there["idMembers"]) == (labels[:1], [])
    for _ in range(2):
        await house.workspace.writes.undo()
    await house.sent()
    there = (await house.http.get(f"/cards/{card}")).json()
    assert (there["name"], there["closed"], there["idList"]) == ("Card 0", False, house.lists[0])
    assert (there["idLabels"], there["idMembers"]) == ([], [])


async def test_an_edit_that_changes_nothing_writes_nothing(house: House) -> None:
    card, *_ = await cards(house)
    before = len(house.wire.seen)
    await house.workspace.cards.edit(card, {}, list_id=house.lists[0], label_ids=[], member_ids=[])
    assert [path for method, path in house.wire.seen[before:] if method != "GET"] == []
    assert names(house, house.lists[0]) == ["Card 0", "Card 1", "Card 2"]


async def test_the_ends_of_a_list_are_known_without_the_rest_of_its_board(house: House) -> None:
    far = await far_card(house)
    for number in range(3):
        await house.make("/cards", idList=far["idList"], name=f"Card {number}")
    await house.workspace.boards.fetch(far["idBoard"])
    assert house.workspace.cards.faces(far["idList"]) == []
    before = len(house.wire.seen)
    await house.workspace.cards.fetch_faces(far["idList"])
    assert len([path for _, path in house.wire.seen[before:] if far["idList"] in path]) == 1
    assert names(house, far["idList"]) == ["Ring Ana", "Card 0", "Card 1", "Card 2"]
    assert not house.workspace.boards.was_read(far["idBoard"])


async def test_a_list_is_fetched_by_its_id_alone(house: House) -> None:
    far = await far_card(house)
    found = await house.workspace.boards.fetch_list(far["idList"])
    assert found is not None
    assert (found.id, found.id_board) == (far["idList"], far["idBoard"])
    assert len(house.workspace.boards.labels(far["idBoard"])) == 6
    before = len(house.wire.seen)
    assert await house.workspace.boards.fetch_list("To Do") is None
    assert len(house.wire.seen) == before
    assert await house.workspace.boards.fetch_list("0" * 24) is None


async def test_a_checklist_is_fetched_by_its_id_alone(house: House) -> None:
    far = await far_card(house)
    ident = (await house.http.get(f"/cards/{far['id']}/checklists")).json()[0]["id"]
    found = await house.workspace.cards.fetch_checklist(ident)
    assert found is not None
    assert (found.name, found.id_card, [item.name for item in found.check_items]) == (
        "Steps",
        far["id"],
        ["call"],
    )
    assert await house.workspace.cards.fetch_checklist("0" * 24) is None
    assert await house.workspace.cards.fetch_checklist("Steps") is None


# --- one card costs one card --------------------------------------------------------


async def far_card(house: House) -> dict[str, Any]:
    """A card with a label, a checklist and a comment, on the last of eight boards that nobody has read here."""
    for number in range(7):
        await house.make("/boards", name=f"Board {number}")
    board = await house.make("/boards", name="Far away")
    column = (await house.http.get(f"/boards/{board}/lists")).json()[0]["id"]
    card = await house.make("/cards", idList=column, name="Ring Ana")
    await house.make(f"/cards/{card}/actions/comments", text="She is away")
    steps = await house.make("/checklists", idCard=card, name="Steps")
    await house.make(f"/checklists/{steps}/checkItems", name="call")
    found: dict[str, Any] = (await house.http.get(f"/cards/{card}")).json()
    return found


@pytest.mark.parametrize("field", ["id", "shortLink", "shortUrl"])
async def test_a_card_is_fetched_in_three_requests(house: House, field: str) -> None:
    far = await far_card(house)
    house.workspace.sync.watch(None)
    before = len(house.wire.seen)
    card = await house.workspace.cards.fetch(far[field])
    asked = [
        path
        for _, path in house.wire.seen[before:]
        if far["id"] in path or far["shortLink"] in path or far["idBoard"] in path
    ]
    assert card is not None
    assert card.id == far["id"]
    assert len(asked) == 3, asked
    cards, boards = house.workspace.cards, house.workspace.boards
    assert [one.text for one in cards.comments(card.id)] == ["She is away"]
    assert [[item.name for item in one.check_items] for one in cards.checklists(card.id)] == [["call"]]
    assert boards.get_list(card.id_list) is not None
    assert len(boards.labels(card.id_board)) == 6
    assert not boards.was_read(card.id_board)


async def test_a_card_that_is_gone_is_none_and_what_is_no_name_asks_nobody(house: House) -> None:
    far = await far_card(house)
    assert await house.workspace.cards.fetch(far["shortLink"]) is not None
    assert (await house.http.delete(f"/cards/{far['id']}")).status_code == 200
    assert await house.workspace.cards.fetch(far["shortLink"]) is None
    assert await house.workspace.cards.fetch(far["id"]) is None
    assert house.workspace.cards.find(far["id"]) is None
    before = len(house.wire.seen)
    assert await house.workspace.cards.fetch("nothing!") is None
    assert not [path for _, path in house.wire.seen[before:] if "nothing" in path]


async def test_a_card_is_found_by_what_names_it(house: House) -> None:
    far = await far_card(house)
    assert house.workspace.cards.find(far["shortLink"]) is None
    await house.workspace.cards.fetch(far["id"])
    for name in (far["id"], far["shortLink"], far["shortUrl"]):
        found = house.workspace.cards.find(name)
        assert found is not None
        assert found.id == far["id"]


async def test_a_card_not_sent_yet_is_what_it_is_here(house: House) -> None:
    house.wire.plugged = False
    write = CreateCard(
        board_id=house.board_id, card_id=new_local_id(), list_id=house.lists[0], name="New", pos=1.0
    )
    await house.workspace.writes.submit(write)
    card = await house.workspace.cards.fetch(write.card_id)
    assert card is not None
    assert card.name == "New"


async def test_a_card_fetched_alone_that_is_deleted_before_its_board_is_read_goes(house: House) -> None:
    far = await far_card(house)
    await house.workspace.cards.fetch(far["id"])
    assert (await house.http.delete(f"/cards/{far['id']}")).status_code == 200
    await house.workspace.boards.pull(far["idBoard"])
    assert house.workspace.cards.get(far["id"]) is None


async def test_a_card_made_of_an_item_has_the_labels_of_its_list(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        house.workspace, "_list_labels", {house.workspace.boards.lists(house.board_id)[0].name: ["fresh"]}
    )
    await house.make("/labels", name="fresh", color="lime", idBoard=house.board_id)
    card = await house.make("/cards", idList=house.lists[0], name="Ring")
    checklist = await house.make("/checklists", idCard=card, name="To do")
    item = await house.make(f"/checklists/{checklist}/checkItems", name="Call")
    await house.workspace.boards.pull(house.board_id)
    await house.workspace.cards.fetch(card)
    made = house.workspace.cards.get(await house.workspace.cards.create_from_item(card, checklist, item))
    assert made is not None
    labels = {one.id: one.name for one in house.workspace.boards.labels(house.board_id)}
    assert [labels[ident] for ident in made.id_labels] == ["fresh"]
