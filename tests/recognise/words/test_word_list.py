"""The files of words: each is read, each word stands in it once, and as it is looked up."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tui.recognise
from tests.recognise.words import table
from tui.recognise.words import lexicon
from tui.recognise.words.lexicon import fold
from tui.recognise.words.word_list import TABLE, Words, groups, word_list, words

PACKAGE = Path(tui.recognise.__file__).parent
FILES = sorted((PACKAGE / "words/lists").iterdir())
GROUPED = {"firm_kinds", "fitting", "person_kinds", "senses"}
"""Lists with words on each line that go with others."""

TEXT = TABLE.read_text("ascii")
LINES = table.unpacked(TEXT)
LETTERS = {name: letter for letter, name in re.findall(r"([a-zA-Z]) (\w+)[,;]", TEXT.partition("\n")[0])}


def test_every_list_is_read_by_somebody() -> None:
    code = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    assert {path.name for path in FILES} == {
        f"{name}.txt"
        for name in re.findall(r'\b(?:words|word_list|groups)\("(\w+)"\)', code)
        if name not in LETTERS
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_word_stands_once_in_its_list(path: Path) -> None:
    for line in (
        [path.read_text("utf-8")] if path.stem not in GROUPED else path.read_text("utf-8").split("\n")
    ):
        for some in line.split(" = "):
            assert some.split() == sorted({*some.split()})


def test_words_go_with_words() -> None:
    first = groups("fitting")[0]
    assert ("principal" in first[0], "school" in first[1], "school" in first[0]) == (True, True, False)


@pytest.mark.parametrize(
    "name", [name for name, value in vars(lexicon).items() if isinstance(value, frozenset | Words)]
)
def test_words_are_written_as_they_are_looked_up(name: str) -> None:
    assert [word for word in getattr(lexicon, name) if fold(word) != word] == []


def test_the_table_is_what_its_words_are_packed_to() -> None:
    assert {letter for letters in LINES.values() for letter in letters} == {*LETTERS.values()}
    again = table.packed(LINES, TEXT.partition("\n")[0], table.legend(TEXT)[1].values())
    assert again == TEXT, "python -m tests.recognise.words.table --write"


@pytest.mark.parametrize("name", LETTERS)
def test_a_long_list_has_its_words(name: str) -> None:
    listed: Words = getattr(lexicon, name.upper())
    assert {*listed} == {word for word, letters in LINES.items() if LETTERS[name] in letters}


def test_every_word_is_found_in_its_long_lists_and_in_no_other() -> None:
    long = [(letter, getattr(lexicon, name.upper())) for name, letter in LETTERS.items()]
    odd = ("", " ", "\x00", "#", "ana ana", "zzzz", "aa", "ā", "\ud800", "\U0010ffff")
    # A word is asked of all lists at once: which has it is looked up only the first time.
    wrong = [
        word
        for word in (*LINES, *odd, *(f"{word}q" for word in LINES))
        for letter, listed in long
        if (word in listed) != (letter in LINES.get(word, ""))
    ]
    assert wrong == []


def test_sets_of_words_are_combined() -> None:
    either = words("meals") | words("media") | {"shed"}
    assert {*either} == word_list("meals") | word_list("media") | {"shed"}
    assert either.has_any(["kea", "shed"])
    assert not either.has_all(["kea", "shed"])
    rest = lexicon.VERBS - lexicon.COMPANY_WORDS
    assert {*rest} == {*lexicon.VERBS} - {*lexicon.COMPANY_WORDS}
    assert all(word in rest for word in rest)
    with pytest.raises(ValueError, match="cannot be joined"):
        _ = rest | words("meals")


def test_words_are_known_after_many_others_were_looked_up() -> None:
    for number in range(10_000):
        assert f"word{number}" not in lexicon.VERBS
        assert "ring" in lexicon.VERBS
    assert "reid" in lexicon.FAMILY_NAMES


def test_the_lists_take_little_memory() -> None:
    code = (
        "import tui.model.search, mmap, pathlib, tracemalloc; tracemalloc.start();"
        "import tui.recognise.words.lexicon; print(tracemalloc.get_traced_memory()[0])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=PACKAGE.parents[1], capture_output=True, text=True, check=True
    )
    assert int(ran.stdout) < 700_000


def test_what_the_recogniser_knows_is_less_than_a_megabyte() -> None:
    assert (
        sum(path.stat().st_size for path in PACKAGE.rglob("*") if path.suffix in {".txt", ".json"})
        < 1_000_000
    )
