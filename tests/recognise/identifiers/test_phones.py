"""Telephone numbers in a text, and what only looks like one."""

import pytest

from tests.recognise.labelled import CARDS, named
from tui.model.person import EmailPoint, Location, Person, PhonePoint
from tui.recognise.identifiers.phones import (
    country_hints,
    e164,
    grouped,
    may_have_phones,
    phone_numbers,
    with_dialled_numbers,
)
from tui.recognise.text import Passage


def numbers(text: str, country: str = "", home: str = "AU") -> list[str]:
    passage = Passage("desc", text)
    return [one.value for one in phone_numbers(passage, text, lambda _offset: country, home)]


@pytest.mark.parametrize(
    ("written", "country", "found"),
    [
        ("0491 570 156", "AU", "+61491570156"), ("021 555 0123", "NZ", "+64215550123"), ("(02) 5550 1234", "AU", "+61255501234"),
        ("+61 (0)2 5550 1234", "", "+61255501234"), ("0061 2 5550 1234", "", "+61255501234"), ("0011 64 21 555 0123", "AU", "+64215550123"),
        ("1300 975 707", "NZ", "+611300975707"), ("13 12 34", "AU", "+61131234"), ("0800 123 456", "NZ", "+64800123456"),
        ("61 2 5550 1234", "AU", "+61255501234"), ("0491 570 156", "NZ", "+61491570156"), ("02 5550 123", "AU", None), ("12345", "AU", None),
        ("+1 212 555 0123", "AU", None),
    ],
)  # fmt: skip
def test_a_number_becomes_international(written: str, country: str, found: str | None) -> None:
    assert e164(written, country) == found


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        ("+61491570156", "+61 491 570 156"),
        ("+64215550123", "+64 21 555 0123"),
        ("call me", "call me"),
        ("", ""),
    ],
)
def test_a_number_is_shown_in_groups(number: str, shown: str) -> None:
    assert grouped(number) == shown


def test_a_number_that_is_shown_again_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = grouped("+61255501299")
    monkeypatch.setattr("phonenumbers.parse", lambda *_: pytest.fail("it was read again"))
    assert grouped("+61255501299") == first


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ring 0491 570 156 or (02) 5550-1234.", ["+61491570156", "+61255501234"]),
        ("m: 0491-570-156", ["+61491570156"]),
        ("ph 13 12 34", ["+61131234"]),
        ("phone number: 61 2 5550 1234", ["+61255501234"]),
        ("021 555 0123", ["+64215550123"]),
        ("order no 0491 570 156", []),
        ("invoice #0491570156", []),
        ("13 12 34", []),
        ("61255501234", []),
        ("$0491570156 and 0491570156%", []),
        ("x0491570156", []),
        ("the order is done. Call 0491 570 156", ["+61491570156"]),
        ("04 085 616", []),
    ],
)
def test_the_words_before_a_number_say_what_it_is(text: str, found: list[str]) -> None:
    assert numbers(text) == found


def test_a_number_of_both_countries_is_of_the_one_that_is_hinted() -> None:
    text = "Ring 03 555 0123"
    assert numbers(text, "NZ") == ["+6435550123"]
    assert numbers("ring 0491 570 156", "NZ") == ["+61491570156"]


def test_an_identifier_says_where_it_stands() -> None:
    text = "Ring 0491 570 156 now"
    [one] = phone_numbers(Passage("title", text), text, lambda _offset: "", "AU")
    assert (one.kind, one.field, text[one.start : one.end]) == ("phone", "title", "0491 570 156")


def test_a_list_of_numbers_is_read_in_part() -> None:
    assert 0 < len(numbers("\n".join(["ring 0491 570 156"] * 500))) <= 200


def test_places_suffixes_and_numbers_hint_to_a_country() -> None:
    text = "Ring Auckland or Sydney NSW, 0491 570 156, Kea Ltd"
    assert country_hints(text) == [(5, "NZ"), (17, "AU"), (24, "AU"), (47, "NZ")]
    assert [country for _, country in country_hints("kea.co.nz and tui.com.au, Hēmi")] == ["NZ", "AU", "NZ"]
    assert country_hints("nothing of the kind") == []


@pytest.mark.parametrize(
    "text", ["13 11 14", "(03) 5550 1234", "+61 (0)2 5550 1234", "02 – 5550 – 1234", "0491570006"]
)
def test_a_text_with_a_number_is_searched(text: str) -> None:
    assert may_have_phones(f"Ring {text} now")


@pytest.mark.parametrize("text", ["Ring Ana at 9.30", "12 of 30 by 11\n14 more", "A1 B2 C3 D4 E5 F6", ""])
def test_a_text_with_few_digits_in_a_row_is_not_searched(text: str) -> None:
    assert not may_have_phones(text)


def test_every_card_with_a_number_is_searched() -> None:
    numbered = [card for card in CARDS if any(kind == "phone" for kind, _ in named(card))]
    assert len(numbered) > 300
    texts = [
        [card["title"], card["desc"], *card.get("comments", ()), *card.get("checklists", ())]
        for card in numbered
    ]
    assert all(any(map(may_have_phones, each)) for each in texts)


@pytest.mark.parametrize(
    ("raw", "home", "place", "found"),
    [
        ("0215550166", "NZ", "", "+64215550166"),
        ("0215550166", "AU", "", "+61215550166"),
        ("0215550166", "AU", "Auckland", "+64215550166"),
        ("021 555 0134", "AU", "", "+64215550134"),
        ("02 5550 1234", "NZ", "Sydney", "+61255501234"),
        ("(212) 555-0134", "NZ", "New York", ""),
        ("0161 496 0123", "NZ", "Manchester", ""),
        ("ask him", "NZ", "Auckland", ""),
    ],
)
def test_a_number_of_a_service_without_a_prefix_is_of_the_place_or_the_home(
    raw: str, home: str, place: str, found: str
) -> None:
    written = Person(
        phones=(PhonePoint(raw=raw), PhonePoint(e164="+61491570156")), location=Location(city=place)
    )
    assert [one.e164 for one in with_dialled_numbers(written, home).phones] == [found, "+61491570156"]


def test_a_number_of_a_service_that_names_another_country_is_left() -> None:
    abroad = Person(phones=(PhonePoint(raw="0215550166"),), location=Location(country="GB"))
    assert with_dialled_numbers(abroad, "NZ") == abroad
    hosted = Person(phones=(PhonePoint(raw="0215550166"),), emails=(EmailPoint(value="ana@firm.co.nz"),))
    assert with_dialled_numbers(hosted, "AU").phones[0].e164 == "+64215550166"
