"""What a column says beside its cards."""

import pytest
from textual.geometry import Size

from tests.app.widgets.test_column import card_list, look
from tui.app.widgets.board.column_head import count_words, folded_words, news_words
from tui.model.board import BoardList
from tui.model.card import CardFace


def folded(name: str, size: Size, cards: int = 3) -> list[str]:
    held = card_list(["a"] * cards, look())
    board_list = BoardList(id="l", name=name)
    return [folded_words(board_list, held, row, size) for row in (-2, *range(size.height - 2))]


def test_a_collapsed_list_is_its_count_and_its_name_from_top_to_bottom():
    assert folded("Won", Size(4, 8)) == [" 3  ", " W", " o", " n", "", "", ""]


def test_a_name_that_is_too_long_says_so_and_wide_characters_have_a_row_each():
    assert folded("Pipeline", Size(4, 6)) == [" 3  ", " P", " i", " p", " …"]
    assert folded("見込み", Size(4, 6)) == [" 3  ", " 見", " 込", " み", ""]


def test_a_count_that_is_too_long_and_one_of_what_a_filter_shows():
    assert folded("W", Size(2, 4), cards=123)[0] == "++"
    held = card_list(["a", "b", "ab"], look())
    held.set_filter(lambda face: "a" in face.name)
    assert folded_words(BoardList(id="l", name="W"), held, -2, Size(4, 4)).strip() == "2"


@pytest.mark.parametrize(
    ("who", "words"),
    [("Ana Reid", "  ✱ Ana Reid, just now"), ("\x1b[31mAna", "  ✱ ␛[31mAna, just now"), ("", "")],
)
def test_who_changed_a_card_is_said_safely(who, words):
    assert news_words({"c": who}, CardFace("c", "l", "Ring Ana", 1.0)) == words
    assert news_words({"c": who}, None) == ""


def test_the_limit_is_left_out_beside_the_count_of_a_filter_but_not_that_it_is_exceeded():
    held, here = card_list(["a", "b", "ab"], look()), BoardList(id="l", name="W", soft_limit=2)
    assert count_words(here, held) == ("▲ 3/2", True)
    held.set_filter(lambda face: "a" in face.name)
    assert count_words(here, held) == ("▲ 2 of 3", True)


def test_a_collapsed_list_tells_that_its_limit_is_exceeded() -> None:
    held, here = card_list(["a", "b", "ab"], look()), BoardList(id="l", name="W", soft_limit=2)
    assert folded_words(here, held, -1, Size(4, 4)) == " ▲3 "
    assert folded_words(here, held, -1, Size(1, 4)) == "3"
    assert folded_words(here.replace(soft_limit=3), held, -1, Size(4, 4)) == " 3  "
