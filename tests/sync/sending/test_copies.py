"""Cards, lists and boards copied."""

from collections.abc import Callable

import pytest

from tests.stories.world import World
from tui.model.values.scalars import new_local_id
from tui.model.writes.boards import CompleteBoardCopy, CopyBoard
from tui.model.writes.cards import CopyCard, UpdateCard
from tui.model.writes.lists import CompleteListCopy, CopyList

Copy = Callable[[World], str]


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


def copy_list(world: World) -> str:
    """Copy the first list."""
    made = new_local_id()
    world.do(
        CopyList(board_id=world.board_id, list_id=made, source_id=world.first, name="To Do again", pos=9e6)
    )
    return made


def copy_board(world: World, *, cards: bool = True) -> str:
    """Copy the board."""
    made, home = new_local_id(), world.store.boards.get(world.board_id)
    assert home is not None
    world.do(
        CopyBoard(
            board_id=made,
            source_id=world.board_id,
            name="Leads again",
            cards=cards,
            organization_id=home.id_organization,
        )
    )
    return made


async def test_a_list_is_copied_with_what_waits_for_its_cards_and_the_copy_is_archived_by_undo(
    world: World,
) -> None:
    card = await known_card(world)
    world.wire.plugged = False
    world.do(UpdateCard(board_id=world.board_id, card_id=card, name="Ana Ray"))
    world.card("Ben", pos=2.0)
    made = copy_list(world)
    assert world.store.lists.of_board(world.board_id)[-1].name == "To Do again", "shown, without cards"
    world.wire.plugged = True
    await world.sync()
    copied = world.store.current_id(made)
    assert [name for ident, name in world.here() if ident == copied] == ["Ana Ray", "Ben"]
    assert world.session.pusher.worth_a_look, "checklists and comments of the cards are still to be read"
    world.store.writes.undo().result()
    await world.sync()
    assert copied not in {one.id for one in await world.service.boards.lists(world.board_id)}


async def test_a_copied_list_whose_cards_cannot_be_read_is_there_once_and_they_are_owed(world: World) -> None:
    await known_card(world)
    world.wire.fail("500", "GET", "/cards", times=9)
    copied = copy_list(world)
    await world.sync()
    world.wire.faults.clear()
    await world.session.puller.keep(world.board_id, None)
    assert [name for ident, name in world.here() if ident == world.store.current_id(copied)] == ["Ana Lee"]
    assert world.wire.count("POST", "/lists") == 1


@pytest.mark.parametrize("cards", [True, False])
async def test_a_board_is_copied_after_what_waits_for_it_and_closed_by_undo(
    world: World, *, cards: bool
) -> None:
    world.wire.plugged = False
    world.card("Ana Lee")
    made = copy_board(world, cards=cards)
    shown = world.store.boards.get(made)
    assert shown is not None
    assert (shown.name, shown.source_id) == ("Leads again", world.board_id)
    world.wire.plugged = True
    await world.sync()
    copied = world.store.boards.get(made)
    assert copied is not None
    assert (copied.source_id, copied.id_organization) == (world.board_id, shown.id_organization)
    assert [one.name for one in await world.service.boards.cards(copied.id)] == ["Ana Lee"] * cards
    assert [one.name for one in await world.service.boards.lists(copied.id)] == ["To Do", "Doing", "Done"]
    await world.session.puller.keep(copied.id, None)
    world.store.writes.undo(copied.id).result()
    await world.sync()
    assert (await world.service.boards.get(copied.id)).closed


@pytest.mark.parametrize("fault", ["drop response", "500 after"])
@pytest.mark.parametrize("copy", [copy_list, copy_board])
async def test_a_copy_whose_answer_is_lost_is_recognised(hosted: World, copy: Copy, fault: str) -> None:
    await known_card(hosted)
    hosted.wire.fail(fault, "POST")
    made = copy(hosted)
    await hosted.sync()
    lists = [one.name for one in await hosted.service.boards.lists(hosted.board_id)]
    boards = [one.name for one in await hosted.service.boards.mine()]
    assert lists.count("To Do again") + boards.count("Leads again") == 1
    assert hosted.store.current_id(made) != made
    assert hosted.waiting() == 0


async def with_limit_and_template(world: World) -> None:
    """Limit the first list, and make the later of two cards of one name a template."""
    await world.service.lists.update(world.first, soft_limit=3)
    for pos in (1.0, 2.0):
        world.card("Standup", pos=pos)
    await world.sync()
    second = next(card for card in await world.service.boards.cards(world.board_id) if card.pos == 2.0)
    await world.service.cards.update(second.id, is_template=True)


async def limits_and_templates(world: World, board: str, made: str = "") -> tuple[list[object], list[float]]:
    """Return the limits of the copied lists, and the places of the cards that are templates."""
    lists = [one for one in await world.service.boards.lists(board) if made in {"", one.id}]
    cards = [one for one in await world.service.boards.cards(board) if made in {"", one.id_list}]
    return [one.soft_limit for one in lists], [one.pos for one in cards if one.is_template]


@pytest.mark.parametrize("fault", ["", "drop response"])
async def test_limits_and_templates_of_a_board_are_taken_over_once(hosted: World, fault: str) -> None:
    await with_limit_and_template(hosted)
    if fault:
        hosted.wire.fail(fault, "POST", "/boards")
        hosted.wire.fail(fault, "PUT", "/softLimit")
    made = copy_board(hosted)
    hosted.do(CompleteBoardCopy(board_id=made, source_id=hosted.board_id))
    await hosted.sync()
    copied = hosted.store.current_id(made)
    assert await limits_and_templates(hosted, copied) == ([3, None, None], [2.0])
    await hosted.service.lists.update((await hosted.service.boards.lists(copied))[0].id, soft_limit=5)
    hosted.do(CompleteBoardCopy(board_id=copied, source_id=hosted.board_id))
    await hosted.sync()
    assert await limits_and_templates(hosted, copied) == ([5, None, None], [2.0]), "what is set stays"
    assert hosted.waiting() == 0


async def test_a_board_that_was_copied_without_cards_has_the_limits(world: World) -> None:
    await with_limit_and_template(world)
    made = copy_board(world, cards=False)
    world.do(CompleteBoardCopy(board_id=made, source_id=world.board_id, cards=False))
    await world.sync()
    assert await limits_and_templates(world, world.store.current_id(made)) == ([3, None, None], [])


@pytest.mark.parametrize("fault", ["", "drop response"])
async def test_the_limit_and_templates_of_a_list_are_taken_over(hosted: World, fault: str) -> None:
    await with_limit_and_template(hosted)
    if fault:
        hosted.wire.fail(fault, "POST", "/lists")
    made = copy_list(hosted)
    hosted.do(CompleteListCopy(board_id=hosted.board_id, list_id=made, source_id=hosted.first))
    await hosted.sync()
    copied = hosted.store.current_id(made)
    assert await limits_and_templates(hosted, hosted.board_id, copied) == ([3], [2.0])
    [shown] = [one for one in hosted.store.lists.of_board(hosted.board_id) if one.id == copied]
    assert shown.soft_limit == 3


async def test_a_guest_of_a_workspace_copies_its_board_into_their_own(world: World) -> None:
    made, elsewhere = new_local_id(), "5fc7b7c4" + "0" * 16
    world.do(
        CopyBoard(board_id=made, source_id=world.board_id, name="Mine", organization_id=elsewhere),
    )
    await world.sync()
    copied = world.store.boards.get(made)
    assert copied is not None
    assert copied.id_organization not in {None, elsewhere}
