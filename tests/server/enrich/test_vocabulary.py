"""Words of a search, as people write them."""

import pytest

from tui.model.enrich.vocabulary import DEPARTMENTS, SENIORITIES, SENIORITY_LABELS
from tui.server.enrich.problems import Problem
from tui.server.enrich.vocabulary import country, department, place, seniority, size


@pytest.mark.parametrize(
    ("read", "text", "found"),
    [
        (seniority, "4", 4), (seniority, "Head of", 4), (seniority, "CO-FOUNDER", 2), (seniority, "c_suite", 3), (seniority, "C-suite", 3),
        (seniority, "no data", 7), (department, "17", 17), (department, "IT", 5), (department, "Human Resources", 6), (department, "l&d", 6),
        (country, "Aotearoa", "NZ"), (country, "au", "AU"), (country, "New  Zealand", "NZ"),
    ],
)  # fmt: skip
def test_a_word_stands_for_its_code(read, text, found) -> None:
    assert read(text) == found


def test_every_label_that_is_shown_can_be_asked_for() -> None:
    for number, name in SENIORITIES.items():
        assert seniority(name) == seniority(SENIORITY_LABELS[name]) == number
    for number, label in DEPARTMENTS.items():
        assert department(label) == number


@pytest.mark.parametrize(
    ("read", "text", "field"),
    [
        (seniority, "wizard", "seniority"),
        (department, "18", "department"),
        (country, "France", "country"),
        (size, "big", "company_size"),
    ],
)
def test_an_unknown_word_is_told_with_some_that_are_known(read, text, field) -> None:
    with pytest.raises(Problem, match=text) as caught:
        read(text)
    assert caught.value.details[0]["field"] == field


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("NSW", ("NSW", "", "")), ("New South Wales", ("NSW", "AU", "")), ("waikato", ("WKO", "NZ", "")), ("Sydney", ("", "", "sydney")),
        ("Hawke's Bay", ("HKB", "NZ", "")), ("NZ", ("", "NZ", "")), ("Australia", ("", "AU", "")), ("TAS", ("TAS", "", "")),
        ("Tasmania", ("TAS", "AU", "")), ("Ōamaru", ("", "", "oamaru")), ("", ("", "", "")), (",", ("", "", "")),
        ("Newcastle, NSW", ("NSW", "", "newcastle")), ("Newcastle, NSW, AU", ("NSW", "AU", "newcastle")), ("Wellington, NZ", ("WGN", "NZ", "")),
        ("Palmerston North, Manawatū, NZ", ("MWT", "NZ", "palmerston north")), ("Ōamaru, Otago", ("OTA", "NZ", "oamaru")),
    ],
)  # fmt: skip
def test_a_place_is_a_state_a_country_or_a_city(text, found) -> None:
    assert place(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("11-50", (11, 50)), ("11 to 50 people", (11, 50)), ("1,001–5,000", (1001, 5000)), ("50-11", (11, 50)), ("1000+", (1000, None)),
        ("> 200", (200, None)), ("<20", (0, 20)), ("50", (50, 50)), ("10,001+ employees", (10001, None)), (">1,000", (1000, None)), ("<1,000", (0, 1000)), ("201,500", (201, 500)), ("more than 10,001+", (10001, None)),
    ],
)  # fmt: skip
def test_a_head_count_is_a_range(text, found) -> None:
    assert size(text) == found


@pytest.mark.parametrize("text", ["", "-", "1-2-3", "+5", "about 11 and 50 or so", "<", "9" * 12])
def test_what_is_no_head_count_is_refused(text) -> None:
    with pytest.raises(Problem):
        size(text)
