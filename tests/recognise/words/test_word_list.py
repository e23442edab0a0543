"""The files of words: each is read, each word stands in it once, and as it is looked up."""

import re
from pathlib import Path

import pytest

import tui.recognise
from tui.recognise.words import lexicon
from tui.recognise.words.lexicon import fold
from tui.recognise.words.word_list import word_list

PACKAGE = Path(tui.recognise.__file__).parent
FILES = sorted((PACKAGE / "words/lists").iterdir())


def test_every_list_is_read_by_somebody() -> None:
    code = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    assert {path.name for path in FILES} == {
        f"{name}.txt" for name in re.findall(r'word_list\("(\w+)"\)', code)
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_word_stands_once_in_its_list(path: Path) -> None:
    words = path.read_text("utf-8").split()
    assert words == sorted(word_list(path.stem))


@pytest.mark.parametrize(
    "name", [name for name, value in vars(lexicon).items() if isinstance(value, frozenset)]
)
def test_words_are_written_as_they_are_looked_up(name: str) -> None:
    assert [word for word in getattr(lexicon, name) if fold(word) != word] == []
