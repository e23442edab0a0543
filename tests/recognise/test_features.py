"""Every feature is seen of its example, and not of its counter-example."""

import re

import pytest

from tests.recognise.pages import mention, page
from tui.recognise import features, model, pairs
from tui.recognise.features import FEATURES, Example, Feature
from tui.recognise.page import Mention

EVERY = pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.name)


def name(example: Example) -> Mention:
    return mention(page(example[0]), example[1])


@EVERY
def test_a_feature_is_seen_of_its_example_only(feature: Feature) -> None:
    assert feature.seen(name(feature.example))
    assert not feature.seen(name(feature.counter))


def test_no_two_features_have_one_name() -> None:
    for table in (FEATURES, pairs.FEATURES):
        assert len({feature.name for feature in table}) == len(table)


def test_what_is_seen_is_named() -> None:
    assert "form of address before" in features.seen(name(("Dr Zyxa Vexly", "Zyxa Vexly")))


def test_every_feature_has_learned_weights() -> None:
    for kind, table in (("person", FEATURES), ("firm", FEATURES), ("pair", pairs.FEATURES)):
        known = {one.name for one in table} | {model.BIAS}
        levels = re.compile(r"(?:firm|rival) \d|.*, weak firm")
        weighed = {name for name in model.WEIGHTS[kind] if not levels.fullmatch(name)}
        assert weighed <= known, "a weight of a feature that is no more: make recogniser"
        assert len(weighed) > 0.9 * len(known), "features without a weight: make recogniser"
