"""The senses of words: those of one sense weigh alike where few cards have either, as "plumber" and "tiler" do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.recognise.words.word_list import groups

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SENSES: dict[str, list[str]] = {}
"""The names of the senses of each word that has one."""

for _names, _words in groups("senses"):
    for _word in _words:
        _SENSES.setdefault(_word, []).extend(f"~{name}" for name in _names)

_SAID = {word: [word, *senses] for word, senses in _SENSES.items()}


def said(word: str) -> Sequence[str]:
    """Return a word in small letters, and the names of its senses."""
    return _SAID.get(word) or (word,)


def senses(words: Iterable[str]) -> list[str]:
    """Return the names of the senses of some words, each once."""
    return list(dict.fromkeys([one for word in words if word in _SENSES for one in _SENSES[word]]))
