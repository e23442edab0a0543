"""Every feature is seen of its example, and not of its counter-example."""

import re

import pytest

from tests.recognise.pages import mention, page
from tui.recognise import features, model, pairs
from tui.recognise.features import FEATURES, Example, Feature
from tui.recognise.names import weigh
from tui.recognise.page import Mention
from tui.recognise.pairs import Pair, PairFeature

EVERY = pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.name)
EVERY_OF_PAIRS = pytest.mark.parametrize("feature", pairs.FEATURES, ids=lambda feature: feature.name)


def name(example: Example) -> Mention:
    return mention(page(example[0]), example[1])


def pair(example: Example) -> Pair:
    read = page(example[0])
    weigh(read)
    person, firm = (mention(read, name) for name in example[1].split(" | "))
    return pairs.pair(person, firm)


@EVERY
def test_a_feature_is_seen_of_its_example_only(feature: Feature) -> None:
    assert feature.seen(name(feature.example))
    assert not feature.seen(name(feature.counter))


@EVERY_OF_PAIRS
def test_a_feature_of_pairs_is_seen_of_its_example_only(feature: PairFeature) -> None:
    assert feature.seen(pair(feature.example))
    assert not feature.seen(pair(feature.counter))


def test_no_two_features_have_one_name() -> None:
    for table in (FEATURES, pairs.FEATURES):
        assert len({feature.name for feature in table}) == len(table)


def test_what_is_seen_is_named() -> None:
    assert "form of address before" in features.seen(name(("Dr Zyxa Vexly", "Zyxa Vexly")))
    assert "person at firm" in pairs.seen(pair(("Ana Reid at Kea", "Ana Reid | Kea")))


def test_every_feature_has_learned_weights() -> None:
    for kind, table in (("person", FEATURES), ("firm", FEATURES), ("pair", pairs.FEATURES)):
        known = {one.name for one in table} | {model.BIAS}
        levels = re.compile(r"(?:firm|rival) \d|.*, weak firm")
        weighed = {name for name in model.WEIGHTS[kind] if not levels.fullmatch(name)}
        assert weighed <= known, "a weight of a feature that is no more: make recogniser"
        assert len(weighed) > 0.9 * len(known), "features without a weight: make recogniser"


def test_names_listed_beside_a_person_do_not_part_them_from_the_firm() -> None:
    one = pair(("Ana Reid, Hemi Parata and Mei Chow at Kea", "Ana Reid | Kea"))
    assert (one.shared, one.link) == (True, "person at firm")


def test_a_firm_somebody_has_left_stands_in_nobodys_way() -> None:
    assert pairs.link("(~F)@", forward=True) == pairs.link("@", forward=True) == "person at firm"


def test_another_name_between_is_no_link() -> None:
    assert pairs.link(",P,x", forward=True) == ""
    assert pairs.link("xFx", forward=False) == ""
