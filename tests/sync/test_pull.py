"""Pulling: what one look at the service does where something on it can not be read."""

import httpx

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
