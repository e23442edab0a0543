"""Single values of services, in the forms and types in which they come."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.api.enrich import parse
from tui.api.enrich.parse import DEPARTMENT_NUMBERS, SENIORITY_NUMBERS, UNKNOWN, department, seniority
from tui.model.enrich.vocabulary import DEPARTMENTS, SENIORITIES, SENIORITY_LABELS

PARSERS = (
    parse.text, parse.texts, parse.listed, parse.flag, parse.whole, parse.share, parse.likelihood, parse.when,
    parse.slug, parse.handle, parse.host, parse.web, parse.country, parse.state,
)  # fmt: skip
ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(value=ODD)
def test_no_value_breaks_a_parser(value: Any) -> None:
    for parser in PARSERS:
        parser(value)


@pytest.mark.parametrize("parser", PARSERS)
def test_a_value_with_a_long_run_is_read_at_once(parser: Any) -> None:
    """Where a blank could be read in two ways, each of these took minutes."""
    for begins in ("1", "a", "a.example", "linkedin.com/in/a", "31.08.2023"):
        for pad in (" ", "0", "a", "-", ".", "/", "@"):
            parser(f"{begins}{pad * 200_000}!")


@pytest.mark.parametrize(
    ("parser", "values"),
    [
        (
            parse.is_junk,
            {"N/A": True, " none ": True, "": True, "0": True, "email_not_unlocked@x": True, "Ana": False, "00": False},
        ),
        (
            parse.text,
            {" Ana ": "Ana", "n/a": None, 7: "7", 1.5: "1.5", 2.0: "2", True: None, None: None, "x" * 16385: "x" * 16384},
        ),
        (
            parse.flag,
            {True: True, 0: False, 2: True, " Yes ": True, "on_dnc": True, "No": False, "clear": False, "maybe": None, None: None},
        ),
        (
            parse.whole,
            {
                "1,234": 1234, "12": 12, "12.0": 12, "12.5": None, "1,23": None, 3.9: 3, -1: None, 0: 0, "0": 0,
                True: None, None: None, float("nan"): None, 2**33: None, 2**33 - 1: 2**33 - 1,
            },
        ),
        (
            parse.share,
            {
                0.5: 0.5, 50: 0.5, "50%": 0.5, "0.5": 0.5, 1: 1.0, 1.5: 0.015, 100: 1.0, 250: 1.0, 0: 0.0,
                -1: None, "half": None, float("inf"): None, " 97.5 % ": 0.975,
            },
        ),
        (
            parse.likelihood,
            {1: 0.1, 10: 1.0, 7: 0.7, 11: 0.11, 0: 0.0, 0.9: 0.9, "80%": 0.8},
        ),
        (
            parse.slug,
            {
                "ana-lee": "ana-lee", "https://www.linkedin.com/in/ana-lee?x=1": "ana-lee", "n/a": None, "a b": None,
                "linkedin.com/company/acme/": "acme", "https://example.com/in/ana": None, 7: None, "x" * 101: None,
            },
        ),
        (
            parse.handle,
            {"@ana": "@ana", "https://x.example/ana": "https://x.example/ana", "two words": None, "x" * 200: "x" * 200, "x" * 201: None, None: None},
        ),
        (
            parse.host,
            {
                "https://www.Acme.example/a?b": "acme.example", "acme.example:8080": "acme.example", "acme": None,
                "acme.example?x": "acme.example", 7: None, "a_b.example": "a_b.example", "ftp://acme.example": None,
            },
        ),
        (
            parse.web,
            {
                "acme.example": "https://acme.example", " http://acme.example/a ": "http://acme.example/a",
                "HTTPS://acme.example": "HTTPS://acme.example", "mailto:a@b": None, None: None,
            },
        ),
        (
            parse.country,
            {"Australia": "AU", "new zealand": "NZ", "nz": "NZ", "de": "DE", "Germany": "DE", "": None, 7: None,
             "United States": "US", "U.S.A.": "US", "uk": "GB", "England": "GB", "Viet Nam": "VN", "Nowhere": None},
        ),
        (
            parse.state,
            {"New South Wales": "NSW", "nsw": "NSW", "AU-VIC": "VIC", "NZ-AUK": "AUK", "nowhere": None, 7: None},
        ),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)  # fmt: skip
def test_a_value_is_read_in_the_forms_it_comes_in(parser: Any, values: dict[Any, Any]) -> None:
    assert {key: parser(key) for key in values} == values


@pytest.mark.parametrize(
    ("value", "at"),
    [
        ("2026-11-21T09:00:00Z", datetime(2026, 11, 21, 9, tzinfo=UTC)),
        ("2026-11-21T09:00:00+10:00", datetime(2026, 11, 20, 23, tzinfo=UTC)),
        (" 2026-11-21 ", datetime(2026, 11, 21, tzinfo=UTC)),
        ("2026-11", datetime(2026, 11, 1, tzinfo=UTC)),
        ("1.9.2026", datetime(2026, 9, 1, tzinfo=UTC)),
        ("31/08/2026", datetime(2026, 8, 31, tzinfo=UTC)),
        (1_000_000_000, datetime(2001, 9, 9, 1, 46, 40, tzinfo=UTC)),
        (1_000_000_000_000, datetime(2001, 9, 9, 1, 46, 40, tzinfo=UTC)),
        (99_999_999_999, None),
        (100_000_000_000, datetime(1973, 3, 3, 9, 46, 40, tzinfo=UTC)),
        (2**33 - 1, datetime(2242, 3, 16, 12, 56, 31, tzinfo=UTC)),
        (2**33, None),
        (1, datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)),
        (0, None),
        (-5, None),
        (True, None),
        ("soon", None),
        ("32/08/2026", None),
        (None, None),
    ],
)
def test_a_moment_is_read_in_the_forms_it_comes_in(value: Any, at: datetime | None) -> None:
    assert parse.when(value) == at


def test_a_list_is_made_of_one_or_of_many() -> None:
    assert parse.listed("Ana") == ["Ana"]
    assert parse.listed(["Ana", "n/a", None, {}]) == ["Ana"]
    assert parse.listed(("Ana",)) == ["Ana"]
    assert parse.listed("n/a") == []
    assert parse.texts([{"name": "Ana"}, {"Title": "Boss"}, {"x": 1}, "Ana", 7]) == ("Ana", "Boss", "7")
    assert parse.texts([str(n) for n in range(1, 200)]) == tuple(str(n) for n in range(1, 101))


def test_a_truth_value_is_no_number() -> None:
    assert [parse.whole(True), parse.share(True), parse.likelihood(True)] == [None] * 3
    assert parse.share(1) == 1.0


def test_an_object_says_its_handle_under_several_names() -> None:
    assert parse.slug({"url": "https://linkedin.com/in/ana-lee"}) == "ana-lee"
    assert parse.handle({"username": "ana"}) == "ana"
    assert parse.handle({"id": 7}) == "7"
    assert parse.slug({"name": "ana"}) is None


def test_the_first_that_is_there_is_taken() -> None:
    assert parse.first_of([None, 0, 1]) == 0
    assert parse.first_of([None]) is None


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["manager"], 5), (["VP / Director", "manager"], 5), (["entry", "Owner"], 2), (["C-Suite"], 3), (["c_suite"], 3), ([4], 4), (["4"], 4),
        ([4.0], 4), (["Executive-Level", None], 3), (["individual contributor"], 6),
    ],
)  # fmt: skip
def test_the_highest_of_several_levels_is_taken(words, found):
    assert seniority(words) == SENIORITIES[found]


@pytest.mark.parametrize("words", [[], ["wizard"], [None], [{}], [4.5], [99]])
def test_a_level_nobody_knows_is_unknown(words):
    assert seniority(words) == UNKNOWN


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["wizardry", "Master_Finance", "sales"], 14), (["IT"], 5), (["human resources"], 6), ([2], 2), (["17", "Legal"], 10), (["unknown", "hr"], 6),
    ],
)  # fmt: skip
def test_the_first_department_that_is_known_is_taken(words, found):
    assert department(words) == DEPARTMENTS[found]


@pytest.mark.parametrize("words", [[], ["wizardry"], [17], ["Unknown"]])
def test_a_department_nobody_knows_is_unknown(words):
    assert department(words) == UNKNOWN


def test_every_label_of_ours_is_among_the_words():
    for number, name in SENIORITIES.items():
        assert seniority([SENIORITY_LABELS[name]]) == seniority([name]) == seniority([number]) == name
    for number, label in DEPARTMENTS.items():
        assert department([label]) == (label if number != max(DEPARTMENTS) else UNKNOWN)
    assert set(SENIORITY_NUMBERS.values()) == set(SENIORITIES)
    assert set(DEPARTMENT_NUMBERS.values()) == set(DEPARTMENTS)
