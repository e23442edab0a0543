"""Evidence of a pair: its names, and the points for them."""

import pytest

from tui.recognise import model
from tui.recognise.pairs.evidence import REGIMES, Evidence

EVIDENCE = Evidence(["person at firm", "unheard of"], ["in one sentence"], REGIMES[True, "on two lines"])


def test_features_have_a_variant_for_each_way_in_which_they_weigh_otherwise() -> None:
    assert EVIDENCE.names() == [
        "person at firm", "person at firm, weak firm", "person at firm, on two lines",
        "unheard of", "unheard of, weak firm", "unheard of, on two lines", "in one sentence",
    ]  # fmt: skip
    assert REGIMES[False, ""].variants("person at firm") == ["person at firm"]


@pytest.mark.parametrize("kind", ["pair", "pair at first"])
def test_points_are_those_of_all_names(kind: str) -> None:
    more = ["rival of a surer firm"]
    assert EVIDENCE.points(kind) == model.points(kind, EVIDENCE.names())
    assert EVIDENCE.points(kind, more) == model.points(kind, [*EVIDENCE.names(), *more])


@pytest.fixture
def other_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    EVIDENCE.points("pair")
    monkeypatch.setitem(model.WEIGHTS, "pair", {model.BIAS: 1.0, "person at firm, weak firm": 0.5})


@pytest.mark.usefixtures("other_weights")
def test_points_are_of_the_weights_of_the_moment() -> None:
    assert EVIDENCE.points("pair") == 1.5
