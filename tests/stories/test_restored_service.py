"""The service is put back to an older state: cards that it has lost are kept, and those that were deleted are not."""

import asyncio
import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.stories.world import World
from tui.errors import StoreError
from tui.model.sync import Conflict
from tui.model.values.scalars import format_instant, new_local_id
from tui.model.writes.base import LONGEST_TEXT
from tui.model.writes.cards import UpdateCard
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist, UpdateCheckItem
from tui.model.writes.comments import AddComment, UpdateComment
from tui.model.writes.labels import AddCardLabel
from tui.server.pipeline.ids import IdMaker
from tui.server.storage import db
from tui.services.archive import Archive
from tui.services.cards import Cards
from tui.services.conflicts import Conflicts


def copied(source: str | Path, target: str | Path) -> None:
    """Copy a database, which may be open."""
    with sqlite3.connect(source) as there, sqlite3.connect(target) as here:
        there.backup(here)
    there.close()
    here.close()


class Backup:
    """A backup of the service, as it is now."""

    def __init__(self, world: World) -> None:
        self._file, self._copy = str(world.server.engine.url.database), world.home / "backup.db"
        copied(self._file, self._copy)

    def restore(self) -> None:
        """Put the service back to it."""
        copied(self._copy, self._file)


def kept(world: World) -> list[tuple[str, str]]:
    return [(one.thing, one.why) for one in world.store.conflicts.all()]


async def pull(world: World, card: str | None = None) -> None:
    world.clock.advance(60)
    await world.session.puller.keep(world.board_id, card)


async def make_again(world: World, conflict: Conflict) -> None:
    """Make the card of a conflict again, and send it."""
    engine = SimpleNamespace(push_soon=bool)
    conflicts = Conflicts(world.store, engine)  # type: ignore[arg-type]  # it only wakes the engine
    assert await conflicts.restore_as_new(conflict) == "card"
    await world.sync()


@pytest.fixture(params=["ours", "hosted"])
def either(request: pytest.FixtureRequest, world: World) -> World:
    """A world whose service has a log of everything, and one whose has not."""
    world.wire.hosted = request.param == "hosted"
    return world


async def written(world: World) -> Backup:
    """A backup, and the card and what is on it that came later."""
    world.card("Ana Lee", 1.0)
    await world.sync()
    await pull(world)
    backup = Backup(world)
    world.clock.advance(60)
    card, checklist = world.card("Bo Ng", 2.0), new_local_id()
    at = {"board_id": world.board_id, "card_id": card}
    world.do(CreateChecklist(**at, checklist_id=checklist, name="To do", pos=1.0))
    world.do(CreateCheckItem(**at, checklist_id=checklist, item_id=new_local_id(), name="ring", pos=1.0))
    world.do(AddComment(**at, comment_id=new_local_id(), text="He is away.\nRing in May."))
    await world.sync()
    await pull(world)
    return backup


@pytest.mark.parametrize("is_open", [False, True])
async def test_what_the_service_has_lost_is_kept_and_made_again(either: World, *, is_open: bool) -> None:
    world = either
    backup = await written(world)
    backup.restore()
    await pull(world, world.named("Bo Ng") if is_open else None)
    assert [name for _, name in world.here()] == ["Ana Lee"]
    assert kept(world) == [("Bo Ng", "lost")]
    [conflict] = world.store.conflicts.all()
    assert conflict.gone
    assert conflict.mine.startswith("**To do**\n\n- [ ] ring\n\n")
    assert "\n> He is away.\n> Ring in May." in conflict.mine
    # It is told once: the next pulls find nothing more.
    await pull(world)
    assert kept(world) == [("Bo Ng", "lost")]
    await make_again(world, conflict)
    assert [name for _, name in await world.there()] == ["Ana Lee", "Bo Ng"]
    assert [one.chosen for one in world.store.conflicts.all()] == ["made"]
    with pytest.raises(StoreError, match="settled already"):
        await make_again(world, conflict)
    world.store.writes.undo().result()
    assert world.store.conflicts.open() == 1
    world.store.writes.redo().result()
    assert [one.chosen for one in world.store.conflicts.all()] == ["made"]


async def test_a_lost_card_that_a_colleague_has_made_again_is_not_made_twice(world: World) -> None:
    backup = await written(world)
    backup.restore()
    await pull(world)
    [conflict] = world.store.conflicts.all()
    world.clock.advance(60)
    at: dict[str, Any] = {
        "list_id": world.store.lists.of_board(world.board_id)[0].id,
        "name": "Bo Ng",
        "pos": 9.0,
    }
    more = f"{conflict.mine}\nand more"
    await world.service.cards.create(**at, idempotency_key=new_local_id(), desc=more)
    await pull(world)
    with pytest.raises(StoreError, match="Somebody else has made"):
        await make_again(world, conflict)
    assert world.store.conflicts.open() == 1
    await world.service.cards.update(world.named("Bo Ng"), desc="less")
    await pull(world)
    await make_again(world, conflict)


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("went_on", [False, True])
async def test_texts_of_a_card_that_is_older_again_are_kept(
    either: World, *, is_open: bool, went_on: bool
) -> None:
    world = either
    card = world.card("Ana Lee", 1.0)
    world.card("Bo Ng", 2.0)
    await world.sync()
    await pull(world)
    backup = Backup(world)
    world.clock.advance(60)
    ana, bo = world.named("Ana Lee"), world.named("Bo Ng")
    assert ana != card
    world.do(UpdateCard(board_id=world.board_id, card_id=ana, desc="Ring in May."))
    await world.sync()
    # Somebody else's text is one that was there to be read, too.
    await world.service.cards.update(ana, name="Ana Lim")
    await pull(world)
    backup.restore()
    world.clock.advance(60)
    if went_on:
        await world.restart()
        await world.service.cards.update(bo, name="Bo Nguyen")
    for _ in range(2):
        await pull(world, ana if is_open else None)
    shown = world.store.cards.get(ana)
    assert shown is not None
    assert (shown.name, shown.desc) == ("Ana Lee", "")
    assert {(one.thing, one.why, one.mine, one.theirs) for one in world.store.conflicts.all()} == {
        ("Ana Lee", "older", "Ana Lim", "Ana Lee"),
        ("Ana Lee", "older", "Ring in May.", ""),
    }
    assert len(kept(world)) == 2


async def test_texts_of_a_card_that_others_changed_since_are_kept_unless_they_changed_these(
    world: World,
) -> None:
    for number, name in enumerate(("Ana Lee", "Bo Ng", "Cy Poe")):
        world.card(name, 1.0 + number)
    await world.sync()
    await pull(world)
    ana, bo, cy = map(world.named, ("Ana Lee", "Bo Ng", "Cy Poe"))
    backup = Backup(world)
    world.clock.advance(60)
    await world.service.cards.update(ana, desc="Ring in May.", name="Ana Lim")
    await world.service.cards.update(bo, name="Bo Nguyen")
    await pull(world)
    backup.restore()
    world.clock.advance(60)
    # All are newer than here by their dates.
    await world.service.cards.update(ana, due="2027-01-01T00:00:00.000Z")
    await world.service.cards.update(bo, name="Bo Nguyen")
    await world.service.cards.update(cy, name="Cy Pool")
    for _ in range(2):
        await pull(world)
    assert [name for _, name in world.here()] == ["Ana Lee", "Bo Nguyen", "Cy Pool"]
    found = {(one.thing, one.why, one.mine, one.theirs) for one in world.store.conflicts.all()}
    assert found == {("Ana Lee", "older", "Ana Lim", "Ana Lee"), ("Ana Lee", "older", "Ring in May.", "")}
    assert len(kept(world)) == 2


async def test_texts_of_an_archived_card_are_kept(world: World) -> None:
    world.card("Ana Lee", 1.0)
    world.card("Bo Ng", 2.0)
    await world.sync()
    await pull(world)
    ana, bo = map(world.named, ("Ana Lee", "Bo Ng"))
    world.do(UpdateCard(board_id=world.board_id, card_id=ana, closed=True))
    await world.sync()
    backup = Backup(world)
    world.clock.advance(60)
    await world.service.cards.update(ana, desc="Ring in May.")
    await pull(world)
    backup.restore()
    world.clock.advance(60)
    await world.service.cards.update(bo, name="Bo Nguyen")
    for _ in range(2):
        await pull(world)
    card = world.store.cards.get(ana)
    assert card is not None
    assert (card.closed, card.desc) == (True, "")
    assert [(one.thing, one.mine, one.theirs) for one in world.store.conflicts.all()] == [
        ("Ana Lee", "Ring in May.", "")
    ]


async def test_texts_of_a_card_that_is_changed_from_here_before_the_next_pull_are_kept(world: World) -> None:
    world.card("Ana Lee", 1.0)
    await world.sync()
    await pull(world)
    ana = world.named("Ana Lee")
    backup = Backup(world)
    world.clock.advance(60)
    await world.service.cards.update(ana, desc="Ring in May.", name="Ana Lim")
    await pull(world)
    backup.restore()
    world.clock.advance(60)
    world.do(UpdateCard(board_id=world.board_id, card_id=ana, due_complete=True))
    await world.sync()
    assert [name for _, name in world.here()] == ["Ana Lim"], (
        "the answer to a write does not tell why it is older"
    )
    for _ in range(2):
        await pull(world)
    assert [name for _, name in world.here()] == ["Ana Lee"]
    found = {(one.thing, one.why, one.mine, one.theirs) for one in world.store.conflicts.all()}
    assert found == {("Ana Lee", "older", "Ana Lim", "Ana Lee"), ("Ana Lee", "older", "Ring in May.", "")}
    assert len(kept(world)) == 2


async def test_a_lost_card_with_more_text_than_a_description_takes_is_made_again(world: World) -> None:
    backup = await written(world)
    at = {"board_id": world.board_id, "card_id": world.named("Bo Ng")}
    world.do(AddComment(**at, comment_id=new_local_id(), text="a" * LONGEST_TEXT))
    world.do(AddComment(**at, comment_id=new_local_id(), text="b" * 9))
    await world.sync()
    await pull(world)
    backup.restore()
    await pull(world)
    [conflict] = world.store.conflicts.all()
    await make_again(world, conflict)
    assert [name for _, name in await world.there()] == ["Ana Lee", "Bo Ng"]
    await pull(world)
    card = await world.service.cards.get(world.named("Bo Ng"))
    texts = [one.text for one in await world.service.cards.comments(card.id)]
    assert max(map(len, (card.desc, *texts))) <= LONGEST_TEXT
    whole = "".join((card.desc, *reversed(texts)))
    assert whole.replace("\n", "") == conflict.mine.replace("\n", "")


async def test_a_card_that_somebody_deleted_is_not_lost(either: World) -> None:
    world = either
    await written(world)
    await world.service.cards.delete(world.named("Bo Ng"))
    await pull(world)
    assert [name for _, name in world.here()] == ["Ana Lee"]
    assert kept(world) == []


async def test_an_open_card_of_a_board_that_is_deleted_is_not_lost(either: World) -> None:
    world = either
    await written(world)
    card = world.named("Bo Ng")
    await world.service.boards.delete(world.board_id)
    assert await world.session.puller.cards.fetch(card) is None
    assert world.store.cards.get(card) is None
    assert kept(world) == []


async def test_a_program_that_was_closed_finds_what_is_lost_and_what_is_deleted_since(either: World) -> None:
    world = either
    backup = await written(world)
    backup.restore()
    ana, bo = world.named("Ana Lee"), world.named("Bo Ng")
    world.clock.advance(60)
    await world.service.cards.delete(ana)
    await world.restart()
    await pull(world)
    assert world.here() == []
    assert kept(world) == [("Bo Ng", "lost")]
    assert world.store.cards.get(bo) is None


async def test_an_open_program_finds_what_is_lost_though_others_went_on_since(world: World) -> None:
    backup = await written(world)
    # The next pull is no longer the first.
    await world.service.cards.update(world.named("Ana Lee"), name="Ana Lim")
    await pull(world)
    backup.restore()
    world.clock.advance(60)
    await world.service.cards.update(world.named("Ana Lim"), name="Ana Li")
    await pull(world)
    assert [name for _, name in world.here()] == ["Ana Li"]
    both = [("Ana Li", "older"), ("Bo Ng", "lost")]
    assert sorted(kept(world)) == both
    await pull(world)
    assert sorted(kept(world)) == both


async def test_many_lost_cards_are_read_twice_and_all_kept(either: World) -> None:
    world = either
    backup = await written(world)
    for number in range(30):
        world.card(f"Card {number}", 3.0 + number)
    await world.sync()
    await pull(world)
    backup.restore()
    await pull(world)
    assert [name for _, name in world.here()] == ["Ana Lee"]
    assert len(kept(world)) == 31
    assert {why for _, why in kept(world)} == {"lost"}


def losses(world: World) -> set[tuple[str, str, str]]:
    return {(one.thing, one.why, one.mine) for one in world.store.conflicts.all()}


async def with_parts(world: World) -> dict[str, str]:
    """A card with a comment and a checklist, as the service has them; the place of each."""
    card, checklist = world.card("Ana Lee", 1.0), new_local_id()
    at = {"board_id": world.board_id, "card_id": card}
    world.do(AddComment(**at, comment_id=new_local_id(), text="Rings back."))
    world.do(CreateChecklist(**at, checklist_id=checklist, name="To do", pos=1.0))
    for number, name in enumerate(("ring", "write")):
        world.do(
            CreateCheckItem(**at, checklist_id=checklist, item_id=new_local_id(), name=name, pos=1.0 + number)
        )
    world.card("Bo Ng", 2.0)
    await world.sync()
    await pull(world)
    ident = world.named("Ana Lee")
    await pull(world, ident)
    [said], [steps] = world.store.actions.comments(ident), world.store.checklists.of_card(ident)
    return {
        "card_id": ident,
        "checklist_id": steps.id,
        "comment_id": said.id,
        "item": steps.check_items[1].id,
    }


async def add_parts(world: World, at: dict[str, str]) -> None:
    """What comes after the backup, from here and from somebody else."""
    card = {"board_id": world.board_id, "card_id": at["card_id"]}
    world.do(AddComment(**card, comment_id=new_local_id(), text="Prefers mornings."))
    world.do(UpdateComment(**card, comment_id=at["comment_id"], text="Rings back in May."))
    item = {**card, "checklist_id": at["checklist_id"]}
    world.do(CreateCheckItem(**item, item_id=new_local_id(), name="send the offer", pos=9.0))
    world.do(UpdateCheckItem(**item, item_id=at["item"], name="write a letter"))
    await world.sync()
    make = world.service.checklists
    steps = await make.create(card_id=at["card_id"], name="Later", pos=2.0, idempotency_key=new_local_id())
    await make.add_item(steps.id, name="visit", pos=2.0, idempotency_key=new_local_id())
    await pull(world, at["card_id"])


PARTS = {"**To do**", "- [ ] write a letter", "- [ ] send the offer", "**Later**", "- [ ] visit"}


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("went_on", [False, True])
async def test_comments_and_checklists_of_a_card_that_stays_are_kept(
    either: World, *, is_open: bool, went_on: bool
) -> None:
    world = either
    at = await with_parts(world)
    backup = Backup(world)
    world.clock.advance(60)
    await add_parts(world, at)
    backup.restore()
    world.clock.advance(60)
    if went_on:
        await world.service.cards.update(world.named("Bo Ng"), name="Bo Nguyen")
    for _ in range(3):
        await pull(world, at["card_id"] if is_open else None)
    here = {one.text for one in world.store.actions.comments(at["card_id"])}
    there = {one.text for one in await world.service.cards.comments(at["card_id"])}
    assert here == there == {"Rings back."}
    texts = "\n".join(text for _, _, text in losses(world)).splitlines()
    assert set(texts) >= PARTS
    assert {"Prefers mornings.", "Rings back in May."} <= {line.removeprefix("> ") for line in texts}
    assert {why for _, why, _ in losses(world)} == {"parts"}
    count = len(kept(world))
    await make_all_again(world)
    await pull(world, at["card_id"])
    assert len(kept(world)) == count
    again = "\n".join(one.text for one in await world.service.cards.comments(at["card_id"]))
    assert set(texts) <= set(again.splitlines())


async def make_all_again(world: World) -> None:
    engine = SimpleNamespace(push_soon=bool)
    conflicts = Conflicts(world.store, engine)  # type: ignore[arg-type]  # it only wakes the engine
    for one in world.store.conflicts.all():
        assert await conflicts.restore_as_new(one) == "comment"
    await world.sync()


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("was_put_back", [False, True])
async def test_what_somebody_edits_or_deletes_is_no_loss(
    world: World, *, is_open: bool, was_put_back: bool
) -> None:
    at = await with_parts(world)
    bo, kim = world.named("Bo Ng"), await world.colleague("Kim Ray")
    await pull(world)
    if was_put_back:
        backup = Backup(world)
        world.clock.advance(60)
        await world.service.cards.update(bo, desc="Ring in May.")
        await pull(world)
        backup.restore()
        world.clock.advance(60)
    await kim.cards.update(at["card_id"], name="Ana Lim", desc="Is away.", due="2027-01-01T00:00:00.000Z")
    await kim.cards.update(at["card_id"], desc="", due="2027-02-01T00:00:00.000Z")
    await world.service.actions.delete_comment(at["comment_id"])
    await kim.cards.update_item(at["card_id"], at["item"], name="write a letter")
    await kim.checklists.delete(at["checklist_id"])
    other = await kim.cards.create(
        list_id=world.first, name="Cy Poe", pos=3.0, idempotency_key=new_local_id()
    )
    for _ in range(2):
        await pull(world, at["card_id"] if is_open else None)
    await kim.cards.update(other.id, closed=True)
    await pull(world, at["card_id"] if is_open else None)
    await kim.cards.delete(other.id)
    await pull(world, at["card_id"] if is_open else None)
    lost = {("Bo Ng", "older", "Ring in May.")} if was_put_back else set()
    assert losses(world) == lost
    assert world.store.actions.comments(at["card_id"]) == []
    assert world.store.checklists.of_card(at["card_id"]) == []


async def test_a_comment_that_somebody_deletes_where_no_log_tells_of_it_is_no_loss(world: World) -> None:
    world.wire.hosted = True
    at = await with_parts(world)
    await world.service.actions.delete_comment(at["comment_id"])
    for _ in range(2):
        await pull(world, at["card_id"])
    assert world.store.actions.comments(at["card_id"]) == []
    assert kept(world) == []


async def test_lost_texts_are_told_from_edits_after_more_than_a_thousand_actions(either: World) -> None:
    world = either
    names = [f"Card {number}" for number in range(4)]
    for number, name in enumerate(names):
        world.card(name, 1.0 + number)
    await world.sync()
    await pull(world)
    idents = [world.named(name) for name in names]
    backup = Backup(world)
    world.clock.advance(60)
    for ident in idents[:2]:
        await world.service.cards.update(ident, desc="Ring in May.")
    await pull(world)
    backup.restore()
    world.clock.advance(60)
    # Both are newer than here by their dates; of one the lost text was written again, and replaced.
    await world.service.cards.update(idents[1], desc="Ring in May.")
    await world.service.cards.update(idents[1], desc="Rang.")
    await world.service.cards.update(idents[0], due="2027-01-01T00:00:00.000Z")
    add_actions(world, idents[3], 1100)
    for _ in range(2):
        await pull(world)
    assert losses(world) == {("Card 0", "older", "Ring in May.")}


def add_actions(world: World, card: str, count: int) -> None:
    """Let the service tell of more changes of a card, as after an import."""
    told, now = db.actions, world.clock.now()
    make = IdMaker()
    with db.writing(world.server.engine) as connection:
        [like] = connection.execute(
            told.select().where(told.c.id_card == card).order_by(told.c.id.desc()).limit(1)
        ).mappings()
        row = {**like, "type": "updateCard", "date": format_instant(now)}
        row["data"] = {**like["data"], "old": {"pos": 1}}
        connection.execute(told.insert(), [{**row, "id": make.at(now)} for _ in range(count)])


@pytest.mark.parametrize("way", ["archive", "list"])
async def test_what_a_page_or_a_command_reads_is_compared_too(either: World, *, way: str) -> None:
    world = either
    world.card("Ana Lee", 1.0)
    world.card("Bo Ng", 2.0)
    await world.sync()
    await pull(world)
    ana = world.named("Ana Lee")
    if way == "archive":
        await world.service.cards.update(ana, closed=True)
        await pull(world)
    backup = Backup(world)
    world.clock.advance(60)
    await world.service.cards.update(ana, desc="Ring in May.")
    await pull(world)
    backup.restore()
    world.clock.advance(60)
    loop = asyncio.get_running_loop()
    engine = SimpleNamespace(work=lambda ask: asyncio.run_coroutine_threadsafe(ask(world.session), loop))
    if way == "archive":
        await Archive(world.store, engine).fetch(world.board_id)  # type: ignore[arg-type]  # it only runs it
    else:
        parts: Any = (world.store, engine, None, None)
        await Cards(*parts).fetch_faces(world.first)
    assert losses(world) == {("Ana Lee", "older", "Ring in May.")}
    await pull(world)
    assert len(kept(world)) == 1


async def test_a_service_without_a_log_is_asked_after_the_first_pull_too(world: World) -> None:
    world.wire.hosted = True
    backup = await written(world)
    for name in ("Ana Lim", "Ana Li"):
        await world.service.cards.update(world.named(world.here()[0][1]), name=name)
        await pull(world)
    backup.restore()
    world.clock.advance(60)
    await world.service.cards.update(world.named("Ana Li"), due="2027-01-01T00:00:00.000Z")
    for _ in range(2):
        await pull(world)
    assert losses(world) >= {("Ana Lee", "older", "Ana Li")}
    assert ("Bo Ng", "lost") in kept(world)
    assert len(kept(world)) == 2


@pytest.mark.parametrize("sent_first", [False, True])
async def test_a_change_that_waited_while_the_service_was_put_back_is_not_said_to_be_contested(
    either: World, *, sent_first: bool
) -> None:
    world = either
    world.card("Ana Lee", 1.0)
    await world.sync()
    await pull(world)
    ana = world.named("Ana Lee")
    backup = Backup(world)
    world.clock.advance(60)
    await world.service.cards.update(ana, desc="Ring in May.")
    await pull(world)
    world.wire.plugged = False
    world.do(UpdateCard(board_id=world.board_id, card_id=ana, desc="Ring in June."))
    world.do(AddComment(board_id=world.board_id, card_id=ana, comment_id=new_local_id(), text="Hello"))
    backup.restore()
    world.clock.advance(60)
    world.wire.plugged = True
    if sent_first:
        await world.sync()
    for _ in range(2):
        await pull(world)
        await world.sync()
    found = losses(world)
    assert ("Ana Lee", "older", "Ring in June.") in found
    assert found <= {("Ana Lee", "older", "Ring in June."), ("Ana Lee", "older", "Ring in May.")}
    assert [one.text for one in await world.service.cards.comments(ana)] == ["Hello"]


async def test_an_archived_card_that_came_after_the_backup_is_kept(either: World) -> None:
    world = either
    backup = await written(world)
    await world.service.cards.update(world.named("Bo Ng"), closed=True)
    await pull(world)
    backup.restore()
    world.clock.advance(60)
    await world.service.cards.update(world.named("Ana Lee"), due="2027-01-01T00:00:00.000Z")
    for _ in range(2):
        await pull(world)
    assert kept(world) == [("Bo Ng", "lost")]
    assert world.store.cards.archived(world.board_id) == []


async def test_a_card_that_is_archived_again_is_not_lost(either: World) -> None:
    world = either
    await written(world)
    bo = world.named("Bo Ng")
    await world.service.cards.update(bo, closed=True)
    await pull(world)
    backup = Backup(world)
    world.clock.advance(60)
    await world.service.cards.update(bo, closed=False)
    await pull(world)
    assert [name for _, name in world.here()] == ["Ana Lee", "Bo Ng"]
    backup.restore()
    for _ in range(2):
        await pull(world)
    assert [name for _, name in world.here()] == ["Ana Lee"]
    assert kept(world) == []


@pytest.mark.parametrize("is_open", [False, True])
async def test_what_was_written_from_here_since_the_last_pull_is_kept(
    either: World, *, is_open: bool
) -> None:
    world = either
    at = await with_parts(world)
    backup = Backup(world)
    world.clock.advance(60)
    here = {"board_id": world.board_id, "card_id": at["card_id"]}
    world.do(UpdateCard(**here, desc="Ring in May."))
    world.do(AddComment(**here, comment_id=new_local_id(), text="Prefers mornings."))
    world.card("Cy Poe", 3.0)
    await world.sync()
    backup.restore()
    world.clock.advance(60)
    for _ in range(2):
        await pull(world, at["card_id"] if is_open else None)
    assert losses(world) >= {("Ana Lee", "older", "Ring in May."), ("Cy Poe", "lost", "")}
    assert "Prefers mornings." in "".join(text for _, _, text in losses(world))
    assert len(kept(world)) == 3


async def test_what_was_written_from_here_and_is_told_is_no_loss(either: World) -> None:
    world = either
    at = await with_parts(world)
    here = {"board_id": world.board_id, "card_id": at["card_id"]}
    world.do(UpdateCard(**here, desc="Ring in May."))
    await world.sync()
    await world.service.cards.update(at["card_id"], desc="Rang.")
    await pull(world, at["card_id"])
    label = await world.service.labels.create(
        board_id=world.board_id, name="Hot", color="red", idempotency_key="label"
    )
    await pull(world)
    world.do(AddComment(**here, comment_id=new_local_id(), text="Prefers mornings."))
    world.do(AddCardLabel(**here, label_id=label.id))
    await world.sync()
    before = len(world.wire.seen)
    await pull(world)
    # Labels of cards are in no feed but ours, so that elsewhere all cards are read for one.
    assert world.wire.hosted or not any(path.endswith("/cards") for _, path in world.wire.seen[before:])
    assert kept(world) == []


async def test_a_change_from_here_that_changed_nothing_is_told_by_nobody(either: World) -> None:
    world = either
    at = await with_parts(world)
    here = {"board_id": world.board_id, "card_id": at["card_id"]}
    label = await world.service.labels.create(
        board_id=world.board_id, name="Hot", color="red", idempotency_key="label"
    )
    await pull(world)
    world.do(AddCardLabel(**here, label_id=label.id))
    await world.sync()
    await pull(world)
    world.do(UpdateCard(**here, name="Ana Lee "))
    world.do(UpdateCard(**here, due_complete=False))
    world.do(AddCardLabel(**here, label_id=label.id))
    await world.sync()
    before = len(world.wire.seen)
    await pull(world)
    assert not any(path.endswith("/cards") for _, path in world.wire.seen[before:])
    assert kept(world) == []
