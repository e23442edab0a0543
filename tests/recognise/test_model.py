"""Learned weights: what points mean, and that the file has what the cards teach."""

import math

import pytest

from tests.recognise import spelling, train
from tests.recognise.labelled import CARDS
from tests.recognise.short_form import TAUGHT, cards_of
from tui.recognise import model
from tui.recognise.words.spelling import TABLE

SAME = 0.05
"""Greatest difference of a weight that another machine's rounding may make."""


def test_points_are_the_weights_of_what_is_seen() -> None:
    weights = model.WEIGHTS["person"]
    assert model.points("person", []) == weights[model.BIAS]
    both = weights["verb before"] + weights["three words"]
    assert math.isclose(
        model.points("person", ["verb before", "three words", "unheard of"]), weights[model.BIAS] + both
    )


def test_two_features_have_a_weight_of_their_own_where_both_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        model.WEIGHTS, "firm", {model.BIAS: 1.0, "a": 2.0, "b": 4.0, "a + b": 8.0, "to <n": 16.0}
    )
    weights = model.Regime(()).weights("firm")
    assert weights.points_of(["a"]) == 3.0
    assert weights.points_of(["b", "a"]) == 15.0
    assert weights.points_of(["a"], ["to <n", "unheard of <n"]) == 19.0


@pytest.mark.parametrize(("points", "chance"), [(0, 0.5), (-1000, 0), (1000, 1)])
def test_points_mean_a_probability(points: float, chance: float) -> None:
    assert math.isclose(model.probability(points), chance, abs_tol=1e-9)


def test_a_model_learns_what_tells_right_from_wrong() -> None:
    rows = [(["a"], True, 1)] * 9 + [(["a"], False, 1)] + [(["b"], False, 1)] * 9 + [(["b"], True, 1)]
    weights = train.fit(rows, penalty=0.01)
    assert model.probability(weights[model.BIAS] + weights["a"]) == pytest.approx(0.9, abs=0.01)
    assert model.probability(weights[model.BIAS] + weights["b"]) == pytest.approx(0.1, abs=0.01)


def test_an_example_counts_as_much_as_it_says() -> None:
    rows = [(["a"], True, 0.3), (["a"], False, 0.1)]
    weights = train.fit(rows, penalty=0.001)
    assert model.probability(weights[model.BIAS] + weights["a"]) == pytest.approx(0.75, abs=0.01)


def test_the_file_has_how_the_listed_names_are_spelt() -> None:
    assert TABLE.read_text("ascii") == spelling.likelihoods(), "make recogniser"


def test_a_penalty_keeps_a_rare_feature_small() -> None:
    rows = [(["a"], True, 1), *[(list[str](), False, 1)] * 9]
    assert 0 < train.fit(rows, penalty=1.0)["a"] < train.fit(rows, penalty=0.1)["a"]


@pytest.mark.timeout(900)
@pytest.mark.exhaustive  # half a minute: the numbers below tell whether anything has changed since
def test_the_file_has_what_the_cards_teach() -> None:
    sheets = train.every_sheet()
    for kind in ("person", "firm"):
        known = model.WEIGHTS[f"{kind} at first"]
        penalty = train.PENALTIES.get(f"{kind} at first", train.PENALTY)
        far = train.misfit([row for sheet in sheets for row in sheet.rows(kind)], known, penalty)
        assert far.keys() == known.keys(), "make recogniser"
        assert max(map(abs, far.values())) <= SAME, "make recogniser"


def test_the_weights_were_learned_from_these_cards_and_features() -> None:
    assert train.digests() == model.WEIGHTS["digest"], "make recogniser"


def test_what_is_learned_does_not_depend_on_the_weights_of_before() -> None:
    before = {kind: weights for kind, weights in model.WEIGHTS.items() if kind not in {"points", "digest"}}
    cards = [*CARDS[::80], *cards_of(TAUGHT)[::80]]

    def learn() -> tuple[list[train.Row], dict[str, dict[str, float]]]:
        sheets = [train.Sheet(card) for card in cards]
        rows = [row for sheet in sheets for row in sheet.rows("firm")]
        assert any(one.whole for sheet in sheets for one in sheet.page.names)
        return rows, train.learn(sheets)

    try:
        once = learn()
        train.apply({kind: {model.BIAS: -9.0} for kind in before})
        assert learn() == once
    finally:
        train.apply(before)
