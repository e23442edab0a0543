"""Boards, who is on them and the inbox: what the keys do reaches the service, and can be taken back."""

from tests.stories.world import World
from tui.model.values.scalars import new_local_id
from tui.model.writes.boards import CreateBoard, DeleteBoard, UpdateBoard
from tui.model.writes.cards import CreateCard
from tui.model.writes.lists import CreateList


async def test_a_board_made_offline_is_made_with_its_lists(world: World) -> None:
    board, column, card = new_local_id(), new_local_id(), new_local_id()
    world.wire.plugged = False
    world.do(
        CreateBoard(board_id=board, name="Fair", desc="stand 7", background="green"),
        CreateList(board_id=board, list_id=column, name="Ideas", pos=1.0),
    )
    world.do(CreateCard(board_id=board, card_id=card, list_id=column, name="Banner", pos=1.0))
    made = world.store.boards.get(board)
    assert made is not None
    assert made.name == "Fair"
    assert [x.name for x in world.store.lists.of_board(board)] == ["Ideas"]
    await world.restart()
    world.wire.plugged = True
    await world.sync()
    assert world.session.pusher.worth_a_look, "the service gives it lists of its own"
    assert world.store.outbox.counts() == (0, 0)
    there = next(x for x in await world.service.boards.mine() if x.name == "Fair")
    assert there.desc == "stand 7"
    assert there.unknown_fields["prefs"]["background"] == "green"
    assert [x.name for x in await world.service.boards.lists(there.id)] == ["Ideas"]
    assert [x.name for x in await world.service.boards.cards(there.id)] == ["Banner"]
    # The name it had before is understood for ever after.
    same = world.store.boards.get(board)
    assert same is not None
    assert same.id == there.id
    assert [x.name for x in world.store.lists.of_board(there.id)] == ["Ideas"]


async def test_a_board_never_sent_is_forgotten_when_it_is_deleted(world: World) -> None:
    board, column = new_local_id(), new_local_id()
    world.do(
        CreateBoard(board_id=board, name="Fair"),
        CreateList(board_id=board, list_id=column, name="Ideas", pos=1.0),
    )
    world.do(DeleteBoard(board_id=board))
    await world.sync()
    assert world.wire.seen == []
    assert world.store.boards.get(board) is None


async def test_a_board_is_renamed_described_and_closed_and_all_of_it_undone(world: World) -> None:
    board = world.board_id
    world.do(UpdateBoard(board_id=board, name="Won deals"))
    world.do(UpdateBoard(board_id=board, desc="since May"))
    world.do(UpdateBoard(board_id=board, closed=True))
    assert board not in {x.id for x in world.store.boards.all()}
    await world.sync()
    there = await world.service.boards.get(board)
    assert (there.name, there.desc, there.closed) == ("Won deals", "since May", True)
    for _ in range(3):
        world.store.writes.undo().result()
    await world.sync()
    there = await world.service.boards.get(board)
    assert (there.name, there.desc, there.closed) == ("Leads", "", False)
    assert world.store.outbox.counts() == (0, 0)


async def test_a_deleted_board_is_gone_with_all_that_was_on_it(world: World) -> None:
    world.card("Ana Lee")
    await world.sync()
    world.do(DeleteBoard(board_id=world.board_id))
    await world.sync()
    assert world.store.outbox.counts() == (0, 0)
    assert world.board_id not in {x.id for x in await world.service.boards.mine(filter="all")}
    assert world.store.lists.of_board(world.board_id) == []
    assert world.store.cards.counts(world.board_id) == {}
    assert world.store.writes.undo().result() is None, "what was on it cannot be taken back"


async def test_refused_words_name_the_board(world: World) -> None:
    world.wire.fail("403", "PUT", "/boards/")
    world.do(UpdateBoard(board_id=world.board_id, name="Mine now"))
    await world.sync()
    [row] = world.store.outbox.in_state("refused")
    assert row.reason
    assert world.store.writes.describe(row.write) == "Renamed board to “Mine now”"
    held = world.store.boards.get(world.board_id)
    assert held is not None
    assert held.name == "Leads"
