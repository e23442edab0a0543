"""What happened on the account's boards, for triggers."""

import asyncio
from datetime import timedelta

import pytest

from tests.services.conftest import House
from tui.model.event import Event
from tui.triggers.cards import CardMovedTrigger
from tui.triggers.catalogue import named

ACTIVITY = [named("New Board Activity")()]


@pytest.fixture
async def watched(house: House) -> House:
    """The house, with a first look made."""
    await house.workspace.events.look(ACTIVITY)
    house.clock.advance(1)
    return house


async def happened(house: House, name: str = "Ana") -> str:
    """Let somebody make a card."""
    return await house.make("/cards", idList=house.lists[0], name=name)


async def test_a_look_logs_what_happened_since_the_last(watched: House) -> None:
    events = watched.workspace.events
    place = events.last()
    card = await happened(watched)
    assert events.after(place) == []
    await events.look(ACTIVITY)
    (logged,) = events.after(place)
    assert (logged.event.type, logged.event.ident("card"), logged.seq) == ("createCard", card, events.last())
    await events.look(ACTIVITY)
    assert events.last() == logged.seq


async def test_history_is_read_and_not_logged(watched: House) -> None:
    events, since = watched.workspace.events, watched.clock.now() - timedelta(hours=1)
    card = await happened(watched)
    place = events.last()
    assert card in [one.ident("card") for one in await events.history(ACTIVITY, since)]
    assert events.last() == place


async def test_events_are_streamed_from_a_place_on_and_go_on_coming(watched: House) -> None:
    events = watched.workspace.events
    place = events.last()
    first = await happened(watched, "first")
    await events.look(ACTIVITY)
    stream = events.pages(place)
    assert [one.event.ident("card") for one in await anext(stream)] == [first]
    waiting = asyncio.ensure_future(anext(stream))
    second = await happened(watched, "second")
    await events.look(ACTIVITY)
    assert [one.event.ident("card") for one in await asyncio.wait_for(waiting, 20)] == [second]


async def test_how_far_events_were_told_is_kept_for_each_choice_of_triggers(watched: House) -> None:
    events = watched.workspace.events
    first, second = "a" * 24, "b" * 24
    kind = CardMovedTrigger
    assert events.watched_up_to([kind(to_lists=frozenset({first, second}))]) is None
    await events.note_watched([kind(to_lists=frozenset({first, second})), *ACTIVITY], 7)
    assert events.watched_up_to([*ACTIVITY, kind(to_lists=frozenset({second, first}))]) == 7
    for other in (kind(to_lists=frozenset({first})), kind(from_lists=frozenset({first, second})), kind()):
        assert events.watched_up_to([*ACTIVITY, other]) is None


async def test_the_card_of_an_event_is_told_as_it_is_now(watched: House) -> None:
    events = watched.workspace.events
    card = await happened(watched)
    event = Event(id="e", type="createCard", at=watched.clock.now(), data={"card": {"id": card}})
    assert (await watched.http.put(f"/cards/{card}", data={"name": "Ana Reid"})).status_code == 200
    told = await events.card(event)
    assert told is not None
    assert told["name"] == "Ana Reid"


async def test_an_event_about_no_card_has_none_and_so_has_one_whose_card_is_gone(watched: House) -> None:
    events, now = watched.workspace.events, watched.clock.now()
    assert await events.card(Event(id="e", type="createLabel", at=now)) is None
    gone = Event(id="e", type="createCard", at=now, data={"card": {"id": "f" * 24}})
    assert await events.card(gone) is None


async def test_without_the_service_the_card_is_the_one_that_is_known(watched: House) -> None:
    card = await happened(watched)
    await watched.workspace.boards.pull(watched.board_id)
    watched.clock.advance(60)
    event = Event(id="e", type="updateCard", at=watched.clock.now(), data={"card": {"id": card}})
    watched.wire.fail("404", "GET", f"/cards/{card}", times=9)
    told = await watched.workspace.events.card(event)
    assert told is not None
    assert told["name"] == "Ana"
