"""Who else has just changed cards: told to the screens, and no more than that."""

from tests.stories.world import World
from tui.model.change import Change


async def changes_of(world: World) -> list[Change]:
    heard: list[Change] = []
    stop = world.store.feed.subscribe(heard.append)
    await world.session.puller.keep(world.board_id, None)
    stop()
    return [change for change in heard if change.by]


async def test_what_a_colleague_changed_has_their_name(world: World) -> None:
    card = world.card("Flour")
    await world.sync()
    ana = await world.colleague("Ana Reid")
    await world.session.puller.keep(world.board_id, None)
    await ana.cards.update(world.named("Flour"), name="Rye flour")
    world.clock.advance(55)
    [told] = await changes_of(world)
    assert dict(told.by) == {world.named("Rye flour"): "Ana Reid"}
    assert told.board_ids == {world.board_id}
    assert card


async def test_what_the_account_did_itself_elsewhere_or_others_long_ago_is_not_told(world: World) -> None:
    world.card("Flour")
    await world.sync()
    ana = await world.colleague("Ana Reid")
    await world.session.puller.keep(world.board_id, None)
    await world.service.cards.update(world.named("Flour"), name="Rye")
    assert await changes_of(world) == []
    await ana.cards.update(world.named("Rye"), name="Wheat")
    world.clock.advance(65)
    assert await changes_of(world) == []
    assert world.named("Wheat")
