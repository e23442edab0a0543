"""Who is named in a text: by an identifier however it is written, or by the name only."""

import pytest

from tui.model.card import Card
from tui.model.enrich.namings import Who

ANA = Who(
    [
        ("email", "ana@kauri.example"),
        ("network_slug", "ana-reid"),
        ("network_slug", "reid"),
        ("phone", "255501234"),
        ("abn", "51824753556"),
        ("domain", "reid.example"),
        ("name", "ana reid|info kauri example"),
    ],
    ["Ana María Reid"],
)


@pytest.mark.parametrize(
    "text",
    [
        "ring ana@kauri.example.",
        "<mailto:ANA@Kauri.example>",
        "see ana-reid",
        "https://linkedin.com/in/reid/",
        "https://l.example?to=linkedin.com%2Fin%2Fana-reid",
        "+61 2 5550 1234",
        "(02) 5550-1234, after five",
        "tel:0255501234",
        "ABN 51 824 753 556",
        "www.reid.example/about",
        "bo@reid.example",
    ],
)
def test_a_text_has_an_identifier(text: str) -> None:
    assert ANA.is_identified_in(text)
    assert ANA.may_be_in(_stored(text))


@pytest.mark.parametrize(
    "text",
    [
        "diana@kauri.example",
        "ana@kauri.example.au",
        "x.ana@kauri.example",
        "diana-reid",
        "ana-reid-2",
        "a reid",
        "99255501234567",
        "1255501234567",
        "myreid.example",
        "info@kauri.example",
        "",
    ],
)
def test_a_text_has_none(text: str) -> None:
    assert not ANA.is_identified_in(text)


@pytest.mark.parametrize(
    "text", ["Ring Ana Reid's office", "ANA  REÍD", "Reid, Ana", "\nana\nreid", "ana maria reid"]
)
def test_a_text_has_the_name(text: str) -> None:
    assert ANA.is_named_in(text)
    assert ANA.may_be_in(_stored(text))


@pytest.mark.parametrize("text", ["Diana Reid", "Ana Reidel", "Ana and Reid", "Ana", ""])
def test_a_text_has_not_the_name(text: str) -> None:
    assert not ANA.is_named_in(text)


def test_what_names_nobody_is_passed_over_at_once() -> None:
    assert not ANA.may_be_in(_stored("Ring Bo Lee, 02 5550 9999"))
    assert not Who(()).may_be_in(_stored("anything"))


def _stored(text: str) -> str:
    return Card(id="c", desc=text).as_json()
