"""Words of services for levels and departments."""

import pytest

from tui.api.enrich.words import DEPARTMENT_NUMBERS, SENIORITY_NUMBERS, UNKNOWN, department, seniority
from tui.model.enrich.vocabulary import DEPARTMENTS, SENIORITIES, SENIORITY_LABELS


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
