"""Changes add up."""

from tui.model.change import Change


def test_both_changes_are_in_the_sum() -> None:
    a = Change(frozenset({"cards"}), frozenset({"b1"}), frozenset({"c1"}), {"new-1": "s1"})
    b = Change(frozenset({"labels"}), frozenset({"b2"}), frozenset({"c2"}))
    both = a + b
    assert both.nouns == {"cards", "labels"}
    assert both.board_ids == {"b1", "b2"}
    assert both.card_ids == {"c1", "c2"}
    assert dict(both.bound) == {"new-1": "s1"}


def test_too_many_to_name_swallows_the_names() -> None:
    named = Change(frozenset({"cards"}), frozenset({"b"}), frozenset({"c"}))
    many = Change(frozenset({"cards"}), frozenset({"b"}))
    assert (named + many).card_ids == frozenset()
    assert (many + named).card_ids == frozenset()
