"""Features of the words of a name, beyond their examples."""

import pytest

from tests.recognise.pages import mention, page
from tui.recognise.looks.word_features import FEATURES_OF_WORDS


@pytest.mark.parametrize(
    ("name", "feature", "seen"),
    [
        ("Hamish McRae", "capitals inside a word", False),
        ("Ana Reid", "double family name", False),
        ("Mary-Ann Vexly", "given name first", True),
    ],
)
def test_what_is_seen_of_words(name: str, feature: str, seen: bool) -> None:
    one = next(each for each in FEATURES_OF_WORDS if each.name == feature)
    assert one.seen(mention(page(f"Ring {name}"), name)) is seen
