"""Conjunctions of two features: which are chosen, and what an example with both is."""

from tests.recognise.conjunctions import FEWEST, chosen, joined
from tests.recognise.train import fit

Row = tuple[list[str], bool, float]


def examples(number: int) -> list[Row]:
    """Examples in which one of two features speaks for an interpretation, and both together against it."""
    return [
        *[(["apart"], False, 1.0), (["a"], True, 1.0), (["b"], True, 1.0)] * 2 * number,
        *[(["a", "b"], False, 1.0)] * number,
    ]


def test_two_features_are_chosen_that_say_something_else_together() -> None:
    rows = examples(FEWEST)
    weights = fit(rows)
    assert chosen(rows, weights, 9, ()) == ["a + b"]
    assert chosen(rows, {**weights, "a + b": 0.0}, 9, ()) == [], "it is chosen already"
    assert chosen(rows, weights, 9, ("b",)) == [], "the name of a variant ends so"


def test_two_features_that_are_seldom_seen_together_are_not_chosen() -> None:
    rows = examples(FEWEST - 1)
    assert chosen(rows, fit(rows), 9, ()) == []


def test_a_feature_that_is_always_seen_with_another_is_not_chosen_with_it() -> None:
    rows = [(["a", "b"], True, 1.0), (["a", "b"], False, 1.0)] * FEWEST
    assert chosen(rows, fit(rows), 9, ()) == []


def test_an_example_with_both_features_has_the_conjunction_once() -> None:
    rows: list[Row] = [(["b", "a", "a"], True, 1.0), (["a"], False, 1.0)]
    assert joined(rows, ["a + b"]) == [(["b", "a", "a", "a + b"], True, 1.0), (["a"], False, 1.0)]


def test_a_conjunction_lets_a_model_tell_what_its_features_alone_cannot() -> None:
    rows = joined(examples(FEWEST), ["a + b"])
    weights = fit(rows, penalty=0.1)
    assert weights["a + b"] < -weights["a"] - weights["b"]
