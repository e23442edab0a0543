"""Opted-out people in requests, answers and receipts whose form nothing describes."""

from typing import Any

import pytest

from tui.model.enrich.mentions import mentioned, receipt_mentions, texts_in, texts_of_path
from tui.model.enrich.suppression import Kind

LISTED: set[tuple[Kind, str]] = {
    ("email", "ana@acme.example"),
    ("network_slug", "ana-ray"),
    ("phone", "255501234"),
    ("domain", "kauri.example"),
    ("name", "cy moe|kauri"),
    ("name", "dee fox|info rimu example"),
}


@pytest.mark.parametrize(
    "path",
    [
        "/v2/people/ana@acme.example",
        "/v2/people/ANA%40Acme.example/posts",
        "/v2/people/ana%2540acme.example",
        "/people?email=ana@acme.example&x=1",
        "/people/ana-ray",
        "/people?name=Dee+Fox&email=info@rimu.example",
        "/lookup/https%3A%2F%2Flinkedin.com%2Fin%2Fana-ray",
        "/phone/+61 2 5550 1234",
        "/company;domain=kauri.example",
    ],
)
def test_a_path_names_them_however_it_is_written(path: str) -> None:
    assert mentioned(texts_of_path(path), LISTED) is not None


@pytest.mark.parametrize(
    "path",
    [
        "/people/bo@acme.example",
        "/people?name=Bo+Lee&email=info@rimu.example",
        "/people/ana",
        "/search?size=25",
        "/credits",
    ],
)
def test_a_path_that_names_others_names_nobody_listed(path: str) -> None:
    assert mentioned(texts_of_path(path), LISTED) is None


@pytest.mark.parametrize(
    "value",
    [
        {"email": "Ana@Acme.example"},
        {"contacts": [{"values": [{"raw": "mailto:ana@acme.example"}]}]},
        {"ana@acme.example": {"found": True}},
        {"query": '{ person(email: "ana@acme.example") { name } }'},
        {"phone": 61255501234},
        {"url": "https://www.linkedin.com/in/ana-ray/"},
        {"first_name": "Cy", "lastName": "Moe", "company": "Kauri"},
        {"name": "Cy Moe", "employer": {"name": "KAURI"}},
        {"email": "bo@kauri.example"},
    ],
)
def test_a_body_names_them_wherever_it_says_so(value: Any) -> None:
    assert mentioned(texts_in(value), LISTED) is not None


@pytest.mark.parametrize(
    "value",
    [None, True, [], {"name": "Cy Moe", "company": "Rimu"}, {"company": "Kauri"}, {"email": "b@c.example"}],
)
def test_a_body_about_others_names_nobody_listed(value: Any) -> None:
    assert mentioned(texts_in(value), LISTED) is None


@pytest.mark.parametrize(
    ("key", "is_about"),
    [
        ("email:ana@acme.example", True),
        ("email:bo@kauri.example", True),
        ("email:bo@acme.example", False),
        ("person:cy moe|kauri", True),
        ("api:GET /people email=ana@acme.example", True),
        ("api:GET /people/ana-ray", True),
        ("api:POST /find company=Kauri&name=Cy Moe", True),
        ("api:GET /credits", False),
        ("search:company=kauri.example:0:25", True),
        ("search:company=rimu:0:25", False),
        ("erased", False),
    ],
)
def test_a_receipt_is_about_them_whatever_was_asked(key: str, is_about: bool) -> None:
    assert receipt_mentions(key, LISTED) is is_about


def test_where_nobody_is_listed_nothing_is_read() -> None:
    assert mentioned(iter(()), set()) is None
