"""Criteria of a people search: what no service knows is refused before anything is asked or paid."""

import pytest

from tui.cli.enrich.criteria import read_criteria
from tui.errors import UsageError
from tui.model.enrich.people import PeopleQuery


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ({"seniority": "C-suite", "size_band": "51-200"}, {"seniority": "C-suite", "size_band": "51-200"}),
        ({"seniority": "vp_director_head"}, {"seniority": "vp_director_head"}),
        ({"department": "Sales"}, {"department": "Sales"}),
        ({"country": "uk"}, {"country": "GB"}),
        ({"country": " nz"}, {"country": "NZ"}),
        ({"country": "New Zealand"}, {"country": "NZ"}),
        ({"company": "king", "seniority": ""}, {"company": "king"}),
    ],
)
def test_what_a_service_knows_is_asked_for(given, asked):
    assert read_criteria(given) == PeopleQuery(**asked)


@pytest.mark.parametrize(
    ("given", "words", "hint"),
    [
        ({"seniority": "king"}, "--seniority king", "c_suite_partner, vp_director_head, manager"),
        ({"department": "cooking"}, "--department cooking", "Sales, Trades"),
        ({"size_band": "huge"}, "--size huge: there is no such size", "51-200"),
        ({"country": "Atlantis"}, "--country Atlantis", "AU, NZ or GB"),
    ],
)
def test_what_none_knows_is_refused_with_what_there_is(given, words, hint):
    with pytest.raises(UsageError) as refused:
        read_criteria(given)
    assert words in str(refused.value)
    assert hint in refused.value.hint


def test_a_wrong_value_is_refused_before_the_price_is_told(program):
    done = program("search", "people", "--seniority", "king", "--dry-run")
    assert (done.exit_code, done.stdout) == (2, "")
