"""Webhook messages become events: each once, and what would do harm only when the service says so too."""

import pytest

from tests.stories.world import World
from tests.sync.events.desk import Desk
from tui.errors import RemoteError
from tui.model.values.scalars import format_instant
from tui.sync.events.interest import Interest
from tui.sync.webhook import Message
from tui.triggers.cards import CardUpdatedTrigger
from tui.triggers.catalogue import named


@pytest.fixture
def desk(at_work: Desk) -> Desk:
    at_work.world.session.events.messages.interest = Interest.of([named("New Board Activity")()])
    return at_work


def message(world: World, number: int = 1, kind: str = "updateCard", *, late: bool = False) -> Message:
    ident = f"{number:024x}"
    about = {"card": {"id": "c" * 24}, "board": {"id": world.board_id}, "old": {"name": "x"}}
    date = format_instant(world.clock.now())
    return Message({"id": ident, "type": kind, "date": date, "data": about}, world.board_id, late)


async def test_a_message_is_dropped_while_no_trigger_is_set(desk: Desk) -> None:
    messages = desk.world.session.events.messages
    messages.interest = None
    messages.receive(message(desk.world))
    assert not messages.arrived.is_set()
    assert await messages.log() == []


async def test_what_would_delete_something_is_asked_of_the_service(desk: Desk) -> None:
    messages = desk.world.session.events.messages
    messages.receive(message(desk.world, 1, "deleteLabel"))
    messages.receive(message(desk.world, 2, "removeMemberFromBoard"))
    assert await messages.log() == [], "the service knows of neither"
    await desk.call("DELETE", "/1/labels/{label}")
    await desk.send_messages()
    assert [one.event.type for one in await messages.log()] == ["deleteLabel"]


async def test_what_comes_late_is_asked_of_the_service(desk: Desk) -> None:
    messages = desk.world.session.events.messages
    messages.receive(message(desk.world, late=True))
    assert await messages.log() == []
    assert desk.world.wire.count("GET", "/1/actions/") == 1


async def test_a_message_waits_while_the_service_cannot_be_asked(desk: Desk) -> None:
    world, messages = desk.world, desk.world.session.events.messages
    await desk.call("DELETE", "/1/labels/{label}")
    messages.receive(message(world, 1))
    await desk.send_messages()
    world.wire.plugged = False
    with pytest.raises(RemoteError):
        await messages.log()
    assert messages.arrived.is_set()
    world.wire.plugged = True
    kinds = [one.event.type for one in await messages.log()]
    assert kinds == ["deleteLabel"]
    assert [one.event.type for one in world.store.events.after(0)] == ["updateCard", "deleteLabel"]


async def test_a_message_waits_while_the_list_of_its_card_cannot_be_asked_for(desk: Desk) -> None:
    world, messages = desk.world, desk.world.session.events.messages
    messages.interest = Interest.of([CardUpdatedTrigger(lists=frozenset({world.first}))])
    for number in (1, 2):
        messages.receive(message(world, number))
    world.wire.plugged = False
    with pytest.raises(RemoteError):
        await messages.log()
    world.wire.plugged = True
    assert [one.event.id[-1] for one in await messages.log()] == ["1", "2"]


async def test_what_is_no_action_harms_nothing(desk: Desk) -> None:
    messages = desk.world.session.events.messages
    good = message(desk.world)
    messages.receive(Message({"id": "f" * 24, "date": good.action["date"]}, desk.world.board_id, late=False))
    messages.receive(Message({**good.action, "data": [1], "type": 7}, desk.world.board_id, late=False))
    messages.receive(good)
    assert "1".rjust(24, "0") in {one.event.id for one in await messages.log()}


# Several times what one transaction takes; `make faults` tries the promised ten thousand.
@pytest.mark.parametrize("burst", [2_500, pytest.param(10_000, marks=pytest.mark.slow_fault)])
async def test_a_burst_of_messages_is_as_many_events(desk: Desk, burst: int) -> None:
    world, messages = desk.world, desk.world.session.events.messages
    for number in range(burst):
        messages.receive(message(world, number))
        # As the service does when it has had no answer.
        messages.receive(message(world, number // 2))
        if number % 500 == 499:
            await messages.log()
    logged, place = [], 0
    while some := world.store.events.after(place):
        logged += [one.event.id for one in some]
        place = some[-1].seq
    assert logged == [f"{number:024x}" for number in range(burst)]
    assert world.wire.seen == [], "no request was sent for them"


async def test_a_message_that_waits_for_the_service_keeps_the_list_of_its_card(desk: Desk) -> None:
    """A later message of the batch cannot be confirmed: the earlier ones still name the list of their card."""
    world, messages = desk.world, desk.world.session.events.messages
    messages.interest = Interest.of([CardUpdatedTrigger(lists=frozenset({world.first}))])
    await desk.call("PUT", "/1/cards/{card}", name="renamed")
    await desk.call("DELETE", "/1/labels/{label}")
    await desk.send_messages()
    world.wire.plugged = False
    with pytest.raises(RemoteError):
        await messages.log()
    world.wire.plugged = True
    await messages.log()
    renamed = [one.event for one in world.store.events.after(0) if one.event.type == "updateCard"]
    assert [one.lists for one in renamed] == [frozenset({world.first})]
