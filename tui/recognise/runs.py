"""Runs of capitals: where one ends, and which words at its ends are none of the name."""

import re
from collections.abc import Sequence
from typing import Literal

from tui.recognise.words.lexicon import (
    BODIES,
    COMPANY_WORDS,
    FAMILY_NAMES,
    FIRM_LABELS,
    GIVEN_NAMES,
    HONORIFICS,
    LEGAL_FORMS,
    ORDINARY,
    PARTICLES,
    PERSON_LABELS,
    PLACES,
    TITLE_WORDS,
    TRAILERS,
    VERBS,
    fold,
)
from tui.recognise.words.likeness import LIKELY, SURE, firm, is_given, person
from tui.recognise.words.titles import ENDS_FIRM, JOINTS, is_capital, key

Kind = Literal["run", "title", "honorific", "verb", "mark", "at", "from", "of", "with", "is", "and", "trading", "filler", "other"]  # fmt: skip
"""What a chunk is: ``mark`` is punctuation between parts; ``filler`` may stand between a person and "at"."""

JOINS: dict[str, Kind] = {
    "at": "at", "@": "at", "c/o": "at", "from": "from", "of": "of", "with": "with", "w/": "with", "is": "is", "=": "is",
    "was": "is", "and": "and", "&": "and", "+": "and", "t/a": "trading", "t/as": "trading",
}  # fmt: skip

_OF_PLACES = COMPANY_WORDS | frozenset(
    "city town shire district parish order sisters friends house school board university college institute".split()  # noqa: SIM905
)
"""What is called after a place or a saint: "City of Tūī"."""

_VIETNAMESE = re.compile("[Đđ\u1ea0-\u1ef9]")
"""Letters no word of every day has, whatever it is without its marks."""

_LAST_FORMS = frozenset(("ltd", "limited", "inc", "incorporated", "llc", "plc", "gmbh"))
"""Legal forms with which a name ends."""

_GO_ON = LEGAL_FORMS | frozenset(("soc", "society", "partnership", "nz", "australia", "of", "&", "("))
"""What may go on with a name behind its legal form."""

_OFFICES = frozenset(
    [
        "accounts",
        "sales",
        "estimating",
        "bookings",
        "support",
        "reception",
        "orders",
        "admin",
        "team",
        "dispatch",
        "payroll",
    ]
)
"""What part of a firm is meant."""

_BEFORE_NAMES = frozenset(
    ("te", "nga", "ngati", "st", "mt", "new", "the", "al", "abu", "saint", "mount", "port", "lake")
)
"""What names of places and of firms begin with."""

_KEEP_STOP = (
    (LEGAL_FORMS - {"limited", "ltd", "incorporated", "corporation"})
    | HONORIFICS
    | {"assoc", "univ", "co", "st", "bros", "mt", "inc"}
)

_INITIALS = 2


def run_end(tokens: Sequence[str], start: int, titled: dict[int, int]) -> int:
    """Where a run of capitals that begins at ``start`` ends."""
    place = start + 1
    while place < len(tokens) and place not in titled:
        if stops(tokens[place - 1]) or _possesses(tokens, place - 1) or _is_whole(tokens, place):
            break
        step = _step(tokens, place, start)
        if not step:
            break
        place += step
    return place


def _is_whole(tokens: Sequence[str], place: int) -> bool:
    """Whether a firm's name ends before ``place``: "KEA PTY LTD" before "ATF THE KEA TRUST"."""
    before, after = tokens[place - 1], key(tokens[place])
    if before.endswith(".") and key(before) == "co" and after in ORDINARY and after not in COMPANY_WORDS:
        return True
    return key(before) in _LAST_FORMS and after not in _GO_ON


def _possesses(tokens: Sequence[str], place: int) -> bool:
    """Whether a firm's own somebody follows: "Tūī Ridge's Ana Reid"; not "Bob's Burgers"."""
    owner = tokens[place].endswith(("'s", "’s", "s'", "s’"))
    behind = tokens[place + 1 : place + 3]
    return (
        owner
        and len(behind) == _INITIALS
        and is_given(behind[0])
        and is_capital(behind[1])
        and person(behind) > 1
    )


def stops(token: str) -> bool:
    """Whether a sentence ends with a word: its stop is none of an abbreviation or an initial."""
    short = len(token) <= _INITIALS + 1 and (key(token) not in FAMILY_NAMES or len(token) <= _INITIALS)
    return token.endswith(".") and not short and key(token) not in _KEEP_STOP


def _step(tokens: Sequence[str], place: int, start: int) -> int:
    """How many tokens from ``place`` go on with a run: a capital, or small words before one."""
    word = tokens[place].casefold()
    if word in JOINS and word not in {"&", "+", "of", "and"}:
        return 0
    if is_capital(tokens[place]):
        return 1
    if word == "(":
        closed = (
            place + 3 < len(tokens) and tokens[place + 2] == ")" and key(tokens[place + 3]) in LEGAL_FORMS
        )
        return 4 if closed else 0
    after = tokens[place + 1] if place + 1 < len(tokens) else ""
    if word == "of" and after == "the" and key(tokens[place - 1]) in _OF_PLACES:
        return 3 if place + 2 < len(tokens) and is_capital(tokens[place + 2]) else 0
    if not after or not is_capital(after) or after.casefold() in JOINS:
        return _particles(tokens, place)
    return 1 + _joins(tokens, place, start) if word in JOINTS | {"+"} else _small(tokens[place], after)


def _small(token: str, after: str) -> int:
    """Whether a particle or a number stands before the last part of a name."""
    number = token[0].isdigit() and key(after) in ENDS_FIRM
    return int(fold(token) in PARTICLES or number)


def _joins(tokens: Sequence[str], place: int, start: int) -> int:
    """1 when "&", "and", "of" joins two parts of one firm's name, else -1: the run ends before it."""
    word, after = tokens[place].casefold(), key(tokens[place + 1])
    if word in {"&", "+"}:
        joined = not _two_people(tokens, start, place)
    elif word == "and":
        joined = after in COMPANY_WORDS or _is_pair_of_firm(tokens, place, start)
    else:
        joined = word in {"of", "the"} and _is_of(tokens, place, start)
    return 1 if joined else -1


def _is_pair_of_firm(tokens: Sequence[str], place: int, start: int) -> bool:
    """Whether "and" stands in a firm's name: "Peel and Pith Juice Bar"; people are no firm."""
    ends = [key(token) for token in tokens[place + 2 : place + 5] if is_capital(token)]
    named = is_given(tokens[start]) or is_given(tokens[place + 1]) or place - start > 1
    return not named and any(word in COMPANY_WORDS or word in BODIES for word in ends)


def _is_of(tokens: Sequence[str], place: int, start: int) -> bool:
    """Whether "of" is part of a firm's name: "Bank of Tūī", "Pinch of Salt Pantry"."""
    before = key(tokens[place - 1])
    if before in _OF_PLACES:
        return True
    ends = [key(token) for token in tokens[place + 2 : place + 4] if is_capital(token)]
    named = is_given(tokens[start]) or before in FAMILY_NAMES or before in TITLE_WORDS
    ahead = [token for token in tokens[start:place] if fold(token) not in VERBS]
    named = named or (len(ahead) == _INITIALS and person(ahead) > 1)
    return not named and any(word in COMPANY_WORDS for word in ends)


def _particles(tokens: Sequence[str], place: int) -> int:
    """Two particles before a capital: "van der Berg"."""
    two = [fold(token) for token in tokens[place : place + 2]]
    follows = tokens[place + 2] if place + 2 < len(tokens) else ""
    return (
        2
        if len(two) == _INITIALS
        and all(word in PARTICLES for word in two)
        and follows
        and is_capital(follows)
        else 0
    )


def _two_people(tokens: Sequence[str], start: int, place: int) -> bool:
    """Whether "&" stands between two people: both have a given and a family name."""
    before = [token for token in tokens[start:place] if fold(token) not in VERBS]
    behind: list[str] = []
    for token in tokens[place + 1 : place + 4]:
        if not is_capital(token):
            break
        behind.append(token)
    given = [bool(words) and is_given(words[0]) for words in (before, behind)]
    if all(given) and len(before) == 1 and (len(behind) == 1 or person(behind) == SURE):
        return True
    return any(given) and all(len(words) > 1 and person(words) > 1 for words in (before, behind))


def bare(word: str) -> str:
    """The last word of a name without the s of an owner, and the stop of a sentence."""
    short = word.removesuffix("'s").removesuffix("’s")
    if key(short) in PLACES:
        return short.rstrip(".")
    short = short.rstrip("'’") if short[0].isalpha() else short
    return short.rstrip(".") if stops(short) and "." not in short[:-1] else short


def leads(tokens: Sequence[str]) -> Kind | None:
    """Whether the first word is no part of the name: a verb, an honorific."""
    word = key(tokens[0])
    if word in HONORIFICS:
        return "honorific"
    short = _is_short(tokens)
    doing = (
        len(tokens) > _INITIALS
        and (short or _is_nobody(word))
        and is_given(tokens[1])
        and person(tokens[1:]) == SURE
    )
    named = len(tokens) > 1 and is_given(tokens[0]) and person(tokens) > 1 and word not in {"hi", "dear"}
    named = named and not (doing and short) and not _is_bidden(tokens, word)
    told = word in FIRM_LABELS and len(tokens) > _INITIALS and firm(tokens[1:]) >= LIKELY
    if (word in VERBS or doing or told) and not named and not _VIETNAMESE.search(tokens[0]):
        return None if len(tokens) > 1 and firm(tokens) > 2 and key(tokens[1]) in LEGAL_FORMS else "verb"  # noqa: PLR2004
    return None


def _is_bidden(tokens: Sequence[str], word: str) -> bool:
    """Whether a name that is a verb as well is one, before somebody: "Chase Georgia"."""
    if word not in VERBS or not is_given(tokens[1]):
        return False
    return len(tokens) > _INITIALS or key(tokens[1]) not in FAMILY_NAMES


def _is_short(tokens: Sequence[str]) -> bool:
    """Whether letters that stand for a role are before a name: "DON Josephine Mutasa"."""
    return len(tokens) > 1 and tokens[0].isupper() and len(tokens[0]) > _INITIALS and not tokens[1].isupper()


def _is_nobody(word: str) -> bool:
    """Whether a word before a given name is no part of the name: "Requester Pietro Salvemini"."""
    if word in GIVEN_NAMES or word in FAMILY_NAMES or word in PARTICLES or word in _BEFORE_NAMES:
        return False
    return word in ORDINARY or word in PERSON_LABELS or word.endswith(("er", "or", "ee", "ing"))


def trails(tokens: Sequence[str]) -> bool:
    """Whether the last word is no part of the name: a day, a month, the label of a number, a degree."""
    if len(tokens) > _INITIALS and _is_degree(tokens[-1]) and person(tokens[:_INITIALS]) == SURE:
        return tokens[0].upper() != tokens[0]
    if key(tokens[-1]) in _OFFICES and len(tokens) > _INITIALS and firm(tokens[:-1]) >= LIKELY:
        return True
    if key(tokens[-1]) in COMPANY_WORDS and len(tokens) > _INITIALS and not is_given(tokens[0]):
        return False
    named = len(tokens) == _INITIALS and is_given(tokens[0])
    return key(tokens[-1]) in TRAILERS and not named


def _is_degree(token: str) -> bool:
    """Whether a word is letters behind a name: "MBA", "BVSc", "CPEng"."""
    return len(token) > _INITIALS and sum(letter.isupper() for letter in token) > _INITIALS
