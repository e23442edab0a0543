"""How much words look like somebody's name, and how much like a firm's."""

import re
from collections.abc import Sequence
from functools import lru_cache

from tui.recognise.words.lexicon import (
    COMPANY_WORDS,
    FAMILY_NAMES,
    GIVEN_NAMES,
    LEGAL_FORMS,
    ORDINARY,
    PARTICLES,
    PLACE_ENDINGS,
    PLACES,
    ROLES,
    TITLE_HEADS,
    TITLE_WORDS,
    VERBS,
    fold,
)

NOT, WEAK, LIKELY, SURE = range(4)
"""How much: no name at all; perhaps; a name nothing speaks against; a name we know to be one."""

_MOST_WORDS = 4
_LONGEST = 9
_ACRONYM = range(2, 5)
_LONGEST_ACRONYM = 5
_SHORTEST = 4
"""Letters of a name that are too few to know a domain by its beginning."""

_OF_PLACES = frozenset(
    [
        "st",
        "mt",
        "mount",
        "port",
        "lake",
        "point",
        "cape",
        "fort",
        "north",
        "south",
        "east",
        "west",
        "upper",
        "lower",
        "great",
        "little",
    ]
)
_OF_LAND = frozenset("st mt mount port lake point cape fort".split())  # noqa: SIM905
_NO_FAMILY = COMPANY_WORDS | PLACES | PLACE_ENDINGS
_TRADES = COMPANY_WORDS - ORDINARY
_ENDS = COMPANY_WORDS | LEGAL_FORMS
_OF_TOWNS = _TRADES | frozenset(
    ["council", "hire", "transport", "supplies", "motors", "glass", "timber", "tyres", "steel", "rentals"]
)
"""What a firm called after its town ends with: "Auckland Council", "Glenorchy Hire"."""


_STREETS = frozenset("street st road rd avenue ave lane drive crescent terrace highway".split())  # noqa: SIM905
_PARKS = frozenset(
    (kind, place) for kind in ("holiday", "caravan", "tourist") for place in ("park", "parks", "village")
)
"""Places that are firms: "Holiday Park"."""

_INITIAL = 2
_INITIAL_NAME = re.compile(r"(?:[A-Z]\.-?){1,3}")
_INITIALS = re.compile(r"(?:\w\.?){1,3}")


def person(words: Sequence[str]) -> int:
    """How much words look like a person's name, ``NOT`` to ``SURE``; one word is ``WEAK`` at most."""
    folded = [fold(word) for word in words]
    if not 1 <= len(words) <= _MOST_WORDS + 1 or not all(folded) or not words[-1][0].isalpha():
        return NOT
    if any(
        not re.fullmatch(r"[\w'’ʻ‘ʼ.-]+", word) or any(char.isdecimal() for char in word) for word in words
    ):
        return NOT
    if len(words) == 1:
        return (
            WEAK
            if folded[0] in GIVEN_NAMES and folded[0] not in ORDINARY and words[0].upper() != words[0]
            else NOT
        )
    given = is_given(words[0])
    if _INITIAL_NAME.fullmatch(words[0]) and len(folded) == _INITIAL and not _is_ordinary(folded[1]):
        return SURE if folded[1] in FAMILY_NAMES else LIKELY
    if folded[0] in _OF_PLACES or (
        not given
        and words[0].isascii()
        and (folded[0] in ORDINARY or folded[0] in PLACES or folded[0] in _ENDS)
    ):
        return NOT
    return _full_name(words, folded, given=given)


def _full_name(words: Sequence[str], folded: Sequence[str], *, given: bool) -> int:
    rest = [word for word in folded[1:] if word not in PARTICLES and word != "st"]
    if not rest or any(word in LEGAL_FORMS for word in rest):
        return NOT
    family = rest[-1] in FAMILY_NAMES
    odd = [word for word in rest if _is_ordinary(word) and word not in FAMILY_NAMES]
    if odd:
        return _odd_name(folded[0], rest, odd) if given else NOT
    shouted = all(word.upper() == word for word in words)
    if not shouted and any(is_acronym(word) for word in words[1:]):
        return NOT
    if not shouted and not given and is_acronym(words[0]) and not family:
        return NOT
    if given:
        doubtful = (folded[0] in ORDINARY and not family) or (rest[-1] in PLACE_ENDINGS and len(rest) == 1)
        return LIKELY if doubtful else SURE
    return SURE if family and not _is_ordinary(rest[-1]) else LIKELY


def _odd_name(first: str, rest: Sequence[str], odd: Sequence[str]) -> int:
    """How much a given name before a place, or before a word of every day, is somebody's."""
    if len(odd) > 1:
        return NOT
    if odd[0] in PLACES and len(rest) == 1 and not (first in ORDINARY or first in PLACES):
        return LIKELY
    return NOT if odd[0] in _NO_FAMILY else WEAK


def _is_ordinary(word: str) -> bool:
    return (
        word in ORDINARY
        or word in COMPANY_WORDS
        or word in PLACES
        or word in PLACE_ENDINGS
        or _sounds_ordinary(word)
    )


def _sounds_ordinary(word: str) -> bool:
    """Whether an unknown word ends as English nouns and verbs do, and hardly a name."""
    long = 7
    return len(word) >= long and word.endswith(
        ("tion", "tions", "sion", "ment", "ments", "ness", "able", "ible", "ology", "ities", "ility", "ivity", "ising", "izing",
         "ating", "ction", "ance", "ence", "ship", "ware", "ications", "ically", "ional", "less", "ful", "ists")
    )  # fmt: skip


def is_acronym(word: str) -> bool:
    """Whether a word is two to four capitals."""
    return word.isupper() and len(word) in _ACRONYM and "." not in word and word.isalpha()


def is_given(word: str) -> bool:
    """Whether a word is a given name, or two with a hyphen."""
    whole = fold(word)
    return whole in GIVEN_NAMES or (
        "-" in word and all(fold(part) in GIVEN_NAMES for part in word.split("-"))
    )


def firm(words: Sequence[str], labels: Sequence[str] = ()) -> int:
    """How much words look like a firm's name, ``NOT`` to ``SURE``.

    Args:
        words: A run of capitals.
        labels: What the card's domains are called: ``tuiridge``.
    """
    folded = [word for word in (fold(word) for word in words) if word]
    if (
        not folded
        or words[0] in {"&", "+"}
        or len(words) > _LONGEST
        or not any(char.isalpha() for char in words[0] + words[-1])
    ):
        return NOT
    if all(word in LEGAL_FORMS or word in VERBS for word in folded):
        return NOT
    if any(word in LEGAL_FORMS for word in folded[1:]) and words[-1] != "Pl":
        return SURE
    if len(words) > 1 and folded[-1] == "office" and words[-2].endswith(("'s", "’s")):
        return NOT
    if labels and folded[-1] not in _STREETS and matches(" ".join(words), labels):
        return SURE
    return _trade(words, folded)


def _is_trade(word: str) -> bool:
    """Whether a word is of a trade, or made with one: "Steelworks"."""
    made = len(word) > _LONGEST_ACRONYM + 1 and word.endswith(
        ("works", "worx", "wear", "soft", "tech", "craft", "corp")
    )
    return word in COMPANY_WORDS or made or _is_calling(word)


def _is_calling(word: str) -> bool:
    """Whether a word is what people of a trade are called: "Surveyors", "Actuaries"."""
    return (
        len(word) > _LONGEST_ACRONYM + 1
        and word.endswith(("ers", "ors", "ists", "ians", "aries"))
        and word not in FAMILY_NAMES
        and word not in ORDINARY
        and word.removesuffix("s") not in ROLES
    )


def _trade(words: Sequence[str], folded: Sequence[str]) -> int:
    """How much words without a legal form are a firm's: by a word of trade, unless they are all of every day."""
    joined = "&" in words or "+" in words
    joined = joined and not all(word in TITLE_WORDS or word in ROLES for word in folded)
    traded = len(folded) > 1 and (_is_trade(folded[-1]) or tuple(folded[-2:]) in _PARKS)
    if words[-1] != "&" and folded[-1] in TITLE_HEADS and folded[-1] not in COMPANY_WORDS:
        return NOT
    if all(word in ORDINARY or word in PLACES for word in folded) and folded[1:2] != ["of"]:
        # Golden Bay Fishing, not Front Office.
        placed = folded[0] in PLACES and folded[-1] in _OF_TOWNS and words[-1][0].isupper()
        if placed or (traded and (len(folded) > _INITIAL or joined)):
            return LIKELY
        return WEAK if joined else NOT
    if traded or joined:
        plain = len(folded) == _INITIAL and folded[0] in ORDINARY and words[0].islower()
        return WEAK if plain or max(map(len, folded)) == 1 else LIKELY
    return _untraded(folded)


def _untraded(folded: Sequence[str]) -> int:
    """How much words that do not end with a trade's are a firm's: Bank of Tūī, Kea Freight Otago."""
    if (
        (folded[0] in _OF_LAND and len(folded) == _INITIAL)
        or folded[-1] in PLACE_ENDINGS
        or (len(folded) == 1 and _is_doing(folded[0]))
    ):
        return NOT
    if len(folded) > _INITIAL and folded[1] == "of":
        return LIKELY
    inside = folded[-1] not in ORDINARY and any(word in _TRADES for word in folded)
    return LIKELY if inside and len(folded) > 1 else WEAK


def _is_doing(word: str) -> bool:
    return word.endswith("ing") and len(word) > _LONGEST_ACRONYM


def matches(name: str, labels: Sequence[str]) -> bool:
    """Whether a domain of the card is made of the name: ``tuiridge`` of Tūī Ridge, or of Old Tūī Ridge Estate."""
    squeezed, parts = squeeze(name), _inner(name)
    return any(
        label == squeezed
        or label in parts
        or (len(label) > _SHORTEST and squeezed.startswith(label))
        or (len(squeezed) > _SHORTEST and label.startswith(squeezed))
        for label in labels
    )


@lru_cache(maxsize=2048)
def _inner(name: str) -> frozenset[str]:
    """What a domain could be called after a firm that leaves words out; none for words that are no firm's."""
    words = name.split()
    if len(words) == 1 or not any(fold(word) in _ENDS for word in words):
        return frozenset()
    size = len(words)
    return frozenset(
        squeeze(" ".join(words[start:end])) for start in range(size) for end in range(start + 1, size + 1)
    )


@lru_cache(maxsize=4096)
def squeeze(name: str) -> str:
    """A name as a domain would have it: no blanks, marks, legal form."""
    folded = [fold(word.replace("&", "and")) for word in name.split()]
    return "".join(word for word in folded if word not in LEGAL_FORMS and word != "the")
