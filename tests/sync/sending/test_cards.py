"""Cards dated, sent to another board, and with links and files on them."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.stories.world import World
from tests.thinned import rotated
from tui.model.attachment import Attachment
from tui.model.card import Card
from tui.model.values.scalars import new_local_id
from tui.model.writes.attachments import AddLink, RemoveAttachment, UploadFile
from tui.model.writes.cards import CopyCard, CreateCard, MoveCard, MoveCardToBoard, UpdateCard
from tui.model.writes.checklists import CreateChecklist
from tui.model.writes.labels import AddCardLabel
from tui.store.key_values import reread_cursor

DUE = datetime(2031, 5, 6, 7, tzinfo=UTC)


async def known_card(world: World, name: str = "Ana Lee") -> str:
    world.card(name)
    await world.sync()
    return world.named(name)


def held(world: World, card_id: str) -> Card:
    card = world.store.cards.get(card_id)
    assert card is not None
    return card


def badge(world: World, card_id: str) -> int:
    face = world.store.cards.face(card_id)
    assert face is not None
    return face.attachments


async def other_board(world: World) -> tuple[str, str]:
    board = await world.service.boards.create(name="Second", idempotency_key="second")
    await world.session.puller.pull_board(board.id)
    return board.id, world.store.lists.of_board(board.id)[0].id


async def test_dates_are_set_and_cleared_as_one_deed(world: World) -> None:
    card = await known_card(world)
    at = {"board_id": world.board_id, "card_id": card}
    world.do(UpdateCard(**at, due=DUE, start=DUE, due_reminder=60, due_complete=True))
    await world.sync()
    there = await world.service.cards.get(card)
    assert (there.due, there.start, there.due_reminder, there.due_complete) == (DUE, DUE, 60, True)
    world.do(UpdateCard(**at, due=None, start=None))
    await world.sync()
    there = await world.service.cards.get(card)
    assert (there.due, there.start) == (None, None)
    for _ in range(2):
        world.store.writes.undo().result()
        await world.sync()
    there = await world.service.cards.get(card)
    assert (there.due, there.start, there.due_complete) == (None, None, False)


async def test_a_new_card_goes_out_whole_in_one_request(world: World) -> None:
    await world.sync()
    label = world.store.labels.of_board(world.board_id)[0].id
    me = (await world.service.members.me()).id
    write = CreateCard(
        board_id=world.board_id,
        card_id=new_local_id(),
        list_id=world.first,
        name="Ring Ana",
        pos=7.0,
        desc="text",
        due=DUE,
        start=DUE,
        due_complete=True,
        label_ids=(label,),
        member_ids=(me,),
    )
    world.do(write)
    shown = held(world, write.card_id)
    assert (shown.due, shown.start, shown.id_labels, shown.id_members) == (DUE, DUE, (label,), (me,))
    before = len(world.wire.seen)
    await world.sync()
    assert [method for method, _ in world.wire.seen[before:] if method != "GET"] == ["POST"]
    there = await world.service.cards.get(world.store.current_id(write.card_id))
    assert (there.name, there.desc, there.pos, there.due, there.start) == ("Ring Ana", "text", 7.0, DUE, DUE)
    assert (there.due_complete, there.id_labels, there.id_members) == (True, (label,), (me,))


async def test_a_card_goes_to_another_board_and_comes_back_as_it_was(world: World) -> None:
    card = await known_card(world)
    board, column = await other_board(world)
    label = world.store.labels.of_board(world.board_id)[0].id
    steps = new_local_id()
    at = {"board_id": world.board_id, "card_id": card}
    world.do(AddCardLabel(**at, label_id=label))
    world.do(CreateChecklist(**at, checklist_id=steps, name="Steps", pos=1.0))
    await world.sync()
    world.do(
        MoveCardToBoard(board_id=board, card_id=card, list_id=column, pos=5.0, from_board_id=world.board_id)
    )
    assert [face.id for face in world.store.cards.faces(column)] == [card]
    await world.sync()
    assert (await world.service.cards.get(card)).id_board == board
    await world.session.puller.pull_board(world.board_id)
    assert [x.name for x in world.store.checklists.of_card(card)] == ["Steps"]
    world.store.writes.undo().result()
    await world.sync()
    there = await world.service.cards.get(card)
    assert (there.id_board, there.id_list, there.id_labels) == (world.board_id, world.first, (label,))
    assert world.store.outbox.counts() == (0, 0)


async def test_a_link_is_attached_taken_off_and_put_back(world: World) -> None:
    card = await known_card(world)
    at = {"board_id": world.board_id, "card_id": card}
    link = new_local_id()
    world.do(AddLink(**at, attachment_id=link, url="https://tui.example/brief", name="Brief"))
    assert badge(world, card) == 1
    await world.sync()
    [there] = await world.service.attachments.of_card(card)
    assert (there.url, there.name) == ("https://tui.example/brief", "Brief")
    world.do(RemoveAttachment(**at, attachment_id=there.id))
    await world.sync()
    assert await world.service.attachments.of_card(card) == []
    world.store.writes.undo().result()
    await world.sync()
    [again] = await world.service.attachments.of_card(card)
    assert (again.url, again.name) == ("https://tui.example/brief", "Brief")
    await world.session.puller.card(card)
    assert [x.name for x in held(world, card).attachments] == ["Brief"]
    assert badge(world, card) == 1


async def uploaded(world: World, card: str, path: Path) -> Attachment:
    spooled, size = world.store.spool.take(path)
    world.do(
        UploadFile(
            board_id=world.board_id,
            card_id=card,
            attachment_id=new_local_id(),
            name=path.name,
            spooled=spooled,
            size=size,
        )
    )
    await asyncio.to_thread(path.unlink)
    await world.restart()
    world.wire.plugged = True
    await world.sync()
    [there] = await world.service.attachments.of_card(card)
    return there


async def test_a_file_attached_offline_outlives_its_original(world: World, tmp_path: Path) -> None:
    card = await known_card(world)
    world.wire.plugged = False
    file = tmp_path / "price list ☃.bin"
    file.write_bytes(bytes(range(256)) * 1000)
    there = await uploaded(world, card, file)
    assert (there.name, there.bytes, there.is_upload) == ("price list ☃.bin", 256_000, True)
    assert list((world.home / "store-files").iterdir()) == []


async def test_a_lost_answer_to_an_upload_attaches_it_once(hosted: World, tmp_path: Path) -> None:
    card = await known_card(hosted)
    file = tmp_path / "brief.txt"
    file.write_text("once")
    hosted.wire.fail("drop response", "POST", "/attachments")
    there = await uploaded(hosted, card, file)
    assert there.bytes == 4


async def test_a_lost_copy_is_refused_with_words(world: World, tmp_path: Path) -> None:
    card = await known_card(world)
    file = tmp_path / "brief.txt"
    file.write_text("gone")
    spooled, size = world.store.spool.take(file)
    world.do(
        UploadFile(
            board_id=world.board_id,
            card_id=card,
            attachment_id=new_local_id(),
            name="brief.txt",
            spooled=spooled,
            size=size,
        )
    )
    world.store.spool.forget(spooled)
    await world.sync()
    [row] = world.store.outbox.in_state("refused")
    assert "not there any more" in row.reason
    assert held(world, card).attachments == ()


async def test_an_edit_keeps_the_attachments_it_says_nothing_of(world: World) -> None:
    card = await known_card(world)
    at = {"board_id": world.board_id, "card_id": card}
    world.do(AddLink(**at, attachment_id=new_local_id(), url="https://tui.example/brief"))
    await world.sync()
    world.do(UpdateCard(**at, name="Ana Ray"))
    await world.sync()
    assert len(held(world, card).attachments) == 1


async def test_a_lost_answer_to_a_link_attaches_it_once(hosted: World) -> None:
    card = await known_card(hosted)
    link = AddLink(
        board_id=hosted.board_id, card_id=card, attachment_id=new_local_id(), url="https://tui.example/brief"
    )
    hosted.wire.fail("drop response", "POST", "/attachments")
    hosted.do(link)
    await hosted.sync()
    [there] = await hosted.service.attachments.of_card(card)
    assert (there.url, hosted.waiting()) == (link.url, 0)


async def names_here(world: World, list_id: str) -> list[str]:
    return [face.name for face in world.store.cards.faces(list_id)]


async def names_there(world: World, list_id: str) -> list[str]:
    cards = [card async for page in world.service.lists.every_card(list_id, limit=100) for card in page]
    return [card.name for card in sorted(cards, key=lambda card: (card.pos, card.id))]


@pytest.mark.parametrize("how", ["made", "moved", "copied"])
async def test_where_the_service_spreads_a_list_anew_all_of_it_is_read(world: World, how: str) -> None:
    for name in ("One", "Two", "Three", "Four"):
        ident = await known_card(world, name)
    await world.session.puller.pull_board(world.board_id)
    pages = world.service.lists.every_card(held(world, ident).id_list, limit=100)
    first, second, *_, last = sorted(
        [card async for page in pages for card in page], key=lambda card: card.pos
    )
    list_id, between = first.id_list, (first.pos + second.pos) / 2
    # Another client's card, which this one does not know of, is just where the new one goes.
    await world.service.cards.create(list_id=list_id, name="Theirs", pos=between, idempotency_key="theirs")
    at = {"board_id": world.board_id, "list_id": list_id, "pos": between}
    if how == "moved":
        world.do(MoveCard(card_id=last.id, **at))
    elif how == "copied":
        world.do(CopyCard(source_id=last.id, card_id=new_local_id(), name="New", **at))
    else:
        world.do(CreateCard(card_id=new_local_id(), name="New", **at))
    await world.session.pusher.push()
    here = [name for name in await names_here(world, list_id) if name != "Theirs"]
    assert here == [name for name in await names_there(world, list_id) if name != "Theirs"]
    assert here.index(last.name if how == "moved" else "New") == here.index(first.name) + 1
    assert held(world, second.id).pos != second.pos, "the service has spread the list"


@pytest.mark.parametrize(
    ("moved", "fault"), rotated([False, True], ["refuse", "429", "403", "404", "busy counter"])
)
async def test_a_list_that_cannot_be_read_then_does_not_have_the_write_sent_again(
    hosted: World, fault: str, moved: bool
) -> None:
    for name in ("One", "Two", "Three", "Four"):
        ident = await known_card(hosted, name)
    await hosted.session.puller.pull_board(hosted.board_id)
    list_id = held(hosted, ident).id_list
    pages = hosted.service.lists.every_card(list_id, limit=100)
    first, second, *_, last = sorted(
        [card async for page in pages for card in page], key=lambda card: card.pos
    )
    between = (first.pos + second.pos) / 2
    await hosted.service.cards.create(list_id=list_id, name="Theirs", pos=between, idempotency_key="theirs")
    at = {"board_id": hosted.board_id, "list_id": list_id, "pos": between}
    name = last.name if moved else "New"
    if moved:
        hosted.do(MoveCard(card_id=last.id, **at))
    else:
        hosted.do(CreateCard(card_id=new_local_id(), name=name, **at))
    hosted.wire.fail(fault, "GET", "/lists/", times=99)
    await hosted.session.pusher.push()
    hosted.wire.faults.clear()
    assert hosted.store.cursors.get(reread_cursor(hosted.board_id)) is not None, (
        "also after a kill in this moment"
    )
    hosted.clock.advance(60)
    await hosted.sync()
    await hosted.session.puller.pull_changes(hosted.board_id)
    for each in hosted.store.cards.of_list(list_id):
        assert each.pos == (await hosted.service.cards.get(each.id)).pos
    assert hosted.store.cursors.get(reread_cursor(hosted.board_id)) is None
    assert (hosted.waiting(), hosted.store.outbox.in_state("refused")) == (0, [])
    assert hosted.wire.count("PUT" if moved else "POST", "/cards") == (1 if moved else 4 + 1)
    there = [each for each in await names_there(hosted, list_id) if each != "Theirs"]
    assert there.count(name) == 1
    assert there.index(name) == there.index(first.name) + 1
