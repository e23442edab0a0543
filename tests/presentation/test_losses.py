"""What is said of lost cards and texts."""

import pytest

from tui.model.sync import LostThing
from tui.presentation.losses import lost_words

CARDS = [LostThing(id=number, card=str(number), whole=True) for number in range(1005)]
TEXTS = [LostThing(id=number, card=f"T{number // 2}", whole=False) for number in range(6)]


@pytest.mark.parametrize(
    ("losses", "title", "words"),
    [
        (CARDS[:1], "The service has lost a card", "“0” is not there any more, and nobody deleted it: "),
        (
            CARDS[:2],
            "The service has lost 2 cards",
            "“0”, “1” are not there any more, and nobody deleted them: ",
        ),
        (CARDS, "The service has lost 1,005 cards", "“0”, “1”, “2” and 1,002 more are not there any more"),
        (
            TEXTS[:1],
            "The service has lost texts of a card",
            "What was written on “T0” is older again, or gone, and nobody changed it: ",
        ),
        (TEXTS, "The service has lost texts of 3 cards", "What was written on “T0”, “T1”, “T2” is older"),
        (
            [*CARDS[:1], *TEXTS[:2]],
            "The service has lost a card and texts of a card",
            "“0” is not there any more, and what was written on “T0” is older again, or gone, and nobody deleted them",
        ),
    ],
)
def test_the_number_and_some_names_are_told(losses: list[LostThing], title: str, words: str) -> None:
    said = lost_words(losses, "g c")
    assert said[0] == title
    assert said[1].startswith(words)
    assert said[1].endswith(": g c.")
