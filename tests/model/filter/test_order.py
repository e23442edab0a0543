"""The order that a filter asks for, and the sections of an agenda."""

from datetime import UTC, datetime, timedelta

import pytest

from tui.model.filter.agenda import bounds, section_of
from tui.model.filter.facts import NamedThing, StoredFacts
from tui.model.filter.filter import parse_filter
from tui.model.filter.order import in_order
from tui.model.values.scalars import format_instant

NOW = datetime(2026, 11, 25, 9, tzinfo=UTC)  # a Wednesday
HOT, COLD = NamedThing(id="1", name="Hot"), NamedThing(id="2", other="blue")
CARDS = [
    StoredFacts(name="émile", due=NOW, created=NOW, labels=(HOT,)),
    StoredFacts(name="Zoe", edited=NOW),
    StoredFacts(name="ana", due=NOW - timedelta(days=1), created=NOW - timedelta(days=1), labels=(COLD,)),
    StoredFacts(name="ben", due=NOW, edited=NOW - timedelta(days=1)),
]

ITEMS = [
    StoredFacts(name="own", due=NOW),
    StoredFacts(name="none"),
    StoredFacts(name="item", due=NOW + timedelta(days=9), item_dues=(NOW - timedelta(days=1),)),
    StoredFacts(name="later item", due=NOW + timedelta(days=1), item_dues=(NOW + timedelta(days=2),)),
]


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("sort:due", ["ana", "émile", "ben", "Zoe"]),
        ("sort:-due", ["émile", "ben", "ana", "Zoe"]),
        ("sort:name", ["ana", "ben", "émile", "Zoe"]),
        ("sort:-name", ["Zoe", "émile", "ben", "ana"]),
        ("sort:created", ["ana", "émile", "Zoe", "ben"]),
        ("sort:edited", ["ben", "Zoe", "émile", "ana"]),
        ("sort:label", ["ana", "émile", "Zoe", "ben"]),
        ("sort:position", ["émile", "Zoe", "ana", "ben"]),
        ("sort:-position", ["ben", "ana", "Zoe", "émile"]),
    ],
)
def test_cards_are_sorted_and_those_without_the_value_come_last(sort, names):
    order = parse_filter(sort).sort
    assert order is not None
    assert [card.name for card in in_order(CARDS, lambda card: card, order)] == names


def test_a_card_is_sorted_by_the_first_date_of_its_own_and_its_items():
    order = parse_filter("sort:due").sort
    assert order is not None
    found = [card.name for card in in_order(ITEMS, lambda card: card, order)]
    assert found == ["item", "own", "later item", "none"]


def test_a_due_date_is_in_one_section():
    ends = bounds(NOW)
    days = {"overdue": -0.001, "today": 0.5, "week": 6, "later": 9}
    for name, ahead in days.items():
        assert section_of(format_instant(NOW + timedelta(days=ahead)), ends, done=False) == name
    assert section_of(format_instant(NOW - timedelta(days=9)), ends, done=True) == "done"
