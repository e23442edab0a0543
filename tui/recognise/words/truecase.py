"""Truecasing: capitalises the words of a line in small letters that may belong to a name."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from tui.recognise.words.lexicon import (
    BODIES,
    COMPANY_WORDS,
    FAMILY_NAMES,
    FILLERS,
    GIVEN_NAMES,
    LEGAL_FORMS,
    ORDINARY,
    PARTICLES,
    SMALL,
    VERBS,
    fold,
)

_JOINS = frozenset(
    ("at", "@", "from", "of", "with", "w", "is", "was", "and", "&", "+", "for", "t/a", "c/o", "-", "x")
)
_KNOWN = GIVEN_NAMES - ORDINARY
"""Given names that are not common words."""

_NAMES = GIVEN_NAMES | FAMILY_NAMES
_OF_FIRMS = COMPANY_WORDS | LEGAL_FORMS | BODIES
_FORMED = COMPANY_WORDS | LEGAL_FORMS
_NO_NAMES = PARTICLES | SMALL
_ENDS_NAME = SMALL | FILLERS | {""}
_VERBS = VERBS - COMPANY_WORDS
"""Words that end a name: a word of trade after them does not belong to the words before."""

_PLACED = frozenset(("at", "@", "from", "t/a"))
_REACH = 4


def raised(tokens: Sequence[str]) -> list[str]:
    """Capitalise the tokens that may belong to a name."""
    words = [fold(token) for token in tokens]
    found = [*tokens]
    for at, token in enumerate(tokens):
        may = _may_name_anywhere(token)
        if may is None:
            may = _may_name(tokens, words, at)
        if may:
            found[at] = token[0].upper() + token[1:]
    return found


def lifted(tokens: Sequence[str]) -> list[str]:
    """Capitalise a small first name before "at" or "from" in a line with capitals: "dave at Kea"."""
    if _PLACED.isdisjoint(map(str.casefold, tokens)):
        return [*tokens]
    return [
        token[0].upper() + token[1:]
        if token[0].islower() and fold(token) in _KNOWN and after.casefold() in _PLACED
        else token
        for token, after in zip(tokens, [*tokens[1:], ""], strict=True)
    ]


@lru_cache(maxsize=4096)
def _may_name_anywhere(written: str) -> bool | None:
    """Whether a word may belong to a name wherever it stands; None if that depends on the words around it."""
    word, token = fold(written), written.casefold()
    if not word or token in _JOINS or not _is_spelt(token):
        return False
    if word in _OF_FIRMS:
        return True
    if word in _NO_NAMES or token in FILLERS or len(word) == 1:
        return False
    return None


def _may_name(tokens: Sequence[str], words: Sequence[str], at: int) -> bool:
    """Whether the word at index ``at``, of which that depends on the others, may belong to a name."""
    if words[at] in ORDINARY:
        return _is_name_after_all(words, at) or _is_of_firm(tokens, words, at)
    return tokens[at][0].isupper() or not _is_beside_name(words, at)


def _is_spelt(token: str) -> bool:
    return token.isalpha() or token.rstrip(".").replace("-", "").replace("'", "").isalpha()


def _word(words: Sequence[str], at: int) -> str:
    """Return the word at an index, or "" outside the line."""
    return words[at] if 0 <= at < len(words) else ""


def _is_beside_name(words: Sequence[str], at: int) -> bool:
    """Whether an unknown word stands before a given name, or after a full name, without belonging to it."""
    if words[at] in _NAMES:
        return False
    if _word(words, at + 1) in _KNOWN and _word(words, at - 1) not in _PLACED:
        return True
    if any(word in _FORMED for word in words[at + 1 : at + _REACH]):
        return False
    return _word(words, at - 2) in _KNOWN and _word(words, at - 1) in FAMILY_NAMES


def _is_name_after_all(words: Sequence[str], at: int) -> bool:
    """Whether a common word is a name in its context: "mark hill", "dot from", "ana cook"."""
    before, behind = _word(words, at - 1), _word(words, at + 1)
    if words[at] in FAMILY_NAMES and before in _KNOWN:
        return True
    known = behind in _PLACED or (behind in FAMILY_NAMES and behind not in ORDINARY)
    return words[at] in GIVEN_NAMES and known


def _is_of_firm(tokens: Sequence[str], words: Sequence[str], at: int) -> bool:
    """Whether a common word is a firm's: before a word of trade, "safety gear supplies", or after "from"."""
    if _word(words, at - 2) in _KNOWN and tokens[at - 1] == "(":
        return True
    if words[at] in VERBS:
        return False
    if _word(words, at - 1) in _PLACED:
        return True
    behind = takewhile(
        lambda word: word not in _ENDS_NAME and word not in _VERBS, words[at + 1 : at + _REACH]
    )
    return any(word in _OF_FIRMS for word in behind)
