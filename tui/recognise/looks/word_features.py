"""Features of the words of a possible name alone, whatever stands around them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tui.recognise.looks.feature import Feature, Remembered
from tui.recognise.words.lexicon import (
    BODIES,
    COMPANY_WORDS,
    FAMILY_NAMES,
    GIVEN_NAMES,
    LEGAL_FORMS,
    ORDINARY,
    ORGANISATIONS,
    PARTICLES,
    PASTIMES,
    PLACE_ENDINGS,
    PLACES,
    RARE_FAMILY_NAMES,
    RARE_GIVEN_NAMES,
    ROLES,
    SURNAME_HEADS,
    TITLE_HEADS,
    TITLE_WORDS,
    WEAK_HEADS,
    fold,
)
from tui.recognise.words.likeness import LIKELY, SURE, WEAK, is_acronym, is_given
from tui.recognise.words.spelling import name_spelling
from tui.recognise.words.word_list import word_list

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tui.recognise.page import Mention
    from tui.recognise.words.word_list import Words

_INITIAL = re.compile(r"(?:[A-Z]\.?){1,2}")
_HUMP = re.compile("[a-z][A-Z]")
NO_WORDS = ORDINARY | PLACES | COMPANY_WORDS | PLACE_ENDINGS | PASTIMES
_NAMES = FAMILY_NAMES | GIVEN_NAMES | RARE_FAMILY_NAMES | RARE_GIVEN_NAMES
_LISTED = NO_WORDS | _NAMES
_HEADS = (TITLE_HEADS | WEAK_HEADS) - SURNAME_HEADS
_OF_WORK = TITLE_WORDS | ROLES
_COMMON_ONLY = ORDINARY - FAMILY_NAMES
_PAIR, _TRIPLE, _LONG = 2, 3, 4
_ALIKE, _RATHER, _UNLIKE = "like names", "rather like names", "unlike names"


def _begins_given(m: Mention) -> bool:
    """Whether the first word is a given name, or two joined by a hyphen."""
    return bool(m.lists[0] & GIVEN_NAMES.bits) or ("-" in m.words[0] and is_given(m.words[0]))


def _is_behind_first(m: Mention, bits: int) -> bool:
    """Whether a word behind the first stands in one of the lists that ``bits`` mean."""
    return bool(m.union & bits) and any(lists & bits for lists in m.lists[1:])


def _has_hump(m: Mention) -> bool:
    """Whether a word has a capital behind a small letter: "ZyxaVex", not "McRae"."""
    odd = [word for word in m.words if not word.istitle()]
    return bool(odd) and any(_HUMP.search(word) and word[:2] not in {"Mc", "Ma"} for word in odd)


def _spelling(m: Mention) -> str:
    """Return how much the words of no list are spelt like names; "" where that tells nothing."""
    some = zip(m.folded, m.lists, strict=True)
    odd = [word for word, lists in some if len(word) > _PAIR and not lists & _LISTED.bits]
    if not odd:
        return ""
    mean = sum(map(name_spelling, odd)) / len(odd)
    return _ALIKE if mean > 0.6 else _RATHER if mean > 0.25 else _UNLIKE if mean < -0.1 else ""


def _is_organisation(m: Mention) -> bool:
    """Whether the name is that of a well-known employer, or begins with it: "Telstra", "Ray White Newtown"."""
    if "".join(m.folded) in ORGANISATIONS or "".join(m.folded[:_PAIR]) in ORGANISATIONS:
        return True
    return m.folded[0] in ORGANISATIONS and not m.lists[0] & _NAMES.bits and not is_given(m.folded[0])


_PARTS = ORDINARY | COMPANY_WORDS | PLACE_ENDINGS
_TAILS = word_list("tails")
"""Words with which coined names of firms end."""

_LONG_COINED, _SHORT_PART = 7, 3
"""Least letters of a coined word, and of each of its two parts."""


@lru_cache(maxsize=4096)
def is_coined(word: str) -> bool:
    """Whether a word of no list is made of two common words, of which the second often ends names: "stonemill"."""
    if len(word) < _LONG_COINED:
        return False
    cuts = [cut for cut in range(_SHORT_PART, len(word) - _SHORT_PART + 1) if word[cut:] in _TAILS]
    return bool(cuts) and word not in _LISTED and any(word[:cut] in _PARTS for cut in cuts)


def _is_coined(m: Mention, at: int) -> bool:
    """Whether a word of a name is coined, and written with a capital."""
    return not m.lists[at] & _LISTED.bits and m.words[at][0].isupper() and is_coined(m.folded[at])


def _is_hyphenated(m: Mention) -> bool:
    if m.words[-1].count("-") != 1:
        return False
    return any("-" in word.strip("-") and word[-1].islower() for word in m.words[1:])


def _begins_te(m: Mention) -> bool:
    return len(m.words) == _TRIPLE and m.folded[0] == "te"


def _ends_rarely(m: Mention) -> bool:
    return len(m.words) > 1 and _ends_in(m, RARE_FAMILY_NAMES)


def _ends_in(m: Mention, names: Words) -> bool:
    """Whether the last word, or a part of it between hyphens, is one of some names."""
    if "-" not in m.words[-1]:
        return bool(m.lists[-1] & names.bits)
    return any(fold(part) in names for part in m.words[-1].split("-"))


_FEATURES_OF_DEGREE = (
    Feature("known first and family name", ("Ring Ana Reid", "Ana Reid"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: m.like == SURE),
    Feature("nothing against a person's name", ("Ring Zyxa Vexly", "Zyxa Vexly"), ("Ring Product Page", "Product Page"), lambda m: m.like == LIKELY),
    Feature("weak likeness to a person's name", ("Ana rang", "Ana"), ("Ana Reid rang", "Ana Reid"), lambda m: m.like == WEAK),
    Feature("well-known name", ("Ring Earl Grey", "Earl Grey"), ("Ring Earl Vexly", "Earl Vexly"), lambda m: m.famous),
    Feature("one word", ("Ring Zyxa", "Zyxa"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: len(m.words) == 1),
    Feature("three words", ("Ring Zyxa Vexly Dorn", "Zyxa Vexly Dorn"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: len(m.words) == _TRIPLE),
    Feature("four words or more", ("Ring Zyxa Vexly Dorn Plix", "Zyxa Vexly Dorn Plix"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: len(m.words) >= _LONG),
    Feature("legal form or domain", ("Kea Pty Ltd", "Kea Pty Ltd"), ("Kea Ridge", "Kea Ridge"), lambda m: m.trade == SURE),
    Feature("likeness to a firm's name", ("Kea Freight", "Kea Freight"), ("Kea Ridge", "Kea Ridge"), lambda m: m.trade == LIKELY),
    Feature("nothing against a firm's name", ("Kea Ridge", "Kea Ridge"), ("Kea Pty Ltd", "Kea Pty Ltd"), lambda m: m.trade == WEAK),
)  # fmt: skip
"""Features of how like a name the words are, and of their number."""

_FEATURES_OF_LISTS = (
    Feature("given name first", ("Ring Ana Beach", "Ana Beach"), ("Ring Bondi Beach", "Bondi Beach"), _begins_given),
    Feature("given name that is a common word", ("Ring Mark Hill", "Mark Hill"), ("Ring Ana Hill", "Ana Hill"), lambda m: bool(m.lists[0] & NO_WORDS.bits) and _begins_given(m)),
    Feature("family name last", ("Ring Zyxa Reid", "Zyxa Reid"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: len(m.words) > 1 and bool(m.lists[-1] & FAMILY_NAMES.bits)),
    Feature("rare given name first", ("Ring Aalam Vexly", "Aalam Vexly"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: bool(m.lists[0] & RARE_GIVEN_NAMES.bits) and not _begins_given(m)),
    Feature("particle of a family name", ("Ring Ana van Reid", "Ana van Reid"), ("Ring Ana Reid", "Ana Reid"), lambda m: _is_behind_first(m, PARTICLES.bits)),
    Feature("word of trade", ("Kea Freight Zyxa", "Kea Freight Zyxa"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: bool(m.union & COMPANY_WORDS.bits)),
    Feature("common word", ("Golden Vexly", "Golden Vexly"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: _COMMON_ONLY.covers(m.lists[0]) and not _begins_given(m)),
    Feature("common word last", ("Zyxa Golden", "Zyxa Golden"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: _COMMON_ONLY.covers(m.lists[-1])),
    Feature("only common words", ("Golden Page", "Golden Page"), ("Golden Vexly", "Golden Vexly"), lambda m: 0 not in [lists & ORDINARY.bits for lists in m.lists]),
    Feature("place", ("Zyxa Sydney", "Zyxa Sydney"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: bool(m.union & PLACES.bits)),
    Feature("ending of a place", ("Zyxa Beach", "Zyxa Beach"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: bool(m.lists[-1] & PLACE_ENDINGS.bits)),
    Feature("word of pastimes", ("Zyxa Whisky", "Zyxa Whisky"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: bool(m.union & PASTIMES.bits)),
    Feature("legal form", ("Zyxa Pty Ltd", "Zyxa Pty Ltd"), ("Zyxa Freight", "Zyxa Freight"), lambda m: _is_behind_first(m, LEGAL_FORMS.bits)),
    Feature("institution", ("Zyxa School", "Zyxa School"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: len(m.words) > 1 and bool(m.lists[-1] & BODIES.bits)),
    Feature("word of a job title", ("Zyxa Regional", "Zyxa Regional"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: bool(m.union & _OF_WORK.bits)),
    Feature("head of a job title last", ("Zyxa & Vexly Lead", "Zyxa & Vexly Lead"), ("Zyxa & Vexly Works", "Zyxa & Vexly Works"), lambda m: len(m.words) > 1 and _HEADS.covers(m.lists[-1]) and not m.lists[-1] & COMPANY_WORDS.bits),
    Feature("words of no list", ("Ring Zyxa Vexly", "Zyxa Vexly"), ("Ring Ana Vexly", "Ana Vexly"), lambda m: not m.union & _LISTED.bits),
)  # fmt: skip
"""Features of the word lists of the words."""

_FEATURES_AS_WRITTEN = (
    Feature("double family name", ("Ring Ana Reid-Tran", "Ana Reid-Tran"), ("Ring Ana Reid", "Ana Reid"), _is_hyphenated),
    Feature("double family name with a known part", ("Ring Ana Vexly-Tran", "Ana Vexly-Tran"), ("Ring Ana Vexly-Zyx", "Ana Vexly-Zyx"), lambda m: _is_hyphenated(m) and _ends_in(m, FAMILY_NAMES)),
    Feature("initials before a family name", ("Ring J. R. Vexly", "J. R. Vexly"), ("Ring Ana Vexly", "Ana Vexly"), lambda m: len(m.words) > 1 and _INITIAL.fullmatch(m.words[0]) is not None and all(map(_INITIAL.fullmatch, m.words[:-1])) and not m.lists[-1] & NO_WORDS.bits),
    Feature("initial last", ("Ring Ana V", "Ana V"), ("Ring Ana Vexly", "Ana Vexly"), lambda m: len(m.words) > 1 and _INITIAL.fullmatch(m.words[-1]) is not None),
    Feature("accents", ("Ring Zyxá Vexly", "Zyxá Vexly"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: not all(map(str.isascii, m.words))),
    Feature("capitals only", ("Ring ZYXA VEXLY", "ZYXA VEXLY"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: all(map(str.isupper, m.words))),
    Feature("small letters", ("ring zyxa vexly", "zyxa vexly"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: m.words[-1].islower()),
    Feature("acronym", ("Zyxa QBE", "Zyxa QBE"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: any(map(is_acronym, m.words)) and not all(map(str.isupper, m.words))),
    Feature("joined by &", ("Reid & Vexly", "Reid & Vexly"), ("Reid Vexly", "Reid Vexly"), lambda m: "&" in m.words or "+" in m.words),
    Feature("capitals inside a word", ("Ring ZyxaVex", "ZyxaVex"), ("Ring Zyxavex", "Zyxavex"), _has_hump),
)  # fmt: skip
"""Features of how the words are written."""

_FEATURES_OF_LETTERS = (
    Feature("rare family name last", ("Ring Zyxa Quillen", "Zyxa Quillen"), ("Ring Zyxa Vexly", "Zyxa Vexly"), _ends_rarely),
    Feature("spelt like a name", ("Ring Hrynkevich Vexanova", "Hrynkevich Vexanova"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: _spelling(m) == _ALIKE),
    Feature("spelt rather like a name", ("Ring Tuhora Tsvetelina", "Tuhora Tsvetelina"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: _spelling(m) == _RATHER),
    Feature("spelt unlike a name", ("Ring Zyxa Vexly", "Zyxa Vexly"), ("Ring Tuhora Tsvetelina", "Tuhora Tsvetelina"), lambda m: _spelling(m) == _UNLIKE),
    Feature("Te before two words", ("Ring Te Zyxa Vexly", "Te Zyxa Vexly"), ("Ring Ka Zyxa Vexly", "Ka Zyxa Vexly"), _begins_te),
    Feature("well-known organisation", ("Ring Telstra", "Telstra"), ("Ring Zyxa", "Zyxa"), _is_organisation),
    Feature("coined word", ("Ring Stonemill", "Stonemill"), ("Ring Zyxa", "Zyxa"), lambda m: len(m.words) == 1 and _is_coined(m, 0)),
    Feature("coined word first", ("Ring Stonemill Vexly", "Stonemill Vexly"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: len(m.words) > 1 and _is_coined(m, 0)),
    Feature("coined word last", ("Ring Zyxa Stonemill", "Zyxa Stonemill"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: len(m.words) > 1 and _is_coined(m, -1)),
)  # fmt: skip
"""Features of the letters of the words."""

FEATURES_OF_WORDS = (*_FEATURES_OF_DEGREE, *_FEATURES_OF_LISTS, *_FEATURES_AS_WRITTEN, *_FEATURES_OF_LETTERS)
"""Features of the words alone, whatever stands around them."""


def _is_plain(word: str) -> bool:
    """Whether a word is written as most names are: "Reid"; not "McRae", "J." or "Tūī"."""
    return len(word) > _PAIR and word.istitle() and word.isalpha() and word.isascii()


def _letters(m: Mention) -> Hashable:
    """Return the facts on which the features of the letters of a name depend."""
    several = len(m.words) > 1
    return (
        several, _spelling(m), _is_coined(m, 0), several and _is_coined(m, -1),
        _is_organisation(m), _begins_te(m), _ends_rarely(m),
    )  # fmt: skip


GROUPS_OF_WORDS = (
    Remembered(lambda m: (m.like, m.trade, m.famous, min(len(m.words), _LONG)), _FEATURES_OF_DEGREE),
    Remembered(lambda m: (m.lists, _begins_given(m)), _FEATURES_OF_LISTS),
    Remembered(lambda m: () if all(map(_is_plain, m.words)) else m.words, _FEATURES_AS_WRITTEN),
    Remembered(_letters, _FEATURES_OF_LETTERS),
)
"""The features, by the facts that they depend on: of plain words nothing is seen as they are written."""
