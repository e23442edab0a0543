"""Calls of a service: how it can be asked, and the placeholders of a request."""

import pytest
from pydantic import TypeAdapter, ValidationError

from tui.adapters.call import PriceRange, ServiceCall, fill, fill_json

PRICE = TypeAdapter(PriceRange)


def call(**more):
    return ServiceCall(**{"kind": "person", "by": ("email", "name + company"), "path": "/people"} | more)


@pytest.mark.parametrize(("written", "found"), [(1, (1, 1)), (0, (0, 0)), ((1, 3), (1, 3)), ([2, 2], (2, 2))])
def test_a_price_is_one_number_or_two(written, found):
    assert PRICE.validate_python(written) == found


@pytest.mark.parametrize("written", [-1, 1.5, "1", True, (3, 1), (1, 2, 3), 1_000_001])
def test_a_price_is_in_credits_the_lower_first(written):
    with pytest.raises(ValidationError):
        PRICE.validate_python(written)


@pytest.mark.parametrize(
    ("given", "takes"),
    [
        ({"email": "a", "phone": "1"}, {"email": "a"}),
        ({"name": "Ana"}, {}),
        ({"name": "Ana", "company": "Tui"}, {"name": "Ana", "company": "Tui"}),
        ({"email": "a", "name": "Ana"}, {"email": "a"}),
        ({"company": "Tui", "name": "Ana", "email": "a"}, {"company": "Tui", "name": "Ana", "email": "a"}),
        ({}, {}),
    ],
)
def test_what_goes_along_is_what_completes_a_way(given, takes):
    found = call().takes(given)
    assert found == takes
    assert list(found) == list(takes)


def test_the_ways_to_ask():
    assert call().ways == (frozenset({"email"}), frozenset({"name", "company"}))
    assert call(by=("name+company", " email ")).ways == (frozenset({"name", "company"}), frozenset({"email"}))
    assert call().names == {"email", "name", "company"}


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"by": ()}, "says not by what it asks"),
        ({"by": ("shoe size",)}, "'shoe size' is nothing to ask by"),
        ({"by": ("email + ",)}, "'' is nothing to ask by"),
        ({"path": "people"}, "does not begin with a slash"),
        ({"path": "/people/{domane}"}, "is no placeholder"),
        ({"path": "/people/{seniority|int}"}, "there is no 'int'"),
        ({"query": {"q": "{nome}"}}, "is no placeholder"),
        ({"method": "POST", "body": {"a": [{"b": "{nome}"}]}}, "is no placeholder"),
        ({"body": {"a": 1}}, "GET does not send"),
        ({"kind": "weather"}, "kind"),
        ({"repeat": "often"}, "repeat"),
    ],
)
def test_a_call_that_cannot_be_made_says_what_to_write(more, why):
    with pytest.raises(ValidationError, match=why.replace("|", r"\|")):
        call(**more)


def test_a_question_for_the_credits_asks_by_nothing():
    assert call(kind="credits", by=()).ways == ()


@pytest.mark.parametrize(
    ("path", "asked", "is_it"),
    [
        ("/people", "/people", True),
        ("/people", "/people/7", False),
        ("/people/{email}", "/people/a@b.example", True),
        ("/people/{email}", "/people/a/b", False),
        ("/people/{email}", "/people/", False),
        ("/v1.0/{abn}/x", "/v1.0/7/x", True),
        ("/v1.0/{abn}/x", "/v1x0/7/x", False),
        ("/{seniority|id}/{abn}", "/3/7", True),
    ],
)
def test_a_path_is_known_again(path, asked, is_it):
    assert call(path=path).is_at(asked) is is_it


def test_a_second_step_belongs_to_its_call():
    whole = call(then={"path": "/records/{taken}", "take": "id"})
    assert whole.is_at("/records/7")
    assert whole.is_at("/people")
    assert not whole.is_at("/records")


def value_of(name, how):
    return {("email", ""): "a@b.example", ("name", ""): "", ("seniority", "id"): "3"}.get((name, how))


@pytest.mark.parametrize(
    ("template", "filled"),
    [
        ("plain", "plain"),
        ("{email}", "a@b.example"),
        ("{email}/{seniority|id}", "a@b.example/3"),
        ("<{name}>", "<>"),
        ("{email}{phone}", None),
        (7, 7),
        (
            {"a": "{email}", "b": "{phone}", "c": {"d": "{phone}"}, "e": True},
            {"a": "a@b.example", "c": {}, "e": True},
        ),
        (["{phone}", "{email}", ["{phone}"]], ["a@b.example", []]),
    ],
)
def test_a_placeholder_without_a_value_takes_its_text_away(template, filled):
    assert fill(template, value_of) == filled


@pytest.mark.parametrize(
    ("template", "filled"),
    [
        ("{limit|number}", 25),
        ("{limit}", "25"),
        ("first {limit|number}", "first 25"),
        ("{name|number}", "Ana"),
        ("{phone|number}", None),
        (
            {"page": {"size": "{limit|number}"}, "a": ["{limit|number}", "{phone|number}"], "b": 3},
            {"page": {"size": 25}, "a": [25], "b": 3},
        ),
    ],
)
def test_a_body_has_numbers_where_its_file_says_so(template, filled):
    values = {"limit": "25", "name": "Ana"}
    assert call(method="POST", body=template).body == template
    assert fill_json(template, lambda name, _: values.get(name)) == filled
    if not isinstance(template, dict):
        assert fill(template, lambda name, _: values.get(name)) == (None if filled is None else str(filled))
