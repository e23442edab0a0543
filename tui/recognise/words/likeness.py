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
"""How much: no name at all; perhaps one; a name that nothing speaks against; a known name."""

_MOST_WORDS_OF_PERSON, _MOST_WORDS_OF_FIRM = 5, 9
_ACRONYM = range(2, 5)
_LONGEST_ACRONYM = 5
_LONG_WORD = 7
"""Letters from which the ending of a word tells what it is."""

_SHORTEST_LABEL = 4
"""Letters of a name that are too few to know a domain by its beginning."""

_PAIR = 2
"""Words of a first and a last name, or of a name and a trade."""

_LAND = frozenset(("st", "mt", "mount", "port", "lake", "point", "cape", "fort"))
_OF_PLACES = _LAND | {"north", "south", "east", "west", "upper", "lower", "great", "little"}
"""Words with which the names of places begin."""

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
"""Words that end the name of a firm called after its town: "Auckland Council", "Glenorchy Hire"."""

_STREETS = frozenset(
    ("street", "st", "road", "rd", "avenue", "ave", "lane", "drive", "crescent", "terrace", "highway")
)
_PARKS = frozenset(
    (kind, place) for kind in ("holiday", "caravan", "tourist") for place in ("park", "parks", "village")
)
"""Places that are firms: "Holiday Park"."""

_JOINTS = frozenset(("&", "+"))
_NAME_WORD = re.compile(r"(?:[^\W\d]|['’ʻ‘ʼ.-])+")
_INITIALS = re.compile(r"(?:[A-Z]\.-?){1,3}")


def person(words: Sequence[str]) -> int:
    """How much words look like a person's name, ``NOT`` to ``SURE``; one word is ``WEAK`` at most."""
    return _person(tuple(words))


@lru_cache(maxsize=4096)
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
    """Whether the first word is one of places, or a common one that is no first name."""
    return folded in _OF_PLACES or (not given and word.isascii() and folded in _NO_FIRST_NAMES)


def _is_spelt_as_person(words: Sequence[str], folded: Sequence[str]) -> bool:
    """Whether words have letters and the marks of names only, and are as many as a name has."""
    if not 1 <= len(words) <= _MOST_WORDS_OF_PERSON or not all(folded) or not words[-1][0].isalpha():
        return False
    return all(map(_NAME_WORD.fullmatch, words))


def _is_first_name(word: str, folded: str) -> bool:
    """Whether one word is a given name and nothing else."""
    return folded in GIVEN_NAMES and folded not in ORDINARY and word.upper() != word


def _full_name(words: Sequence[str], folded: Sequence[str], *, given: bool) -> int:
    """How much several words are somebody's, the first of them being no word of places or firms."""
    rest = [word for word in folded[1:] if word not in _INSIDE_NAMES]
    if not rest or not LEGAL_FORMS.isdisjoint(rest):
        return NOT
    odd = [word for word in rest if word not in FAMILY_NAMES and _is_ordinary(word)]
    if odd:
        return _odd_name(folded[0], rest, odd) if given else NOT
    family = rest[-1] in FAMILY_NAMES
    if _has_acronym(words[1:] if given or family else words, words):
        return NOT
    if given:
        return LIKELY if _is_doubtful(folded[0], rest) else SURE
    return SURE if family and not _is_ordinary(rest[-1]) else LIKELY


def _has_acronym(some: Sequence[str], words: Sequence[str]) -> bool:
    """Whether one of some words is an acronym, where not all words are in capitals."""
    return any(map(is_acronym, some)) and any(word.upper() != word for word in words)


def _is_doubtful(first: str, rest: Sequence[str]) -> bool:
    """Whether a given name begins words that may as well be none: "Mark Komplett", "Victoria Falls"."""
    if len(rest) == 1 and rest[0] in PLACE_ENDINGS:
        return True
    return first in ORDINARY and rest[-1] not in FAMILY_NAMES


def _odd_name(first: str, rest: Sequence[str], odd: Sequence[str]) -> int:
    """How much a given name before a place, or before a common word, is somebody's."""
    if len(odd) > 1:
        return NOT
    if len(rest) == 1 and odd[0] in PLACES and first not in _PLAIN:
        return LIKELY
    return NOT if odd[0] in _NO_FAMILY_NAMES else WEAK


def _is_ordinary(word: str) -> bool:
    return word in _ORDINARY or _sounds_ordinary(word)


def _sounds_ordinary(word: str) -> bool:
    """Whether an unknown word ends as English nouns and verbs do, and hardly a name."""
    return len(word) >= _LONG_WORD and word.endswith(
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
    return _firm(tuple(words), tuple(labels))


@lru_cache(maxsize=4096)
def _firm(words: tuple[str, ...], labels: tuple[str, ...]) -> int:
    folded = [word for word in map(fold, words) if word]
    if not _is_spelt_as_firm(words, folded):
        return NOT
    if words[-1] != "Pl" and not LEGAL_FORMS.isdisjoint(folded[1:]):
        return SURE
    if folded[-1] == "office" and words[-2:-1] and words[-2].endswith(("'s", "’s")):
        return NOT
    if labels and folded[-1] not in _STREETS and matches(" ".join(words), labels):
        return SURE
    return _traded(words, folded)


def _is_spelt_as_firm(words: Sequence[str], folded: Sequence[str]) -> bool:
    """Whether words begin or end with letters, and some are neither legal forms nor verbs."""
    if not folded or words[0] in {"&", "+"} or len(words) > _MOST_WORDS_OF_FIRM:
        return False
    return any(map(str.isalpha, words[0] + words[-1])) and not _FORMS_AND_VERBS.issuperset(folded)


def _traded(words: Sequence[str], folded: Sequence[str]) -> int:
    """How much words without a legal form are a firm's."""
    if words[-1] != "&" and folded[-1] in _ONLY_TITLES:
        return NOT
    joined = _is_joined(words, folded)
    traded = _ends_with_trade(folded)
    if _PLAIN.issuperset(folded) and folded[1:2] != ["of"]:
        return _plain_firm(words, folded, traded=traded, joined=joined)
    if not traded and not joined:
        return _untraded(folded)
    small = len(folded) == _PAIR and folded[0] in ORDINARY and words[0].islower()
    return WEAK if small or max(map(len, folded)) == 1 else LIKELY


def _is_joined(words: Sequence[str], folded: Sequence[str]) -> bool:
    """Whether "&" joins words that are not all of titles: "Reid & Sons", not "Sales & Marketing"."""
    return not _JOINTS.isdisjoint(words) and not _OF_WORK.issuperset(folded)


def _ends_with_trade(folded: Sequence[str]) -> bool:
    """Whether several words end with one of trade."""
    return len(folded) > 1 and (_is_trade(folded[-1]) or tuple(folded[-2:]) in _PARKS)


def _plain_firm(words: Sequence[str], folded: Sequence[str], *, traded: bool, joined: bool) -> int:
    """How much common words are a firm's: "Golden Bay Fishing" is one, "Front Office" none."""
    if folded[0] in PLACES and folded[-1] in _OF_TOWNS and words[-1][0].isupper():
        return LIKELY
    if traded and (joined or len(folded) > _PAIR):
        return LIKELY
    return WEAK if joined else NOT


def _untraded(folded: Sequence[str]) -> int:
    """How much words that do not end with a trade's are a firm's: "Bank of Tūī", "Kea Freight Otago"."""
    if folded[-1] in PLACE_ENDINGS or _is_no_firm(folded):
        return NOT
    if len(folded) > _PAIR and folded[1] == "of":
        return LIKELY
    inside = len(folded) > 1 and folded[-1] not in ORDINARY and not _TRADES.isdisjoint(folded)
    return LIKELY if inside else WEAK


def _is_no_firm(folded: Sequence[str]) -> bool:
    """Whether words name what somebody does, or a mountain, a lake, a port: "Parking", "Mt Eden"."""
    if len(folded) == 1:
        return len(folded[0]) > _LONGEST_ACRONYM and folded[0].endswith("ing")
    return len(folded) == _PAIR and folded[0] in _LAND


def _is_trade(word: str) -> bool:
    """Whether a word is of a trade, or made with one: "Steelworks"."""
    made = len(word) >= _LONG_WORD and word.endswith(
        ("works", "worx", "wear", "soft", "tech", "craft", "corp")
    )
    return word in COMPANY_WORDS or made or _is_calling(word)


def _is_calling(word: str) -> bool:
    """Whether a word is what people of a trade are called: "Surveyors", "Actuaries"."""
    if len(word) < _LONG_WORD or word in _NO_CALLINGS or word.removesuffix("s") in ROLES:
        return False
    return word.endswith(("ers", "ors", "ists", "ians", "aries"))


def matches(name: str, labels: Sequence[str]) -> bool:
    """Whether a domain of the card is made of the name: ``tuiridge`` of Tūī Ridge, or of Old Tūī Ridge Estate."""
    squeezed, parts = squeeze(name), _inner(name)
    return any(
        label == squeezed
        or label in parts
        or (len(label) > _SHORTEST_LABEL and squeezed.startswith(label))
        or (len(squeezed) > _SHORTEST_LABEL and label.startswith(squeezed))
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
