"""Nothing is lost while nobody asks, nothing is told twice, and a quiet board costs one request."""

from functools import partial

import pytest

from tests.stories.world import World
from tests.sync.events.desk import Desk
from tui.errors import RemoteError
from tui.model.event import NOTIFICATION
from tui.sync.events import boards
from tui.sync.events.interest import Interest
from tui.triggers.catalogue import named

EVERYTHING = Interest.of([named("New Board Activity")(), named("Card Due Date Reminder")()])


@pytest.fixture(params=[False, True], ids=["ours", "hosted"])
async def desk(request: pytest.FixtureRequest, world: World) -> Desk:
    world.wire.hosted = request.param
    made = Desk(world)
    await made.set_up()
    assert await world.session.events.poller.look(EVERYTHING) == []
    world.clock.advance(60)
    return made


async def types(desk: Desk) -> list[str]:
    return [one.event.type for one in await desk.world.session.events.poller.look(EVERYTHING)]


async def test_a_quiet_account_costs_one_request(desk: Desk) -> None:
    await types(desk)
    desk.world.wire.seen.clear()
    assert await types(desk) == []
    assert [path for _, path in desk.world.wire.seen] == ["/1/members/me/boards"]


async def test_what_happened_while_the_program_was_off_is_told_once(desk: Desk) -> None:
    world = desk.world
    await desk.call("PUT", "/1/cards/{card}", name="renamed")
    world.crash()
    await desk.call("POST", "/1/cards/{card}/idLabels", value="{label}")
    await world.restart()
    assert sorted(await types(desk)) == ["addLabelToCard", "updateCard"]
    world.crash()
    assert await types(desk) == []


async def test_what_happens_between_the_start_of_a_watch_and_its_first_look_is_told_once(
    world: World,
) -> None:
    desk = Desk(world)
    await desk.set_up()
    begun = world.clock.now()
    everything = Interest.of(
        [named(name)() for name in ("New Board Activity", "New Board", "New Notification")]
    )
    world.clock.advance(0.01)
    await desk.call("PUT", "/1/cards/{card}", name="renamed")
    await desk.make("new", "POST", "/1/boards", name="New", idOrganization="{workspace}")
    colleague = await world.colleague("Ben Oki")
    me = await desk.call("GET", "/1/members/me")
    await colleague.cards.add_comment(desk.things["card"], f"@{me['username']}", idempotency_key="hello")
    look = partial(world.session.events.poller.look, everything, begun=begun)
    told = {one.event.type for one in await look()}
    assert told >= {"updateCard", "createBoard", "commentCard", NOTIFICATION}
    assert await look() == []


async def test_a_look_that_fails_half_way_is_made_again(desk: Desk) -> None:
    world = desk.world
    await desk.call("PUT", "/1/cards/{card}", name="renamed")
    await desk.call("PUT", "/1/cards/{far_card}", name="renamed")
    for part in ("/log", "/actions", "/cards", "/labels", "/checklists"):
        world.wire.fail("500", "GET", part)
    told: list[str] = []
    for _ in range(9):
        try:
            told += await types(desk)
        except RemoteError:
            # What was kept of it is told all the same.
            continue
    assert [one.event.type for one in world.store.events.after(0)] == ["updateCard", "updateCard"]


async def test_more_than_a_page_is_read_to_its_end(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "PAGE", 3)
    names = [f"name {n}" for n in range(10)]
    for name in names:
        await desk.call("PUT", "/1/cards/{card}", name=name)
    found = await desk.world.session.events.poller.look(EVERYTHING)
    assert [one.event.data["card"]["name"] for one in found] == names


async def test_a_board_that_is_taken_away_costs_the_others_nothing(desk: Desk) -> None:
    world = desk.world
    await desk.call("PUT", "/1/cards/{card}", name="renamed")
    world.wire.fail("403", "GET", f"/1/boards/{desk.things['elsewhere']}", times=99)
    await desk.call("PUT", "/1/cards/{far_card}", name="renamed")
    assert await types(desk) == ["updateCard"]


async def test_labels_of_a_new_card_are_told_and_those_of_a_copy_are_not(desk: Desk) -> None:
    await desk.make("new", "POST", "/1/cards", idList="{first}", name="new", idLabels="{worn}")
    assert sorted(await types(desk)) == ["addLabelToCard", "createCard"]
    await desk.make(
        "copy", "POST", "/1/cards", idList="{first}", idCardSource="{new}", keepFromSource="labels"
    )
    assert await types(desk) == ["copyCard"]


async def test_what_is_deleted_takes_its_parts_along_in_silence(desk: Desk) -> None:
    await desk.call("DELETE", "/1/cards/{card}")
    assert await types(desk) == ["deleteCard"]
    await desk.call("DELETE", "/1/labels/{label}")
    assert await types(desk) == ["deleteLabel"]


async def test_history_is_read_and_not_logged(desk: Desk) -> None:
    world, since = desk.world, desk.world.clock.now()
    world.clock.advance(2)
    await desk.call("PUT", "/1/cards/{card}", name="renamed")
    found = await world.session.events.poller.history(EVERYTHING, since)
    assert [event.type for event in found] == ["updateCard"]
    assert world.store.events.last() == 0
    assert await types(desk) == ["updateCard"]
