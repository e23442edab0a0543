"""Whether the names of a text can be read, by its language and script."""

import pytest

from tui.recognise.language import is_foreign


@pytest.mark.parametrize(
    "text",
    ["Ring Ana Reid about the new shed before Friday", "Ana Reid", "", "quote sent, waiting on the deposit", "Ana Reid, CFO, Kea Freight",
     "Los Angeles, Las Vegas", "kia ora, can you send the invoice to Mere please"],
)  # fmt: skip
def test_english_and_short_texts_can_be_read(text: str) -> None:
    assert not is_foreign(text)


@pytest.mark.parametrize(
    "text",
    ["Müll rausbringen, dann Brot und Milch kaufen", "Me hoko miraka, parāoa hoki i te toa", "牛乳を買う", "לקנות חלב ולחם",
     "Купить хлеб и молоко", "acheter du pain et prendre rendez-vous chez le dentiste",
     "Hantar Baju, Beli Susu"],
)  # fmt: skip
def test_other_languages_and_scripts_cannot(text: str) -> None:
    assert is_foreign(text)
