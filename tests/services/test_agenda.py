"""Cards across all boards: whose they are, when they are due, and how many; out of the store alone."""

from datetime import timedelta

import pytest

from tests.services.conftest import House
from tui.model.writes.boards import UpdateBoard
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist, UpdateCheckItem
from tui.model.writes.lists import UpdateList
from tui.model.writes.members import AddCardMember


async def add(
    house: House, name: str, days: float | None = None, *, done: bool = False, mine: bool = False
) -> str:
    """Make a card due in so many days."""
    due = None if days is None else house.clock.now() + timedelta(days=days)
    ident = f"new-{name}"
    writes = house.workspace.writes
    at = {"board_id": house.board_id, "card_id": ident}
    await writes.submit(
        CreateCard(**at, list_id=house.lists[0], name=name, pos=ord(name), due=due, due_complete=done)
    )
    if mine:
        me = house.workspace.access.me()
        assert me is not None
        await writes.submit(AddCardMember(**at, member_id=me.id))
    return ident


async def add_items(house: House, *cards: str) -> None:
    """Put a checklist on each card: two items of one's own, one of them due, and one that is done."""
    me, writes = house.workspace.access.me(), house.workspace.writes
    assert me is not None
    for card in cards:
        of = {"board_id": house.board_id, "card_id": card, "checklist_id": f"new-list-{card}"}
        due, mine = house.clock.now() + timedelta(days=30), {"member_id": me.id}
        await writes.submit(CreateChecklist(**of, name="Steps", pos=1))
        await writes.submit(
            CreateCheckItem(**of, item_id=f"new-ship-{card}", name="Ship", pos=1, due=due, **mine)
        )
        await writes.submit(CreateCheckItem(**of, item_id=f"new-pack-{card}", name="Pack", pos=2, **mine))
        await writes.submit(CreateCheckItem(**of, item_id=f"new-cut-{card}", name="Cut", pos=3, due=due))
        await writes.submit(UpdateCheckItem(**of, item_id=f"new-cut-{card}", state="complete"))


async def test_ones_own_cards_and_those_that_are_due(house: House) -> None:
    agenda = house.workspace.agenda
    await add(house, "a", 400)
    await add(house, "b", -400, mine=True)
    await add(house, "c", -500, done=True)
    await add(house, "d", -2, done=True)
    gone = await add(house, "e", 1, mine=True)
    await add(house, "f", mine=True)
    await add_items(house, "new-a", "new-e")
    await house.workspace.writes.submit(UpdateCard(board_id=house.board_id, card_id=gone, closed=True))
    house.wire.plugged = False
    assert [one.face.name for one in agenda.due()] == ["b", "Ship · a", "a", "d", "c"]
    assert [one.face.name for one in agenda.mine()] == ["b", "f", "Ship · a", "Pack · a"]
    assert [one.face.name for one in agenda.due_on(house.board_id)] == ["c", "b", "d", "Ship · a", "a"]
    placed = agenda.mine()[2]
    assert placed.place == f"{placed.face.id}/checklists/{placed.item}"
    assert not placed.finished
    placed = agenda.mine()[0]
    board = house.workspace.boards.get(house.board_id)
    assert board is not None
    assert (placed.board_id, placed.board_name) == (board.id, board.name)
    assert placed.list_name == house.workspace.boards.lists(board.id)[0].name
    assert agenda.due_counts(house.clock.now()) == {
        "overdue": 1,
        "today": 0,
        "week": 0,
        "later": 2,
        "done": 2,
    }


@pytest.mark.parametrize("shut", ["list", "board"])
async def test_what_is_on_a_closed_board_or_list_is_left_out(house: House, shut: str) -> None:
    await add(house, "a", 400, mine=True)
    house.workspace.agenda.due()
    await house.workspace.writes.submit(
        UpdateList(board_id=house.board_id, list_id=house.lists[0], closed=True)
        if shut == "list"
        else UpdateBoard(board_id=house.board_id, closed=True)
    )
    assert house.workspace.agenda.due() == house.workspace.agenda.mine() == []
    assert house.workspace.agenda.due_counts(house.clock.now())["later"] == 0


async def test_boards_that_were_never_read_are_counted(house: House) -> None:
    assert house.workspace.boards.never_read() == []
    await house.make("/boards", name="Another")
    house.workspace.sync.refresh()
    await house.until(lambda: len(house.workspace.boards.all()) == 2)
    assert [board.name for board in house.workspace.boards.never_read()] == ["Another"]


async def test_a_card_in_a_list_of_finished_cards_is_done_and_counted_so(house: House) -> None:
    await add(house, "a", 400)
    assert house.workspace.agenda.due_counts(house.clock.now())["later"] == 1
    await house.workspace.writes.submit(
        UpdateList(board_id=house.board_id, list_id=house.lists[0], name="Done")
    )
    [card] = house.workspace.agenda.due()
    assert card.finished
    counts = house.workspace.agenda.due_counts(house.clock.now())
    assert (counts["later"], counts["done"]) == (0, 1)
