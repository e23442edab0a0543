"""Words of pastimes on a card: who is named beside them is an author, a player or a wine, and hardly ever a contact."""

from collections.abc import Collection

from tui.recognise.words.lexicon import fold
from tui.recognise.words.word_list import word_list

_WORDS = word_list("pastimes")
_FORMS = {f"{word}s" for word in _WORDS} | {word for word in _WORDS if not word.endswith("s")}
"""The words, and their plurals."""


def are_of_pastime(words: Collection[str]) -> bool:
    """Whether one of some words in small letters is a word of pastimes."""
    if not _FORMS.isdisjoint(words):
        return True
    odd = [word for word in words if not (word.isalnum() and word.isascii())]
    return not _FORMS.isdisjoint(map(fold, odd))
