"""Values of an export's fields, and rows made of them."""

import pytest

from tests.server.exports.documents import board, card, ident, places, read
from tui.server.exports import fields
from tui.server.exports.fields import (
    InvalidValue,
    Shape,
    VitalField,
    WireField,
    count,
    flag,
    mapping,
    moment,
    number,
    short_link,
    text,
)


def test_dates_are_kept_in_utc_and_wrong_ones_are_told():
    cards = [
        card(20, due="2015-02-03T04:05:06.789Z"),
        card(21, due="2015-02-03T04:05:06+13:00"),
        card(22, due="2015-02-03"),
        card(23, due="next friday"),
        card(24, due=1422936306000),
        card(25, due="2015-02-30T00:00:00.000Z"),
        card(26, due=""),
    ]
    document, notes = read(board(cards=cards))
    assert [c["due"] for c in sorted(document["cards"], key=lambda c: c["id"])] == [
        "2015-02-03T04:05:06.789Z", "2015-02-02T15:05:06.000Z", "2015-02-03T00:00:00.000Z", None, None, None, None,
    ]  # fmt: skip
    assert places(notes.repairs) == [f"cards[{n}].due" for n in (3, 4, 5, 6)]


@pytest.mark.parametrize(
    ("read_value", "value", "found"),
    [
        (text, "長" * 9, "長" * 9), (flag, False, False), (number, "7.5", 7.5), (number, 3, 3.0), (count, "7", 7),
        (count, 2**62, 2**62), (fields.ident, ident(1), ident(1)), (short_link, "aB3dE6gH", "aB3dE6gH"), (mapping, {}, {}),
        (moment, "2015-02-03T04:05:06.789Z", "2015-02-03T04:05:06.789Z"),
        (moment, "2015-02-03T04:05:06+13:00", "2015-02-02T15:05:06.000Z"),
    ],
)  # fmt: skip
def test_a_value_is_read(read_value, value, found):
    assert read_value(value) == found


@pytest.mark.parametrize(
    ("read_value", "value", "said"),
    [
        (text, 7, "expected text, found a number"),
        (text, ["a"], "expected text, found a list of 1"),
        (flag, "yes", "expected true or false, found 'yes'"),
        (flag, 0, "expected true or false, found a number"),
        (number, True, "expected a number, found true"),
        (number, "1e400", "expected a number, found '1e400'"),
        (number, 10**400, "expected a number, found a number"),
        (number, "top", "expected a number, found 'top'"),
        (count, -1, "expected a whole number, found a number"),
        (count, 2.5, "expected a whole number, found a number"),
        (count, 2**64, "expected a whole number, found a number"),
        (fields.ident, "x" * 24, f"expected an id of 24 hexadecimal digits, found {'x' * 24!r}"),
        (short_link, "../x", "expected eight letters and digits, found '../x'"),
        (moment, "soon" * 20, f"expected a date, found {('soon' * 20)[:40]!r}"),
        (moment, 17, "expected a date, found a number"),
        (mapping, [], "expected an object, found a list of 0"),
    ],
)
def test_a_value_of_another_kind_says_what_was_found(read_value, value, said):
    with pytest.raises(InvalidValue) as caught:
        read_value(value)
    assert str(caught.value) == said


SHAPE = Shape(
    (
        WireField("name", "name", text, "", vital=True),
        WireField("pos", "pos", number),
        WireField("due", "due", moment),
    ),
    frozenset({"cards"}),
)


def test_a_field_without_a_column_is_kept_beside_and_wins_when_written():
    off = []
    row = SHAPE.read(
        {"name": "x", "pos": "soon", "cards": [1], "odd": {"a": 1}},
        lambda name, wrong: off.append((name, str(wrong))),
    )
    assert row == {"name": "x", "pos": None, "due": None, "extra": {"odd": {"a": 1}}}
    assert off == [("pos", "expected a number, found 'soon'")]
    assert SHAPE.write(row | {"pos": 7.0, "extra": {"due": "kept"}}) == {"name": "x", "pos": 7, "due": "kept"}
    assert SHAPE.write(row | {"pos": 7.5})["pos"] == 7.5


def test_a_vital_field_refuses_the_object_but_may_be_null():
    def off(*_told):
        raise AssertionError

    with pytest.raises(VitalField, match="expected text, found a number") as caught:
        SHAPE.read({"name": 7}, off)
    assert caught.value.wire == "name"
    assert SHAPE.read({"name": None}, off)["name"] == ""
