"""Who works where: what the features do not say one by one."""

from tui.recognise.employment import Employment, employments, unemployed
from tui.recognise.lines import lines
from tui.recognise.page import read_page


def read(*texts: str) -> list[Employment]:
    return employments(read_page([lines(text) for text in texts], []))


def test_nobody_is_employed_twice() -> None:
    (one,) = read("Ana Reid at Kea Freight - Tui Plumbing")
    assert (one.person.text, one.firm.text) == ("Ana Reid", "Kea Freight")


def test_the_second_of_two_in_one_breath_is_less_sure() -> None:
    surest, other = read("Ana Reid and Hemi Parata at Kea Freight")
    assert (surest.person.text, other.person.text) == ("Hemi Parata", "Ana Reid")
    assert surest.firm is other.firm
    assert other.points == surest.points - 1


def test_who_has_no_firm_is_unemployed() -> None:
    page = read_page([lines("Ana Reid at Kea"), lines("Mei Chow")], [])
    assert [one.text for one in unemployed(page, employments(page))] == ["Mei Chow"]
