"""Paths to values in answers."""

import pytest
from pydantic import TypeAdapter, ValidationError

from tui.adapters.paths import PathText, find, first_key

BODY = {
    "data": {"name": "Ana", "empty": None},
    "emails": [{"value": "a@x.example", "type": "work"}, {"value": "b@x.example", "type": "Personal"}],
    "names": ["one", "two"],
    "single": {"value": "c"},
    "company-details": {"x": 1},
    "roles": [{"of": "director", "until": "2019", "who": "Bo"}, {"of": "Director", "until": None, "who": "Ana"},
              {"of": "director", "who": "Mere"}, {"of": "holder", "who": "Ida"}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("", BODY),
        ("data.name", "Ana"),
        ("data.empty", None),
        ("data.none.deeper", None),
        ("emails[0].value", "a@x.example"),
        ("emails[7].value", None),
        ("emails[].value", ["a@x.example", "b@x.example"]),
        ("emails[type=personal].value", "b@x.example"),
        ("emails[type=none].value", None),
        ("names[]", ["one", "two"]),
        ("names[1]", "two"),
        ("single[].value", ["c"]),
        ("single[value=c].value", "c"),
        ("nothing[]", []),
        ("company-details.x", 1),
        ("roles[of=director][until=].who", "Ana"),
        ("roles[until=][of=holder].who", "Ida"),
        ("roles[][of=director][until=].who", ["Ana", "Mere"]),
        ("roles[of=director][until=2020].who", None),
        ("data.name.first", None),
    ],
)
def test_a_path_leads_to_a_value(path, found):
    assert find(BODY, path) == found


@pytest.mark.parametrize("body", [None, 3, "x", [], {}])
def test_any_answer_may_be_searched(body):
    assert find(body, "data.name") is None


@pytest.mark.parametrize("path", ["a..b", ".a", "a.", "a[x", "a]", "a[[]]"])
def test_what_is_no_path_is_refused(path):
    with pytest.raises(ValidationError):
        TypeAdapter(PathText).validate_python(path)


def test_the_first_key_of_a_path():
    assert [first_key(path) for path in ("a.b", "a[].b", "", "[0].a")] == ["a", "a", "", ""]
