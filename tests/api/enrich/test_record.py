"""Objects of services, read by any of the names of their fields."""

from typing import Any

import pytest

from tui.api.enrich import parse
from tui.api.enrich.record import ServiceRecord, outermost_texts, records, unwrap


def test_a_name_is_read_in_any_spelling_and_the_first_that_holds_something_wins():
    record = ServiceRecord({"First-Name": "N/A", "first_name": "Ana", "FIRSTNAME": "Bo"})
    assert record.text("firstname") == "Ana"
    assert record.text("nothing", "firstname") == "Ana"
    assert record.text("nothing") == ""


@pytest.mark.parametrize("data", [None, 7, "x", [], {}])
def test_what_is_no_object_is_an_empty_one(data):
    record = ServiceRecord(data)
    assert not record
    assert (
        record.text("name"),
        record.texts("name"),
        record.flag("x"),
        record.whole("x"),
        record.when("x"),
    ) == ("", (), False, None, None)


def test_values_of_the_wrong_type_are_passed_over():
    record = ServiceRecord(
        {
            "title": {"a": 1},
            "position": "CEO",
            "size": "many",
            "employees": "50",
            "is_dnd": "maybe",
            "dnc": "yes",
        }
    )
    assert record.text("title", "position") == "CEO"
    assert record.whole("size", "employees") == 50
    assert record.flag("isdnd", "dnc")


def test_lists_and_objects_may_be_single_values():
    record = ServiceRecord(
        {
            "email": "a@x.example",
            "emails": ["b@x.example", "c@x.example"],
            "company": "Tui",
            "org": {"name": "Tui"},
        }
    )
    assert record.items("email", "emails") == ["a@x.example", "b@x.example", "c@x.example"]
    assert record.texts("emails") == ("b@x.example", "c@x.example")
    assert record.texts("email") == ("a@x.example",)
    assert record.inner("company", "org").text("name") == "Tui"
    assert not record.inner("nothing")
    many = ServiceRecord({"a": list(range(parse.MOST_ITEMS + 5))})
    assert len(many.items("a")) == parse.MOST_ITEMS


def test_what_was_never_read_is_left_under_its_own_name():
    record = ServiceRecord({"Full Name": "Ana", "Odd-Field": 1, "empty": "n/a", "size": "many"})
    record.text("fullname")
    record.whole("size")
    assert record.unread_fields() == {"Odd-Field": 1, "size": "many"}


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ({"name": "Ana"}, "Ana"),
        ({"data": {"person": {"name": "Ana"}}}, "Ana"),
        ([{}, {"name": "Ana"}], "Ana"),
        ({"results": [None, {"full_name": "Ana"}]}, "Ana"),
        ({"1": {"name": "Ana"}, "2": {"name": "Bo"}}, "Ana"),
        ({"company": {"name": "Tui"}, "name": "Ana"}, "Ana"),
    ],
)
def test_envelopes_are_opened_down_to_the_record(body, name):
    levels = unwrap(body, frozenset())
    assert levels[-1].text("name", "fullname") == name
    assert levels[-1].is_one()


@pytest.mark.parametrize("body", [None, [], {}, [None], "x"])
def test_there_is_no_record_in_nothing(body):
    assert unwrap(body, frozenset()) == []


def test_an_envelope_that_is_part_of_the_record_stays_closed():
    body = {"contact": {"company": {"name": "Tui"}}}
    assert unwrap(body, frozenset())[-1].text("name") == "Tui"
    assert not unwrap(body, frozenset({"company"}))[-1].text("name")


def test_wrapping_has_an_end():
    body: dict[str, Any] = {"name": "Ana"}
    for _ in range(9):
        body = {"data": body}
    assert not unwrap(body, frozenset())[-1].is_one()


def test_the_outermost_level_that_says_something_is_asked():
    levels = [
        ServiceRecord({"x": 1}),
        ServiceRecord({"matched_on": ["email"]}),
        ServiceRecord({"matched_on": "id"}),
    ]
    assert outermost_texts(levels, "matchedon") == ("email",)
    assert outermost_texts(levels, "nothing") == ()


@pytest.mark.parametrize(
    ("body", "hits", "total"),
    [
        ([1, 2], [1, 2], None),
        ({"records": [1], "total": 5}, [1], 5),
        ({"data": {"people": [1], "pagination": {"total_entries": "9"}}}, [1], 9),
        ({"total": 3, "data": {"matches": []}}, [], 3),
        ({"response": {"payload": {"result": [1]}}}, [1], None),
        ({"error": "x"}, [], None),
        ("x", [], None),
        ({"data": {"data": {"data": {"data": [1]}}}}, [], None),
    ],
)
def test_hits_are_found_with_their_number(body, hits, total):
    assert records(body) == (hits, total)
