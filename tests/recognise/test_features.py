"""Every feature decides its example, and nothing on its counter-example."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tui.recognise import features, link_patterns
from tui.recognise.features import Feature, score
from tui.recognise.subject import recognise

FEATURES = [one for one in vars(features).values() if isinstance(one, Feature)]
EVERY = pytest.mark.parametrize(
    "feature", [*FEATURES, *link_patterns.PATTERNS], ids=lambda feature: feature.name
)


def read(card: str) -> str:
    """What is read from a card, as examples write it."""
    title, _, desc = card.partition("\n\n")
    return "; ".join(
        f"{one.name} | {one.company or ''}".strip() if one.type == "person" else f"| {one.name}"
        for one in recognise(title, desc)
        if one.name
    )


@contextmanager
def without(feature: Feature) -> Iterator[None]:
    weight = feature.weight
    object.__setattr__(feature, "weight", 0.0)
    try:
        yield
    finally:
        object.__setattr__(feature, "weight", weight)


@EVERY
def test_a_card_is_read_right_because_of_its_weight(feature: Feature) -> None:
    card, expected = feature.example
    assert read(card) == expected
    with without(feature):
        assert read(card) != expected


@EVERY
def test_a_card_that_looks_alike_is_read_without_it(feature: Feature) -> None:
    card, expected = feature.counter
    assert read(card) == expected
    with without(feature):
        assert read(card) == expected


def test_no_two_features_have_one_name() -> None:
    names = [one.name for one in (*FEATURES, *link_patterns.PATTERNS)]
    assert len(set(names)) == len(names) >= 60


def test_points_are_added_each_as_often_as_it_is_seen() -> None:
    assert score((features.POLITE, True), (features.TITLED, False), (features.FAR, 5)) == 2.0
