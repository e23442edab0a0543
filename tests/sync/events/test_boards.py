"""Nothing is lost while nobody asks, nothing is told twice, and a quiet board costs one request."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from tests.stories.world import World
from tests.sync.events.desk import Desk
from tui.api.board.resource import Page
from tui.clock import ManualClock
from tui.errors import NotFound, RemoteError
from tui.model.action import Action
from tui.model.board import Board
from tui.model.card import Card
from tui.model.event import CARD_DUE, NOTIFICATION
from tui.model.values.scalars import format_instant
from tui.store.opening import open_store
from tui.sync.events import boards
from tui.sync.events.interest import Interest
from tui.triggers.catalogue import named

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.model.checklist import Checklist
    from tui.model.label import Label
    from tui.model.member import Membership

B = "b" * 24
EVERYTHING = Interest.of([named("New Board Activity")(), named("Card Due Date Reminder")()])


@pytest.fixture(params=[False, True], ids=["ours", "hosted"])
async def desk(request: pytest.FixtureRequest, at_work: Desk) -> Desk:
    world = at_work.world
    world.wire.hosted = request.param
    assert await world.session.events.poller.look(EVERYTHING) == []
    world.clock.advance(60)
    return at_work


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


class Service:
    """A board service that answers from what a test puts into it, and notes what it was asked."""

    def __init__(self, clock: ManualClock, *, hosted: bool) -> None:
        self.clock, self.hosted = clock, hosted
        self.listed = [Board(id=B, name="Sales", short_link="abcd", date_last_activity=clock.now())]
        self.feed, self.held = list[Action](), list[Card]()
        self.asked: list[str] = []
        self.boards, self.cards = self, self

    def happens(self, kind: str, card: Card | None = None, **ago: float) -> None:
        """Add an action to the feed, and make it the board's last activity."""
        at = self.clock.now() - timedelta(**ago)
        data = {} if card is None else {"card": {"id": card.id}}
        self.feed.append(Action(id=f"{len(self.feed):024x}", type=kind, date=at, data=data))
        self.listed = [board.replace(date_last_activity=at) for board in self.listed]

    async def mine(self, **_: str) -> list[Board]:
        return self.listed

    async def log(self, board_id: str, **asked: Any) -> Page[Action]:
        self.asked.append(f"log {asked['limit']}")
        if self.hosted:
            raise NotFound("there is no such address")
        return self._page(**asked)

    async def actions(self, board_id: str, **asked: Any) -> Page[Action]:
        self.asked.append(f"actions {asked['limit']}")
        return self._page(**asked)

    def _page(self, *, limit: int, since: str = "", before: str | None = None) -> Page[Action]:
        def behind(action: Action) -> str:
            return format_instant(action.date) if "T" in since else action.id

        newest = reversed([one for one in self.feed if behind(one) > since and one.id < (before or "~")])
        found = [*newest][:limit]
        return Page(found, sent=len(found), oldest=found[-1].id if found else None)

    async def get(self, card_id: str) -> Card:
        return next(card for card in self.held if card.id == card_id)

    async def every_card(self, board_id: str, **_: str) -> AsyncIterator[Page[Card]]:
        self.asked.append("cards")
        yield Page(self.held)

    async def every_checklist(self, board_id: str) -> AsyncIterator[Page[Checklist]]:
        yield Page()

    async def every_action(self, board_id: str, **_: str) -> AsyncIterator[Page[Action]]:
        yield Page()

    async def labels(self, board_id: str) -> list[Label]:
        return []

    async def memberships(self, board_id: str) -> list[Membership]:
        return []


class Poll:
    """A poller of a service, and its store."""

    def __init__(self, path: Path, clock: ManualClock, *, hosted: bool) -> None:
        self.clock, self.store = clock, open_store(path, clock)
        self.service = Service(clock, hosted=hosted)
        self.again()

    def again(self) -> None:
        """Go on as a new process."""
        self.poller = boards.BoardPoller(self.store, cast("BoardClient", self.service), self.clock)

    async def types(self, interest: Interest, **more: Any) -> list[str]:
        return [one.event.type for one in await self.poller.look(interest, **more)]


@pytest.fixture(params=[False, True], ids=["ours", "hosted"])
def poll(request: pytest.FixtureRequest, tmp_path: Path, clock: ManualClock) -> Iterator[Poll]:
    made = Poll(tmp_path / "s.db", clock, hosted=request.param)
    yield made
    made.store.close()


async def test_only_boards_that_a_trigger_is_set_on_are_looked_at(poll: Poll, clock: ManualClock) -> None:
    here, elsewhere = Interest(boards=frozenset({B})), Interest(boards=frozenset({"e" * 24}))
    since = clock.now() - timedelta(hours=1)
    for interest in (here, elsewhere):
        await poll.types(interest)
    clock.advance(1)
    poll.service.happens("updateCard")
    assert await poll.types(elsewhere) == []
    assert await poll.poller.history(elsewhere, since) == []
    assert [event.type for event in await poll.poller.history(here, since)] == ["updateCard"]
    assert await poll.types(here) == ["updateCard"]


async def test_a_board_is_read_again_until_its_last_activity_is_five_seconds_old(
    poll: Poll, clock: ManualClock
) -> None:
    every = Interest(every_board=True)
    poll.service.happens("createCard", seconds=5)
    await poll.types(every)
    poll.service.asked.clear()
    assert await poll.types(every) == []
    assert poll.service.asked, "another change may have the same date"
    clock.advance(0.001)
    await poll.types(every)
    poll.service.asked.clear()
    assert await poll.types(every) == []
    assert poll.service.asked == []


async def test_a_reminder_comes_once_at_its_moment_and_only_where_it_is_wanted(
    poll: Poll, clock: ManualClock
) -> None:
    due = clock.now() + timedelta(minutes=30)
    card = Card(id="c" * 24, id_board=B, id_list="d" * 24, name="Ring Ana", due=due)
    poll.service.held = [card]
    wanted, unwanted = Interest(every_board=True, befores=frozenset({10, 20})), Interest(every_board=True)
    since = clock.now()
    assert await poll.types(wanted) == []
    clock.advance(20 * 60 + 1)
    assert await poll.types(wanted, remind=False) == []
    assert await poll.types(unwanted) == []
    told = [one.event for one in await poll.poller.look(wanted)]
    assert [(event.type, event.at, event.data["before"]) for event in told] == [
        (CARD_DUE, due - timedelta(minutes=before), before) for before in (20, 10)
    ]
    assert await poll.types(wanted) == []
    clock.advance(3600)
    poll.again()
    assert await poll.types(wanted) == [], "the one that is due now was reminded of"
    again = await poll.poller.history(wanted, due - timedelta(minutes=15))
    assert [(event.type, event.data["before"]) for event in again] == [(CARD_DUE, 10)]
    assert await poll.poller.history(unwanted, since) == []


async def test_a_reminder_of_a_card_that_is_due_no_more_does_not_come(poll: Poll, clock: ManualClock) -> None:
    wanted = Interest(every_board=True, befores=frozenset({10}))
    card = Card(id="c" * 24, id_board=B, id_list="d" * 24, due=clock.now() + timedelta(minutes=30))
    poll.service.held = [card]
    assert await poll.types(wanted) == []
    clock.advance(60)
    poll.service.held = [card.replace(due_complete=True)]
    poll.service.happens("updateCard")
    assert await poll.types(wanted) == ["updateCard"]
    clock.advance(3600)
    assert await poll.types(wanted) == []


async def test_events_are_told_in_their_order_and_with_the_list_where_that_matters(
    poll: Poll, clock: ManualClock
) -> None:
    card = Card(id="c" * 24, id_board=B, id_list="d" * 24, due=clock.now() + timedelta(minutes=11))
    poll.service.held = [card]
    wanted = Interest(every_board=True, befores=frozenset({10}))
    assert await poll.types(wanted) == []
    since = clock.now()
    clock.advance(120)
    poll.service.happens("commentCard", card)
    events = [one.event for one in await poll.poller.look(wanted)]
    assert [event.type for event in events] == [CARD_DUE, "commentCard"]
    assert events[1].lists == frozenset()
    assert [event.lists for event in await poll.poller.history(Interest(every_board=True), since)] == [
        frozenset()
    ]
    clock.advance(60)
    poll.service.happens("commentCard", card)
    located = Interest(every_board=True, lists=True)
    assert [one.event.ident("list") for one in await poll.poller.look(located)] == ["d" * 24]
    assert [event.ident("list") for event in await poll.poller.history(located, since)] == ["d" * 24] * 2


async def test_no_more_is_read_than_the_triggers_need(poll: Poll) -> None:
    ask = "actions" if poll.service.hosted else "log"
    every = Interest(every_board=True)
    await poll.types(every)
    # Whether a service has the whole log is asked once.
    assert poll.service.asked == (
        ["log 1", "actions 1", "actions 1"] if poll.service.hosted else ["log 1"] * 2
    )
    poll.service.asked.clear()
    await poll.types(Interest(every_board=True, found=True))
    assert poll.service.asked == (["cards"] if poll.service.hosted else []) + [f"{ask} 1000"]
    poll.service.asked.clear()
    await poll.types(Interest(every_board=True, found=True, befores=frozenset({5})))
    assert poll.service.asked == ["cards", f"{ask} 1000"]


async def test_a_feed_without_actions_is_read_from_the_first_look_on(poll: Poll, clock: ManualClock) -> None:
    every = Interest(every_board=True)
    assert await poll.types(every) == []
    clock.advance(1)
    poll.service.happens("createCard")
    poll.service.happens("updateCard")
    assert await poll.types(every) == ["createCard", "updateCard"]
    assert await poll.types(every) == []


async def test_what_happened_at_the_moment_that_a_watch_begins_is_not_told(
    poll: Poll, clock: ManualClock
) -> None:
    poll.service.happens("createCard", seconds=9)
    poll.service.happens("updateCard")
    assert await poll.types(Interest(every_board=True), begun=clock.now()) == []
    clock.advance(1)
    poll.service.happens("deleteCard")
    assert await poll.types(Interest(every_board=True), begun=clock.now()) == ["deleteCard"]


async def test_a_board_that_is_gone_is_not_taken_for_a_service_without_a_log(
    poll: Poll, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone(*_: object, **asked: Any) -> Page[Action]:
        raise NotFound("no such board")

    with monkeypatch.context() as patch:
        patch.setattr(poll.service, "log", gone)
        patch.setattr(poll.service, "actions", gone)
        assert await poll.types(Interest(every_board=True)) == []
    await poll.types(Interest(every_board=True))
    assert ("actions 1" in poll.service.asked) is poll.service.hosted
