"""The fields of a search: what may be chosen, how a query reads, and that a draft of one comes back."""

import pytest

from tui.app.enrich.filters import (
    FILTERS,
    from_draft,
    shown,
    summary,
    to_draft,
    typed_place,
    value,
    with_value,
)
from tui.model.enrich.people import PeopleQuery


def field(name):
    return next(each for each in FILTERS if each.name == name)


@pytest.mark.parametrize(
    ("name", "to", "words"),
    [
        ("company", " Tūī Ridge ", "Tūī Ridge"),
        ("position", "head of", "head of"),
        ("seniority", "c_suite_partner", "C-Suite / Partner"),
        ("department", "Sales", "Sales"),
        ("location", "Waikato", "Waikato (WKO)"),
        ("location", "NZ", "New Zealand, anywhere"),
        ("size_band", "51-200", "51-200 people"),
    ],
)
def test_a_field_is_filled_read_kept_and_emptied(name, to, words):
    query = with_value(PeopleQuery(), name, to)
    assert shown(query, field(name)) == words
    assert summary(query) == words
    assert from_draft(to_draft(query)) == query
    assert with_value(query, name, "") == PeopleQuery()
    assert to_draft(PeopleQuery()) == ""


def test_a_place_and_a_country_take_turns():
    query = with_value(PeopleQuery(), "location", "AU")
    assert (query.country, query.location) == ("AU", "")
    query = with_value(query, "location", "Tasmania")
    assert (query.country, query.location) == ("", "Tasmania")
    assert value(query, "location") == "Tasmania"


def test_both_places_called_tas_can_be_meant():
    picks = {pick.value: (pick.text, pick.note) for pick in field("location").picks}
    assert picks["Tasmania"] == ("Tasmania (TAS)", "Australia")
    assert picks["Tasman"] == ("Tasman (TAS)", "New Zealand")


@pytest.mark.parametrize(
    ("typed", "city"),
    [
        ("sydney", "sydney"),
        (" Palmerston  North ", "Palmerston North"),
        ("Newcastle, NSW", "Newcastle, NSW"),
        ("nsw", None),
        ("South W", None),
        ("manawatu", None),
        ("zealand", None),
    ],
)
def test_a_city_may_be_typed_and_the_beginning_of_a_listed_place_is_none(typed, city):
    found = typed_place(typed)
    assert (found and found.value) == city


@pytest.mark.parametrize("draft", ["", "{", "[]", "3", '{"company": 3}', '{"nonsense": "x"}', "\x00"])
def test_a_draft_that_cannot_be_read_narrows_nothing(draft):
    assert from_draft(draft) == PeopleQuery()


def test_a_typed_name_never_reaches_the_line_as_it_came():
    assert "\x1b" not in summary(PeopleQuery(company="\x1b]0;owned\x07", position="\u202eabc"))
    assert len(with_value(PeopleQuery(), "company", "x" * 5000).company) == 200
