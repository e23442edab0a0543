"""Who is named in a text: by an identifier however it is written, or by the name only."""

import pytest

from tui.model.card import Card
from tui.model.enrich.namings import Who
from tui.model.search import name_words

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


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("王小明", "王 小明 (Xiaoming Wang)", True),
        ("王 小明", "王小明", True),
        ("王 小明", "请联系王小明，谢谢", True),
        ("王小明", "王 大明", False),
        ("王", "王小明", False),
        ("김 철수", "김철수 씨", True),
        ("Minh Chau Nguyen", "Nguyễn Thị Minh Châu", True),
        ("Nguyễn Thị Minh Châu", "Ring Minh Chau Nguyen", True),
        ("Nguyễn Thị Minh Châu", "Châu Nguyễn, Kowhai Point", True),
        ("Chau Nguyen", "Nguyễn Thị Minh Châu", True),
        ("Nguyễn Thị Minh Châu", "Nguyễn Thị Mai", False),
        ("Ana Reid", "Ana Maria Reid at Kauri", True),
        ("Ana Maria Reid", "Ring Ana Reid", True),
        ("Ana Maria Reid", "Ring ana m reid", False),
        ("Ana Reid", "ana m. reid", True),
        ("Ana Berg", "Ana van der Berg", True),
        ("Ana Maria Reid", "Ana Louise Reid", False),
        ("Ana Reid", "Ana met Bo Reid", False),
        ("Ana Reid", "Ana, Bo, Reid", False),
        ("Ana Reid", "Reid, Ana", True),
        ("Ma\u0304ori Reid", "Māori Ann Reid", True),
    ],
)
def test_a_name_is_found_however_it_is_written(name: str, text: str, *, named: bool) -> None:
    who = Who([("name", f"{name_words(name)}|")])
    assert who.is_named_in(text) is named
    assert not named or who.may_be_in(text)
