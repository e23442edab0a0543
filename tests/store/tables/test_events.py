"""The log of events has each once, whichever way it became known, and survives a kill."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from tui.clock import ManualClock
from tui.model.event import Event
from tui.store.store import Store
from tui.store.tables.events import KEPT, SKEW, Held

CARD, LABEL, BOARD = "c" * 24, "1" * 24, "b" * 24


def told(at: datetime, ident: str = "a" * 24) -> Event:
    """A label on a card, as an action tells it."""
    data: dict[str, Any] = {"card": {"id": CARD}, "label": {"id": LABEL}, "board": {"id": BOARD}}
    return Event(id=ident, type="addLabelToCard", at=at, data=data)


def found(since: datetime, at: datetime) -> Event:
    """The same, as comparing two readings finds it."""
    return told(at, f"addLabelToCard:{CARD}:{LABEL}:{at}").replace(since=since)


def note(store: Store, *events: Event) -> list[str]:
    return [one.event.id for one in store.events.note(events).result()]


def test_an_event_is_logged_once_and_in_order(store: Store, clock: ManualClock) -> None:
    first, second = told(clock.now(), "1" * 24), told(clock.now(), "2" * 24)
    assert note(store, second, first, second) == [second.id, first.id]
    assert note(store, first) == []
    assert [one.event for one in store.events.after(0)] == [second, first]
    assert [one.event for one in store.events.after(0, 1)] == [second]
    assert store.events.after(store.events.last()) == []


def test_what_was_told_is_not_found_again(store: Store, clock: ManualClock) -> None:
    before, now = clock.now(), clock.now() + timedelta(minutes=1)
    assert note(store, told(before + timedelta(seconds=30))) == ["a" * 24]
    assert note(store, found(before, now)) == []
    # What happened before the first reading does not explain the difference to the second.
    later = now + timedelta(minutes=1)
    assert len(note(store, found(now + timedelta(seconds=SKEW), later))) == 1


def test_what_was_found_is_not_told_again_and_the_next_is(store: Store, clock: ManualClock) -> None:
    before, now = clock.now(), clock.now() + timedelta(minutes=1)
    assert len(note(store, found(before, now))) == 1
    assert note(store, told(before + timedelta(seconds=30))) == []
    assert note(store, told(before + timedelta(seconds=30))) == [], "delivered twice"
    # Taken off and put on again in between: two actions, one difference.
    assert note(store, told(before + timedelta(seconds=50), "2" * 24)) == ["2" * 24]


def test_the_cursor_and_the_events_are_kept_together(store: Store, reopen: Callable[[], Store]) -> None:
    now = store.now()
    held: Held = {("labels", LABEL): {"name": "hot"}, ("cards", CARD): {"idLabels": []}}
    store.events.note([told(now)], board_id=BOARD, reading=held, cursors={"events feed b": "a" * 24}).result()
    other = reopen()
    assert other.cursors.get("events feed b") == "a" * 24
    assert other.events.reading(BOARD) == held
    assert [one.event.id for one in other.events.after(0)] == ["a" * 24]
    other.events.note([], board_id=BOARD, reading={("labels", LABEL): None}).result()
    assert store.events.reading(BOARD) == {("cards", CARD): {"idLabels": []}}


def test_after_a_week_an_event_is_forgotten(store: Store, clock: ManualClock) -> None:
    note(store, told(clock.now()))
    clock.advance((KEPT + timedelta(hours=1)).total_seconds())
    note(store, told(clock.now(), "2" * 24))
    assert [one.event.id for one in store.events.after(0)] == ["2" * 24]
