"""The lines of a table with sections, and the room that places need there."""

import pytest

from tui.app.screens.views.page_cards import AccountCard
from tui.app.screens.views.sections import CardSection, SectionLines, place_bounds
from tui.model.card import CardFace, PlacedCard


@pytest.mark.parametrize(
    ("places", "bounds"),
    [
        ([], (6, 6)),
        ([["Won"]], (6, 6)),
        ([["Won"], ["Contacted"], ["Contacted"]], (9, 9)),
        ([["Pipeline", "Contacted"], ["Team", "Done"]], (16, 20)),
    ],
)
def test_a_place_has_room_for_the_widest_and_may_have_less(places, bounds):
    assert place_bounds(places) == bounds


def test_a_section_without_cards_has_no_heading():
    card = PlacedCard(CardFace("c", "l", "Ring", 1), "b", "Board", "Won")
    rows = [AccountCard("local", card)]
    lines = SectionLines([CardSection("Today", rows), CardSection("Later", [])], lambda _: {}, narrowed=False)
    assert lines.keys == ["", rows[0].key]
