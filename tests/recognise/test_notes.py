"""Identifiers of a card, and the texts that are left without them."""

from tui.recognise.notes import MOST, read_identifiers
from tui.recognise.text import CardText


def values(card: CardText) -> list[tuple[str, str]]:
    return [(one.kind, one.value) for _, one in read_identifiers(card).identifiers]


def test_identifiers_are_in_reading_order_with_their_fields() -> None:
    card = CardText("Ring 0491 570 156", "ana@kea.example\nABN 53 004 085 616", comments=("see kea.example",))
    notes = read_identifiers(card)
    assert [(place[0], one.kind) for place, one in notes.identifiers] == [
        (0, "phone"),
        (1, "email"),
        (1, "domain"),
        (1, "abn"),
        (2, "domain"),
    ]
    assert notes.fields == ["title", "desc", "comment"]


def test_what_was_read_is_blanked_and_offsets_stay() -> None:
    card = CardText("Ask", "ana@kea.example or 0491 570 156, ABN 53 004 085 616.")
    plain = read_identifiers(card).plain[1]
    assert len(plain) == len(card.desc)
    assert "ana" not in plain
    assert "53" not in plain
    assert plain.index("or") == card.desc.index("or")


def test_a_register_number_is_no_telephone_number() -> None:
    assert values(CardText("x", "ACN 004 085 616")) == [("acn", "004085616")]


def test_a_number_is_of_the_country_hinted_nearest() -> None:
    assert values(CardText("x", "Auckland ring 03 555 0123")) == [("phone", "+6435550123")]
    both = CardText("x", "Christchurch: ring 03 555 0123\n\nSydney: ring 02 5550 1234")
    assert values(both) == [("phone", "+6435550123"), ("phone", "+61255501234")]
    # Where the line says nothing, the rest of the card does.
    assert values(CardText("Wellington office", "ring 03 555 0123")) == [("phone", "+6435550123")]
    assert values(CardText("x", "ring 03 555 0123", country="NZ")) == [("phone", "+6435550123")]


def test_a_mailing_list_is_read_in_part() -> None:
    card = CardText("x", "\n".join(f"a{n}@gmail.com" for n in range(2 * MOST)))
    assert len(read_identifiers(card).identifiers) == MOST
