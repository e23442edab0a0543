"""The service is put back to an older state: cards that it has lost are kept, and those that were deleted are not."""

import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.stories.world import World
from tui.model.sync import Conflict
from tui.model.values.scalars import new_local_id
from tui.model.writes.base import LONGEST_TEXT
from tui.model.writes.cards import UpdateCard
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist
from tui.model.writes.comments import AddComment
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
    assert [one.chosen for one in world.store.conflicts.all()] == ["mine"]


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
        ("Ana Lee", "both", "Ana Lim", "Ana Lee"),
        ("Ana Lee", "both", "Ring in May.", ""),
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
    assert found == {("Ana Lee", "both", "Ana Lim", "Ana Lee"), ("Ana Lee", "both", "Ring in May.", "")}
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
    assert found == {("Ana Lee", "both", "Ana Lim", "Ana Lee"), ("Ana Lee", "both", "Ring in May.", "")}
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
    both = [("Ana Li", "both"), ("Bo Ng", "lost")]
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
