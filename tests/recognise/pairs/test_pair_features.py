"""Features of a pair: each is seen of its example only; and which pairs never count."""

import pytest

from tests.recognise.pages import mention, page
from tui.recognise import model
from tui.recognise.looks.feature import Example
from tui.recognise.names import scored, weigh
from tui.recognise.pairs import pair_features
from tui.recognise.pairs.pair import Pair
from tui.recognise.pairs.pair import pair as pair_of
from tui.recognise.pairs.pair_features import PairFeature

EVERY = pytest.mark.parametrize("feature", pair_features.FEATURES, ids=lambda feature: feature.name)


def pair(example: Example) -> Pair:
    read = page(example[0])
    weigh(read)
    person, firm = (mention(read, name) for name in example[1].split(" | "))
    return pair_of(person, firm)


@EVERY
def test_a_feature_is_seen_of_its_example_only(feature: PairFeature) -> None:
    assert feature.seen(pair(feature.example))
    assert not feature.seen(pair(feature.counter))


def test_what_is_seen_is_named_with_the_levels_of_the_firm() -> None:
    found = pair_features.seen(pair(("Ana Reid at Kea", "Ana Reid | Kea")))
    assert {"person at firm", "one line", "in one sentence", "person over -5"} <= {*found}
    strong = pair_features.seen(pair(("Ana Reid at Kea Pty Ltd", "Ana Reid | Kea Pty Ltd")))
    weak = pair_features.seen(pair(("Ana Reid saw Kea soon", "Ana Reid | Kea")))
    levels = [sum(name.startswith("firm over") for name in one) for one in (weak, strong)]
    assert levels[0] < levels[1], "a surer firm is over more levels"


@pytest.mark.parametrize(
    "card",
    [
        "Ana Reid at Kea Freight, Hemi Parata - Tui Plumbing",
        "x\n\nAna Reid\nCFO\nKea Freight\n\nHemi Parata, Tui Plumbing",
        "Kea Freight - sheds\n\nAna Reid (CFO). Not Hemi Parata of Tui Plumbing",
    ],
)
def test_a_feature_that_is_looked_for_once_or_not_at_all_is_seen_of_no_other_pair(card: str) -> None:
    read = page(card)
    for person in read.people:
        for firm in read.firms:
            one = pair_of(person, firm)
            every = {feature.name for feature in pair_features.FEATURES if feature.seen(one)}
            assert every == {feature.name for feature in pair_features.FEATURES} & {*pair_features.seen(one)}


def test_a_person_belongs_to_the_firm_at_rather_than_the_one_in_another_sentence() -> None:
    card = "Ana Reid at Kea Freight. Invoice from Tui Plumbing Ltd"
    own, other = (pair((card, f"Ana Reid | {firm}")) for firm in ("Kea Freight", "Tui Plumbing Ltd"))
    points = [model.points("pair at first", pair_features.seen(one)) for one in (own, other)]
    assert points[0] > points[1]


@pytest.mark.parametrize(
    ("card", "names", "never"),
    [
        ("Lunch with Ana Reid at Bondi Beach", "Ana Reid | Bondi Beach", True),
        ("Quote for Ana Reid at Bondi Beach", "Ana Reid | Bondi Beach", False),
        ("x\n\nask Ana Reid soon\n\nsee Kea Freight today", "Ana Reid | Kea Freight", True),
        ("x\n\nask Ana Reid soon\nsee Kea Freight today", "Ana Reid | Kea Freight", False),
    ],
    ids=["a venue", "a place of work", "another paragraph", "the same paragraph"],
)
def test_a_venue_and_a_firm_of_another_paragraph_never_count(card: str, names: str, never: bool) -> None:
    assert (scored(pair((card, names))) is None) is never
