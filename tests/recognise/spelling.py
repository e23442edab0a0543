"""Learn from the word lists how names are spelt: a step of ``python -m tests.recognise.train``."""

import math
from collections import Counter
from collections.abc import Iterable

from tui.recognise.words import lexicon
from tui.recognise.words.spelling import EVEN, LETTERS, SCALE, TABLE, triples

NAMES = (lexicon.GIVEN_NAMES, lexicon.FAMILY_NAMES, lexicon.RARE_GIVEN_NAMES, lexicon.RARE_FAMILY_NAMES)
OTHERS = (
    lexicon.ORDINARY, lexicon.COMPANY_WORDS, lexicon.TITLE_WORDS, lexicon.PASTIMES, lexicon.PLACE_ENDINGS, lexicon.SMALL,
    lexicon.BODIES, lexicon.VENUES, lexicon.HEADERS,
)  # fmt: skip

_SHORTEST, _RARE, _KINDS, _MOST = 3, 2, 5_000, 40
"""Letters of the shortest word, times added to each triple, number of triples that words have, and greatest likelihood."""


def likelihoods() -> str:
    """Return the table of triples as it stands in the file."""
    others = {word for words in OTHERS for word in words}
    names = {word for words in NAMES for word in words} - others
    of_names, of_others = _counts(names), _counts(others)
    size = len(LETTERS)
    even = math.log((of_names.total() + _RARE * _KINDS) / (of_others.total() + _RARE * _KINDS))
    found = [
        round(SCALE * (math.log((of_names[index] + _RARE) / (of_others[index] + _RARE)) - even))
        if index in of_names or index in of_others
        else 0
        for index in range(size**3)
    ]
    text = "".join(chr(EVEN + max(-_MOST, min(_MOST, one))) for one in found)
    return "".join(f"{text[at : at + size * size]}\n" for at in range(0, len(text), size * size))


def _counts(words: Iterable[str]) -> Counter[int]:
    plain = (word for word in words if len(word) >= _SHORTEST and word.isascii() and word.isalpha())
    return Counter(index for word in plain for index in triples(word))


def write() -> None:
    """Write the table beside the module that uses it."""
    TABLE.write_text(likelihoods(), "ascii")
