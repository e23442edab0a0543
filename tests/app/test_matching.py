"""Finding by a few typed letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.app.matching import fold, match


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
