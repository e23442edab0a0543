"""ABN, ACN and NZBN: what makes one valid."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.recognise.identifiers.registers import is_abn, is_acn, is_nzbn

ABNS = [
    "51824753556",
    "33051775556",
    "48123123124",
    "88000014675",
    "16009661901",
    "49004028077",
    "33007457141",
    "12004044937",
    "11005357522",
    "11004089936",
    "28008984049",
    "96004458404",
    "99051588348",
    "46008583542",
    "28864970579",
    "41687119230",
    "52429278345",
    "15211513464",
    "84002705224",
    "12377614012",
    "86768265615",
    "26331428522",
    "50008559486",
    "80158929938",
    "26008672179",
    "80093220136",
    "90052833208",
    "96098143410",
    "47065475149",
    "83914571673",
    "53004085616",
    "89000000019",
    "25010499966",
]

digits = st.text("0123456789", min_size=9, max_size=9)


def loose(number: str) -> bool:
    """The register's own test, which also passes numbers that are never issued."""
    weights = (10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)
    values = [int(number[0]) - 1, *map(int, number[1:])]
    return sum(value * weight for value, weight in zip(values, weights, strict=True)) % 89 == 0


@pytest.mark.parametrize("number", ABNS)
def test_public_abns_are_valid(number: str) -> None:
    assert is_abn(number)


@pytest.mark.parametrize("number", ["99999999999", "11223493504", "54124215247"])
def test_other_numbers_are_no_abns(number: str) -> None:
    assert not is_abn(number)


@given(digits)
def test_nine_digits_have_one_abn(nine: str) -> None:
    valid = [prefix for prefix in range(100) if is_abn(f"{prefix:02d}{nine}")]
    assert len(valid) == 1
    assert 11 <= valid[0] <= 99
    assert loose(f"{valid[0]}{nine}")


@given(digits, st.integers(0, 10), st.integers(1, 9))
def test_one_wrong_digit_is_caught(nine: str, place: int, shift: int) -> None:
    number = next(f"{prefix}{nine}" for prefix in range(11, 100) if is_abn(f"{prefix}{nine}"))
    wrong = number[:place] + str((int(number[place]) + shift) % 10) + number[place + 1 :]
    assert not is_abn(wrong)


@pytest.mark.parametrize("number", ["004085616", "000000019", "010499966"])
def test_known_acns(number: str) -> None:
    assert is_acn(number)


@given(st.text("0123456789", min_size=8, max_size=8))
def test_eight_digits_have_one_acn(eight: str) -> None:
    assert sum(is_acn(f"{eight}{check}") for check in range(10)) == 1


@pytest.mark.parametrize(
    "number", ["9429041535110", "9429034042984", "9429036842773", "9429040402543", "9429000000000"]
)
def test_known_nzbns(number: str) -> None:
    assert is_nzbn(number)


@given(st.text("0123456789", min_size=10, max_size=10))
def test_an_nzbn_begins_with_94_and_checks(ten: str) -> None:
    assert sum(is_nzbn(f"94{ten}{check}") for check in range(10)) == 1
    assert not any(is_nzbn(f"93{ten}{check}") for check in range(10))


def test_corpus_of_numbers_is_grouped_as_people_write_them() -> None:
    assert all(re.fullmatch(r"\d{11}", number) for number in ABNS)
