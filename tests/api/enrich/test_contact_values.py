"""A person's addresses and numbers: in which order they come, and the bounds of what is one."""

from typing import Any

import pytest

from tui.api.enrich.reach import e164, emails, phones
from tui.api.enrich.record import ServiceRecord


def addresses(body: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one.value, one.kind) for one in emails(ServiceRecord(body))]


def numbers(body: dict[str, Any], country: str = "") -> list[tuple[str, str]]:
    return [(one.raw, one.kind) for one in phones(ServiceRecord(body), country)]


def test_addresses_come_in_the_order_of_their_fields_each_once() -> None:
    found = {
        "recommendedPersonalEmail": "i@x.example",
        "personalEmails": ["h@x.example"],
        "personalEmail": "g@x.example",
        "businessEmail": "f@x.example",
        "workEmails": ["e@x.example"],
        "workEmail": "d@x.example",
        "email": ["c@x.example", "B@x.example"],
        "emails": ["a@x.example", "b@x.example", "mailto:a@x.example"],
    }
    assert addresses(found) == [
        *((f"{name}@x.example", "unknown") for name in "abc"),
        *((f"{name}@x.example", "work") for name in "def"),
        *((f"{name}@x.example", "personal") for name in "ghi"),
    ]


def test_numbers_come_in_the_order_of_their_fields_each_once() -> None:
    found = {
        "phones": ["0255501237", "+61 2 5550 1231"],
        "phone": "+61255501238",
        "directDial": "+61255501236",
        "directPhone": "+61255501234",
        "mobile": "+61255501233",
        "mobilePhones": ["+61255501232"],
        "mobilePhone": "+61255501231",
    }
    assert numbers(found, "AU") == [
        *((f"+6125550123{number}", "mobile") for number in (1, 2, 3)),
        *((f"+6125550123{number}", "direct") for number in (4, 6)),
        ("0255501237", "unknown"),
        ("+61255501238", "unknown"),
    ]


def test_two_local_numbers_without_a_country_are_told_apart_as_written() -> None:
    found = {"phones": ["(02) 5550 1234", "(02) 5550 1235", "(02) 5550 1234"]}
    assert numbers(found) == [("(02) 5550 1234", "unknown"), ("(02) 5550 1235", "unknown")]


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("cell", "mobile"),
        ("work direct", "direct"),
        ("work_hq", "direct"),
        ("home", "landline"),
        ("Office", "switchboard"),
        ("fax", "unknown"),
    ],
)
def test_a_label_tells_the_kind_of_a_number(label: str, kind: str) -> None:
    assert numbers({"phone": {"value": "+61255501234", "type": label}}) == [("+61255501234", kind)]


@pytest.mark.parametrize(
    ("digits", "there"), [("12345", False), ("123456", True), ("1" * 15, True), ("1" * 16, False)]
)
def test_a_number_has_six_to_fifteen_digits(digits: str, there: bool) -> None:
    assert numbers({"phone": digits}) == ([(digits, "unknown")] if there else [])


@pytest.mark.parametrize(
    ("raw", "country", "expected"),
    [
        ("+" + "1" * 7, "", ""),
        ("+" + "1" * 8, "", "+" + "1" * 8),
        (" +" + "1" * 15, "", "+" + "1" * 15),
        ("+" + "1" * 16, "", ""),
        ("0491 570 006", "AU", "+61491570006"),
        ("0691 570 006", "AU", ""),
        ("021 555 0123", "NZ", "+64215550123"),
        ("021 555 0123", "DE", ""),
    ],
)
def test_a_number_is_written_internationally(raw: str, country: str, expected: str) -> None:
    assert e164(raw, country) == expected


@pytest.mark.parametrize(
    ("mark", "barred"),
    [
        ("mobileDoNotCall", ["mobile"]),
        ("directDoNotCall", ["direct"]),
        ("doNotCall", ["unknown"]),
        ("mobile_dnc", ["mobile"]),
    ],
)
def test_a_mark_beside_the_numbers_is_for_all_of_that_kind(mark: str, barred: list[str]) -> None:
    body = {"mobile": "+61255501231", "directDial": "+61255501232", "phone": "+61255501233", mark: True}
    found = list(phones(ServiceRecord(body), ""))
    assert [one.kind for one in found if one.do_not_call] == barred
    assert len(found) == 3
