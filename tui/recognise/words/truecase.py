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
_TRADES = COMPANY_WORDS | BODIES
_FORMED = COMPANY_WORDS | LEGAL_FORMS
_NO_NAMES = PARTICLES | SMALL
_ENDS_NAME = SMALL | FILLERS | {""}
_VERBS = VERBS - COMPANY_WORDS
"""Words that end a name: a word of trade after them does not belong to the words before."""

_PLACED = frozenset(("at", "@", "from", "t/a"))
_BEFORE_FIRMS = _PLACED | {"runs", "owns"}
"""Words before a firm's name of several common words: "from clean queens"."""

_ENDS_RUN = frozenset((*"()-|/:;,.!?&+", "and", "or", "is", "who", "she", "he", "they", "w/"))
_LAST_NAMES = FAMILY_NAMES - ORDINARY - SMALL - PARTICLES
"""Family names that are no common words."""

_PERSON, _FIRM = 1, 2
"""What a word may begin."""

_LONGEST_RUN = 3
"""Most words of such a name in small letters."""

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
            found[at] = _capital(token)
    return found


def lifted(tokens: Sequence[str]) -> list[str]:
    """Capitalise, in a line with capitals, names that were written in small letters.

    A known first and family name, a first name before "at" or "from", and a firm with a word of trade behind these: "dave from
    kea freight".
    """
    found = [*tokens]
    for at, begins in enumerate(map(_begins, tokens)):
        if begins == _FIRM:
            _lift_firm(found, at + 1)
        elif begins and at + 1 < len(tokens):
            token, after = tokens[at : at + 2]
            if after.casefold() in _PLACED:
                found[at] = _capital(token)
            elif after[0].islower() and fold(after) in _LAST_NAMES:
                found[at], found[at + 1] = _capital(token), _capital(after)
    return found


@lru_cache(maxsize=4096)
def _begins(token: str) -> int:
    """Return what a word may begin: a person's name in small letters, or stand before a firm's; 0 for neither."""
    if token.casefold() in _PLACED:
        return _FIRM
    return _PERSON if token[0].islower() and fold(token) in _KNOWN else 0


def _lift_firm(tokens: list[str], start: int) -> None:
    """Capitalise the words in small letters from an index up to a word of trade, if there is one."""
    end = start
    while end < min(len(tokens), start + _LONGEST_RUN) and tokens[end][0].islower():
        word = fold(tokens[end])
        if not _goes_on(tokens[end], word) or (word in ORDINARY and end == start):
            return
        end += 1
        if word in _TRADES and end - start > 1:
            tokens[start:end] = map(_capital, tokens[start:end])
            return


def _capital(token: str) -> str:
    return token[0].upper() + token[1:]


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


def _is_of_run(tokens: Sequence[str], words: Sequence[str], at: int) -> bool:
    """Whether a common word is one of several between "from" and the next small word: "from clean queens re"."""
    start = at
    while start and _goes_on(tokens[start - 1], words[start - 1]):
        start -= 1
    if not start or tokens[start - 1].casefold() not in _BEFORE_FIRMS:
        return False
    end = at + 1
    while end < len(tokens) and _goes_on(tokens[end], words[end]):
        end += 1
    return 1 < end - start <= _LONGEST_RUN


def _goes_on(token: str, word: str) -> bool:
    """Whether a word in small letters may go on a firm's name."""
    if token in _ENDS_RUN or word in _ENDS_NAME or not _is_spelt(token):
        return False
    return token.casefold() not in _JOINS and token.casefold() not in _BEFORE_FIRMS and len(word) > 1


def _is_of_firm(tokens: Sequence[str], words: Sequence[str], at: int) -> bool:
    """Whether a common word is a firm's: before a word of trade, "safety gear supplies", or after "from"."""
    if _word(words, at - 2) in _KNOWN and tokens[at - 1] == "(":
        return True
    if _is_of_run(tokens, words, at):
        return True
    if words[at] in VERBS:
        return False
    if _word(words, at - 1) in _PLACED:
        return True
    behind = takewhile(
        lambda word: word not in _ENDS_NAME and word not in _VERBS, words[at + 1 : at + _REACH]
    )
    return any(word in _OF_FIRMS for word in behind)
