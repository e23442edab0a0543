"""Cards copied."""

from tests.stories.world import World
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CopyCard, UpdateCard


async def known_card(world: World, name: str = "Ana Lee") -> str:
    world.card(name)
    await world.sync()
    return world.named(name)


def do_copy(world: World, card: str, copy: str) -> None:
    """Copy a card to the second list, as Ana again."""
    world.do(
        CopyCard(
            board_id=world.board_id,
            card_id=copy,
            source_id=card,
            list_id=world.second,
            name="Ana again",
            pos=3.0,
        )
    )


async def test_a_card_is_copied_offline_and_the_copy_is_undone(world: World) -> None:
    card = await known_card(world)
    world.wire.plugged = False
    copy = new_local_id()
    do_copy(world, card, copy)
    shown = world.store.cards.get(copy)
    assert shown is not None
    assert shown.name == "Ana again"
    await world.restart()
    world.wire.plugged = True
    await world.sync()
    assert (world.second, "Ana again") in await world.there()
    world.store.writes.undo().result()
    await world.sync()
    assert (world.second, "Ana again") not in await world.there()


async def test_a_copy_waits_for_what_was_written_to_its_source(world: World) -> None:
    card = await known_card(world)
    copy = new_local_id()
    world.do(UpdateCard(board_id=world.board_id, card_id=card, desc="met at the fair"))
    do_copy(world, card, copy)
    await world.sync()
    assert (await world.service.cards.get(world.named("Ana again"))).desc == "met at the fair"


async def test_a_lost_answer_to_a_copy_makes_it_once(hosted: World) -> None:
    card = await known_card(hosted)
    hosted.wire.fail("drop response", "POST", "/cards")
    do_copy(hosted, card, new_local_id())
    await hosted.sync()
    assert (await hosted.there()).count((hosted.second, "Ana again")) == 1
    assert hosted.waiting() == 0


async def test_what_was_said_of_a_template_stays_there_and_its_checklists_come_along(world: World) -> None:
    card = await known_card(world)
    await world.service.cards.add_comment(card, "never forget the deposit", idempotency_key="said")
    await world.service.checklists.create(card_id=card, name="Steps", pos=1, idempotency_key="steps")
    await world.sync()
    for name, comments in (("With", True), ("Without", False)):
        world.do(
            CopyCard(
                board_id=world.board_id,
                card_id=new_local_id(),
                source_id=card,
                list_id=world.second,
                name=name,
                pos=3.0,
                comments=comments,
            )
        )
    await world.sync()
    for name, said in (("With", 1), ("Without", 0)):
        made = await world.service.cards.get(world.named(name))
        assert (made.badges.comments, len(made.id_checklists)) == (said, 1), name
