"""Lists that are sent: which copy is that of which original."""

from tui.model.card import Card
from tui.sync.sending.lists import twins


def card(ident: str, name: str, pos: float) -> Card:
    return Card(id=ident, id_board="b", id_list="l", name=name, pos=pos)


def pairs(originals: list[Card], copies: list[Card]) -> list[tuple[str, str]]:
    return [(one.id, other.id) for one, other in twins(originals, copies, lambda each: each.name)]


def test_of_cards_of_one_name_the_first_is_the_copy_of_the_first() -> None:
    originals = [card("o2", "Standup", 2), card("o1", "Standup", 1), card("o3", "Retro", 3)]
    copies = [card("c3", "Retro", 1), card("c1", "Standup", 5), card("c2", "Standup", 6)]
    assert pairs(originals, copies) == [("o1", "c1"), ("o2", "c2"), ("o3", "c3")]


def test_cards_at_one_place_are_paired_by_their_ids() -> None:
    assert pairs([card("o2", "A", 1), card("o1", "A", 1)], [card("c2", "A", 1), card("c1", "A", 1)]) == [
        ("o1", "c1"),
        ("o2", "c2"),
    ]


def test_a_card_without_a_copy_has_none_and_one_that_came_later_is_left_alone() -> None:
    assert pairs([card("o1", "A", 1), card("o2", "B", 2)], [card("c1", "B", 1), card("c2", "B", 2)]) == [
        ("o2", "c1")
    ]
    assert pairs([], [card("c1", "A", 1)]) == []
