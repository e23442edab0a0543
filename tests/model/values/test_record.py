"""Values keep what they do not know, and come back as they went."""

from datetime import UTC, datetime

import pytest

from tui.model.board import Board
from tui.model.card import Card
from tui.model.values.scalars import to_json


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


def test_not_a_number_is_no_position() -> None:
    with pytest.raises(ValueError, match="finite"):
        Card.parse({"id": "a", "pos": float("nan")})


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


@pytest.mark.parametrize(
    "text", ["", "[]", "null", '{"id":"b"}', '{"id":"b","name":"n","dateLastActivity":"soon"}']
)
def test_what_is_no_board_is_not_recalled(text: str) -> None:
    with pytest.raises(ValueError, match=r"board|Expecting|isoformat"):
        Board.from_stored(text)
