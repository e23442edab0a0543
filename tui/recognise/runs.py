"""Runs of capitalised words: where they end."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from tui.recognise.chunk import Kind
from tui.recognise.edges import NO_NAMES, is_acronym_word, is_full_name
from tui.recognise.words.lexicon import (
    BODIES,
    COMPANY_WORDS,
    FAMILY_NAMES,
    HONORIFICS,
    LEGAL_FORMS,
    ORDINARY,
    PARTICLES,
    PLACES,
    TITLE_WORDS,
    VERBS,
    fold,
)
from tui.recognise.words.likeness import LIKELY, SURE, WEAK, firm_likeness, is_given, person_likeness
from tui.recognise.words.titles import ENDS_FIRM, JOINTS, is_capital, key

JOINS = {
    "at": Kind.AT, "@": Kind.AT, "c/o": Kind.AT, "from": Kind.FROM, "of": Kind.OF, "with": Kind.WITH, "w/": Kind.WITH,
    "is": Kind.IS, "are": Kind.IS, "=": Kind.IS, "was": Kind.IS, "and": Kind.AND, "&": Kind.AND, "+": Kind.AND,
    "t/a": Kind.TRADING, "t/as": Kind.TRADING,
}  # fmt: skip
"""Words that join the parts of a line, with their kinds."""

_OF_PLACES = COMPANY_WORDS | frozenset(
    "city town port shire district parish order sisters friends house school board university college institute club chamber ministry department dept office faculty guild academy diocese".split()  # noqa: SIM905
)
"""Words that may stand before "of" in the name of an institution: "City of Tūī"."""

_MAORI = frozenset(("te", "nga", "tamaki", "waikato", "aotearoa"))
"""Words after "o", which is "of" in the name of an institution: "Te Kura o Ngā Maunga"."""

_OF_AIMS = frozenset(
    (
        "association",
        "centre",
        "college",
        "foundation",
        "institute",
        "society",
        "trust",
        "coalition",
        "council",
        "academy",
        "agency",
        "alliance",
        "authority",
        "commission",
        "department",
        "dept",
        "fund",
        "ministry",
        "office",
    )
)
"""Words before "for" in the name of an institution: "Institute for Quiet Machines"."""

_KIN = frozenset(("daughter", "daughters", "son", "sons", "brothers", "sisters"))
"""Words behind "and" in the name of a firm: "Pocock and Daughters"."""

_LAST_FORMS = frozenset(("ltd", "limited", "inc", "incorporated", "llc", "plc", "gmbh"))
"""Legal forms that always end a firm's name."""

_SHORT_FORMS = frozenset(("co", "bros"))
"""Short words at the end of a firm's name, whose full stop may end a sentence too."""

_GO_ON = LEGAL_FORMS | frozenset(("soc", "society", "partnership", "nz", "australia", "of", "&", "("))
"""Words that may follow a legal form within a firm's name."""

_LONGEST_SHORT = 5
"""Most letters of a form of address that is short for a word: "Assoc."; "Sheikh." ends a sentence."""

_KEEP_STOP = {
    *LEGAL_FORMS,
    *(word for word in HONORIFICS if len(word) <= _LONGEST_SHORT),
    "assoc",
    "univ",
    "co",
    "st",
    "bros",
    "mt",
    "inc",
} - {
    "limited",
    "ltd",
    "incorporated",
    "corporation",
}

_ENDS_SENTENCE = frozenset(("up", "in", "out", "off", "us", "me", "it", "on", "you", "now", "go", "all"))
"""Short words that are no abbreviation."""

_PAIR = 2
"""Number of words of a first and a last name."""

_ENDS_RUN = (JOINS.keys() - {"&", "+", "of", "and"}) | {
    f"i{mark}{end}" for mark in "'’" for end in ("m", "d", "ll", "ve")
}

_JOINTS = JOINTS | {"+"}

_AT = (["at"], ["@"])

_INITIALS, _DIGIT = re.compile(r"(?:[^\W\d_]\.){2,}"), re.compile(r"\d")
"""Initials, "J.P.", whose full stop ends no sentence; a digit, behind which it ends one."""

_OF_FIRMS = COMPANY_WORDS | BODIES


_OWNING = frozenset("s'’")
"""Last letters of a possessive."""


def run_end(tokens: Sequence[str], start: int, titled: dict[int, int]) -> int:
    """Return the end of the run of capitals that begins at ``start``."""
    place = start + 1
    while place < len(tokens) and place not in titled:
        before = tokens[place - 1]
        owns = before[-1] in _OWNING and _possesses(tokens, place - 1)
        if owns or stops(before) or (_may_be_last(before) and _is_whole(tokens, place)):
            break
        step = _alone(tokens[place])
        if step is None:
            step = _step(tokens, place, start)
        if not step:
            break
        place += step
    return place


@lru_cache(maxsize=4096)
def _may_be_last(token: str) -> bool:
    """Whether a word may end a firm's name in the middle of a run."""
    return key(token) in _LAST_FORMS or key(token) in _SHORT_FORMS


def _is_whole(tokens: Sequence[str], place: int) -> bool:
    """Whether a firm's name ends before ``place``: "KEA PTY LTD" before "ATF THE KEA TRUST"."""
    before, after = tokens[place - 1], key(tokens[place])
    if before.endswith(".") and key(before) in _SHORT_FORMS and after not in COMPANY_WORDS:
        joined = (
            (tokens[place - 2] in _JOINTS or key(before) != "co")
            and after not in _GO_ON
            and is_capital(tokens[place])
        )
        if joined or after in ORDINARY:
            return True
    return key(before) in _LAST_FORMS and after not in _GO_ON


def _possesses(tokens: Sequence[str], place: int) -> bool:
    """Whether a possessive and a person follow a firm: "Tūī Ridge's Ana Reid"; not "Bob's Burgers"."""
    if not tokens[place].endswith(("'s", "’s", "s'", "s’")):
        return False
    behind = tokens[place + 1 : place + 3]
    if behind and is_acronym_word(behind[0]) and _owns(tokens, place):
        return True
    if len(behind) < _PAIR or not is_capital(behind[1]):
        return False
    role = key(strip_possessive(tokens[place])) in NO_NAMES
    return (role or is_given(behind[0])) and person_likeness(behind) > WEAK


def _owns(tokens: Sequence[str], place: int) -> bool:
    """Whether a full name ends with the possessive at an index: "Ana Reid's"."""
    name = [*tokens[place - 1 : place], strip_possessive(tokens[place])]
    return len(name) == _PAIR and is_given(name[0]) and person_likeness(name) == SURE


@lru_cache(maxsize=4096)
def stops(token: str) -> bool:
    """Whether a word ends a sentence: its full stop is not that of an abbreviation or an initial."""
    if not token.endswith(".") or _INITIALS.fullmatch(token):
        return False
    if key(token) in _ENDS_SENTENCE:
        return True
    if _DIGIT.search(token) or is_acronym_word(token[:-1]):
        return key(token) not in _KEEP_STOP
    short = len(token) <= _PAIR + 1 and (key(token) not in FAMILY_NAMES or len(token) <= _PAIR)
    return not short and key(token) not in _KEEP_STOP


@lru_cache(maxsize=4096)
def _alone(token: str) -> int | None:
    """Return 1 for a token that continues a run, 0 for one that ends it, None where that depends on what follows."""
    word = token.casefold()
    if word in _ENDS_RUN:
        return 0
    if is_capital(token):
        return 1
    joins = word in {"(", "o"} or word in _JOINTS or word[0].isdigit() or fold(word) in PARTICLES
    return None if joins else 0


def _step(tokens: Sequence[str], place: int, start: int) -> int:
    """Count the tokens from ``place`` that continue a run: small words before a capital."""
    word = tokens[place].casefold()
    if word == "(":
        return _bracket(tokens, place)
    if word == "," and key(tokens[place - 1]) == "co" and key(_token(tokens, place + 1)) in _LAST_FORMS:
        return 2
    return _small_words(tokens, place, start)


def _small_words(tokens: Sequence[str], place: int, start: int) -> int:
    """Return how many tokens continue a run from a small word: a joining word or particle and its capital."""
    word, after = tokens[place].casefold(), _token(tokens, place + 1)
    if word == "of" and after == "the" and key(tokens[place - 1]) in _OF_PLACES:
        return 3 if _is_capital_at(tokens, place + 2) else 0
    if not _is_capital_at(tokens, place + 1) or after.casefold() in JOINS:
        return _particles(tokens, place)
    if word == "o" and key(after) in _MAORI:
        return 2
    if word in _JOINTS:
        return 2 if _is_joined(tokens, place, start) else 0
    number = word[0].isdigit() and key(after) in ENDS_FIRM
    return 1 if number or fold(word) in PARTICLES else 0


def _token(tokens: Sequence[str], place: int) -> str:
    """Return the token at an index, or "" after the last."""
    return tokens[place] if place < len(tokens) else ""


def _is_capital_at(tokens: Sequence[str], place: int) -> bool:
    return place < len(tokens) and is_capital(tokens[place])


def _bracket(tokens: Sequence[str], place: int) -> int:
    """Return the number of tokens of a bracket before a legal form, "Kea (NZ) Limited", or 0."""
    closed = _token(tokens, place + 2) == ")" and key(_token(tokens, place + 3)) in LEGAL_FORMS
    return 4 if closed else 0


def _is_joined(tokens: Sequence[str], place: int, start: int) -> bool:
    """Whether "&", "and" or "of" joins two parts of one firm's name."""
    word = tokens[place].casefold()
    if word == "+" and (firm_likeness(tokens[start:place]) >= LIKELY or key(tokens[place - 1]) in BODIES):
        return False  # two firms: "Kea Freight + Tui Plumbing"
    if word in {"&", "+"}:
        return tokens[start - 1 : start] in _AT or not _is_two_people(tokens, start, place)
    if word == "and":
        after = key(tokens[place + 1])
        return after in COMPANY_WORDS or after in _KIN or _is_pair_of_firm(tokens, place, start)
    if word == "for":
        return key(tokens[place - 1]) in _OF_AIMS
    return word in {"of", "the"} and _is_of(tokens, place, start)


def _is_pair_of_firm(tokens: Sequence[str], place: int, start: int) -> bool:
    """Whether "and" is part of a firm's name, "Peel and Pith Juice Bar", and does not join two people."""
    if is_given(tokens[start]) or is_given(tokens[place + 1]) or place - start > 1:
        return False
    return any(is_capital(token) and key(token) in _OF_FIRMS for token in tokens[place + 2 : place + 5])


def _is_of(tokens: Sequence[str], place: int, start: int) -> bool:
    """Whether "of" is part of a firm's name: "Bank of Tūī", "Pinch of Salt Pantry"."""
    before = key(tokens[place - 1])
    if before in _OF_PLACES:
        return True
    if before in FAMILY_NAMES or before in TITLE_WORDS or is_given(tokens[start]):
        return False
    ahead = _without_verbs(tokens[start:place])
    if len(ahead) == _PAIR and person_likeness(ahead) > WEAK:
        return False
    return any(is_capital(token) and key(token) in COMPANY_WORDS for token in tokens[place + 2 : place + 4])


def _without_verbs(tokens: Sequence[str]) -> list[str]:
    return [token for token in tokens if fold(token) not in VERBS]


def _particles(tokens: Sequence[str], place: int) -> int:
    """Return 2 for two particles before a capital, "van der Berg", or 0."""
    two = all(fold(_token(tokens, at)) in PARTICLES for at in (place, place + 1))
    return 2 if two and _is_capital_at(tokens, place + 2) else 0


def _is_two_people(tokens: Sequence[str], start: int, place: int) -> bool:
    """Whether "&" joins two people: both have full names, or one shares the other's family name."""
    before = _without_verbs(tokens[start:place])
    behind = list(takewhile(is_capital, tokens[place + 1 : place + 4]))
    given = [bool(words) and is_given(words[0]) for words in (before, behind)]
    if all(given) and len(before) == 1 and (len(behind) == 1 or person_likeness(behind) == SURE):
        return len(behind) > 1 or not all(fold(word) in ORDINARY for word in (*before, *behind))
    return any(given) and is_full_name(before) and is_full_name(behind)


def strip_possessive(word: str) -> str:
    """Remove the possessive s and the full stop of a sentence from the last word of a name."""
    if word.isalpha():
        return word
    short = word.removesuffix("'s").removesuffix("’s")
    if key(short) in PLACES:
        return short.rstrip(".")
    short = short.rstrip(".") if stops(short) and "." not in short[:-1] else short
    return short.rstrip("'’") if short[0].isalpha() else short
