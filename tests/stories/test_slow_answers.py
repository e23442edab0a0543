"""What was just made is read again before the answer to its making has arrived, and is there once all the same."""

import asyncio

import pytest

from tests.stories.test_late import known
from tests.stories.world import World
from tui.model.values.scalars import new_local_id
from tui.model.writes.attachments import AddLink
from tui.model.writes.base import Write
from tui.model.writes.boards import CopyBoard, CreateBoard
from tui.model.writes.cards import CopyCard
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist
from tui.model.writes.comments import AddComment
from tui.model.writes.labels import CreateLabel
from tui.model.writes.lists import CopyList, CreateList
from tui.sync.reading.answers import ANSWERED

NEW = "Kererū"


def made(world: World, noun: str, card: str, checklist: str) -> Write:
    """A write that makes something of this name."""
    new, board = new_local_id(), {"board_id": world.board_id}
    on_card = {**board, "card_id": card}
    item = {**on_card, "checklist_id": checklist, "item_id": new}
    writes: dict[str, Write] = {
        "board": CreateBoard(board_id=new, name=NEW),
        "copied board": CopyBoard(board_id=new, source_id=world.board_id, name=NEW),
        "list": CreateList(**board, list_id=new, name=NEW, pos=9e6),
        "copied list": CopyList(**board, list_id=new, source_id=world.first, name=NEW, pos=9e6),
        "card": world.new_card(NEW),
        "copy": CopyCard(**board, card_id=new, list_id=world.first, name=NEW, pos=1.0, source_id=card),
        "label": CreateLabel(**board, label_id=new, name=NEW),
        "checklist": CreateChecklist(**on_card, checklist_id=new, name=NEW, pos=1.0),
        "item": CreateCheckItem(**item, name=NEW, pos=1.0),
        "comment": AddComment(**on_card, comment_id=new, text=NEW),
        "link": AddLink(**on_card, attachment_id=new, url="https://example.org", name=NEW),
    }
    return writes[noun]


def shown(world: World, noun: str, card: str) -> int:
    """How often the store shows what was made."""
    store, found, noun = world.store, world.store.cards.get(card), noun.removeprefix("copied ")
    checklists = store.checklists.of_card(card)
    names = {
        "board": [each.name for each in store.boards.every()],
        "list": [each.name for each in store.lists.of_board(world.board_id)],
        "label": [each.name for each in store.labels.of_board(world.board_id)],
        "checklist": [each.name for each in checklists],
        "item": [item.name for each in checklists for item in each.check_items],
        "comment": [each.text for each in store.actions.comments(card)],
        "link": [each.name for each in found.attachments] if found is not None else [],
    }
    return names.get(noun, [name for _, name in world.here()]).count(NEW)


@pytest.mark.parametrize(
    "noun",
    [
        "board",
        "copied board",
        "list",
        "copied list",
        "card",
        "copy",
        "label",
        "checklist",
        "item",
        "comment",
        "link",
    ],
)
async def test_what_is_read_before_the_answer_to_its_making_is_there_once(
    world: World, monkeypatch: pytest.MonkeyPatch, noun: str
) -> None:
    card, checklist = await known(world), new_local_id()
    world.do(
        CreateChecklist(board_id=world.board_id, card_id=card, checklist_id=checklist, name="Steps", pos=1.0)
    )
    await world.sync()
    waits, sleep = asyncio.Event(), world.clock.sleep

    async def asleep(seconds: float) -> None:
        if seconds == ANSWERED:
            # The clock of this world never waits; the answer comes long before this wait is over.
            waits.set()
            await asyncio.Event().wait()
        await sleep(seconds)

    monkeypatch.setattr(world.clock, "sleep", asleep)
    world.wire.fail("slow answer", "POST")
    world.do(made(world, noun, card, checklist))
    push = asyncio.create_task(world.session.pusher.push())
    for _ in range(3000):
        await asyncio.sleep(0 if world.wire.unanswered else 0.01)
        if world.wire.unanswered:
            break
    pull = asyncio.create_task(world.session.puller.keep(world.board_id, card))
    waiting = asyncio.create_task(waits.wait())
    await asyncio.wait({pull, waiting}, return_when=asyncio.FIRST_COMPLETED)
    assert not pull.done()
    assert shown(world, noun, card) == 1
    world.wire.answer()
    await asyncio.gather(push, pull, waiting)
    assert shown(world, noun, card) == 1
    assert world.waiting() == 0
    await world.session.puller.keep(world.board_id, card)
    assert shown(world, noun, card) == 1
