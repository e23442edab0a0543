"""Folding: the one form in which names are compared."""

import re
import unicodedata

_APOSTROPHES = str.maketrans("", "", "'’‘ʻʼ`")
_GAPS = re.compile(r"[\W_]+")


def fold(text: str) -> str:
    """``text`` without case, marks, apostrophes and punctuation: ``Tūī Ridge`` is ``tui ridge``."""
    bare = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES))
    kept = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return _GAPS.sub(" ", kept.casefold()).strip()
