"""Values of cells, as people and programs write them."""

import pytest

from tui.server.enrich import identifiers, vocabulary
from tui.server.importing.values import (
    BadCell,
    Cells,
    acn,
    band_of,
    day,
    head_count,
    is_mobile,
    month,
    nzbn,
    phone,
    place_of,
    year,
)


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (" a\t b\n", "a b"),
        ("N/A", ""),
        ("—", ""),
        ("0", ""),
        ("tbc", ""),
        (None, ""),
        ("a\u200bb\x00c", "a b c"),
        ("ā\u00a0b", "ā b"),
        ("00", "00"),
    ],
)
def test_a_text_is_on_one_line_and_nothing_is_empty(raw, found) -> None:
    assert Cells({} if raw is None else {"a": raw}).text("a") == found


def test_a_long_text_is_refused_and_a_long_paragraph_is_cut() -> None:
    cells = Cells({"a": "x " * 300, "b": "y" * 4001})
    with pytest.raises(BadCell, match="a: is longer than 400 characters") as caught:
        cells.text("a")
    assert caught.value.field == "a"
    assert cells.long_text("a") == ("x " * 300).strip()
    assert cells.long_text("b") == "y" * 4000
    assert cells.skipped == [("b", "is cut after 4000 characters")]


def test_values_of_a_list_are_each_once() -> None:
    assert Cells({"a": "x; y | x;; z "}).listed("a") == ["x", "y", "z"]
    assert Cells({"a": "n/a"}).listed("a") == Cells({}).listed("a") == []


def test_a_key_that_is_wrong_refuses_the_row() -> None:
    cells = Cells({"email": "ana", "abn": "53 004 085 616", "no": "-"})
    assert cells.read_key("abn", identifiers.abn) == "53004085616"
    assert cells.read_key("no", identifiers.abn) == cells.read_key("none", identifiers.abn) == ""
    with pytest.raises(BadCell, match=r"email: 'ana' is not an e-mail address"):
        cells.read_key("email", identifiers.email)


def test_a_description_that_is_wrong_is_left_out_and_told() -> None:
    cells = Cells({"founded": "soon", "seniority": "wizard", "size": "x" * 401, "no": "n/a", "year": "1999"})
    assert cells.read_optional("founded", year, None) is None
    assert cells.read_optional("seniority", vocabulary.seniority, 7) == 7
    assert cells.read_optional("size", vocabulary.country, "AU") == "AU"
    assert cells.read_optional("no", year, 1) == cells.read_optional("none", year, 1) == 1
    assert cells.read_optional("year", year, None) == 1999
    assert [name for name, _ in cells.skipped] == ["founded", "seniority", "size"]
    assert cells.skipped[0] == ("founded", "'soon' is no year")


@pytest.mark.parametrize(
    ("raw", "found"), [("Yes", True), ("1", True), ("DNC", True), ("no", False), ("0", False), ("", False)]
)
def test_a_flag(raw, found) -> None:
    assert Cells({"a": raw}).flag("a") is found


@pytest.mark.parametrize(
    ("read", "text", "found"),
    [
        (day, "2026-11-01", "2026-11-01"), (day, "2026-1-2T03:04", "2026-01-02"), (day, "1/11/2026", "2026-11-01"), (day, "01.11.2026", "2026-11-01"),
        (month, "2023-01", "2023-01"), (month, "1/11/2026", "2026-11"), (head_count, "1,200", 1200), (head_count, "88.0", 88), (head_count, "5 000", 5000),
        (year, "1999", 1999), (year, "1999.0", 1999), (acn, "4 085 616", "004085616"), (nzbn, "94 2990 0000 018", "9429900000018"),
    ],
)  # fmt: skip
def test_a_value_of_its_kind(read, text, found) -> None:
    assert read(text) == found


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (day, "2026-13-01"), (day, "31/02/2026"), (day, "11/2026"), (day, "soon"), (day, "2026-11-011"), (month, "2023-13"), (month, "1823-01"),
        (head_count, "-5"), (head_count, "5000001"), (head_count, "1.5"), (head_count, "many"), (year, "1499"), (year, "2100"), (year, "99"),
        (acn, "004085617"), (acn, "x"), (nzbn, "1234567890123"), (nzbn, ""),
    ],
)  # fmt: skip
def test_a_value_of_another_kind_says_what_would_be_right(read, text) -> None:
    with pytest.raises(ValueError, match=r"^is no "):
        read(text)


@pytest.mark.parametrize(
    ("text", "country", "found"),
    [
        ("0491 570 156", "AU", "+61491570156"), ("(02) 5550-1234", "AU", "+61255501234"), ("+61 (0)2 5550 1234", "AU", "+61255501234"),
        ("021 555 0134", "NZ", "+64215550134"), ("0064 21 555 0134", "AU", "+64215550134"), ("61 2 5550 1234", "AU", "+61255501234"),
        ("491570156", "AU", "+61491570156"), ("1300 555 123", "AU", "+611300555123"), ("13 12 34", "AU", "+61131234"),
    ],
)  # fmt: skip
def test_a_number_becomes_international(text, country, found) -> None:
    assert phone(text, country) == found


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("491570156", "NZ"),
        ("12345", "AU"),
        ("+0123456789", "AU"),
        ("call me", "AU"),
        ("+1234567890123456", "AU"),
    ],
)
def test_what_is_no_number_is_refused(text, country) -> None:
    with pytest.raises(ValueError, match="is no telephone number"):
        phone(text, country)


@pytest.mark.parametrize(
    ("number", "mobile"),
    [
        ("+61491570156", True),
        ("+64215550134", True),
        ("+61255501234", False),
        ("+6495550134", False),
        ("", False),
    ],
)
def test_a_mobile_number_is_told_by_its_beginning(number, mobile) -> None:
    assert is_mobile(number) is mobile


@pytest.mark.parametrize(
    ("people", "band"),
    [(1, (1, 10)), (10, (1, 10)), (11, (11, 50)), (10_000, (5001, 10_000)), (10_001, (10_001, None))],
)
def test_a_head_count_is_within_a_band(people, band) -> None:
    assert band_of(people) == band


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        ({"city": "Ōamaru", "country": "NZ"}, ("Ōamaru", "", "NZ")),
        ({"location": "Ballarat, Victoria, Australia"}, ("Ballarat", "VIC", "AU")),
        ({"location": "Sydney"}, ("Sydney", "NSW", "AU")),
        ({"city": "Perth", "country": "NZ"}, ("Perth", "", "NZ")),
        ({"city": "Sydney"}, ("Sydney", "NSW", "AU")),
        ({"state": "waikato"}, ("", "WKO", "NZ")),
        ({"state": "TAS"}, ("", "TAS", "AU")),
        ({"state": "VIC", "country": "NZ"}, ("", "VIC", "NZ")),
        ({"city": "Perth", "state": "VIC"}, ("Perth", "VIC", "AU")),
        ({}, ("", "", "AU")),
    ],
)
def test_a_place_is_put_together_from_its_fields(cells, found) -> None:
    assert place_of(Cells(cells)) == found


def test_a_state_that_is_none_is_told() -> None:
    cells = Cells({"state": "Bavaria"})
    assert place_of(cells, fallback="NZ") == ("Bavaria", "", "NZ")
    assert cells.skipped == [("state", "does not know 'Bavaria'; NSW, Victoria, Waikato …")]
