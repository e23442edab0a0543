"""Pulling: what one look at the service does where something on it can not be read."""

import httpx
import pytest

from tests.stories.world import World


async def test_a_card_that_is_hidden_keeps_nothing_else_from_being_read(world: World) -> None:
    world.card("Hidden")
    world.card("Flour", pos=2)
    await world.sync()
    hidden, flour = world.named("Hidden"), world.named("Flour")
    carry = world.wire._carry

    async def hide(request: httpx.Request) -> httpx.Response:
        if hidden in request.url.path:
            return httpx.Response(401, text="unauthorized permission requested")
        return await carry(request)

    world.wire._carry = hide  # type: ignore[method-assign]
    for ident in (flour, hidden):
        await world.service.cards.update(ident, name="Changed elsewhere")
    # It is the card that is open, and one that the feed tells of.
    await world.session.puller.keep(world.board_id, hidden)
    assert world.named("Changed elsewhere") == flour
    # The word of whoever stands between takes nothing away.
    assert world.named("Hidden") == hidden


@pytest.mark.parametrize(("changed", "alone"), [(40, 40), (41, 0)])
async def test_up_to_forty_cards_that_changed_are_read_one_by_one(
    world: World, changed: int, alone: int
) -> None:
    for number in range(changed):
        await world.service.cards.create(
            list_id=world.first, name=f"{number}", pos=number + 1.0, idempotency_key=f"card {number}"
        )
    await world.session.puller.pull_changes(world.board_id)
    assert world.wire.count("GET", "/1/cards/") == alone
    assert len(world.here()) == changed


@pytest.mark.parametrize("shown", [True, False])
async def test_only_a_board_that_is_shown_is_read_list_by_list(world: World, shown: bool) -> None:
    made = await world.service.boards.create(name="Another", idempotency_key="another")
    before = len(world.wire.seen)
    await world.session.puller.pull_board(made.id, shown=shown)
    asked = [path for _, path in world.wire.seen[before:]]
    assert any("/lists/" in path for path in asked) == shown


async def test_what_was_read_is_not_read_again(world: World) -> None:
    await world.service.cards.create(list_id=world.first, name="Ring Ana", pos=1.0, idempotency_key="card")
    await world.session.puller.pull_changes(world.board_id)
    assert world.wire.count("GET", "/1/cards/") == 1
    world.wire.seen.clear()
    await world.session.puller.pull_changes(world.board_id)
    assert world.wire.count("GET", "/1/cards/") == 0
    assert world.wire.count("GET", f"/1/boards/{world.board_id}/cards") == 0


async def test_a_board_that_is_looked_at_again_is_not_taken_for_one_that_is_lost(world: World) -> None:
    await world.session.puller.account.read()
    assert not await world.session.puller.account.access.is_gone(world.board_id)
    assert not world.store.boards.lost(world.board_id)
    world.wire.fail("not ours", "GET", f"/1/boards/{world.board_id}")
    assert not await world.session.puller.account.access.is_gone(world.board_id)
    assert world.store.boards.lost(world.board_id)
    world.wire.seen.clear()
    assert not await world.session.puller.account.access.is_gone(world.board_id)
    assert world.wire.seen == [], "it is known"
