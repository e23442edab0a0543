"""Mailboxes: whether one is a firm's, and whose name one is made of."""

import re

from tui.recognise.words.lexicon import FAMILY_NAMES, MAILBOXES, ORDINARY, fold
from tui.recognise.words.likeness import is_given

SHORTEST = 3
"""Letters of a name that are too few to be known by."""

_PLACES = frozenset(
    [
        "au",
        "nz",
        "aus",
        "nsw",
        "vic",
        "qld",
        "wa",
        "sa",
        "tas",
        "act",
        "nt",
        "sydney",
        "melbourne",
        "brisbane",
        "perth",
        "adelaide",
        "auckland",
        "wellington",
        "akl",
    ]
)


def is_role(mailbox: str) -> bool:
    """Whether a mailbox is a firm's rather than somebody's."""
    words = re.split(r"[._+-]", re.sub(r"\d", "", mailbox))
    return all(fold(word) in MAILBOXES or word in _PLACES for word in words if word)


def is_first(mailbox: str, name: str) -> bool:
    """Whether a mailbox is a first name, or short for it: ``fran`` for Francesca."""
    short, first = fold(mailbox), fold(name.split(maxsplit=1)[0].rstrip("."))
    return short == first or (len(short) >= SHORTEST and first.startswith(short))


def spells(mailbox: str, name: str) -> bool:
    """Whether a mailbox is made of a name: ``ana.reid``, ``areid``, ``anar``, ``reid.ana`` and the like."""
    letters = re.sub(r"[^a-z]", "", fold(mailbox.partition("+")[0]))
    words = [fold(word).replace(" ", "") for word in re.split(r"[ -]", name) if fold(word)]
    if len(words) < 2 or len(letters) < 3:  # noqa: PLR2004 - a first and a last name, and more than initials
        return False
    if (words[0] in ORDINARY and not is_given(words[0])) or (
        words[-1] in ORDINARY and words[-1] not in FAMILY_NAMES
    ):
        return False
    first, last, middle = words[0], "".join(words[1:]), words[-1]
    if letters == "".join(word[0] for word in words[:-1]) + middle:
        return True
    short = letters.removesuffix(middle)
    if short != letters and len(short) >= SHORTEST and first.startswith(short):
        return True
    made = {
        end
        for one in (last, middle, words[1])
        for end in (first + one, first[0] + one, first + one[0], one + first, one + first[0], one)
    }
    if letters == "".join(words[-2:]):
        return True
    return letters in made or (letters == first + middle[:3] and len(letters) > len(first))
