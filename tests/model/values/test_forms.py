"""Objects that are read by their form are what pydantic makes of them; all others are left to it."""

from typing import Any

import pytest

from tui.model.card import Badges, Card
from tui.model.checklist import CheckItem, Checklist
from tui.model.values import forms, record
from tui.model.values.record import Value

CARD = {
    "id": "a",
    "pos": 16384.5,
    "due": "2031-02-03T04:05:06.007Z",
    "dueReminder": -1,
    "start": None,
    "idLabels": ["x", "y"],
    "badges": {"comments": 3, "fogbugz": ""},
    "attachments": [{"id": "f", "bytes": None, "more": 1}],
    "brandNew": [1],
}


def by_pydantic(model: type[Value], data: Any) -> Any:
    try:
        return record._parser(model).validate_python(data)
    except ValueError as error:
        return str(error)


def parsed(model: type[Value], data: Any) -> Any:
    try:
        return model.parse(data)
    except ValueError as error:
        return str(error)


def whole(value: Any) -> Any:
    """Return what ``==`` does not compare, too: the types of the values, and which were given."""
    if isinstance(value, tuple):
        return [whole(each) for each in value]
    if not isinstance(value, Value):
        return repr(value)
    held = {name: whole(getattr(value, name)) for name in type(value).fields}
    return [type(value), sorted(value.given_fields), repr(dict(value.unknown_fields)), held]


@pytest.mark.parametrize(
    ("model", "data"),
    [
        (Card, CARD),
        (Card, {"id": "a"}),
        (Card, dict(reversed(CARD.items()))),
        (Checklist, {"id": "c", "checkItems": [{"id": "i", "pos": 1, "due": None}, {"id": "j", "idMember": "m"}]}),
        (Badges, {}),
    ],
)  # fmt: skip
def test_usual_objects_are_read_without_pydantic(
    model: type[Value], data: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = by_pydantic(model, data)
    monkeypatch.delattr(record, "_parser")
    assert whole(model.parse(data)) == whole(expected)


@pytest.mark.parametrize(
    "change",
    [
        {"id": 7},
        {"id": None},
        {"closed": 1},
        {"closed": "true"},
        {"idShort": True},
        {"idShort": 3.0},
        {"idShort": 10**30},
        {"pos": "3"},
        {"pos": float("nan")},
        {"pos": float("inf")},
        {"pos": 10**400},
        {"pos": 2**70 + 1},
        {"pos": True},
        {"due": "2031-02-03"},
        {"due": "2031-02-03T04:05:06Z"},
        {"due": "2031-02-03T04:05:06.007+02:00"},
        {"due": "2031-02-30T04:05:06.007Z"},
        {"due": "2031-02-03T24:00:00.000Z"},
        {"due": "0999-02-03T04:05:06.007Z"},
        {"due": "２031-02-03T04:05:06.007Z"},
        {"due": 1},
        {"due": ""},
        {"dueReminder": "5"},
        {"idLabels": ["x", 1]},
        {"idLabels": [None]},
        {"idLabels": ("x",)},
        {"idLabels": None},
        {"badges": None},
        {"badges": []},
        {"badges": {"comments": "3"}},
        {"badges": {"comments": None}},
        {"badges": Badges(comments=2)},
        {"attachments": [None]},
        {"attachments": [{"name": "without an id"}]},
        {"attachments": [{"id": "f", "pos": "x"}]},
        {"id_board": "a name of ours", "idBoard": "b"},
        {"id_board": "a name of ours"},
        {3: "no text"},
        {"name": "\ud83d"},
        {"badges": {"x": "\ud83d"}},
    ],
    ids=repr,
)
def test_any_other_value_is_left_to_pydantic(change: dict[Any, Any]) -> None:
    data = CARD | change
    expected = by_pydantic(Card, data)
    assert whole(parsed(Card, data)) == whole(expected)
    assert whole(parsed(Card, data)) == whole(expected)


@pytest.mark.parametrize("data", [None, 3, "x", [], {}, {"name": "without an id"}, Card(id="a")])
def test_what_is_no_object_with_the_required_names_is_left_to_pydantic(data: Any) -> None:
    assert whole(parsed(Card, data)) == whole(by_pydantic(Card, data))


def test_no_more_forms_are_remembered_than_a_service_usually_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "_MOST", 2)
    form = forms.forms(CheckItem, dict(record._spelling(CheckItem)))("id", "due", "name")
    assert form is not None
    for due, name in ((None, "a"), ("2031-02-03T04:05:06.007Z", "b"), (None, 3), (3, "c"), (None, "d")):
        found = form.values({"id": "i", "due": due, "name": name})
        assert (found is None) is isinstance(name, int) or due == 3
        assert found is None or found[2] == name
        assert len(form._steps_of) <= 2
