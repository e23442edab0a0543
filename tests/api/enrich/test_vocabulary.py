"""A word of each of our levels and departments, as services say it."""

import pytest

from tui.api.enrich import parse
from tui.model.enrich.vocabulary import DEPARTMENTS, SENIORITIES


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (1, "Board Member"),
        (1, "chairwoman"),
        (2, "Co-Founder"),
        (2, "proprietor"),
        (3, "C-Suite"),
        (3, "President"),
        (4, "VP"),
        (4, "Head of"),
        (5, "Team Lead"),
        (5, "supervisor"),
        (6, "Intern"),
        (6, "Entry Level"),
    ],
)
def test_a_word_for_seniority_is_one_of_ours(number: int, word: str) -> None:
    assert parse.seniority([word]) == SENIORITIES[number]


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (1, "Executive"),
        (2, "Business Development"),
        (3, "construction"),
        (4, "Supply Chain"),
        (5, "DevOps"),
        (6, "Recruitment"),
        (7, "Customer Success"),
        (8, "nursing"),
        (9, "Data Science"),
        (10, "compliance"),
        (11, "Public Relations"),
        (12, "teaching"),
        (13, "advisory"),
        (14, "payroll"),
        (15, "UX"),
        (16, "hospitality"),
    ],
)
def test_a_word_for_a_department_is_one_of_ours(number: int, word: str) -> None:
    assert parse.department([word]) == DEPARTMENTS[number]
