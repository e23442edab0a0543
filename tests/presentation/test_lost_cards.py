"""What is said of lost cards."""

import pytest

from tui.presentation.lost_cards import lost_words


@pytest.mark.parametrize(
    ("count", "title", "words"),
    [
        (1, "The service has lost a card", "“0” is not there any more, and nobody deleted it: "),
        (2, "The service has lost 2 cards", "“0”, “1” are not there any more, and nobody deleted them: "),
        (1005, "The service has lost 1,005 cards", "“0”, “1”, “2” and 1,002 more are not there any more"),
    ],
)
def test_the_number_and_some_names_are_told(count: int, title: str, words: str) -> None:
    said = lost_words([*map(str, range(count))], "g c")
    assert said[0] == title
    assert said[1].startswith(words)
    assert said[1].endswith(": g c.")
