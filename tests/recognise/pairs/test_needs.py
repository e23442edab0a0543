"""What features of a pair need: every feature is looked for where it is seen."""

import pytest

from tests.recognise.pages import mention, page
from tui.recognise.pairs import between, needs, pair_features
from tui.recognise.pairs.needs import Said
from tui.recognise.pairs.pair import Pair
from tui.recognise.pairs.pair import pair as pair_of
from tui.recognise.pairs.pair_features import PairFeature


def pair(card: str, names: str) -> Pair:
    read = page(card)
    person, firm = (mention(read, name) for name in names.split(" | "))
    return pair_of(person, firm)


def bits(card: str) -> int:
    one = pair(card, "Ana Reid | Kea")
    return Said(one.person.page).of_pair(one)


@pytest.mark.parametrize("feature", pair_features.FEATURES, ids=lambda feature: feature.name)
def test_a_feature_is_looked_for_in_its_example(feature: PairFeature) -> None:
    assert feature.name in pair_features.seen(pair(*feature.example))


@pytest.mark.parametrize(
    ("card", "bit", "other"),
    [
        ("Ana Reid at Kea", needs.FORWARD, "Kea: Ana Reid"),
        ("Kea: Ana Reid", needs.BACKWARD, "Ana Reid at Kea"),
        ("Ana Reid sold sheds. Kea", needs.TWO_SENTENCES, "Ana Reid sold sheds, Kea"),
        ("x\n\nAna Reid\nKea", needs.BLOCK, "x\n\nAna Reid\n\nKea"),
        ("x\n\n- Ana Reid\n- Kea", needs.ITEM, "x\n\nAna Reid\nKea"),
        ("Kea\n\nAna Reid", needs.IN_TITLE, "x\n\nKea\nAna Reid"),
        ("Ana Reid, ana.reid@kea.example, Kea", needs.DOMAINS, "Ana Reid, info@kea.example, Kea"),
        ("Ana Reid\nCompany: Kea", needs.FIRM_LABELLED, "Ana Reid\nKea"),
        ("Contact: Ana Reid\nKea", needs.PERSON_LABELLED, "Ana Reid\nKea"),
        ("Ana Reid, CFO, Kea", needs.TITLE_BETWEEN, "Ana Reid, Kea"),
        ("Ana Reid still works there, Kea", between.EMPLOYED.bit, "Ana Reid still sleeps there, Kea"),
        ("Tenant Ana Reid, Kea", between.PARTIES.bit, "Plumber Ana Reid, Kea"),
        ("x\n\nTenant: Ana Reid\nKea", between.PARTIES.bit, "x\n\nPlumber: Ana Reid\nKea"),
    ],
)
def test_a_pair_has_the_bit_of_what_is_there(card: str, bit: int, other: str) -> None:
    assert bits(card) & bit
    assert not bits(other) & bit


def test_a_word_between_two_texts_is_none() -> None:
    assert not bits("Ana Reid\n\nworks for x\n\nsee Kea") & between.DEALT.bit
