"""Which words of a line in small letters may be a name's."""

import pytest

from tui.recognise.words.truecase import raised


@pytest.mark.parametrize(
    ("line", "capitals"),
    [
        ("ring ana reid at tui ridge plumbing tomorrow", "Ana Reid Tui Ridge Plumbing"),
        ("had a word with tom nguyen about the new thing", "Tom Nguyen"),
        ("fix the login page", ""),
        ("lol mikey from stanmore tyre centre", "Mikey Stanmore Tyre Centre"),
        ("his name is boston ferris btw", "Boston Ferris"),
        ("dot from safety shack wants vests", "Dot Safety Shack Vests"),
    ],
)
def test_names_get_their_capitals(line: str, capitals: str) -> None:
    assert " ".join(word for word in raised(line.split()) if word[0].isupper()) == capitals
