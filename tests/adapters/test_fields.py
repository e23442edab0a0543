"""How fields are read from a record."""

import pytest
from pydantic import TypeAdapter, ValidationError

from tui.adapters.fields import CompanyFields, PersonFields, our_record

RECORD = {
    "name": {"first": "ANA", "last": "REID"},
    "nick": "",
    "born": "31/08/1980",
    "profile": "https://x.example/people/ana-reid/",
    "state": "02",
    "mails": [{"addr": "a@x.example", "sort": "WORK"}, {"addr": "b@x.example"}],
    "tags": ["A", "B"],
    "seen": "1/5/2026 2:59 PM",
    "unread": 5,
    "hidden": True,
}


def read(fields):
    return our_record(RECORD, TypeAdapter(PersonFields).validate_python(fields))


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("name.first", "ANA"),
        (["nick", "name.first"], "ANA"),
        ({"path": "name.first", "to": "title"}, "Ana"),
        ({"path": ["name.first", "nick", "name.last"], "join": " "}, "ANA REID"),
        ({"path": "born", "to": "day first"}, "1980-08-31"),
        ({"path": "seen", "to": "month first"}, "2026-01-05"),
        ({"path": "born", "to": "month first"}, "31/08/1980"),
        ({"path": "profile", "to": "last part"}, "ana-reid"),
        ({"path": "born", "to": "digits"}, "31081980"),
        ({"path": "state", "words": {"02": "NSW"}}, "NSW"),
        ({"path": "state", "words": {"03": "VIC"}}, "02"),
        ({"path": "tags", "to": "lower"}, ["a", "b"]),
        ({"path": "state", "to": "not empty"}, True),
        ({"path": "mails", "each": {"value": ["address", "addr"], "type": "sort"}},
         [{"value": "a@x.example", "type": "WORK"}, {"value": "b@x.example"}]),
        ({"path": "mails", "text": ["{addr} ({sort})", "{addr}"]}, ["a@x.example (WORK)", "b@x.example"]),
        ({"path": "mails[]", "text": "{sort}", "join": ", "}, "WORK"),
        ({"path": "name", "text": "{last}, {first}", "to": "title"}, "Reid, Ana"),
        ({"path": ["mails", "name"], "text": "{first}"}, "ANA"),
        ({"path": "hidden", "to": "title"}, True),
        ({"path": "hidden", "words": {"True": "yes"}}, "yes"),
        ({"path": "hidden", "to": "not empty"}, True),
    ],
)  # fmt: skip
def test_a_field_is_read(source, value):
    assert read({"title": source})[0] == {"title": value}


def test_what_is_missing_is_left_out_and_what_was_not_read_is_kept():
    ours, rest = read({"title": "nick", "first_name": "name.first"})
    assert ours == {"first_name": "ANA"}
    assert set(rest) == {"born", "profile", "state", "mails", "tags", "unread", "hidden", "seen"}


def test_fields_of_fields_and_open_tables():
    ours, _ = read(
        {"location": {"state": "state"}, "social": {"github": "nick"}, "company": {"name": "tags[0]"}}
    )
    assert ours == {"location": {"state": "02"}, "company": {"name": "A"}}


def test_a_fixed_value_makes_no_record():
    fields = {"location": {"country": {"fixed": "AU"}}, "title": "nick"}
    assert read(fields)[0] == {}
    assert read({**fields, "title": "state"})[0] == {"location": {"country": "AU"}, "title": "02"}


@pytest.mark.parametrize(
    "fields",
    [
        {"surname": "name.last"},
        {"title": {"to": "lower"}},
        {"title": {"path": "x", "to": "eval"}},
        {"title": 3},
    ],
)
def test_what_cannot_be_read_is_refused(fields):
    with pytest.raises(ValidationError):
        read(fields)


def test_a_company_has_its_own_fields():
    check = TypeAdapter(CompanyFields).validate_python
    assert set(check({"abn": "a", "hq": {"city": "b"}, "registers": {"gst": "c"}})) == {
        "abn",
        "hq.city",
        "registers.gst",
    }
    with pytest.raises(ValidationError, match="a company has no first_name"):
        check({"first_name": "a"})
    # All that is wrong is told at once, each with what may be meant.
    with pytest.raises(
        ValidationError, match=r"no founded \(founded_year\?\), industry \(ind\w+.*employees \(emp"
    ):
        check({"founded": "a", "industry": "b", "name": "c", "employees": "d"})
