"""What rows of cards say, and the room that it needs."""

from datetime import UTC, datetime

import pytest
from rich.cells import cell_len

from tui.app.drawing.due_badge import due_badge, time_of
from tui.app.screens.views.card_cells import cells_of, due_cells, field_cells
from tui.app.theme import TOKENS
from tui.app.widgets.card_face import CardStyle
from tui.model.card import CardFace, PlacedCard
from tui.model.label import Label

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("due", "cells"),
    [
        ("2026-11-22T17:00:00Z", 10),
        ("2026-11-22T08:00:00Z", 16),
        ("2027-12-22T17:00:00Z", 13),
        ("2027-12-22T08:00:00Z", 19),
        ("soon", 13),
        (None, 10),
    ],
)
def test_the_field_for_due_dates_has_room_for_the_longest(due, cells):
    assert due_cells([None, due, "2026-11-25T17:00:00Z"], NOW) == cells
    untimed = due_cells([due], NOW, timed=False)
    assert untimed == cells - 6 * ("08:00" in str(due))
    if due is not None:
        assert cell_len(due_badge(due, done=False, now=NOW, timed=True)[0]) <= cells


def test_a_time_and_a_year_need_room_beside_each_other_only_in_one_date():
    assert due_cells(["2026-11-22T08:00:00Z", "2027-12-22T17:00:00Z"], NOW) == 16
    assert due_cells([], NOW, items=["2026-11-22T08:00:00Z"]) == 17


def test_where_there_is_little_room_the_time_stands_before_the_title_and_today_it_is_the_date():
    style = CardStyle(0, "compact", NOW, TOKENS)
    face = CardFace(id="c", list_id="l", pos=1, name="Ring", due="2026-11-23T08:00:00Z")
    clock = time_of(face.due or "")
    placed = PlacedCard(face, "b", "Board", "Won")
    for timed, beside in ((False, [(clock, "ink-quiet")]), (True, [])):
        cells = cells_of(placed, style, {}, timed=timed)
        assert (cells["title"], cells["beside title"]) == ([("Ring", "ink")], beside)
    assert clock not in cells_of(placed, style, {}, timed=False)["due"][0][0]
    today = placed._replace(face=face.replace(due="2026-11-21T09:30:00Z"))
    assert cells_of(today, style, {}, timed=False)["title"] == [("Ring", "ink")]


@pytest.mark.parametrize(
    ("name", "label_ids", "cells"),
    [
        ("Won", (), ((6, 6), (8, 8), (3, 3))),
        ("Contacted", ("hot", "cold"), ((9, 9), (10, 10), (3, 3))),
        ("Waiting for the customer", ("hot", "hot", "cold", "cold"), ((14, 24), (14, 21), (3, 3))),
    ],
)
def test_a_column_is_as_wide_as_what_the_cards_have_of_it_and_a_wide_one_may_be_narrower(
    name, label_ids, cells
):
    labels = {name: Label(id=name, id_board="b", name=name) for name in ("hot", "cold")}
    style = CardStyle(0, "compact", NOW, TOKENS, labels=labels)
    face = CardFace(id="c", list_id="l", pos=1, name="Ring", label_ids=label_ids)
    found = field_cells([PlacedCard(face, "b", "Board", name)], style)
    assert tuple(found.values()) == cells
    assert field_cells([], style) == {"list": (6, 6), "labels": (8, 8), "who": (3, 3)}
