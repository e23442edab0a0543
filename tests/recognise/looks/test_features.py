"""Every feature is seen of its example, and not of its counter-example."""

import re
from collections.abc import Sequence
from itertools import chain

import pytest

from tests.recognise.labelled import CARDS
from tests.recognise.pages import mention, page
from tui.recognise import model
from tui.recognise.looks import features, regimes, second_look
from tui.recognise.looks.feature import Example, Feature
from tui.recognise.looks.features import FEATURES
from tui.recognise.page import Mention
from tui.recognise.pairs import pair, pair_features, rivals

EVERY = pytest.mark.parametrize(
    "feature", [*FEATURES, *second_look.FEATURES], ids=lambda feature: feature.name
)


def name(example: Example) -> Mention:
    return mention(page(example[0]), example[1])


@EVERY
def test_a_feature_is_seen_of_its_example_only(feature: Feature) -> None:
    assert feature.seen(name(feature.example))
    assert not feature.seen(name(feature.counter))


@pytest.mark.parametrize("card", [f"{card['title']}\n\n{card['desc']}" for card in CARDS[::40]])
def test_what_is_remembered_by_its_facts_is_seen_of_every_name_that_has_them(card: str) -> None:
    for one in page(card).names:
        again = [name for name in second_look.seen_again(one) if not name.startswith("as the ")]
        assert sorted(features.seen(one)) == sorted(each.name for each in FEATURES if each.seen(one))
        listed = [each.name for each in second_look.FEATURES if each.seen(one)]
        assert sorted(again) == sorted(listed)


def test_no_two_features_have_one_name() -> None:
    for table in ((*FEATURES, *second_look.FEATURES), pair_features.FEATURES):
        assert len({feature.name for feature in table}) == len(table)


def test_what_is_seen_is_named() -> None:
    assert "form of address before" in features.seen(name(("Dr Zyxa Vexly", "Zyxa Vexly")))


LEVELS = re.compile(
    r"(?:firm|rival|person|points|(?:margin of|other) (?:firm|person)) (?:over \S+|none)|as the (?:firm|person): .*"
    r"|chunks between over \d+, \w+|[a-z ]+ between: \d, \w+"
    rf"|.*, (?:{'|'.join((*regimes.LOOKS, *regimes.PERSON_LOOKS))})|(?:.*, )?(?:weak firm|in one sentence|in two (?:sentences|texts)|on two lines)"
    r"|\S[^|]* (?:<{1,2}[pf]|[pf]>{1,2}|pf)[+-]|\S+ (?:[pfn]:|#f)|\S[^|]* (?:<{1,2}n|n>{1,2})"
    r"|(?:other people of the firm|people of other firms|thirds of the other people who are of the firm): \d"
    r"|\S{0,2} (?:before|behind) the (?:person|firm), (?:forward|backward|which is (?:first|last))"
    r"|labels: \w+, \w+"
    r"|~\w+ (?:<\.\.[pf]|[pf]\.\.>)[+-]|~\w+ p ~\w+ (?:f[+-]|#)|(?:person|nobody) next (?:before|behind).*"
)
"""Names of features that are many by nature: levels, counts, links seen from either side, signs, words, and what is seen far apart."""

AT_FIRST = (
    ("person at first", FEATURES),
    ("firm at first", FEATURES),
    ("pair at first", pair_features.FEATURES),
)
AGAIN = (
    ("person", (*FEATURES, *second_look.FEATURES)),
    ("firm", (*FEATURES, *second_look.FEATURES)),
    ("pair", pair_features.FEATURES),
)


@pytest.mark.parametrize(("kind", "table"), [*AT_FIRST, *AGAIN])
def test_every_feature_has_learned_weights(
    kind: str, table: Sequence[Feature | pair_features.PairFeature]
) -> None:
    known = {one.name for one in table} | {model.BIAS, *(rivals.SEEN if kind == "pair" else ())}
    names = chain.from_iterable(name.split(model.AND) for name in model.WEIGHTS[kind])
    weighed = {name for name in names if not LEVELS.fullmatch(name)}
    assert weighed <= known, "a weight of a feature that is no more: make recogniser"
    assert len(weighed) > 0.85 * len(known), "features without a weight: make recogniser"


def test_every_link_is_seen_from_both_sides() -> None:
    links = {one.name for one in (*pair.PERSON_FIRST, *pair.FIRM_FIRST)}
    sides = [name.removeprefix("as the person: ") for name in model.WEIGHTS["person"]]
    assert len(links.intersection(sides)) > 0.8 * len(links)
