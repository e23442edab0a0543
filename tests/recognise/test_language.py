"""Whether the names of a text can be read, by its language and script."""

from time import process_time

import pytest

from tui.recognise.language import is_foreign, spelt_otherwise


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


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("李娜 (Li Na) inventory", ["李娜 (", ")"]),
        ("Ring Li Na (李娜) at Kea Freight", ["(李娜)"]),
        ("田中 太郎 (Taro Tanaka) and 王伟 (Wang Wei)", ["田中 太郎 (", ")", "王伟 (", ")"]),
        ("李娜 about (李)", ["(李)"]),
        ("李娜 (3) Ana Reid", []),
        ("Tūī Ridge (Ana Reid), Nguyễn (Minh)", []),
        ("李娜", []),
    ],
)
def test_a_name_that_is_spelt_in_another_script_too_is_found(text: str, spans: list[str]) -> None:
    assert [text[start:end] for start, end in spelt_otherwise(text)] == spans


@pytest.mark.parametrize(
    "text", ["李" * 60_000, "李 " * 30_000, "李娜 (" * 20_000, "李 - " * 20_000, "(李)" * 20_000]
)
def test_long_texts_in_another_script_are_searched_once(text: str) -> None:
    started = process_time()
    spelt_otherwise(text)
    assert process_time() - started < 2
