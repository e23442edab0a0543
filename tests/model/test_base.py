"""Values keep what they do not know; ids say what they are."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from tui.model.base import created_at, format_instant, is_local, new_local_id, to_json
from tui.model.board import Board
from tui.model.card import Card


def test_unknown_fields_come_back_as_they_came() -> None:
    raw = {
        "id": "66a1f1002f7c3b0011aa0100",
        "name": "Order flour",
        "agent": {"name": None},
        "idList": "x",
        "brandNew": [1],
    }
    card = Card.parse(raw)
    assert card.id_list == "x"
    assert card.wire()["brandNew"] == [1]
    assert card.wire()["agent"] == {"name": None}


def test_a_card_cannot_be_changed_in_place() -> None:
    card = Card(id="a")
    with pytest.raises(AttributeError, match="frozen"):
        setattr(card, "name", "b")  # noqa: B010 - the type checker knows it cannot be assigned
    assert card.replace(name="b").name == "b"
    assert card.name == ""


def test_dates_go_out_as_the_services_write_them() -> None:
    sydney = timezone(timedelta(hours=11))
    moment = datetime(2031, 2, 3, 15, 5, 6, 7_891, tzinfo=sydney)
    assert format_instant(moment) == "2031-02-03T04:05:06.007Z"
    card = Card.parse({"id": "a", "due": "2031-02-03T04:05:06.000Z"})
    assert card.wire()["due"] == "2031-02-03T04:05:06.000Z"


def test_not_a_number_is_no_position() -> None:
    with pytest.raises(ValueError, match="finite"):
        Card.parse({"id": "a", "pos": float("nan")})


def test_local_ids_are_ours_ordered_and_dated() -> None:
    first, second = new_local_id(), new_local_id()
    assert is_local(first)
    assert not is_local("66a1f1002f7c3b0011aa0100")
    assert first < second or first[:18] == second[:18]
    made = created_at(first)
    assert made is not None
    assert made.year >= 2024


def test_an_object_id_says_when_it_was_made() -> None:
    assert created_at("55841b8000000000000000aa") == datetime(2015, 6, 19, 13, 39, 12, tzinfo=UTC)
    assert created_at("not an id") is None


def test_what_we_wrote_down_is_recalled_without_its_parser() -> None:
    board = Board(id="b", name="Pipeline", date_last_activity=datetime(2031, 2, 3, tzinfo=UTC))
    board = board.replace(hue="teal")
    again = Board.from_stored(board.as_json())
    assert (again, again.unknown_fields) == (board, {"hue": "teal"})
    assert again.wire() == board.wire()


@pytest.mark.parametrize(
    "value",
    [
        Card(id="a"),
        Card.parse(
            {
                "id": "a",
                "name": 'a "b" \\ \n\x00\x7f\u2028 é資😀',
                "pos": 16384.5,
                "due": "2031-02-03T04:05:06.007Z",
                "start": None,
                "badges": {"comments": 3, "fogbugz": ""},
                "idLabels": ["x", "y"],
                "attachments": [
                    {"id": "t", "name": "n", "date": "2031-02-03T04:05:06.000Z", "more": [1.5, {}]}
                ],
                "labels": [{"id": "x", "color": None}],
                "big": 12345678901234567890123,
                "yes": True,
            }
        ),
        Card(id="a", name="NaN and Infinity"),
        Board(id="b", name="Pipeline", date_last_activity=datetime(2031, 2, 3, 4, 5, tzinfo=UTC)),
    ],
)
def test_a_value_is_written_down_as_it_goes_out(value: Card | Board) -> None:
    assert value.as_json() == to_json(value.wire())
    assert type(value).parse_json(value.as_json()) == value


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), -float("inf"), "\ud800"])
def test_what_json_cannot_hold_is_not_written_down(wrong: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each writer has its own words
        Card(id="a").replace(more=[wrong]).as_json()
    with pytest.raises(ValueError):  # noqa: PT011 - as above
        Card(id="a").replace(pos=wrong).as_json()


@pytest.mark.parametrize(
    "text", ["", "[]", "null", '{"id":"b"}', '{"id":"b","name":"n","dateLastActivity":"soon"}']
)
def test_what_is_no_board_is_not_recalled(text: str) -> None:
    with pytest.raises(ValueError, match=r"board|Expecting|isoformat"):
        Board.from_stored(text)
