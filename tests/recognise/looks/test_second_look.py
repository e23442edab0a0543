"""Second look at a name: what links it with likely people and firms near by."""

from tests.recognise.pages import mention, page
from tui.recognise.looks.second_look import links, seen_again


def test_a_name_is_linked_with_a_likely_person_as_the_firm() -> None:
    read = page("Sarah Reid at Zyxa Vexly")
    assert "as the firm: person at firm" in links(mention(read, "Zyxa Vexly"))


def test_a_name_is_linked_with_a_likely_firm_as_the_person() -> None:
    read = page("Zyxa Vexly at Kea Freight Pty Ltd")
    assert "as the person: person at firm" in links(mention(read, "Zyxa Vexly"))


def test_names_far_apart_are_not_linked() -> None:
    read = page("x\n\nSarah Reid\nx\nx\nx\nZyxa Vexly")
    assert links(mention(read, "Zyxa Vexly")) == set()


def test_a_link_is_seen_once_however_many_names_it_leads_to() -> None:
    found = seen_again(mention(page("Sarah Reid and James Parata at Zyxa Vexly"), "Zyxa Vexly"))
    assert len(found) == len({*found})
