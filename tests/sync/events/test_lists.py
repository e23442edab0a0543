"""An event that names a card and no list is given the list the card is in now."""

from datetime import UTC, datetime

import pytest

from tests.stories.world import World
from tui.errors import ServerFault
from tui.model.event import Event
from tui.model.values.scalars import Json
from tui.sync.events.lists import with_lists

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
NOWHERE = "5f" * 12


def event(**data: Json) -> Event:
    return Event(id="e", type="commentCard", at=NOW, data={**data, "text": "hello"})


async def card(world: World) -> str:
    """A card in the second list."""
    made = await world.past_the_wire("POST", "/1/cards", {"idList": world.second, "name": "Ring Ana"})
    return str(made["id"])


async def test_cards_are_asked_for_once_each(world: World) -> None:
    one, two = await card(world), await card(world)
    events = [event(card={"id": ident}) for ident in (one, two, one)]
    found = await with_lists(events, world.session.client)
    assert [each.ident("list") for each in found] == [world.second] * 3
    assert [each.data["text"] for each in found] == ["hello"] * 3
    assert world.wire.count("GET", "/cards/") == 2


@pytest.mark.parametrize("list_name", ["list", "listAfter"])
async def test_an_event_that_names_its_list_is_left_as_it_is(world: World, list_name: str) -> None:
    told = [event(card={"id": NOWHERE}, **{list_name: {"id": world.first}}), event(board={"id": "b"})]
    assert await with_lists(told, world.session.client) == told
    assert world.wire.seen == []


async def test_a_card_that_is_gone_is_in_no_list(world: World) -> None:
    told = [event(card={"id": NOWHERE}), event(card={"id": NOWHERE})]
    assert await with_lists(told, world.session.client) == told
    assert world.wire.count("GET", "/cards/") == 1


async def test_a_service_that_fails_is_no_card_that_is_gone(world: World) -> None:
    world.wire.fail("500", "GET", "/cards/", times=9)
    with pytest.raises(ServerFault):
        await with_lists([event(card={"id": await card(world)})], world.session.client)
