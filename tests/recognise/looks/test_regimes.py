"""What a firm's name looks like, and that what is seen around it weighs by that."""

import pytest

from tests.recognise.pages import mention, page
from tui.recognise import model
from tui.recognise.looks.regimes import (
    LOOKS,
    PERSON_LOOKS,
    look_of,
    person_look_of,
    person_variants,
    person_weights,
    variants,
    weights,
)


@pytest.mark.parametrize(
    ("name", "look"),
    [
        ("Zyxa", "one word"),
        ("Zyxa Pty Ltd", "legal form or domain"),
        ("Zyxa Freight", "like a firm"),
        ("Sarah Reid", "like a person"),
        ("Product Page", "like neither"),
    ],
)
def test_a_name_looks_like_a_firm_or_a_person_or_neither(name: str, look: str) -> None:
    one = mention(page(f"Ring {name}"), name)
    assert look_of(one) == look
    assert variants(one, "verb before") == ["verb before", f"verb before, {look}"]


@pytest.mark.parametrize("kind", ["firm at first", "firm"])
def test_points_are_of_the_weights_of_features_and_their_variants(kind: str) -> None:
    of_looks = weights(kind)
    assert [*of_looks] == [*LOOKS]
    for look in LOOKS:
        names = ["verb before", f"verb before, {look}", "unheard of"]
        assert of_looks[look].points_of(["verb before", "unheard of"]) == model.points(kind, names)


@pytest.mark.parametrize(
    ("name", "look"), [("Sarah Reid", "known name"), ("Zyxa Vexly", "possible name"), ("Earl Grey", "odd name"), ("Product Page", "odd name")]
)  # fmt: skip
def test_a_persons_name_is_known_or_possible_or_odd(name: str, look: str) -> None:
    one = mention(page(f"Ring {name}"), name)
    assert person_look_of(one) == look
    assert person_variants(one, "verb before") == ["verb before", f"verb before, {look}"]
    assert [*person_weights("person")] == [*PERSON_LOOKS]
