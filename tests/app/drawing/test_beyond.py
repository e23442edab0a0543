"""What is above and below is told in the same words everywhere."""

import pytest

from tui.app.drawing.beyond import beyond_words


@pytest.mark.parametrize(
    ("above", "below", "words"),
    [(0, 0, ""), (2, 0, "↑ 2"), (0, 5, "↓ 5 more"), (2, 5, "↑ 2  ↓ 5 more")],
)
def test_only_what_is_hidden_is_counted(above: int, below: int, words: str) -> None:
    assert beyond_words(above, below) == words
