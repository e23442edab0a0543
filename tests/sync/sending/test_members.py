"""Members of boards and cards: what the keys do reaches the service, and can be taken back."""

from tests.stories.world import World
from tui.model.writes.members import AddCardMember, RemoveBoardMember, RemoveCardMember, SetBoardMember
from tui.server.service.people import add_member
from tui.server.storage import db


async def somebody(world: World) -> str:
    """A member of the service who is on no board."""
    with db.writing(world.server.engine) as connection:
        return add_member(connection, "bo_day", world.clock.now(), full_name="Bo Day")


async def roles(world: World) -> dict[str, str]:
    """Who is on the board at the service, and as what."""
    found = await world.service.boards.memberships(world.board_id)
    return {one.id_member: one.member_type for one in found}


async def test_a_member_is_put_on_a_board_given_another_role_and_taken_off(world: World) -> None:
    bo, board = await somebody(world), world.board_id
    world.do(SetBoardMember(board_id=board, member_id=bo, role="observer", full_name="Bo Day"))
    assert [one.full_name for one in world.store.members.of_board(board) if one.id == bo] == ["Bo Day"]
    await world.sync()
    assert (await roles(world))[bo] == "observer"
    assert world.session.pusher.worth_a_look, "what else came of it is read again"
    world.do(SetBoardMember(board_id=board, member_id=bo, role="admin"))
    await world.sync()
    assert (await roles(world))[bo] == "admin"
    assert {one.id_member: one.member_type for one in world.store.members.roles(board)}[bo] == "admin"
    world.do(RemoveBoardMember(board_id=board, member_id=bo))
    await world.sync()
    assert bo not in await roles(world)
    assert bo not in {one.id_member for one in world.store.members.roles(board)}


async def test_a_role_is_taken_back(world: World) -> None:
    bo, board = await somebody(world), world.board_id
    world.do(SetBoardMember(board_id=board, member_id=bo, role="normal"))
    world.do(SetBoardMember(board_id=board, member_id=bo, role="admin"))
    world.store.writes.undo().result()
    await world.sync()
    assert (await roles(world))[bo] == "normal"
    world.store.writes.undo().result()
    await world.sync()
    assert bo not in await roles(world)


async def test_a_member_is_put_on_a_card_and_taken_off(world: World) -> None:
    [me] = (one.id for one in world.store.members.of_board(world.board_id))
    card = world.card("Ring Ana")
    world.do(AddCardMember(board_id=world.board_id, card_id=card, member_id=me))
    await world.sync()
    [there] = await world.service.boards.cards(world.board_id)
    assert there.id_members == (me,)
    world.do(RemoveCardMember(board_id=world.board_id, card_id=there.id, member_id=me))
    await world.sync()
    [there] = await world.service.boards.cards(world.board_id)
    assert there.id_members == ()
