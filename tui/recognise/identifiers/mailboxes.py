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


def is_role(mailbox: str) -> bool:
    """Whether a mailbox belongs to a firm and not to a person."""
    words = re.split(r"[._+-]", re.sub(r"\d", "", mailbox))
    return all(fold(word) in MAILBOXES or word in _PLACES for word in words if word)


@lru_cache(maxsize=1024)
def is_first(mailbox: str, name: str) -> bool:
    """Whether a mailbox is a name's first name, or the beginning of it: ``fran`` for Francesca."""
    short, first = fold(mailbox), fold(name.split(maxsplit=1)[0].rstrip("."))
    return short == first or (len(short) >= SHORTEST and first.startswith(short))


@lru_cache(maxsize=1024)
def spells(mailbox: str, name: str) -> bool:
    """Whether a mailbox spells a name: ``ana.reid``, ``areid``, ``anar``, ``reid.ana`` and the like."""
    letters = re.sub(r"[^a-z]", "", fold(mailbox.partition("+")[0]))
    words = [fold(word).replace(" ", "") for word in re.split(r"[ -]", name) if fold(word)]
    if len(words) == 1 or len(letters) < SHORTEST or not words or not _is_of_person(words):
        return False
    return letters in _spellings(words) or _is_shortened(letters, words[0], words[-1])


def _is_of_person(words: Sequence[str]) -> bool:
    """Whether neither the first nor the last word is a common word that is no name."""
    if words[0] in ORDINARY and not is_given(words[0]):
        return False
    return words[-1] not in ORDINARY or words[-1] in FAMILY_NAMES


def _spellings(words: Sequence[str]) -> set[str]:
    """Return the mailboxes made from a name: first and family name, or one of them and an initial."""
    first, family = words[0], words[-1]
    initials = "".join(word[0] for word in words[:-1])
    made = {
        spelt
        for one in ("".join(words[1:]), family, words[1])
        for spelt in (first + one, first[0] + one, first + one[0], one + first, one + first[0], one)
    }
    return made | {initials + family, "".join(words[-2:])}


def _is_shortened(letters: str, first: str, family: str) -> bool:
    """Whether a mailbox is short for a name: ``franreid`` of Francesca Reid, ``anarei`` of Ana Reid."""
    short = letters.removesuffix(family)
    if short != letters and len(short) >= SHORTEST and first.startswith(short):
        return True
    return letters == first + family[:3] and len(letters) > len(first)
