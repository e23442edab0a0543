"""The order of a table: by column, turned round, and shown in the names of the columns."""

import pytest

from tests.app.fakes import fake
from tui.app.screens.views.page_filter import PageFilter
from tui.app.screens.views.sorting import TableSorting
from tui.app.widgets.views.card_table import TableField, widths
from tui.clock import ManualClock

FIELDS = (TableField("title", 10, 1), TableField("due", 6), TableField("list", 8, rank=1))


@pytest.fixture
def narrowed() -> PageFilter:
    """The filter of a page that is never drawn."""
    page = fake(feed=fake())
    table = fake(current=None, go_to=lambda _: None)
    return PageFilter(page, page, lambda: None, dict, table, ManualClock())


@pytest.fixture
def order(narrowed: PageFilter) -> TableSorting:
    return TableSorting(narrowed, lambda _: None)


def test_the_order_is_the_sort_of_the_filter_and_leaves_its_other_words(
    narrowed: PageFilter, order: TableSorting
) -> None:
    narrowed.narrow("#hot sort:-created ring")
    assert order.by == "-created"
    order.sort("due")
    assert (narrowed.text, order.by) == ("#hot ring sort:due", "due")
    order.sort("")
    assert (narrowed.text, order.by) == ("#hot ring", "")


def test_every_column_in_turn_and_then_the_order_of_the_lists(order: TableSorting) -> None:
    seen = []
    for _ in range(6):
        order.next_column()
        seen.append(order.by)
    assert seen == ["name", "label", "due", "created", "", "name"]


def test_the_next_column_is_that_of_the_field_whichever_way_it_is_sorted(order: TableSorting) -> None:
    order.sort("-label")
    order.next_column()
    assert order.by == "due"


def test_a_field_without_a_column_is_followed_by_the_first(order: TableSorting) -> None:
    order.sort("position")
    order.next_column()
    assert order.by == "name"


def test_the_order_is_turned_round_and_back(order: TableSorting) -> None:
    order.sort("due")
    order.reverse()
    assert order.by == "-due"
    order.reverse()
    assert order.by == "due"


def test_the_order_of_the_lists_is_turned_round_by_the_position(order: TableSorting) -> None:
    order.reverse()
    assert order.by == "-position"


@pytest.mark.parametrize(
    ("by", "titles"),
    [
        ("", "  title        due     list ▲  "),
        ("-position", "  title        due     list ▼  "),
        ("due", "  title        due ▲   list    "),
        ("-name", "  title ▼      due     list    "),
    ],
)
def test_the_sorted_column_has_the_sign_of_the_direction(order: TableSorting, by: str, titles: str) -> None:
    order.sort(by)
    assert order.titles(widths(FIELDS, 29)) == titles


def test_a_lesser_column_makes_way_for_the_title():
    fields = (
        TableField("title", 10, 1, wish=14),
        TableField("list", 4, rank=2),
        TableField("age", 3, rank=3),
    )
    assert widths(fields, 25) == {"title": 14, "list": 4, "age": 3}
    assert widths(fields, 24) == {"title": 18, "list": 4}
    assert widths(fields, 16) == {"title": 10, "list": 4}


def test_a_column_without_room_is_left_out_with_its_sign(order: TableSorting) -> None:
    assert order.titles(widths(FIELDS, 20)) == "  title         due   "
