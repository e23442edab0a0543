"""Likeness of words to a person's name and to a firm's name."""

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
"""Degrees of likeness: no name; a possible name; a name without evidence against it; a known name."""

_MOST_WORDS_OF_PERSON, _MOST_WORDS_OF_FIRM = 5, 9
_ACRONYM = range(2, 5)
_LONGEST_ACRONYM = 5
_LONG_WORD = 7
"""Number of letters from which the ending of a word tells its kind."""

_SHORTEST_LABEL = 4
"""Number of letters up to which a domain must equal a name, not only begin with it."""

_PAIR = 2
"""Number of words of a first and a last name, or of a name and a word of trade."""

_LAND = frozenset(("st", "mt", "mount", "port", "lake", "point", "cape", "fort"))
_OF_PLACES = _LAND | {"north", "south", "east", "west", "upper", "lower", "great", "little"}
"""Words with which names of places begin."""

_ENDS = COMPANY_WORDS | LEGAL_FORMS
_PLAIN = ORDINARY | PLACES
_ORDINARY = _PLAIN | COMPANY_WORDS | PLACE_ENDINGS
_NO_FIRST_NAMES = _PLAIN | _ENDS
_NO_FAMILY_NAMES = COMPANY_WORDS | PLACES | PLACE_ENDINGS
_INSIDE_NAMES = PARTICLES | {"st"}
_FORMS_AND_VERBS = LEGAL_FORMS | VERBS
_OF_WORK = TITLE_WORDS | ROLES
_ONLY_TITLES = TITLE_HEADS - COMPANY_WORDS
_NO_CALLINGS = FAMILY_NAMES | ORDINARY
_TRADES = COMPANY_WORDS - ORDINARY
_OF_TOWNS = _TRADES | {
    "council", "hire", "transport", "supplies", "motors", "glass", "timber", "tyres", "steel", "rentals"
}  # fmt: skip
"""Words that end the name of a firm named after its town: "Auckland Council", "Glenorchy Hire"."""

_STREETS = frozenset(
    ("street", "st", "road", "rd", "avenue", "ave", "lane", "drive", "crescent", "terrace", "highway")
)
_PARKS = frozenset(
    (kind, place) for kind in ("holiday", "caravan", "tourist") for place in ("park", "parks", "village")
)
"""Endings of places that are firms: "Holiday Park"."""

_JOINTS = frozenset(("&", "+"))
_NAME_WORD = re.compile(r"(?:[^\W\d]|['’ʻ‘ʼ.-])+")
_INITIALS = re.compile(r"(?:[A-Z]\.-?){1,3}")


def person_likeness(words: Sequence[str]) -> int:
    """Return the likeness of words to a person's name, ``NOT`` to ``SURE``; at most ``WEAK`` for one word."""
    return _person(tuple(words))


@lru_cache(maxsize=1024)
def _person(words: tuple[str, ...]) -> int:
    folded = [fold(word) for word in words]
    if not _is_spelt_as_person(words, folded):
        return NOT
    if len(words) == 1:
        return WEAK if _is_first_name(words[0], folded[0]) else NOT
    if len(words) == _PAIR and _INITIALS.fullmatch(words[0]) and not _is_ordinary(folded[1]):
        return SURE if folded[1] in FAMILY_NAMES else LIKELY
    given = is_given(words[0])
    if _begins_otherwise(words[0], folded[0], given=given):
        return NOT
    return _full_name(words, folded, given=given)


def _begins_otherwise(word: str, folded: str, *, given: bool) -> bool:
    """Whether the first word begins the name of a place, or is a common word and no given name."""
    return folded in _OF_PLACES or (not given and word.isascii() and folded in _NO_FIRST_NAMES)


def _is_spelt_as_person(words: Sequence[str], folded: Sequence[str]) -> bool:
    """Whether words have only letters and marks used in names, and are not too many."""
    if not 1 <= len(words) <= _MOST_WORDS_OF_PERSON or not all(folded) or not words[-1][0].isalpha():
        return False
    return all(map(_NAME_WORD.fullmatch, words))


def _is_first_name(word: str, folded: str) -> bool:
    """Whether a word is a given name and no common word."""
    return folded in GIVEN_NAMES and folded not in ORDINARY and word.upper() != word


def _full_name(words: Sequence[str], folded: Sequence[str], *, given: bool) -> int:
    """Return the likeness of several words to a person's name; the first is no word of places or firms."""
    rest = [word for word in folded[1:] if word not in _INSIDE_NAMES]
    if not rest or LEGAL_FORMS.has_any(rest):
        return NOT
    if odd := [word for word in rest if _is_odd(word)]:
        return _odd_name(folded[0], rest, odd) if given else NOT
    family = rest[-1] in FAMILY_NAMES
    if _has_acronym(words[1:] if given or family else words, words):
        return NOT
    sure = not _is_doubtful(folded[0], rest) if given else family and not _is_ordinary(rest[-1])
    return SURE if sure else LIKELY


def _is_odd(word: str) -> bool:
    """Whether a word is common, and no family name."""
    return word not in FAMILY_NAMES and _is_ordinary(word)


def _has_acronym(some: Sequence[str], words: Sequence[str]) -> bool:
    """Whether any of ``some`` is an acronym, unless all ``words`` are in capitals."""
    return any(map(is_acronym, some)) and any(word.upper() != word for word in words)


def _is_doubtful(first: str, rest: Sequence[str]) -> bool:
    """Whether words that begin with a given name may be something else: "Mark Komplett", "Victoria Falls"."""
    if len(rest) == 1 and rest[0] in PLACE_ENDINGS:
        return True
    return first in ORDINARY and rest[-1] not in FAMILY_NAMES


def _odd_name(first: str, rest: Sequence[str], odd: Sequence[str]) -> int:
    """Return the likeness to a person's name of a given name before a place or a common word."""
    if len(odd) > 1:
        return NOT
    if len(rest) == 1 and odd[0] in PLACES and first not in _PLAIN:
        return LIKELY
    if odd[0] in PLACE_ENDINGS and odd[0] not in COMPANY_WORDS and first not in _NO_FIRST_NAMES:
        return WEAK
    return NOT if odd[0] in _NO_FAMILY_NAMES else WEAK


def _is_ordinary(word: str) -> bool:
    return word in _ORDINARY or _sounds_ordinary(word)


def _sounds_ordinary(word: str) -> bool:
    """Whether an unknown word has an ending of common words that names hardly have."""
    return len(word) >= _LONG_WORD and word.endswith(
        ("tion", "tions", "sion", "ment", "ments", "ness", "able", "ible", "ology", "ities", "ility", "ivity", "ising", "izing",
         "ating", "ction", "ance", "ence", "ship", "ware", "ications", "ically", "ional", "less", "ful", "ists")
    )  # fmt: skip


def is_acronym(word: str) -> bool:
    """Whether a word is an acronym of two to four capitals."""
    return word.isupper() and len(word) in _ACRONYM and "." not in word and word.isalpha()


def is_given(word: str) -> bool:
    """Whether a word is a given name, or two joined by a hyphen."""
    whole = fold(word)
    return whole in GIVEN_NAMES or (
        "-" in word and all(fold(part) in GIVEN_NAMES for part in word.split("-"))
    )


def firm_likeness(words: Sequence[str], labels: Sequence[str] = ()) -> int:
    """Return the likeness of words to a firm's name, ``NOT`` to ``SURE``.

    Args:
        words: A run of capitalised words.
        labels: Labels of the card's domains: ``tuiridge``.
    """
    return _firm(tuple(words), tuple(labels))


@lru_cache(maxsize=1024)
def _firm(words: tuple[str, ...], labels: tuple[str, ...]) -> int:
    folded = [word for word in map(fold, words) if word]
    if not _is_spelt_as_firm(words, folded):
        return NOT
    if words[-1] != "Pl" and LEGAL_FORMS.has_any(folded[1:]):
        return SURE
    if folded[-1] == "office" and words[-2:-1] and words[-2].endswith(("'s", "’s")):
        return NOT
    if labels and folded[-1] not in _STREETS and matches(" ".join(words), labels):
        return SURE
    return _traded(words, folded)


def _is_spelt_as_firm(words: Sequence[str], folded: Sequence[str]) -> bool:
    """Whether words begin or end with letters, and are not only legal forms and verbs."""
    if not folded or words[0] in {"&", "+"} or len(words) > _MOST_WORDS_OF_FIRM:
        return False
    return any(map(str.isalpha, words[0] + words[-1])) and not _FORMS_AND_VERBS.has_all(folded)


def _traded(words: Sequence[str], folded: Sequence[str]) -> int:
    """Return the likeness of words without a legal form to a firm's name."""
    if words[-1] != "&" and folded[-1] in _ONLY_TITLES:
        return NOT
    joined = _is_joined(words, folded)
    traded = _ends_with_trade(folded)
    if _PLAIN.has_all(folded) and folded[1:2] != ["of"]:
        return _plain_firm(words, folded, traded=traded, joined=joined)
    if not traded and not joined:
        return _untraded(folded)
    small = len(folded) == _PAIR and folded[0] in ORDINARY and words[0].islower()
    return WEAK if small or max(map(len, folded)) == 1 else LIKELY


def _is_joined(words: Sequence[str], folded: Sequence[str]) -> bool:
    """Whether "&" joins words other than titles: "Reid & Sons", not "Sales & Marketing"."""
    return not _JOINTS.isdisjoint(words) and not _OF_WORK.has_all(folded)


def _ends_with_trade(folded: Sequence[str]) -> bool:
    """Whether the last of several words is a word of trade."""
    return len(folded) > 1 and (_is_trade(folded[-1]) or tuple(folded[-2:]) in _PARKS)


def _plain_firm(words: Sequence[str], folded: Sequence[str], *, traded: bool, joined: bool) -> int:
    """Return the likeness of common words to a firm's name: "Golden Bay Fishing", but not "Front Office"."""
    if folded[0] in PLACES and folded[-1] in _OF_TOWNS and words[-1][0].isupper():
        return LIKELY
    if traded and (joined or len(folded) > _PAIR):
        return LIKELY
    return WEAK if joined else NOT


def _untraded(folded: Sequence[str]) -> int:
    """Return the likeness of words not ending with a word of trade: "Bank of Tūī", "Kea Freight Otago"."""
    if folded[-1] in PLACE_ENDINGS or _is_no_firm(folded):
        return NOT
    if len(folded) > _PAIR and folded[1] == "of":
        return LIKELY
    inside = len(folded) > 1 and folded[-1] not in ORDINARY and _TRADES.has_any(folded)
    return LIKELY if inside else WEAK


def _is_no_firm(folded: Sequence[str]) -> bool:
    """Whether words name an activity, or a mountain, a lake, a port: "Parking", "Mt Eden"."""
    if len(folded) == 1:
        return len(folded[0]) > _LONGEST_ACRONYM and folded[0].endswith("ing")
    return len(folded) == _PAIR and folded[0] in _LAND


def _is_trade(word: str) -> bool:
    """Whether a word is a word of trade, or a compound with one: "Steelworks"."""
    made = len(word) >= _LONG_WORD and word.endswith(
        ("works", "worx", "wear", "soft", "tech", "craft", "corp")
    )
    return word in COMPANY_WORDS or made or _is_calling(word)


def _is_calling(word: str) -> bool:
    """Whether a word is the plural of an occupation: "Surveyors", "Actuaries"."""
    if len(word) < _LONG_WORD or word in _NO_CALLINGS or word.removesuffix("s") in ROLES:
        return False
    return word.endswith(("ers", "ors", "ists", "ians", "aries"))


def matches(name: str, labels: Sequence[str]) -> bool:
    """Whether one of ``labels`` is made from a name: ``tuiridge`` from Tūī Ridge or Old Tūī Ridge Estate."""
    squeezed, parts = squeeze(name), _inner(name)
    for label in labels:
        if (
            label == squeezed
            or label in parts
            or (len(label) > _SHORTEST_LABEL and squeezed.startswith(label))
            or (len(squeezed) > _SHORTEST_LABEL and label.startswith(squeezed))
        ):
            return True
    return False


@lru_cache(maxsize=1024)
def _inner(name: str) -> frozenset[str]:
    """Return possible domain labels of a firm that uses only some of its words; empty if it is no firm."""
    words = name.split()
    if len(words) == 1 or not any(fold(word) in _ENDS for word in words):
        return frozenset()
    size = len(words)
    return frozenset(
        squeeze(" ".join(words[start:end])) for start in range(size) for end in range(start + 1, size + 1)
    )


@lru_cache(maxsize=1024)
def squeeze(name: str) -> str:
    """Convert a name to the form of a domain label: without blanks, marks and legal forms."""
    folded = [fold(word.replace("&", "and")) for word in name.split()]
    return "".join(word for word in folded if word not in LEGAL_FORMS and word != "the")
