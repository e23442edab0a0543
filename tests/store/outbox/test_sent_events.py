"""Which events tell of an undo or a redo, where some of what was done was never sent."""

from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from tests.store.conftest import BOARD, ME, NEW, OLD, card_id
from tui.clock import ManualClock
from tui.model.event import Event
from tui.model.writes.cards import MoveCard
from tui.store.firing_records import NewFiring
from tui.store.firings import DATABASE, FiringLog
from tui.store.outbox.sent_events import ONE_TRY, SKEW
from tui.store.store import Store

CARD, NOW = card_id(1), timedelta()


def move(to: str) -> MoveCard:
    return MoveCard(board_id=BOARD, card_id=CARD, list_id=to, pos=1.0)


def send(store: Store) -> None:
    """Send what waits, as the push does."""
    for row in store.outbox.ready():
        store.outbox.mark_inflight(row.seq).result()
        store.outbox.confirm(row.seq).result()


def told(clock: ManualClock, ident: str, to: str, *, by: str = ME, ahead: timedelta = NOW) -> Event:
    """What the service tells of a move to a list."""
    data = {"card": {"id": CARD, "idList": to}, "old": {"idList": "?"}}
    return Event(id=ident, type="updateCard", at=clock.now() + ahead, data=data, member={"id": by})


def test_a_redo_is_work_where_the_service_never_had_what_it_does_again(
    store: Store, clock: ManualClock
) -> None:
    store.writes.submit(move(OLD)).result()
    store.writes.undo().result()
    store.writes.redo().result()
    send(store)
    assert store.outbox.reversals([told(clock, "1", OLD)], NOW) == set()
    clock.advance(60)
    store.writes.undo().result()
    send(store)
    assert store.outbox.reversals([told(clock, "2", NEW)], NOW) == {"2"}


def test_an_undo_is_one_though_another_undo_was_never_sent(store: Store, clock: ManualClock) -> None:
    store.writes.submit(move(OLD)).result()
    send(store)
    clock.advance(60)
    store.writes.submit(move(OLD).replace(pos=5.0)).result()
    store.writes.undo().result()
    store.writes.undo().result()
    send(store)
    assert store.outbox.reversals([told(clock, "1", NEW)], NOW) == {"1"}


@pytest.mark.parametrize(
    ("by", "later", "quiet"),
    [(ME, 0, True), (ME, 3600, False), ("f" * 24, 0, False), (ME, -60, False)],
    ids=["the undo", "an hour later", "by a colleague", "before it"],
)
def test_an_event_tells_of_an_undo_by_its_author_and_time(
    store: Store, clock: ManualClock, by: str, later: int, quiet: bool
) -> None:
    store.writes.submit(move(OLD)).result()
    send(store)
    clock.advance(600)
    store.writes.undo().result()
    send(store)
    ahead = timedelta(hours=-2)
    event = told(clock, "1", NEW, by=by, ahead=ahead + timedelta(seconds=later))
    assert store.outbox.reversals([event], ahead) == ({"1"} if quiet else set())


def test_an_undo_that_reached_the_service_after_days_is_known(store: Store, clock: ManualClock) -> None:
    store.writes.submit(move(OLD)).result()
    send(store)
    clock.advance(600)
    store.writes.undo().result()
    [row] = store.outbox.in_state("waiting")
    store.outbox.mark_inflight(row.seq).result()
    store.outbox.requeue(row.seq).result()
    clock.advance(3 * 86400)
    send(store)
    assert store.outbox.reversals([told(clock, "1", NEW)], NOW) == {"1"}


def test_what_rules_took_up_because_of_a_write_is_found(store: Store, clock: ManualClock, path: Path) -> None:
    store.writes.submit(move(OLD)).result()
    assert store.outbox.firings_of(store.outbox.in_state("waiting"), NOW) == [], "never sent"
    send(store)
    rows = store.outbox.in_state("done")
    store.events.note([told(clock, "1", OLD), told(clock, "2", NEW)]).result()
    assert store.outbox.firings_of(rows, NOW) == [], "no rule was ever done"
    with closing(FiringLog(path.with_name(DATABASE), clock)) as log:
        new = [NewFiring(rule=f"of {key}", account="", key=key, event={}, at=clock.now()) for key in "12"]
        log.take_up("", 2, new).result()
    assert [one.rule for one in store.outbox.firings_of(rows, NOW)] == ["of 1"]


def test_without_events_or_without_an_undo_nothing_is_told(store: Store, clock: ManualClock) -> None:
    assert store.outbox.reversals([], NOW) == set()
    store.writes.submit(move(OLD)).result()
    send(store)
    assert store.outbox.reversals([told(clock, "1", OLD)], NOW) == set()
    store.writes.undo().result()
    assert store.outbox.reversals([told(clock, "2", NEW)], NOW) == set(), "it was not sent"
    send(store)
    assert store.outbox.reversals([], NOW) == set()


@pytest.mark.parametrize("edge", [SKEW, -SKEW], ids=["late", "early"])
def test_an_event_may_be_dated_as_much_off_as_clocks_are(
    store: Store, clock: ManualClock, edge: timedelta
) -> None:
    """Early beside the sending itself, late beside the end of the one try."""
    store.writes.submit(move(OLD)).result()
    send(store)
    clock.advance(3600)
    store.writes.undo().result()
    send(store)
    beyond = timedelta(seconds=1 if edge > timedelta() else -1)
    at = edge + (ONE_TRY if edge > timedelta() else timedelta())
    inside, outside = (told(clock, "1", NEW, ahead=moment) for moment in (at, at + beyond))
    assert store.outbox.reversals([inside], NOW) == {"1"}
    assert store.outbox.reversals([outside], NOW) == set()


def test_two_events_of_equal_writes_tell_of_one_each(store: Store, clock: ManualClock) -> None:
    """The first of the first: what was done and what took the next back set the same."""
    store.writes.submit(move(NEW)).result()
    send(store)
    clock.advance(2)
    store.writes.submit(move(OLD)).result()
    send(store)
    clock.advance(2)
    store.writes.undo().result()
    send(store)
    events = [told(clock, "1", NEW, ahead=timedelta(seconds=-4)), told(clock, "2", NEW)]
    assert store.outbox.reversals(events, NOW) == {"2"}
    assert store.outbox.reversals(events[::-1], NOW) == {"2"}, "in whichever order they come"
