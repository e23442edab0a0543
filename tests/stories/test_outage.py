"""In an outage nothing is called synced while something waits; also when only writes fail."""

from tests.stories.world import World


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
    hosted.wire.fail("drop response", "POST")
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
