"""Names, addresses and numbers of a card, put together."""

import pytest

from tui.recognise.assemble import assemble
from tui.recognise.text import CardText


def people(title: str, desc: str = "") -> list[tuple[str, str, list[str]]]:
    return [
        (one.name, one.company, [each.value for each in one.identifiers])
        for one in assemble(CardText(title, desc)).people
    ]


def companies(title: str, desc: str = "") -> list[tuple[str, list[str]]]:
    return [
        (one.name, [each.value for each in one.identifiers])
        for one in assemble(CardText(title, desc)).companies
    ]


def test_a_person_gets_the_address_that_spells_the_name_and_the_firm_its_domain() -> None:
    card = ("Ring Ana Reid at Tūī Ridge", "ana.reid@tuiridge.example 0491 570 156")
    assert people(*card) == [("Ana Reid", "Tūī Ridge", ["ana.reid@tuiridge.example", "+61491570156"])]
    assert companies(*card) == [("Tūī Ridge", ["tuiridge.example"])]


def test_each_address_goes_to_its_own_person_and_each_domain_is_a_company() -> None:
    card = ("Ask", "Ana Reid <ana@tuiridge.example>\nHemi Parata hemi@kea.example")
    assert people(*card) == [
        ("Ana Reid", "", ["ana@tuiridge.example"]),
        ("Hemi Parata", "", ["hemi@kea.example"]),
    ]
    assert [held for _, held in companies(*card)] == [["tuiridge.example"], ["kea.example"]]


def test_a_mailbox_of_a_firm_makes_nobody() -> None:
    card = ("Quote", "accounts@tuiridge.example")
    assert people(*card) == []
    assert companies(*card) == [("", ["tuiridge.example", "accounts@tuiridge.example"])]


def test_namesakes_are_one_with_all_their_addresses() -> None:
    assert people("Ana Reid", "Ana Reid\nana@kea.example\nAna Reid ana.reid@kea.example") == [
        ("Ana Reid", "", ["ana@kea.example", "ana.reid@kea.example"])
    ]


def test_a_private_address_says_nothing_of_a_firm() -> None:
    assert people("Ana Reid", "ana@gmail.com") == [("Ana Reid", "", ["ana@gmail.com"])]
    assert companies("Ana Reid", "ana@gmail.com") == []


def test_a_name_without_anything_that_proves_it_is_left_out() -> None:
    assert people("Ring Zyxa Vexly", "some time") == []
    assert people("Ring Zyxa Vexly", "zyxa.vexly@kea.example") == [
        ("Zyxa Vexly", "", ["zyxa.vexly@kea.example"])
    ]


def test_a_firm_that_trades_under_another_name_has_its_domain() -> None:
    text = "Kea Freight Pty Ltd {} Rimu\nrimu.example ABN 53 004 085 616"
    ((name, found),) = companies("Call", text.format("trading as"))
    assert (name, sorted(found)) == ("Kea Freight Pty Ltd", ["53004085616", "rimu.example"])
    assert [name for name, _ in companies("Call", text.format("and"))] == ["Rimu", "Kea Freight Pty Ltd"]


@pytest.mark.parametrize(
    ("desc", "name"),
    [
        ("Tui Ridge Pty Ltd\ninfo@tuiridge.example", "Tui Ridge Pty Ltd"),
        ("tuiridge.example\nKea Freight Pty Ltd", "Kea Freight Pty Ltd"),
    ],
)
def test_a_domain_is_called_what_the_text_calls_it_or_by_the_only_firm(desc: str, name: str) -> None:
    assert name in [one for one, _ in companies("Quote", desc)]


def test_an_employer_is_the_company_of_the_domain() -> None:
    [(name, employer, _)] = people("Ask Ana Reid", "ana.reid@keafreight.example\nKea Freight Pty Ltd")
    assert (name, employer) == ("Ana Reid", "Kea Freight Pty Ltd")


def test_a_site_belongs_to_the_company_of_its_domain() -> None:
    assert companies("x", "https://www.kea.example/about and https://shop.kea.example/") == [
        ("", ["kea.example", "https://www.kea.example/about", "https://shop.kea.example"])
    ]


def test_a_card_without_names_and_addresses_is_empty() -> None:
    assembly = assemble(CardText("Book the room", "on Tuesday"))
    assert (assembly.people, assembly.companies) == ([], [])
