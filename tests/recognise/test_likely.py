"""The likely names of a card, by line and by words."""

from tests.recognise.pages import page


def test_names_are_found_by_their_lines() -> None:
    people = page("x\n\nAna Reid\nnobody\nHemi Parata, Mei Chow").people
    assert [one.text for one in people.on_lines(0, 2)] == ["Ana Reid"]
    assert [one.text for one in people.on_lines(3, 4)] == ["Hemi Parata", "Mei Chow"]
    assert people.on_lines(2, 3) == []


def test_a_short_form_has_the_key_of_the_whole_name() -> None:
    firms = page("Kea Freight Pty Ltd\n\nRing Kea Freight at noon").firms
    assert firms.keys == {("kea", "freight", "pty", "ltd")}
    assert firms.folded >= firms.keys
