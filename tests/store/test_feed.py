import pytest

from tui.model.change import Change
from tui.store.feed import Feed


def test_each_listener_hears_each_change_until_it_leaves() -> None:
    feed, one, two = Feed(), list[Change](), list[Change]()
    leave = feed.subscribe(one.append)
    feed.subscribe(two.append)
    change = Change(frozenset({"cards"}))
    feed.publish(change)
    leave()
    leave()
    feed.publish(change)
    assert (len(one), len(two)) == (1, 2)


def test_a_listener_that_fails_keeps_nothing_from_the_next(caplog: pytest.LogCaptureFixture) -> None:
    def bad(_: Change) -> None:
        raise RuntimeError("listener")

    feed, told = Feed(), list[Change]()
    feed.subscribe(bad)
    feed.subscribe(told.append)
    feed.publish(Change(frozenset({"cards"})))
    assert len(told) == 1
    assert "A listener of the feed failed." in caplog.text


def test_of_nothing_nobody_is_told() -> None:
    feed, told = Feed(), list[Change]()
    feed.subscribe(told.append)
    feed.publish(Change(frozenset()))
    assert not told
