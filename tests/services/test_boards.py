"""A board is made with its lists, in one write of several."""

import pytest

from tests.services.conftest import House
from tui.errors import StoreError, UsageError
from tui.model.sync import SyncStatus
from tui.model.values.scalars import new_local_id
from tui.model.writes.boards import UpdateBoard
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.model.writes.lists import UpdateList


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


async def test_lists_are_known_before_the_board_was_read_in_full_and_when_all_are_archived(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = house.workspace.boards
    bare = await boards.create("Bare", lists=())
    listed = await boards.create("Fair", lists=("Now",))
    assert boards.has_read_lists(bare), "nobody else can have made any"
    await house.sent()
    bare, listed = (boards.find(name).id for name in ("Bare", "Fair"))  # type: ignore[union-attr] # both are there
    monkeypatch.setattr(type(boards), "was_read", lambda *_: False)
    assert not boards.has_read_lists(bare)
    assert boards.has_read_lists(listed)
    await house.workspace.writes.submit(
        UpdateList(board_id=listed, list_id=boards.lists(listed)[0].id, closed=True)
    )
    assert boards.lists(listed) == []
    assert boards.has_read_lists(listed)


async def test_what_is_on_a_board_is_found_by_the_id_it_was_made_with(house: House) -> None:
    workspace = house.workspace
    board = await workspace.boards.create("Fair", lists=("Now", "Then"))
    await house.sent()
    there = workspace.boards.get(board)
    assert there is not None
    now = workspace.boards.lists(there.id)[0].id
    kept, put_away = [
        CreateCard(board_id=board, card_id=new_local_id(), list_id=now, name=name, pos=pos)
        for name, pos in (("Stall", 1.0), ("Tent", 2.0))
    ]
    await workspace.writes.submit_all([kept, put_away])
    await house.sent()
    await workspace.writes.submit(UpdateCard(board_id=board, card_id=put_away.card_id, closed=True))
    assert [one.name for one in workspace.boards.lists(board)] == ["Now", "Then"]
    assert workspace.cards.counts(board) == {now: 1}
    assert [one.name for one in workspace.archive.cards(board)] == ["Tent"]
    assert workspace.archive.count(board) == 1
    assert [hit.id for hit in workspace.search.local("stall", board_id=board)] == [
        hit.id for hit in workspace.search.local("stall", board_id=there.id)
    ]
    assert workspace.search.local("stall", board_id=board)
    assert workspace.boards.labels(board) == workspace.boards.labels(there.id)


async def test_a_board_is_copied_once_under_a_name_while_the_copy_is_open(house: House) -> None:
    boards = house.workspace.boards
    made = await boards.copy(house.board_id, " Again ")
    assert await boards.made(made)
    copied = boards.get(made)
    assert copied is not None
    assert (copied.name, copied.source_id) == ("Again", house.board_id)
    with pytest.raises(UsageError, match=r"“Again” is a copy of “.+” already"):
        await boards.copy(house.board_id, "Again")
    await house.workspace.writes.submit(UpdateBoard(board_id=copied.id, closed=True))
    assert await boards.made(await boards.copy(house.board_id, "Again", cards=False))


async def test_a_copy_is_not_made_where_the_service_refuses_it_or_does_not_answer(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = house.workspace.boards
    house.wire.fail("403", "POST", "/boards")
    refused = await boards.copy(house.board_id, "Again")
    assert not await boards.made(refused)
    assert boards.get(refused) is None
    await house.cut_off()
    monkeypatch.setattr(house.workspace._engine, "status", lambda: SyncStatus(state="offline"))
    waits = await boards.copy(house.board_id, "Again")
    assert not await boards.made(waits)
    assert boards.get(waits) is not None, "it is copied once the service answers"
    with pytest.raises(StoreError):
        await boards.copy("gone", "Again")
    with pytest.raises(StoreError):
        await boards.copy_list("gone", "Again")


async def test_a_copy_is_completed_and_its_undo_takes_all_of_it_back(house: House) -> None:
    boards, first = house.workspace.boards, house.lists[0]
    card = await house.make("/cards", idList=first, name="Standup")
    await house.http.put(f"/cards/{card}", data={"isTemplate": "true"})
    await house.http.put(f"/lists/{first}/softLimit", data={"value": "3"})
    made = await boards.copy(house.board_id, "Again")
    await house.sent()
    await house.workspace.boards.pull(boards.get(made).id)  # type: ignore[union-attr] # it is there
    [copied, *_] = boards.lists(made)
    assert copied.soft_limit == 3
    assert [one.name for one in house.workspace.cards.templates() if one.id_list == copied.id] == ["Standup"]
    again = await boards.copy_list(copied.id, "Later")
    await house.sent()
    await house.until(lambda: boards.get_list(again).soft_limit == 3)  # type: ignore[union-attr] # it is there
    entry = house.workspace.writes.history(1)[0]
    assert "Copied list" in entry.words
    assert await house.workspace.writes.undo(boards.get(made).id) is not None  # type: ignore[union-attr] # it is there
    await house.sent()
    assert [one.name for one in boards.lists(made)][1] != "Later"
