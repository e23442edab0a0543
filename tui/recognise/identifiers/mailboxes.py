"""Mailboxes: whether one is shared by a firm, and whether it spells a person's name."""

import re
from collections.abc import Sequence
from functools import lru_cache

from tui.recognise.words.lexicon import FAMILY_NAMES, MAILBOXES, ORDINARY, fold
from tui.recognise.words.likeness import is_given
from tui.recognise.words.word_list import word_list

SHORTEST = 3
"""Number of letters from which a short form is recognised."""

_PLACES = word_list("mailbox_places")
"""Places with an office mailbox: ``sydney@``."""

_FAMILY_FIRST = word_list("family_first")
"""Family names that are often written first: of China, Korea and Vietnam."""

_NO_LETTERS, _BETWEEN_WORDS = re.compile("[^a-z]"), re.compile("[ -]")


def is_role(mailbox: str) -> bool:
    """Whether a mailbox belongs to a firm and not to a person."""
    words = re.split(r"[._+-]", re.sub(r"\d", "", mailbox))
    return all(fold(word) in MAILBOXES or word in _PLACES for word in words if word)


def is_first(mailbox: str, name: str) -> bool:
    """Whether a mailbox is a name's first name, or the beginning of it: ``fran`` for Francesca."""
    short, first = fold(mailbox), _first_of(name)
    return short == first or (len(short) >= SHORTEST and first.startswith(short))


@lru_cache(maxsize=1024)
def _first_of(name: str) -> str:
    return fold(name.split(maxsplit=1)[0].rstrip("."))


def spells(mailbox: str, name: str) -> bool:
    """Whether a mailbox spells a name: ``ana.reid``, ``areid``, ``anar``, ``reid.ana`` and the like."""
    return letters_of(mailbox) in spellings(name)


@lru_cache(maxsize=1024)
def letters_of(mailbox: str) -> str:
    """Return the letters of a mailbox, without what stands behind a plus."""
    return _NO_LETTERS.sub("", fold(mailbox.partition("+")[0]))


@lru_cache(maxsize=1024)
def spellings(name: str) -> frozenset[str]:
    """Return the letters of every mailbox that spells a name; none for a single word, and for common words."""
    words = [word.replace(" ", "") for word in map(fold, _BETWEEN_WORDS.split(name)) if word]
    if len(words) <= 1 or not _is_of_person(words):
        return frozenset()
    made = (*_made_of(words), *_shortened(words[0], words[-1]), *_family_first(words))
    return frozenset([letters for letters in made if len(letters) >= SHORTEST])


def _is_of_person(words: Sequence[str]) -> bool:
    """Whether neither the first nor the last word is a common word that is no name."""
    if words[0] in ORDINARY and not is_given(words[0]):
        return False
    return words[-1] not in ORDINARY or words[-1] in FAMILY_NAMES


def _made_of(words: Sequence[str]) -> set[str]:
    """Return the mailboxes made of the words of a name: first and family name, or one of them and an initial."""
    first, family = words[0], words[-1]
    initials = "".join(word[0] for word in words[:-1])
    made = {
        spelt
        for one in ("".join(words[1:]), family, words[1])
        for spelt in (first + one, first[0] + one, first + one[0], one + first, one + first[0], one)
    }
    return made | {initials + family, "".join(words[-2:])}


def _shortened(first: str, family: str) -> list[str]:
    """Return the mailboxes that are short for a name: ``franreid`` of Francesca Reid, ``anarei`` of Ana Reid."""
    if not family:
        return []
    return [first + family[:3], *[first[:end] + family for end in range(SHORTEST, len(first) + 1)]]


def _family_first(words: Sequence[str]) -> set[str]:
    """Return the mailboxes made of initials where the family name is first: ``h.nguyen``, ``xm.wang`` of Wang Xiaoming."""
    family, *given = words
    if family not in _FAMILY_FIRST:
        return set()
    initials = {one[0] + other for one in given for other in ("", *one[1:])}
    return {initial + family for initial in (*initials, "".join(one[0] for one in given))}
