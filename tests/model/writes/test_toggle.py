"""A label or a member that is toggled on several cards."""

import pytest

from tui.model.writes.members import AddCardMember, RemoveCardMember
from tui.model.writes.toggle import is_on_all, toggled

ON, OFF, GONE = ("ana", "bo"), ("bo",), None


@pytest.mark.parametrize(
    ("on_cards", "expected"),
    [
        pytest.param({"c1": ON, "c2": ON}, True, id="all"),
        pytest.param({"c1": ON, "c2": OFF}, False, id="some"),
        pytest.param({"c1": ON, "c2": GONE}, True, id="all-that-are-there"),
        pytest.param({"c1": OFF, "c2": GONE}, False, id="none-that-is-there"),
    ],
)
def test_a_card_that_is_gone_does_not_count(on_cards, expected):
    assert is_on_all(on_cards, "ana") is expected


@pytest.mark.parametrize(
    ("on_cards", "kind", "cards"),
    [
        pytest.param({"c1": ON, "c2": ON}, RemoveCardMember, ["c1", "c2"], id="off-all"),
        pytest.param({"c1": ON, "c2": OFF}, AddCardMember, ["c2"], id="on-those-without"),
        pytest.param({"c1": OFF, "c2": GONE}, AddCardMember, ["c1", "c2"], id="on-and-told-of-the-gone"),
        pytest.param({"c1": ON, "c2": GONE}, RemoveCardMember, ["c1", "c2"], id="off-and-told-of-the-gone"),
    ],
)
def test_the_writes_put_it_on_all_or_take_it_off(on_cards, kind, cards):
    writes = toggled(
        on_cards,
        "ana",
        put_on=lambda card_id: AddCardMember(board_id="b", card_id=card_id, member_id="ana"),
        take_off=lambda card_id: RemoveCardMember(board_id="b", card_id=card_id, member_id="ana"),
    )
    assert [type(write) for write in writes] == [kind] * len(cards)
    assert [getattr(write, "card_id", None) for write in writes] == cards
