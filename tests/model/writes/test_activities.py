"""Which events tell of a write: what they are about, and what they say was set."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tui.model.event import Event
from tui.model.writes.activities import ACTIVITIES, main_activity, tells_of
from tui.model.writes.base import Write
from tui.model.writes.boards import StarBoard
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.model.writes.checklists import UpdateCheckItem
from tui.model.writes.comments import AddComment
from tui.model.writes.labels import AddCardLabel
from tui.model.writes.lists import UpdateList
from tui.model.writes.registry import EVERY, kind_of
from tui.triggers.catalogue import known_activity

ON = {"board_id": "board", "card_id": "card"}
MOVE = MoveCard(**ON, list_id="done", pos=1.0)
RENAME = UpdateCard(**ON, name="Bo")
TICK = UpdateCheckItem(**ON, checklist_id="list", item_id="item", state="complete")
TICKED = "updateCheckItemStateOnCard"


def event(kind: str, **data: Any) -> Event:
    """What the service tells of the card."""
    return Event(
        id="1", type=kind, at=datetime(2031, 2, 3, tzinfo=UTC), data={"card": {"id": "card"}, **data}
    )


def update(old: str, **card: Any) -> Event:
    """What it tells of a field of the card."""
    return event("updateCard", card={"id": "card", **card}, old={old: None})


def test_a_tick_has_an_activity_of_its_own():
    assert main_activity(TICK) == TICKED
    assert (
        main_activity(UpdateCheckItem(**ON, checklist_id="list", item_id="item", name="x"))
        == "updateCheckItem"
    )
    assert main_activity(RENAME) == "updateCard"
    assert main_activity(StarBoard(board_id="board", starred=True)) == ""


def test_a_write_is_told_of_by_activities_that_the_service_knows():
    for kind, activities in ACTIVITIES.items():
        assert [known_activity(one) for one in activities] == list(activities), kind
    untold = {kind_of(write) for write in EVERY} - ACTIVITIES.keys()
    silent = {"star_board", "delete_board", "mark_notification", "read_notifications"}
    assert untold == silent | {"complete_board_copy", "complete_list_copy"}, (
        "add the type of the action that reports the write to ACTIVITIES (tui/model/writes/activities.py);"
        " if the service reports it by none, add the kind of the write to this set"
    )


@pytest.mark.parametrize(
    ("write", "told", "expected"),
    [
        (MOVE, update("idList", idList="done"), True),
        (MOVE, update("idList", idList="todo"), False),
        (MOVE, update("pos", pos=16384), True),
        (MOVE, update("name", name="Bo"), False),
        (MOVE, update("idList", id="other", idList="done"), False),
        (RENAME, update("name", name="Bo"), True),
        (RENAME, update("name", name="Ana"), False),
        (RENAME, event("commentCard", text="Bo"), False),
        (AddCardLabel(**ON, label_id="hot"), event("addLabelToCard", label={"id": "hot"}), True),
        (AddCardLabel(**ON, label_id="hot"), event("addLabelToCard", label={"id": "cold"}), False),
        (AddComment(**ON, comment_id="new", text="hello"), event("commentCard", text="hello"), True),
        (AddComment(**ON, comment_id="new", text="hello"), event("commentCard", text="bye"), False),
        (TICK, event(TICKED, checkItem={"id": "item", "state": "complete"}), True),
        (TICK, event(TICKED, checkItem={"id": "item", "state": "incomplete"}), False),
        (
            UpdateList(board_id="board", list_id="a", closed=True),
            event("updateList", list={"id": "b"}),
            False,
        ),
    ],
)
def test_an_event_tells_of_a_write_that_did_the_same_to_the_same_thing(
    write: Write, told: Event, expected: bool
):
    assert tells_of(told, write) is expected
