"""Folding: the normal form in which names are compared."""

import re
import unicodedata
from functools import lru_cache
from itertools import chain

_APOSTROPHES = str.maketrans("", "", "'’‘ʻʼ`")
_GAPS = re.compile(r"[\W_]+")


@lru_cache(maxsize=1 << 14)
def fold(text: str) -> str:
    """Return ``text`` without case, marks, apostrophes and punctuation: ``Tūī Ridge`` gives ``tui ridge``."""
    kept = text.translate(_APOSTROPHES)
    if not kept.isascii():
        bare = unicodedata.normalize("NFKD", kept)
        kept = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return _GAPS.sub(" ", kept.casefold()).strip()


_LEGAL_FORMS = {"pty", "ltd", "limited", "proprietary", "inc", "incorporated", "nl", "lp"}


def name_words(*names: str) -> list[str]:
    """Return the folded words of a company's names, each once and without legal forms."""
    if len(names) == 1:
        return list(_words_of(names[0]))
    return list(dict.fromkeys(chain.from_iterable(map(_words_of, names))))


@lru_cache(maxsize=1 << 14)
def _words_of(name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in fold(name).split() if word not in _LEGAL_FORMS))
