"""Cards with other names: the same card with the same labels, for names no list has."""

from tests.recognise.labelled import CARDS, Card
from tests.recognise.renamed import renamed

ANA: Card = {
    "id": "x", "title": "Ring Ana Reid", "desc": "Kea Freight Pty Ltd, ana@keafreight.example. Ana pays.",
    "subjects": [{"type": "person", "name": "Ana Reid", "company": "Kea Freight Pty Ltd", "identifiers": {}}],
}  # fmt: skip


def test_the_names_of_a_copy_stand_in_its_texts() -> None:
    for number in range(20):
        copy = renamed({**ANA, "id": str(number)})
        assert copy is not None
        (who,) = copy["subjects"]
        assert who["name"] in copy["title"]
        assert who["company"] in copy["desc"]
        assert f"{who['name'].split()[0]} pays" in copy["desc"]
        assert who["company"].endswith(" Pty Ltd")


def test_a_copy_is_always_the_same() -> None:
    assert renamed(ANA) == renamed(ANA)


def test_a_card_about_nobody_has_no_copy() -> None:
    assert renamed({**ANA, "subjects": []}) is None


def test_the_labels_of_most_copies_are_in_their_texts() -> None:
    copies = [copy for card in CARDS if "genre" in card and (copy := renamed(card))]
    whole = [
        all(one["name"] in " ".join((copy["title"], copy["desc"], *copy["comments"])) for one in copy["subjects"] if one["name"])
        for copy in copies
    ]  # fmt: skip
    assert sum(whole) > 0.85 * len(copies)
