"""Addresses and numbers by which somebody is reached."""

import pytest

from tui.api.enrich.reach import e164, emails, phones
from tui.api.enrich.record import ServiceRecord


@pytest.mark.parametrize(
    ("raw", "country", "expected"),
    [
        ("+61 2 5550 1234", "", "+61255501234"),
        ("(02) 5550 1234", "AU", "+61255501234"),
        ("(02) 5550 1234", "", ""),
        ("09 555 0000", "NZ", "+6495550000"),
        ("1300 555 012", "AU", ""),
        ("+1", "", ""),
        ("+61 (0)491 570 006", "AU", "+61491570006"),
        ("+64 (0) 21 555 0123", "", "+64215550123"),
        ("+61 0491 570 006", "", "+61491570006"),
        ("+61 2 5550 1234 ext. 12", "", "+61255501234"),
        ("+61 2 5550 1234 x12", "", "+61255501234"),
        ("(02) 5550 1234 #5", "AU", "+61255501234"),
    ],
)
def test_e164(raw, country, expected):
    assert e164(raw, country) == expected


def mails(record):
    return [(one.value, one.kind, one.status) for one in emails(ServiceRecord(record))]


def calls(record, country="AU"):
    return [(one.e164, one.kind, one.do_not_call) for one in phones(ServiceRecord(record), country)]


@pytest.mark.parametrize(
    ("record", "found"),
    [
        ({"email": "Ana@Tui.example"}, [("ana@tui.example", "unknown", "")]),
        (
            {"email": "ana@tui.example", "email_status": "Verified"},
            [("ana@tui.example", "unknown", "verified")],
        ),
        ({"work_email": "mailto:ana@tui.example"}, [("ana@tui.example", "work", "")]),
        (
            {"personalEmails": ["a@x.example", {"address": "b@x.example", "quality": "RISKY"}]},
            [("a@x.example", "personal", ""), ("b@x.example", "personal", "risky")],
        ),
        (
            {"emails": {"professional": ["a@x.example"], "personal": "b@x.example"}},
            [("b@x.example", "personal", ""), ("a@x.example", "work", "")],
        ),
        (
            {
                "emails": [
                    {"email": "a@x.example", "type": "Business"},
                    {"email": "b@x.example", "type": "Other"},
                ]
            },
            [("a@x.example", "work", ""), ("b@x.example", "unknown", "")],
        ),
        ({"email": "a@x.example", "work_email": "A@x.example"}, [("a@x.example", "unknown", "")]),
        ({"email": "ana at tui", "emails": [None, 7, {}, "a b@x.example"]}, []),
    ],
)
def test_addresses_from_every_place_each_once(record, found):
    assert mails(record) == found


def test_an_address_says_how_sure_it_is_and_since_when():
    [one] = emails(
        ServiceRecord({"emails": [{"value": "a@x.example", "confidence": "90", "verified_on": "2026-05-01"}]})
    )
    assert one.confidence == 0.9
    assert one.verified_on is not None
    assert one.verified_on.year == 2026


@pytest.mark.parametrize(
    ("record", "found"),
    [
        ({"mobile_phone": "0491 570 156"}, [("+61491570156", "mobile", False)]),
        ({"phone": {"number": "+61491570156", "type": "Work Direct"}}, [("+61491570156", "direct", False)]),
        ({"phones": [{"value": "+61491570156", "is_mobile": True}]}, [("+61491570156", "mobile", False)]),
        (
            {"phones": [{"value": "+61491570156", "type": "HQ line"}]},
            [("+61491570156", "switchboard", False)],
        ),
        ({"phones": [{"value": "+61491570156", "dnc_status": "yes"}]}, [("+61491570156", "unknown", True)]),
        ({"mobile": "0491 570 156", "phones": ["+61 491 570 156"]}, [("+61491570156", "mobile", False)]),
        (
            {"mobile": "0491 570 156", "direct_phone": "02 5550 1234", "mobile_do_not_call": True},
            [("+61491570156", "mobile", True), ("+61255501234", "direct", False)],
        ),
        ({"phones": ["12345", "1" * 16, None, {}, 7]}, []),
        ({"phones": [611234567]}, [("", "unknown", False)]),
    ],
)
def test_numbers_from_every_place_each_once(record, found):
    assert calls(record) == found


def test_a_number_that_cannot_be_dialled_from_abroad_is_kept_as_it_came():
    [one] = phones(ServiceRecord({"phone": "(02) 5550 1234 ext. 7 " + "x" * 40}), "")
    assert (one.e164, len(one.raw)) == ("", 40)
