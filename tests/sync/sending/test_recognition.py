"""What a create has made is searched from when the service was asked, by the service's clock."""

from datetime import timedelta

from tests.stories.world import World
from tui.store.outbox.row import QueuedWrite
from tui.sync.sending.recognition import Recognition


def sent(world: World, name: str) -> QueuedWrite:
    """A write that makes a card, in flight."""
    row = world.store.writes.submit(world.new_card(name)).result()
    found = world.store.outbox.mark_inflight(row.seq).result()
    assert found is not None
    return found


def noted(world: World, recognition: Recognition, row: QueuedWrite, ahead: timedelta) -> str | None:
    """What is stored of the clock after ``row`` was sent by one that is so much ahead."""
    recognition._transport.clock_offset = -ahead
    if (note := recognition.clock_note(row)) is not None:
        note.result()
    return world.store.meta.get("clock behind")


def test_the_clock_is_noted_if_it_is_wrong_and_forgotten_if_nothing_depends_on_it(world: World) -> None:
    recognition = world.session.pusher._recognition
    first = sent(world, "first")
    assert noted(world, recognition, first, timedelta(seconds=50)) is None
    assert noted(world, recognition, first, timedelta(hours=1)) == "-3600.0"
    assert noted(world, recognition, first, timedelta(hours=1, seconds=50)) == "-3600.0", "nearly the same"
    second = sent(world, "second")
    assert noted(world, recognition, second, timedelta()) == "-3600.0", "the first is unsure"
    assert noted(world, recognition, second, timedelta(hours=2)) == "-7200.0"
    made = first.write.created_id
    assert made is not None
    world.store.outbox.confirm(first.seq, {made: "f" * 24}).result()
    assert noted(world, recognition, second, timedelta()) == "0.0"


def test_a_clock_that_is_behind_hides_nothing(world: World) -> None:
    recognition = world.session.pusher._recognition
    assert noted(world, recognition, sent(world, "first"), timedelta(hours=-1)) is None
