"""In an outage nothing is called synced while something waits; also when only writes fail."""

from tests.stories.world import World
from tui.model.values.scalars import new_local_id
from tui.model.writes.checklists import CreateChecklist
from tui.sync.sending.base import SETTLE


async def test_while_a_write_fails_and_readings_do_not_it_is_not_synced(world: World) -> None:
    world.status.note("sync", "synced")
    world.wire.fail("503", "POST", times=6)
    world.card("Ana Lee")
    said: list[str] = []
    while world.waiting():
        wait = await world.session.pusher.push()
        said.append(world.status.read().state)
        # The board is read meanwhile, and that works.
        await world.session.puller.keep(world.board_id, None)
        world.status.note("pull", "synced")
        world.session.pusher.reachable()
        said.append(world.status.read().state)
        world.clock.advance(min(wait or 1.0, 1.0))
    assert set(said[:-2]) == {"offline"}
    assert said[-1] == "synced"


async def test_a_create_whose_answer_was_lost_waits_but_the_service_is_not_offline(hosted: World) -> None:
    hosted.status.note("sync", "synced")
    hosted.wire.fail("hold request", "POST")
    hosted.card("Ana Lee")
    await hosted.session.pusher.push()
    assert hosted.status.read().state == "offline"
    await hosted.session.puller.keep(hosted.board_id, None)
    assert hosted.session.pusher.note_other_answer()
    assert not hosted.session.pusher.note_other_answer()
    hosted.status.answered()
    hosted.status.note("pull", "synced")
    await hosted.session.pusher.push()
    assert hosted.waiting() == 1, "it may still arrive, and is looked for later"
    assert hosted.status.read().state == "sending"


async def test_a_card_whose_answer_was_lost_is_found_at_once_and_never_stands_there_twice(
    hosted: World,
) -> None:
    hosted.wire.fail("drop response", "POST", "/cards")
    hosted.card("Ana Lee")
    await hosted.session.pusher.push()
    assert hosted.waiting() == 1
    hosted.session.pusher.resume()  # the line is back
    await hosted.session.pusher.push()
    await hosted.session.puller.pull_board(hosted.board_id)
    assert (hosted.waiting(), [name for _, name in hosted.here()]) == (0, ["Ana Lee"])
    assert [name for _, name in await hosted.there()] == ["Ana Lee"]


async def test_a_card_that_arrives_after_the_first_look_is_found_when_nothing_can_arrive_any_more(
    hosted: World,
) -> None:
    hosted.wire.fail("hold request", "POST", "/cards")
    hosted.card("Ana Lee")
    await hosted.session.pusher.push()
    hosted.session.pusher.resume()
    assert await hosted.session.pusher.push() == SETTLE
    await hosted.wire.let_go()
    hosted.clock.advance(SETTLE - 1)
    await hosted.session.pusher.push()
    assert hosted.waiting() == 1, "looked for twice, not at each turn"
    hosted.clock.advance(1)
    await hosted.session.pusher.push()
    assert hosted.waiting() == 0
    assert [name for _, name in await hosted.there()] == ["Ana Lee"]


async def test_a_lost_checklist_of_a_card_that_was_deleted_holds_nothing_up(hosted: World) -> None:
    card = await hosted.service.cards.create(
        list_id=hosted.first, name="Old", pos=1.0, desc="", idempotency_key="k"
    )
    await hosted.session.puller.pull_board(hosted.board_id)
    hosted.wire.fail("drop response", "POST", "/checklists")
    hosted.do(
        CreateChecklist(
            board_id=hosted.board_id, card_id=card.id, checklist_id=new_local_id(), name="Steps", pos=1.0
        )
    )
    await hosted.session.pusher.push()
    await hosted.service.cards.delete(card.id)  # by a colleague
    hosted.card("Ana Lee")
    for _ in range(2):
        hosted.clock.advance(await hosted.session.pusher.push() or 0.0)
    assert "Ana Lee" in [name for _, name in await hosted.there()]
    assert hosted.store.outbox.in_state("uncertain") == []


async def test_a_look_that_fails_is_not_tried_again_in_each_push(hosted: World) -> None:
    hosted.wire.fail("drop response", "POST", "/cards")
    hosted.card("Lost")
    await hosted.session.pusher.push()
    hosted.card("Ana Lee", 2.0)
    hosted.wire.fail("500", "GET", "/actions", times=99)
    looks = list[int]()
    for _ in range(3):
        hosted.clock.advance(await hosted.session.pusher.push() or 0.0)
        looks.append(hosted.wire.count("GET", "/actions"))
    assert "Ana Lee" in [name for _, name in await hosted.there()]
    assert looks[-2] == looks[-1] > 0
