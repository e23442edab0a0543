"""A card's face: what is on it, and that it is as high as it says."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tui.app.theme import TOKENS
from tui.app.widgets.card_face import (
    DENSITIES,
    GAP,
    CardStyle,
    State,
    draw,
    height,
    label_name,
    merge,
)
from tui.model.card import CardFace
from tui.model.label import COLORS, Label
from tui.model.member import Member
from tui.model.values.scalars import format_instant

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
LABELS = {
    "hot": Label(id="hot", name="hot", color="red"),
    "bare": Label(id="bare", name="", color="sky_light"),
    "evil": Label(id="evil", name="\x1b]0;x\x07", color=None),
}
MEMBERS = {
    "ana": Member(id="ana", username="ana", full_name="Ana Reid"),
    "bo": Member(id="bo", initials="\x9bB"),
}
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def look(width=28, density="normal"):
    return CardStyle(width, density, NOW, {**TOKENS, "background": "#000000"}, labels=LABELS, members=MEMBERS)


def face(name="Ring Ana", **fields):
    return CardFace("1", "l", name, 1.0, **fields)


def lines(card, **kwargs):
    return [strip.text for strip in draw(card, look(**kwargs))]


def test_a_card_with_everything():
    card = face(
        "Ring Ana Reid at Tūī Ridge about the lease",
        label_ids=("hot", "bare"),
        member_ids=("ana", "gone"),
        due=format_instant(NOW + timedelta(days=3)),
        items=5,
        items_done=2,
        comments=1,
        attachments=4,
        pending=1,
        refused=True,
        subject=True,
    )
    text = "\n".join(lines(card, density="full", width=32))
    for sign in ("▪hot", "▪sky light", "! refused", "⟳", "●", "◷ Tue", "☑ 2/5", "✎ 1", "▤ 4", "AR ?"):
        assert sign in text, sign


@pytest.mark.parametrize("density", DENSITIES)
@pytest.mark.parametrize(
    "name", ["Ring Ana", "Ring Ana Reid at Tūī Ridge about the lease, and send the offer"]
)
def test_a_write_that_waits_changes_one_cell_at_the_end_of_the_first_line(density, name):
    card = face(name, label_ids=("hot",), comments=1)
    at_rest, waits = lines(card, density=density), lines(card.replace(pending=2), density=density)
    assert waits == [f"{at_rest[0][:-1]}⟳", *at_rest[1:]]
    assert height(card.replace(pending=2), look(density=density)) == height(card, look(density=density))


def test_labels_are_in_the_order_of_the_board_whichever_came_last():
    for density in DENSITIES:
        assert lines(face(label_ids=("bare", "hot")), density=density) == lines(
            face(label_ids=("hot", "bare")), density=density
        )
    unknown = [text for text, _ in look().label_pieces(face(label_ids=("gone", "bare", "hot")))]
    assert unknown == ["▪hot", "▪sky light", "▪?"]


@pytest.mark.parametrize("density", DENSITIES)
def test_when_it_is_due_stands_before_the_labels(density):
    card = face(label_ids=("hot", "bare", "evil"), due=format_instant(NOW - timedelta(days=3)), refused=True)
    text = " ".join(lines(card, density=density, width=24))
    assert 0 < text.index("!") < text.index("▲"), text
    if "▪" in text:
        assert text.index("▲ ") < text.index("▪")


def test_a_date_that_is_over_is_met_in_a_list_whose_cards_count_as_done():
    card, style = face(due=format_instant(NOW - timedelta(days=3))), replace(look(), ended=frozenset({"l"}))
    assert "▲ 18 Nov" in lines(card)[1]
    assert "✓ 18 Nov" in draw(card, style)[1].text


def test_the_height_of_a_card_is_of_its_own_list_as_the_same_date_is_longer_where_it_is_met():
    due, style = format_instant(NOW + timedelta(days=4)), replace(look(width=21), ended=frozenset({"done"}))
    cards = [face(due=due, label_ids=("hot",), items=1).replace(list_id=one) for one in ("l", "done")]
    gap = [height(card, style) - len(draw(card, style)) for card in cards]
    assert "◷ Wed" in draw(cards[0], style)[1].text
    assert "✓ 25 Nov" in draw(cards[1], style)[1].text
    assert len(draw(cards[0], style)) < len(draw(cards[1], style))
    assert gap[0] == gap[1]


def test_a_title_is_wrapped_to_three_lines_and_says_that_there_is_more():
    rows = lines(face("word " * 40))
    assert len(rows) == 3
    assert rows[-1].rstrip().endswith("…")


def test_a_compact_card_is_one_line_with_signs_at_the_right():
    card = face(
        "Ring Ana Reid at Tuiridge about leases", label_ids=("hot",), due=format_instant(NOW - timedelta(1))
    )
    assert lines(card, density="compact") == ["  Ring Ana Reid at Tui… ▲ h "]


def test_what_does_not_fit_is_counted():
    many = {str(n): Label(id=str(n), name=f"label number {n}", color="red") for n in range(20)}
    drawn = draw(
        face(label_ids=tuple(many)),
        CardStyle(28, "normal", NOW, {**TOKENS, "background": "#000000"}, labels=many),
    )
    assert re.search(r"\+1[0-9]", drawn[-1].text)


@pytest.mark.parametrize(("width", "between"), [(26, "  "), (25, " ")])
def test_badges_are_closer_together_if_that_saves_a_row(width, between):
    card = face(due=format_instant(NOW + timedelta(days=3)), label_ids=("hot",), items=3, comments=1)
    assert lines(card, width=width)[1].split() == ["◷", "Tue", "▪hot", "☑", "0/3", "✎", "1"]
    assert between.join(["◷ Tue", "▪hot", "☑ 0/3", "✎ 1"]) in lines(card, width=width)[1]


def test_badges_that_need_two_rows_anyway_are_two_blanks_apart():
    card = face(due=format_instant(NOW + timedelta(days=3)), label_ids=("hot",), items=3, comments=1)
    assert [each.strip() for each in lines(card, width=17)[1:]] == ["◷ Tue  ▪hot", "☑ 0/3  ✎ 1"]


def test_states_differ_without_colour():
    bars = {state: draw(face(), look(), state)[0].text[0] for state in [State.PLAIN, *State]}
    assert len(set(bars.values())) == 5


def test_a_cursor_and_a_selection_on_one_card_are_both_told():
    strip = draw(face(), look(), State.CURSOR | State.PICKED)[0]
    assert strip.text[0] == "◆"
    assert all(segment.style is not None and segment.style.bold for segment in strip)


def test_a_joined_emoji_has_two_cells_and_is_not_cut_in_two():
    family = "👨\u200d👩\u200d👧"
    (strip,) = draw(face(f"{family} Hui"), look(density="compact"))
    assert strip.text.startswith(f"  {family} Hui")
    assert strip.cell_length == look().width


def test_a_label_without_a_name_is_called_by_its_colour():
    assert label_name(Label(id="1", color="sky_dark")) == "sky dark"
    assert label_name(Label(id="1")) == "label"
    assert label_name(None) == "?"


@pytest.mark.parametrize("color", [*COLORS, None])
def test_a_label_is_text_whatever_its_colour(color):
    board = CardStyle(28, "normal", NOW, TOKENS, labels={"x": Label(id="x", name="urgent", color=color)})
    assert "▪urgent" in draw(face(label_ids=("x",)), board)[-1].text


names = st.one_of(st.text(max_size=120), st.text("資料🏗e\u0301 a", max_size=80))
faces = st.builds(
    CardFace,
    id=st.just("1"),
    list_id=st.just("l"),
    name=names,
    pos=st.just(1.0),
    label_ids=st.lists(st.sampled_from(["hot", "bare", "evil", "gone"]), max_size=8).map(tuple),
    member_ids=st.lists(st.sampled_from(["ana", "bo", "gone"]), max_size=5).map(tuple),
    due=st.none() | st.datetimes().map(lambda d: d.isoformat()) | st.text(max_size=12),
    items=st.integers(0, 99),
    items_done=st.integers(0, 99),
    comments=st.integers(0, 10**6),
    attachments=st.integers(0, 99),
    pending=st.integers(0, 2),
    refused=st.booleans(),
    subject=st.sampled_from([None, True, False]),
    has_desc=st.booleans(),
)


@given(faces, st.integers(6, 60), st.sampled_from(DENSITIES), st.sampled_from([State.PLAIN, *State]))
def test_a_card_is_as_high_and_as_wide_as_it_says(card, width, density, state):
    worn = look(width, density)
    drawn = draw(card, worn, state)
    assert len(drawn) + GAP[density] == height(card, worn)
    for strip in drawn:
        assert strip.cell_length == width == cell_len(strip.text)
        assert CONTROL.search(strip.text) is None


def test_neighbours_of_one_style_are_one_segment():
    style = look().style("ink")
    assert [s.text for s in merge([("a", style), ("b", style), ("c", look().style("late"))])] == ["ab", "c"]


def test_labels_are_chips_where_the_column_and_the_row_have_room():
    face = CardFace("c", "l", "Ring Ana", 1.0, label_ids=("hot",), due="2026-11-24T00:00:00.000Z")
    wide = draw(face, look(40))[1]
    chip = next(segment for segment in wide if segment.text == " hot ")
    assert chip.style is not None
    assert chip.style.bgcolor is not None
    assert chip.style.color is not None
    assert chip.style.color.name == TOKENS["card"]
    assert "▪hot" in draw(face, look(28))[1].text
    assert "▪hot" in draw(face, replace(look(40), chips=False))[1].text
    assert height(face, look(40)) == len(draw(face, look(40))) + GAP["normal"]


def test_labels_without_room_for_chips_are_drawn_small_and_none_is_lost():
    labels = {str(n): Label(id=str(n), name="label", color="red") for n in range(5)}
    face = CardFace("c", "l", "Ring Ana", 1.0, label_ids=tuple(labels))
    style = replace(look(36), labels=labels)
    rows = draw(face, style)[1:]
    assert sum(row.text.count("label") for row in rows) == 5
    assert "▪label" in rows[0].text
    assert rows[0].cell_length == rows[1].cell_length == 36


def test_a_card_that_nobody_touched_is_dimmed_and_the_one_with_the_cursor_is_not():
    face = CardFace("c", "l", "Ring Ana", 1.0)
    fresh, aged = draw(face, look()), draw(face, replace(look(), age=lambda _: 0.5))
    assert [row.text for row in fresh] == [row.text for row in aged]
    assert fresh[0] != aged[0]
    assert draw(face, replace(look(), age=lambda _: 0.0)) == fresh
    assert draw(face, replace(look(), age=lambda _: 0.5), State.CURSOR) == draw(face, look(), State.CURSOR)


def test_a_compact_card_that_somebody_changed_has_a_sign():
    face = CardFace("c", "l", "Ring Ana", 1.0)
    assert draw(face, look(density="compact"), State.NEWS)[0].text.startswith("✱ Ring Ana")
