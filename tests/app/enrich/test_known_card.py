"""What the panel shows of a card while its text is read."""

from datetime import UTC, datetime

from tui.app.enrich.known_card import known_words
from tui.model.card import CardFace
from tui.model.label import Label

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
LABELS = [Label(id=name, id_board="b", name=name, color="red") for name in ("hot", "cold")]


def test_it_is_named_with_its_date_and_labels():
    face = CardFace("c", "l", "Ring \x1b[31mAna", 1.0, label_ids=("hot",), due="2026-11-26T17:00:00Z")
    title, facts, reading = str(known_words(face, LABELS, NOW, dark=True)).split("\n")
    assert title == "Ring ␛[31mAna"
    assert facts.startswith("◷ Thu")
    assert facts.endswith("▪hot")
    assert reading == "⟳ reading its text …"


def test_without_either_there_is_no_empty_line():
    words = known_words(CardFace("c", "l", "Ring Ana", 1.0), LABELS, NOW, dark=False)
    assert str(words) == "Ring Ana\n⟳ reading its text …"
