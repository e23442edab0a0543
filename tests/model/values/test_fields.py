"""Frozen values: what the standard library's dataclasses promise, without what they cost at import."""

import copy
import pickle
from collections.abc import Mapping

import pytest

from tui.model.values.fields import Frozen, RecordType, field


class Place(Frozen):
    """A place."""

    name: str
    size: int = 1
    tags: Mapping[str, str] = field(default_factory=dict)
    token: str = field(default="", repr=False)
    line: int = field(default=0, compare=False)


def test_a_value_is_made_of_its_fields_in_their_order_or_by_name() -> None:
    place = Place("Otago", 3, token="x")
    assert (place.name, place.size, place.tags, place.token, place.line) == ("Otago", 3, {}, "x", 0)
    assert Place("a").tags is not Place("a").tags


@pytest.mark.parametrize(
    ("values", "given", "words"),
    [
        ((), {}, "Place needs name"),
        (("a",), {"name": "b"}, "Place was given name twice"),
        (("a",), {"colour": "red"}, "Place has no colour"),
        (("a", 1, {}, "", 0, 6), {}, "Place has 5 fields, and 6 values were given"),
    ],
)
def test_what_is_missing_unknown_twice_or_too_much_is_told(
    values: tuple[object, ...], given: dict[str, object], words: str
) -> None:
    with pytest.raises(TypeError, match=words):
        Place(*values, **given)  # type: ignore[arg-type]  # wrong on purpose


def test_a_value_stays_as_it_was_made() -> None:
    place = Place("a")
    for change in (lambda: setattr(place, "name", "b"), lambda: delattr(place, "name")):
        with pytest.raises(AttributeError, match="Place is frozen"):
            change()
    assert not hasattr(place, "__dict__")
    assert place.replace(name="b", size=2) == Place("b", 2)
    assert place.name == "a"


def test_values_that_say_the_same_are_equal_and_those_of_another_kind_are_not() -> None:
    class Other(Place):
        """Of another kind."""

    one, two = Place("a", tags=()), Place("a", tags=(), line=7)  # type: ignore[arg-type]  # to be hashed
    assert one == two
    assert hash(one) == hash(two)
    assert one != Place("a", 2)
    assert Place("a") != Other("a")


def test_what_is_not_for_logs_is_not_shown() -> None:
    assert repr(Place("a", token="secret")) == "Place(name='a', size=1, tags={}, line=0)"


def test_copies_are_equal() -> None:
    place = Place("a", 2, {"b": "c"}, token="t")
    assert copy.deepcopy(place) == place
    assert pickle.loads(pickle.dumps(place)).token == "t"


def test_a_class_whose_annotations_are_text_has_the_same_fields() -> None:
    space = {
        "__annotations__": {"kind": "ClassVar[str]", "name": "str", "size": "int"},
        "kind": "box",
        "size": 3,
    }
    box = RecordType("Thing", (Frozen,), {**space, "__module__": __name__, "__qualname__": "Thing"})("wide")
    assert box.as_dict() == {"name": "wide", "size": 3}
    assert box.kind == "box"
