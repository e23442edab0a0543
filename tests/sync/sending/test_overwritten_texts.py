"""A text that a change of ours has replaced, though neither program saw the other's: it is kept, and told once."""

import pytest

from tests.stories.world import World
from tui.model.writes.cards import UpdateCard
from tui.model.writes.lists import UpdateList
from tui.sync import push
from tui.sync.sending.contested import Remaining


@pytest.fixture
def looked_too_early(monkeypatch):
    """The look before a change was before somebody else's change, as of programs that come back at once."""

    async def remaining(row, _client):
        return Remaining(row.write)

    monkeypatch.setattr(push, "remaining", remaining)


async def known(world: World) -> str:
    world.card("Flour")
    await world.sync()
    await world.session.puller.keep(world.board_id, None)
    return world.named("Flour")


def rename(world: World, card: str, to: str) -> UpdateCard:
    return UpdateCard(board_id=world.board_id, card_id=card, name=to)


@pytest.mark.usefixtures("looked_too_early")
async def test_the_text_of_a_colleague_that_was_replaced_is_kept_with_their_name(world: World) -> None:
    card, bo = await known(world), await world.colleague("Bo Example")
    world.do(rename(world, card, "Rye"))
    await bo.cards.update(card, name="Wheat")
    await world.sync()
    await world.session.puller.keep(world.board_id, None)
    [conflict] = world.store.conflicts.all()
    assert (conflict.field, conflict.base, conflict.mine, conflict.theirs) == (
        "title",
        "Flour",
        "Rye",
        "Wheat",
    )
    assert (conflict.chosen, conflict.who) == ("mine", "Bo Example")
    assert (await world.service.cards.get(card)).name == "Rye"
    await world.session.puller.pull_board(world.board_id)
    await world.session.puller.keep(world.board_id, None)
    assert len(world.store.conflicts.all()) == 1


@pytest.mark.usefixtures("looked_too_early")
async def test_the_name_of_a_list_from_another_window_of_the_same_person_is_kept(world: World) -> None:
    await known(world)
    world.do(UpdateList(board_id=world.board_id, list_id=world.first, name="Mine"))
    await world.service.lists.update(world.first, name="From the web")
    await world.sync()
    await world.session.puller.keep(world.board_id, None)
    [conflict] = world.store.conflicts.all()
    assert (conflict.mine, conflict.theirs, conflict.who) == ("Mine", "From the web", "")


async def test_changes_that_were_seen_are_no_conflict(world: World) -> None:
    card, bo = await known(world), await world.colleague("Bo Example")
    for name in ("Rye", "Spelt"):
        world.do(rename(world, card, name))
        await world.sync()
    await bo.cards.update(card, name="Wheat")
    await world.session.puller.keep(world.board_id, None)
    world.do(rename(world, card, "Spelt"))
    await world.sync()
    await world.session.puller.keep(world.board_id, None)
    assert world.store.conflicts.all() == []


async def test_a_text_that_was_merged_is_no_conflict(world: World) -> None:
    card, bo = await known(world), await world.colleague("Bo Example")
    world.do(UpdateCard(board_id=world.board_id, card_id=card, desc="rye\n\nwheat\n\nspelt"))
    await world.sync()
    await world.session.puller.keep(world.board_id, None)
    world.do(UpdateCard(board_id=world.board_id, card_id=card, desc="rye\n\nwheat\n\nspelt, two sacks"))
    await bo.cards.update(card, desc="rye, one sack\n\nwheat\n\nspelt")
    await world.sync()
    await world.session.puller.keep(world.board_id, None)
    assert (await world.service.cards.get(card)).desc == "rye, one sack\n\nwheat\n\nspelt, two sacks"
    assert world.store.conflicts.all() == []
