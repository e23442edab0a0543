"""Which words of a line in small letters may be a name's."""

import pytest

from tui.recognise.words.truecase import lifted, raised


@pytest.mark.parametrize(
    ("line", "capitals"),
    [
        ("ring ana reid at tui ridge plumbing tomorrow", "Ana Reid Tui Ridge Plumbing"),
        ("had a word with tom nguyen about the new thing", "Tom Nguyen"),
        ("fix the login page", ""),
        ("lol mikey from stanmore tyre centre", "Mikey Stanmore Tyre Centre"),
        ("his name is boston ferris btw", "Boston Ferris"),
        ("dot from safety shack wants vests", "Dot Safety Shack Vests"),
        ("sub: maria gomez from clean queens", "Maria Gomez Clean Queens"),
        ("she runs apple fruit in town", "Apple Fruit"),
        ("ana reid from work", "Ana Reid"),
    ],
)
def test_names_get_their_capitals(line: str, capitals: str) -> None:
    assert " ".join(word for word in raised(line.split()) if word[0].isupper()) == capitals


@pytest.mark.parametrize(
    ("line", "capitals"),
    [
        ("Hi its dave from Kea", "Hi Dave Kea"),
        ("Sent: ana reid , Hemi", "Sent: Ana Reid Hemi"),
        ("Hi from pukeko childcare the pump", "Hi Pukeko Childcare"),
        ("Hi from work", "Hi"),
    ],
)
def test_names_in_small_letters_get_theirs_in_a_line_with_capitals(line: str, capitals: str) -> None:
    assert " ".join(word for word in lifted(line.split()) if word[0].isupper()) == capitals
