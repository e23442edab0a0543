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
