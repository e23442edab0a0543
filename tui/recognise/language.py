"""Whether a text is written in a language and script whose names can be read."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from tui.recognise.words.lexicon import (
    COMPANY_WORDS,
    FAMILY_NAMES,
    GIVEN_NAMES,
    ORDINARY,
    PARTICLES,
    SMALL,
    TITLE_WORDS,
    fold,
)
from tui.recognise.words.word_list import words

_WORD = re.compile(r"(?<![\w@./:-])[^\W\d_](?:[^\W\d_]|['’])*(?![\w@/:])")
_MOST_READ, _MOST_WORDS = 4_000, 200
"""Most characters, and words, that tell the language."""

_SHORTEST_NAME = 4
FOREIGN = words("foreign")
"""Small words of other languages that English has not; some stand in names: "de la Cruz"."""

_NAMES = GIVEN_NAMES | FAMILY_NAMES
_ENGLISH = ORDINARY | SMALL | COMPANY_WORDS | TITLE_WORDS
_FUNCTION = frozenset(("the", "and", "for", "with", "from", "to", "of", "at", "our", "we", "you", "not", "by", "was", "has", "will", "wants", "if"))  # fmt: skip
"""Words that few sentences of English go without, and other languages hardly have."""

_SHARE, _FEWEST, _LETTERS = 0.5, 4, 0.3
"""Fewest English words among those in small letters; fewest small words that tell; most letters of other scripts."""

_FEWEST_FOREIGN = 2
"""Fewest words of another language where most begin with capitals."""

_LATIN, _LATIN_EXTENDED = 0x24F, range(0x1E00, 0x1F00)
_OTHER = r"[^\x00-\u024f\u1e00-\u1eff\u2000-\u206f]"
_OTHER_SCRIPT = re.compile(_OTHER)
_OTHER_NAME = rf"(?<!{_OTHER}){_OTHER}{{1,40}}(?:[ .·'’-]{{1,2}}{_OTHER}{{1,40}}){{0,5}}"
_IN_BRACKETS = re.compile(rf"\({_OTHER_NAME}\)|({_OTHER_NAME} ?\()[^\W\d_][^()\n]{{1,60}}(\))")
"""A name in another script beside the same one in brackets, or in brackets itself: ``李娜 (Li Na)``, ``Li Na (李娜)``."""


def spelt_otherwise(text: str) -> list[tuple[int, int]]:
    """Return the spans of names that a text has in another script beside the readable ones, with their brackets."""
    if not _OTHER_SCRIPT.search(text):
        return []
    spans = list[tuple[int, int]]()
    for match in _IN_BRACKETS.finditer(text):
        if match[1] is None:
            spans.append(match.span())
        elif not _OTHER_SCRIPT.search(text[match.end(1) : match.start(2)]):
            spans += (match.span(1), match.span(2))
    return spans


def is_foreign(text: str) -> bool:
    """Whether most small words of a text are not English, or many letters are of another script."""
    text = text[:_MOST_READ]
    if _OTHER_SCRIPT.search(text):
        letters = [ord(letter) for letter in text if letter.isalpha()]
        other = sum(letter > _LATIN and letter not in _LATIN_EXTENDED for letter in letters)
        if other > _LETTERS * len(letters):
            return True
    found = _WORD.findall(text)[:_MOST_WORDS]
    small = [word for word in found if word[0].islower() and len(word) > 1]
    known = len([1 for word in small if word in _FUNCTION])
    if len(small) < _FEWEST:
        return _is_foreign_in_capitals(found)
    if 6 * known >= len(small):
        return False
    return sum(map(_is_english, small)) < _SHARE * len(small) and _has_foreign(found)


def _is_foreign_in_capitals(found: Sequence[str]) -> bool:
    """Whether words that mostly begin with capitals are of another language: "Beli Beras, Hantar Baju"."""
    known = {word.casefold() for word in found if fold(word) in FOREIGN and word.casefold() not in PARTICLES}
    return len(known) >= _FEWEST_FOREIGN and sum(map(_is_english, map(str.lower, found))) < _SHARE * len(
        found
    )


def _has_foreign(found: Sequence[str]) -> bool:
    """Whether a small word is of another language, and does not stand in a name: "de" before "la"."""
    return any(
        word[0].islower()
        and (not word.isascii() or fold(word) in FOREIGN)
        and (word not in PARTICLES or after[0].islower())
        for word, after in pairwise([*found, "a"])
    )


@lru_cache(maxsize=1024)
def _is_english(word: str) -> bool:
    folded = fold(word.removesuffix("'s").removesuffix("’s"))
    if not word.isascii():
        return False
    forms = (folded, folded.removesuffix("s"))
    return any(one in _ENGLISH or (len(one) >= _SHORTEST_NAME and one in _NAMES) for one in forms)
