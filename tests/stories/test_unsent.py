"""What is made, changed and put away before the service heard of it is so there, wherever the program dies."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.stories.conftest import begun
from tests.stories.world import World
from tests.thinned import thinned
from tui.clock import ManualClock
from tui.model.values.scalars import new_local_id
from tui.model.writes.attachments import AddLink, RemoveAttachment
from tui.model.writes.base import Write
from tui.model.writes.boards import CreateBoard, UpdateBoard
from tui.model.writes.cards import CopyCard, CreateCard, DeleteCard, MoveCard, UpdateCard
from tui.model.writes.checklists import (
    CreateCheckItem,
    CreateChecklist,
    DeleteCheckItem,
    DeleteChecklist,
    UpdateCheckItem,
    UpdateChecklist,
)
from tui.model.writes.comments import AddComment, DeleteComment, UpdateComment
from tui.model.writes.labels import AddCardLabel, CreateLabel, DeleteLabel, UpdateLabel
from tui.model.writes.lists import CreateList, UpdateList
from tui.server.run import LocalServer

CARD = ("card", "Ana Lee", False)


def board(_world: World) -> list[Write]:
    ident = new_local_id()
    lists = [
        CreateList(board_id=ident, list_id=new_local_id(), name=name, pos=pos)
        for name, pos in (("Doing", 1.0), ("Done", 2.0))
    ]
    make = CreateBoard(board_id=ident, name="Deals")
    rename = UpdateBoard(board_id=ident, name="Old deals")
    return [make, *lists, rename, UpdateBoard(board_id=ident, closed=True)]


def list_of_cards(world: World) -> list[Write]:
    at = {"board_id": world.board_id, "list_id": new_local_id()}
    card = CreateCard(**at, card_id=new_local_id(), name="Ana Lee", pos=1.0)
    return [
        CreateList(**at, name="Won", pos=9e5),
        card,
        UpdateList(**at, name="Lost"),
        UpdateList(**at, closed=True),
    ]


def archived_card(world: World) -> list[Write]:
    make = world.new_card("Ana Lee")
    at = {"board_id": world.board_id, "card_id": make.card_id}
    return [
        make,
        UpdateCard(**at, name="Ana Ray"),
        MoveCard(**at, list_id=world.second, pos=3.0),
        UpdateCard(**at, closed=True),
    ]


def deleted_card(world: World) -> list[Write]:
    make = world.new_card("Ana Lee")
    at = {"board_id": world.board_id, "card_id": make.card_id}
    return [make, UpdateCard(**at, name="Ana Ray"), DeleteCard(**at)]


def copied_card(world: World) -> list[Write]:
    make = world.new_card("Ben Ray")
    at = {"board_id": world.board_id, "list_id": world.second}
    copy = CopyCard(**at, card_id=new_local_id(), source_id=make.card_id, name="Ana Lee", pos=3.0)
    return [make, copy, DeleteCard(board_id=world.board_id, card_id=make.card_id)]


def comment(world: World) -> list[Write]:
    card = world.new_card("Ana Lee")
    at = {"board_id": world.board_id, "card_id": card.card_id, "comment_id": new_local_id()}
    return [card, AddComment(**at, text="called"), UpdateComment(**at, text="wrote"), DeleteComment(**at)]


def checklist(world: World) -> list[Write]:
    card = world.new_card("Ana Lee")
    at = {"board_id": world.board_id, "card_id": card.card_id, "checklist_id": new_local_id()}
    make = CreateChecklist(**at, name="Next", pos=1.0)
    return [card, make, UpdateChecklist(**at, name="Later"), DeleteChecklist(**at)]


def item(world: World) -> list[Write]:
    card = world.new_card("Ana Lee")
    at = {"board_id": world.board_id, "card_id": card.card_id, "checklist_id": new_local_id()}
    one = {**at, "item_id": new_local_id()}
    return [
        card,
        CreateChecklist(**at, name="Next", pos=1.0),
        CreateCheckItem(**one, name="call", pos=1.0),
        UpdateCheckItem(**one, state="complete"),
        DeleteCheckItem(**one),
    ]


def label(world: World) -> list[Write]:
    card = world.new_card("Ana Lee")
    at = {"board_id": world.board_id, "label_id": new_local_id()}
    return [
        card,
        CreateLabel(**at, name="Hot", color="red"),
        AddCardLabel(**at, card_id=card.card_id),
        UpdateLabel(**at, name="Cold", color="blue"),
        DeleteLabel(**at),
    ]


def link(world: World) -> list[Write]:
    card = world.new_card("Ana Lee")
    at = {"board_id": world.board_id, "card_id": card.card_id, "attachment_id": new_local_id()}
    return [card, AddLink(**at, url="https://example.com/", name="site"), RemoveAttachment(**at)]


LIFE: dict[Callable[[World], list[Write]], list[tuple[object, ...]]] = {
    board: [("board", "Old deals", True)],
    list_of_cards: [CARD, ("list", "Lost", True)],
    archived_card: [("card", "Ana Ray", True)],
    deleted_card: [],
    copied_card: [CARD],
    comment: [CARD],
    checklist: [CARD],
    item: [CARD, ("checklist", "Next", 0)],
    label: [CARD],
    link: [CARD],
}
"""By what is lived through: what there is at the service afterwards."""

DEATHS = MappingProxyType(
    {
        "offline": (),
        "lost answer": ("POST",),
        "lost change": ("PUT", "DELETE"),
    }
)
"""By how the line fails when the program dies: the methods whose answers are lost; nothing leaves without any."""

WAYS = (
    *((False, death) for death in DEATHS),
    # Keys tell what became of a POST: where no answer to one is lost, nobody looks at them.
    (True, "lost answer"),
)
"""Whether the service is the hosted one, which knows no idempotency keys, and how the line fails."""


@pytest.fixture
async def world(
    server: LocalServer, tmp_path: Path, clock: ManualClock, settled: Path, request: pytest.FixtureRequest
) -> AsyncIterator[World]:
    """A board that both sides know, at a service that knows idempotency keys, or at the hosted one."""
    opened = begun(server, tmp_path, clock, settled, hosted=request.param)
    yield opened
    await opened.close()


async def there(world: World) -> dict[tuple[str, str], tuple[object, ...]]:
    """Everything at the service that a user could have made, by (noun, id)."""
    service, found = world.service, dict[tuple[str, str], tuple[object, ...]]()
    for each in await service.boards.mine(filter="all"):
        found["board", each.id] = ("board", each.name, each.closed)
    for one in await service.boards.lists(world.board_id, filter="all"):
        found["list", one.id] = ("list", one.name, one.closed)
    for tag in await service.boards.labels(world.board_id):
        found["label", tag.id] = ("label", tag.name)
    for card in await service.boards.cards(world.board_id, filter="all"):
        found["card", card.id] = ("card", card.name, card.closed)
        assert card.id_labels == ()
        for file in card.attachments:
            found["attachment", file.id] = ("attachment", file.name)
        for said in await service.cards.comments(card.id):
            found["comment", said.id] = ("comment", said.text)
    for checks in await service.boards.checklists(world.board_id):
        found["checklist", checks.id] = ("checklist", checks.name, len(checks.check_items))
    return found


@pytest.mark.parametrize(
    ("world", "death", "life"),
    # Every life ends in one way in the plain command, and every way ends some.
    thinned(
        [(*way, life) for n, life in enumerate(LIFE) for way in (*WAYS[n % 4 :], *WAYS[: n % 4])], len(WAYS)
    ),
    indirect=["world"],
)
async def test_what_is_put_away_unsent_is_put_away_wherever_the_program_died(
    world: World, life: Callable[[World], list[Write]], death: str
) -> None:
    after = await there(world)
    for dies_after in range(1, len(life(world)) + 1):
        before = after
        ops = life(world)
        world.wire.plugged = bool(DEATHS[death])
        world.do(*ops[:dies_after])
        for method in DEATHS[death]:
            world.wire.fail("drop response", method)
        await world.session.pusher.push()
        world.crash()
        world.do(*ops[dies_after:])
        world.wire.plugged = True
        await world.sync()
        world.crash()
        await world.sync()

        after = await there(world)
        made = sorted((after[key] for key in after.keys() - before.keys()), key=str)
        assert made == sorted(LIFE[life], key=str)
        assert world.store.outbox.counts() == (0, 0)
        await world.session.puller.keep(world.board_id, None)
        closed = {one.id: one.closed for one in world.store.boards.every()}
        assert closed == {key[1]: value[2] for key, value in after.items() if key[0] == "board"}
