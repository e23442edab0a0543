"""A line in small letters as if names had their capitals: which of its words may be a name's."""

from collections.abc import Sequence

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
"""Given names that are no words of every day."""

_PLACED = frozenset(("at", "@", "from", "t/a"))
_REACH = 4


def raised(tokens: Sequence[str]) -> list[str]:
    """The tokens, those that may be of a name with a capital."""
    words = [fold(token) for token in tokens]
    return [
        token[0].upper() + token[1:] if _may_name(tokens, words, at) else token
        for at, token in enumerate(tokens)
    ]


def lifted(tokens: Sequence[str]) -> list[str]:
    """The tokens of a line with capitals, a first name in small letters before "at" or "from" with one: "dave at Kea"."""
    return [
        token[0].upper() + token[1:]
        if token[0].islower() and fold(token) in _KNOWN and after.casefold() in _PLACED
        else token
        for token, after in zip(tokens, [*tokens[1:], ""], strict=True)
    ]


def _may_name(tokens: Sequence[str], words: Sequence[str], at: int) -> bool:
    word, token = words[at], tokens[at].casefold()
    if not word or token in _JOINS or not tokens[at].rstrip(".").replace("-", "").replace("'", "").isalpha():
        return False
    if word in COMPANY_WORDS or word in LEGAL_FORMS or word in BODIES:
        return True
    if word in PARTICLES or word in SMALL or token in FILLERS or len(word) == 1:
        return False
    if word in ORDINARY or word in VERBS:
        return _is_name_after_all(words, at) or _is_of_firm(tokens, words, at)
    return tokens[at][0].isupper() or not _is_beside_name(words, at)


def _is_beside_name(words: Sequence[str], at: int) -> bool:
    """Whether a word nobody knows is before a given name, or behind a whole one: it is none of the name."""
    if words[at] in GIVEN_NAMES or words[at] in FAMILY_NAMES:
        return False
    if at + 1 < len(words) and words[at + 1] in _KNOWN and (not at or words[at - 1] not in _PLACED):
        return True
    if any(word in COMPANY_WORDS or word in LEGAL_FORMS for word in words[at + 1 : at + _REACH]):
        return False
    return at > 1 and words[at - 2] in _KNOWN and words[at - 1] in FAMILY_NAMES


def _is_name_after_all(words: Sequence[str], at: int) -> bool:
    """Whether a word of every day is a name here: "mark hill", "dot from", "ana cook"."""
    before = words[at - 1] if at else ""
    behind = words[at + 1] if at + 1 < len(words) else ""
    if words[at] in FAMILY_NAMES and before in GIVEN_NAMES and before not in ORDINARY:
        return True
    known = behind in _PLACED or (behind in FAMILY_NAMES and behind not in ORDINARY)
    return words[at] in GIVEN_NAMES and known


def _is_of_firm(tokens: Sequence[str], words: Sequence[str], at: int) -> bool:
    """Whether a word of a trade follows: "safety gear supplies"; or the word is where somebody is from."""
    if at and words[at - 1] in _PLACED and words[at] not in VERBS:
        return True
    if at > 1 and tokens[at - 1] == "(" and words[at - 2] in _KNOWN:
        return True
    for word in words[at + 1 : at + _REACH]:
        if not word or word in SMALL or word in FILLERS or (word in VERBS and word not in COMPANY_WORDS):
            return False
        if word in COMPANY_WORDS or word in LEGAL_FORMS or word in BODIES:
            return words[at] not in VERBS
    return False
