"""Each trigger fires for what its name says, and for nothing else, whichever way the event becomes known."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.sync.events.desk import Desk
from tests.thinned import thinned
from tui.sync.events.interest import Interest
from tui.triggers.catalogue import TRIGGERS, named
from tui.triggers.trigger import Trigger


@dataclass(frozen=True)
class Case:
    """Something that is done at the service, and how often a trigger fires for it."""

    trigger: str
    calls: tuple[tuple[Any, ...], ...]
    fires: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    wait: float = 0.0

    def __str__(self) -> str:
        return f"{self.trigger}: {' + '.join(f'{call[0]} {call[1]}' for call in self.calls)} → {self.fires}"


def case(trigger: str, *calls: tuple[Any, ...], fires: int = 1, wait: float = 0.0, **options: Any) -> Case:
    return Case(trigger, calls, fires, options, wait)


NEW = ("POST", "/1/cards", {"idList": "{first}", "name": "new"})
RENAME = ("PUT", "/1/cards/{card}", {"name": "renamed"})
MOVE = ("PUT", "/1/cards/{card}", {"idList": "{second}"})
UP = ("PUT", "/1/cards/{card}", {"pos": "top"})
ARCHIVE = ("PUT", "/1/cards/{card}", {"closed": "true"})
RESTORE = ("PUT", "/1/cards/{archived}", {"closed": "false"})
COMMENT = ("POST", "/1/cards/{card}/actions/comments", {"text": "hello"})
JOIN = ("POST", "/1/cards/{card}/idMembers", {"value": "{me}"})
LABEL = ("POST", "/1/cards/{card}/idLabels", {"value": "{label}"})
UNLABEL = ("DELETE", "/1/cards/{card}/idLabels/{worn}", {})
NEW_LABEL = ("POST", "/1/labels", {"idBoard": "{board}", "name": "fresh", "color": "blue"})
RENAME_LABEL = ("PUT", "/1/labels/{label}", {"name": "renamed"})
LINK = ("POST", "/1/cards/{card}/attachments", {"url": "https://example.test/a"})
CHECKLIST = ("POST", "/1/checklists", {"idCard": "{card}", "name": "More"})
COPY_CHECKLIST = ("POST", "/1/checklists", {"idCard": "{other}", "idChecklistSource": "{checklist}"})
ITEM = ("POST", "/1/checklists/{checklist}/checkItems", {"name": "Write"})
TICK = ("PUT", "/1/cards/{card}/checkItem/{item}", {"state": "complete"})
BOARD = ("POST", "/1/boards", {"name": "New board"})
LIST = ("POST", "/1/lists", {"idBoard": "{board}", "name": "New list"})
COPY = ("POST", "/1/cards", {"idList": "{first}", "idCardSource": "{card}"})
COME = ("PUT", "/1/cards/{far_card}", {"idBoard": "{board}", "idList": "{first}"})
ELSEWHERE = ("PUT", "/1/cards/{far_card}", {"name": "renamed"})
EDIT_COMMENT = ("PUT", "/1/actions/{comment}", {"text": "second"})
DESCRIBE = ("PUT", "/1/cards/{card}", {"desc": "words"})
DUE = ("PUT", "/1/cards/{card}", {"due": "2031-01-01T00:00:00.000Z"})

CASES = (
    case("New Card", NEW),
    case("New Card", COPY),
    case("New Card", COME),
    case("New Card", ("POST", "/1/cards", {"idList": "{far}", "name": "far"}), fires=0),
    case("New Card", RENAME, MOVE, RESTORE, fires=0),
    case("New Card", NEW, fires=0, lists="second"),
    case("Card Updated", RENAME),
    case("Card Updated", DESCRIBE),
    case("Card Updated", DUE),
    case("Card Updated", LINK),
    case("Card Updated", LABEL),
    case("Card Updated", UNLABEL),
    case("Card Updated", MOVE),
    case("Card Updated", RENAME, DESCRIBE, LABEL, fires=3),
    case("Card Updated", NEW, COMMENT, JOIN, CHECKLIST, fires=0),
    case("Card Updated", ELSEWHERE, fires=0),
    case("Card Updated", RENAME, fires=0, cards="other"),
    case("Card Updated", RENAME, fires=0, properties={"description"}),
    case("Card Moved", MOVE),
    case("Card Moved", COME),
    case("Card Moved", UP, RENAME, ARCHIVE, NEW, fires=0),
    case("Card Moved", MOVE, fires=0, to_lists="first"),
    case("Card Moved", MOVE, from_lists="first", to_lists="second"),
    case("Card Archived", ARCHIVE),
    case("Card Archived", RESTORE, RENAME, MOVE, fires=0),
    case("Card Due Date Reminder", before=15, wait=16 * 60),
    case("Card Due Date Reminder", before=15, wait=14 * 60, fires=0),
    case("Card Due Date Reminder", wait=31 * 60),
    case("Card Due Date Reminder", ("PUT", "/1/cards/{due}", {"dueComplete": "true"}), wait=31 * 60, fires=0),
    case("Card Due Date Reminder", ("PUT", "/1/cards/{due}", {"due": "null"}), wait=31 * 60, fires=0),
    case("New Comment Added to Card", COMMENT),
    case("New Comment Added to Card", RENAME, EDIT_COMMENT, fires=0),
    case("New Comment Added to Card", COMMENT, COMMENT, fires=2),
    case("New Member on Card", JOIN),
    case("New Member on Card", NEW, fires=0),
    case("New Member on Card", JOIN, fires=0, members="card"),
    case("New Label Created", NEW_LABEL),
    case("New Label Created", RENAME_LABEL, LABEL, fires=0),
    case("New Label Added To Card", LABEL),
    case("New Label Added To Card", UNLABEL, NEW_LABEL, RENAME, fires=0),
    case("New Label Added To Card", LABEL, fires=0, labels="worn"),
    case("New Checklist", CHECKLIST),
    case("New Checklist", COPY_CHECKLIST),
    case("New Checklist", ITEM, TICK, fires=0),
    case("New Board", BOARD),
    case("New Board", LIST, NEW, fires=0),
    case("New Board Activity", NEW, RENAME, LIST, fires=3),
    case("New Board Activity", ELSEWHERE, fires=0),
    case("New Board Activity", NEW, RENAME, LIST, activities={"createList"}),
    case("New Notification", ("colleague", "@you hello", {})),
    case("New Notification", COMMENT, RENAME, fires=0),
    case("New Attachment", LINK),
    case("New Attachment", COMMENT, fires=0),
    case(
        "Custom Webhook Events", LABEL, RENAME, COMMENT, activities={"addLabelToCard", "commentCard"}, fires=2
    ),
    case("Custom Webhook Events", EDIT_COMMENT, activities={"updateComment"}),
    case("Custom Webhook Events", ITEM, activities={"createCheckItem"}),
    case(
        "Custom Webhook Events",
        LABEL,
        RENAME,
        activities={"addLabelToCard", "updateCard"},
        fires=0,
        cards="other",
    ),
)


def test_each_trigger_is_in_the_table_with_what_fires_it_and_what_does_not() -> None:
    for trigger in TRIGGERS:
        fired = {bool(each.fires) for each in CASES if each.trigger == trigger.name}
        assert fired == {True, False}, trigger.name


HOW = ("local", "poll", "webhook")
"""A server of ours, which has its whole log; the hosted service, asked; and the same, which calls us."""


@pytest.fixture
def desk(request: pytest.FixtureRequest, at_work: Desk) -> Desk:
    """A service that tells of changes in one way."""
    at_work.world.wire.hosted = request.param != "local"
    at_work.calls_us = request.param == "webhook"
    return at_work


def trigger_of(tried: Case, desk: Desk) -> Trigger:
    options = {
        name: frozenset({desk.things[value]}) if isinstance(value, str) else value
        for name, value in tried.options.items()
    }
    options = {name: frozenset(value) if isinstance(value, set) else value for name, value in options.items()}
    of_account = tried.trigger in {"New Board", "New Notification"}
    boards = {} if of_account else {"boards": frozenset({desk.world.board_id})}
    return named(tried.trigger)(**boards, **options)


@pytest.mark.parametrize(
    ("desk", "tried"),
    # The plain command tries each case in one way.
    thinned([(HOW[(n + way) % 3], case) for n, case in enumerate(CASES) for way in range(3)], 3),
    indirect=["desk"],
    ids=str,
)
async def test_a_trigger_fires_for_what_its_name_says(desk: Desk, tried: Case) -> None:
    world, trigger = desk.world, trigger_of(tried, desk)
    interest, watch = Interest.of([trigger]), desk.world.session.events
    watch.messages.interest = interest
    assert await watch.poller.look(interest) == []
    for call in tried.calls:
        if call[0] == "colleague":
            colleague = await world.colleague("Ben Oki")
            await colleague.cards.add_comment(desk.things["card"], call[1], idempotency_key="hello")
        else:
            await desk.call(call[0], call[1], **call[2])
        world.clock.advance(3)
    world.clock.advance(tried.wait)
    fired: set[str] = set()
    if desk.calls_us and not trigger.polled:
        await desk.send_messages()
        logged = await watch.messages.log()
        fired = {trigger.key(one.event) for one in logged if trigger.matches(one.event)}
        assert len(fired) == tried.fires
        assert {one.event.source for one in logged} <= {"webhook"}
    # What came by a message does not come again.
    logged = await watch.poller.look(interest)
    fired |= {trigger.key(one.event) for one in logged if trigger.matches(one.event)}
    assert len(fired) == tried.fires
    assert await watch.poller.look(interest) == []
    await desk.send_messages()
    late = await watch.messages.log()
    assert {trigger.key(one.event) for one in late if trigger.matches(one.event)} <= fired
