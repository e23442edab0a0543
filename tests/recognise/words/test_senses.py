"""The senses of words, by which words that few cards have weigh as others do."""

from tui.recognise.words.senses import said, senses


def test_a_word_is_said_with_its_senses() -> None:
    assert [*said("tiler")] == ["tiler", "~tradie"]
    assert [*said("buyer")] == ["buyer", "~staff", "~customer"]
    assert [*said("apologies")] == ["apologies", "~attending"]
    assert [*said("zyxa")] == ["zyxa"]


def test_words_of_one_sense_have_it_once() -> None:
    assert senses(("tiler", "zyxa", "plumber", "tenant")) == ["~tradie", "~customer"]
    assert senses(("zyxa",)) == []
