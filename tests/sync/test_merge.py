import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.sync.merge import marked, merge

TEXTS = st.lists(st.sampled_from(["a", "b", "c", "", "long line"]), max_size=8).map("\n".join)


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "merged"),
    [
        ("a\nb\nc", "A\nb\nc", "a\nb\nC", "A\nb\nC"),
        ("a\nb\nc", "a\nb\nc\nd", "0\na\nb\nc", "0\na\nb\nc\nd"),
        ("a\nb", "A\nb", "X\nb", None),
        ("a", "b", "b", "b"),
        ("", "mine", "", "mine"),
        ("", "mine", "theirs", None),
        ("a\nb\nc\n", "A\nb\nc\n", "a\r\nb\r\nC\r\n", "A\r\nb\r\nC\r\n"),
        ("a\nb\nc", "A\nb\nc", "a\nb\nc\n", "A\nb\nc\n"),
    ],
)
def test_both_changes_are_kept_or_nothing_is_guessed(base, mine, theirs, merged) -> None:
    assert merge(base, mine, theirs) == merged


@given(TEXTS, TEXTS)
def test_who_changed_nothing_takes_what_the_other_changed(base, theirs) -> None:
    assert merge(base, base, theirs) == theirs
    assert merge(base, theirs, base) == theirs


@given(TEXTS, TEXTS, TEXTS)
def test_a_merge_does_not_depend_on_who_is_who(base, mine, theirs) -> None:
    assert merge(base, mine, theirs) == merge(base, theirs, mine)


def test_what_overlaps_is_shown_between_marks() -> None:
    assert marked("a\nb", "A\nb", "X\nb\nc").split("\n") == [
        "<<<<<<< yours", "A", "=======", "X", ">>>>>>> theirs", "b", "c",
    ]  # fmt: skip
