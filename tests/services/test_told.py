"""The service tells of an undo as of any change; what was undone or done again here is known all the same."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from tests.services.conftest import House
from tests.thinned import part_of, thinned
from tui.clock import ManualClock
from tui.model.event import Event
from tui.model.values.scalars import new_local_id
from tui.model.writes.attachments import AddLink, RemoveAttachment
from tui.model.writes.base import Write
from tui.model.writes.boards import UpdateBoard
from tui.model.writes.cards import CopyCard, CreateCard, MoveCard, MoveCardToBoard, UpdateCard
from tui.model.writes.checklists import (
    CreateCheckItem,
    CreateChecklist,
    DeleteCheckItem,
    DeleteChecklist,
    MoveCheckItem,
    UpdateCheckItem,
    UpdateChecklist,
)
from tui.model.writes.comments import AddComment, DeleteComment, UpdateComment
from tui.model.writes.labels import AddCardLabel, CreateLabel, DeleteLabel, RemoveCardLabel, UpdateLabel
from tui.model.writes.lists import CreateList, UpdateList
from tui.model.writes.members import AddCardMember
from tui.triggers.catalogue import named

ACTIVITY = [named("New Board Activity")()]

Ids = dict[str, str]


async def furnish(house: House) -> Ids:
    """Make one of everything on the board, by somebody else, and read it."""
    first, second, *_ = house.lists
    card = await house.make("/cards", idList=first, name="Ana")
    checklist = await house.make("/checklists", idCard=card, name="Steps")
    ids = {
        "board": house.board_id,
        "first": first,
        "second": second,
        "card": card,
        "checklist": checklist,
        "other": await house.make("/checklists", idCard=card, name="More"),
        "item": await house.make(f"/checklists/{checklist}/checkItems", name="call"),
        "hot": await house.make("/labels", idBoard=house.board_id, name="hot", color="red"),
        "cold": await house.make("/labels", idBoard=house.board_id, name="cold", color="blue"),
        "comment": await house.make(f"/cards/{card}/actions/comments", text="hello"),
        "link": await house.make(f"/cards/{card}/attachments", url="https://example.org/a"),
        "me": (await house.http.get("/members/me")).json()["id"],
        "won": await house.make("/boards", name="Won"),
    }
    assert (await house.http.post(f"/cards/{card}/idLabels", data={"value": ids["cold"]})).is_success
    for board in (ids["board"], ids["won"]):
        await house.workspace.boards.pull(board)
    await house.workspace.cards.fetch(card)
    ids["far"] = house.workspace.boards.lists(ids["won"])[0].id
    return ids


def of_card(kind: type[Write], /, **more: object) -> Callable[[Ids], Write]:
    """A write of the card; values that are names of ids stand for these."""
    return lambda ids: kind(
        board_id=ids["board"],
        card_id=ids["card"],
        **{name: ids.get(str(value), value) for name, value in more.items()},
    )


def new(kind: type[Write], made: str, /, **more: object) -> Callable[[Ids], Write]:
    """A write that makes something, whose id is called ``made``."""
    return lambda ids: kind(
        board_id=ids["board"],
        **{made: new_local_id()},
        **{key: ids.get(str(value), value) for key, value in more.items()},
    )


WRITES: dict[str, Callable[[Ids], Write]] = {
    "move": of_card(MoveCard, list_id="second", pos=5.0),
    "place": of_card(MoveCard, list_id="first", pos=70000.0),
    "name and due": of_card(UpdateCard, name="Bo", due=datetime(2031, 2, 3, tzinfo=UTC)),
    "archive": of_card(UpdateCard, closed=True),
    "board": lambda ids: MoveCardToBoard(
        board_id=ids["won"], card_id=ids["card"], list_id=ids["far"], pos=1.0, from_board_id=ids["board"]
    ),
    "new card": new(CreateCard, "card_id", list_id="first", name="New", pos=9.0),
    "copy": new(CopyCard, "card_id", list_id="first", name="Copy", pos=9.0, source_id="card"),
    "label": of_card(AddCardLabel, label_id="hot"),
    "no label": of_card(RemoveCardLabel, label_id="cold"),
    "member": of_card(AddCardMember, member_id="me"),
    "attach": of_card(AddLink, attachment_id=new_local_id(), url="https://example.org/", name="x"),
    "comment": of_card(AddComment, comment_id=new_local_id(), text="said"),
    "reword": of_card(UpdateComment, comment_id="comment", text="else"),
    "checklist": of_card(CreateChecklist, checklist_id=new_local_id(), name="List", pos=9.0),
    "rename it": of_card(UpdateChecklist, checklist_id="checklist", name="Stages"),
    "item": of_card(CreateCheckItem, checklist_id="checklist", item_id=new_local_id(), name="ring", pos=9.0),
    "tick": of_card(UpdateCheckItem, checklist_id="checklist", item_id="item", state="complete"),
    "name item": of_card(UpdateCheckItem, checklist_id="checklist", item_id="item", name="ring"),
    "other list": of_card(
        MoveCheckItem, checklist_id="checklist", item_id="item", to_checklist_id="other", pos=9.0, name="call"
    ),
    "new label": new(CreateLabel, "label_id", name="warm", color="green"),
    "recolour": lambda ids: UpdateLabel(
        board_id=ids["board"], label_id=ids["hot"], name="hotter", color="green"
    ),
    "list": new(CreateList, "list_id", name="Third", pos=9.0),
    "archive list": lambda ids: UpdateList(board_id=ids["board"], list_id=ids["second"], closed=True),
    "rename board": lambda ids: UpdateBoard(board_id=ids["board"], name="Renamed"),
    "no link": of_card(RemoveAttachment, attachment_id="link"),
    "no comment": of_card(DeleteComment, comment_id="comment"),
    "no item": of_card(DeleteCheckItem, checklist_id="checklist", item_id="item"),
    "no checklist": of_card(DeleteChecklist, checklist_id="checklist"),
    "no label at all": lambda ids: DeleteLabel(board_id=ids["board"], label_id=ids["cold"]),
}


async def settled(house: House, there: ManualClock) -> list[Event]:
    """Wait until the service has every write; return what it tells of them, and let its time and ours pass."""
    begun = house.workspace.events.last()
    await house.until(lambda: not house.workspace.outbox.all())
    await house.workspace.events.look(ACTIVITY)
    for clock in (house.clock, there):
        clock.advance(30)
    return [logged.event for logged in house.workspace.events.after(begun)]


@pytest.mark.parametrize("part", thinned([0, 1, 2], 3))
async def test_what_was_undone_or_done_again_here_is_known(
    house: House, clock: ManualClock, part: int
) -> None:
    ids = await furnish(house)
    writes, events = house.workspace.writes, house.workspace.events
    assert await settled(house, clock) == []
    began, every = house.clock.now(), set[str]()
    wrong: dict[str, object] = {}
    for what, make in part_of([*WRITES.items()], part, 3):
        await writes.submit(make(ids))
        done, again = await settled(house, clock), list[Event]()
        for once in (writes.undo, writes.redo, writes.undo):
            if await once() is not None:
                again += await settled(house, clock)
        expected = {event.id for event in again}
        every |= expected
        found = events.reversals([*done, *again])
        if not done or not again or found != expected:
            wrong[what] = [
                event for event in [*done, *again] if (event.id in found) != (event.id in expected)
            ]
    assert wrong == {}
    history = await events.history(ACTIVITY, began - timedelta(seconds=1))
    # The service forgets the actions of comments that are gone.
    assert events.reversals(history) == every & {event.id for event in history}


async def test_work_is_not_taken_for_an_undo_that_was_the_same(house: House, clock: ManualClock) -> None:
    """The service tells of three equal moves: the first and the last were made by hand, and by another program."""
    ids = await furnish(house)
    back, there = ({"idList": ids["second"]}, of_card(MoveCard, list_id="first", pos=1.0))
    await settled(house, clock)
    assert (await house.http.put(f"/cards/{ids['card']}", data=back)).is_success
    await house.workspace.boards.pull(ids["board"])
    await house.workspace.writes.submit(there(ids))
    first = await settled(house, clock)
    for once in (house.workspace.writes.undo, house.workspace.writes.redo):
        assert await once() is not None
        await settled(house, clock)
    for to in (back, {"idList": ids["first"]}):
        assert (await house.http.put(f"/cards/{ids['card']}", data=to)).is_success
    last = await settled(house, clock)
    assert house.workspace.events.reversals([*first, *last]) == set()
