"""Finding by a few typed letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.app.matching import fold, match, match_letters


@pytest.mark.parametrize(
    ("query", "text", "found"),
    [
        ("due", "Edit the description in $VISUAL or $EDITOR", False),
        ("due", "Do again what was undone", False),
        ("due", "Set when the card is due", True),
        ("card move", "Move the card to the next list", True),
        ("move right", "Move the card to the next list", False),
        ("korero", "Kōrero", True),
        ("TŪĪ", "Ring Ana Reid at Tui Ridge", True),
        ("ﬁn", "fin", False),
        ("", "anything", True),
        ("x", "", False),
    ],
)
def test_every_word_stands_there_whole(query, text, found):
    assert (match(query, text) is not None) is found


def rank(query, text):
    found = match(query, text)
    assert found is not None
    return found.rank


def test_the_start_of_a_word_goes_before_its_inside_and_order_before_disorder():
    texts = ["Archive the list", "A wee list", "The enlisted", "list of the", "Enlist"]
    ranked = sorted(texts, key=lambda text: rank("list", text))
    assert ranked == ["list of the", "A wee list", "Archive the list", "Enlist", "The enlisted"]
    assert rank("the card", "the card") < rank("card the", "the card")


@given(st.text(), st.text(max_size=4))
def test_spans_are_where_the_words_are(text, query):
    assert len(fold(text)) == len(text)
    if (matched := match(query, text)) is not None:
        assert [fold(text)[a:b] for a, b in matched.spans] == fold(query).split()


@pytest.mark.parametrize(
    ("query", "text", "shown"),
    [
        ("mvcl", "Move card to list", "M.v. c... .. l..."),
        ("asgn", "Assign members", "As..gn ......."),
        ("ASGN", "Assign me", "As..gn .."),
        ("act", "Archive card to top", "A...... c... t. ..."),
        ("as me", "Assign members", "As.... me....."),
        ("ttt", "Take the tour", "T... t.. t..."),
        ("lab", "Collapse, add board", None),
        ("ssg", "Assign me", None),
        ("mt", "Move to", None),
        ("mvx", "Move card", None),
        ("koro", "Kōrero", "Kōr..o"),
        ("", "Anything", None),
    ],
)
def test_scattered_letters_begin_with_the_first_of_a_word(query, text, shown):
    found = match_letters(query, text)
    if shown is None:
        assert found is None
        return
    assert found is not None
    at = {start for start, _ in found.spans}
    drawn = "".join(char if n in at or char == " " else "." for n, char in enumerate(text))
    assert drawn == shown


def test_scattered_letters_rank_behind_all_words_and_by_their_pieces():
    few, many = match_letters("card", "Card"), match_letters("card", "Copy a red door")
    assert few is not None
    assert many is not None
    assert rank("x", f"{'y' * 900}x") < few.rank < many.rank


@given(st.text(max_size=30), st.text(max_size=8))
def test_scattered_letters_are_those_that_were_typed(text, query):
    if (found := match_letters(query, text)) is not None:
        assert "".join(fold(text)[a:b] for a, b in found.spans) == "".join(fold(query).split())
