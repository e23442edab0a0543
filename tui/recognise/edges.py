"""Words at both ends of a run of capitals that do not belong to the name."""

import re
from collections.abc import Sequence

from tui.recognise.chunk import Kind
from tui.recognise.words.lexicon import (
    ACTS,
    COMPANY_WORDS,
    FAMILY_NAMES,
    FILLERS,
    FIRM_LABELS,
    GIVEN_NAMES,
    HEADERS,
    HONORIFICS,
    LEGAL_FORMS,
    OPENERS,
    ORDINARY,
    PARTICLES,
    PERSON_LABELS,
    RARE_GIVEN_NAMES,
    ROLES,
    TRAILERS,
    VERBS,
    fold,
)
from tui.recognise.words.likeness import LIKELY, SURE, WEAK, firm_likeness, is_given, person_likeness
from tui.recognise.words.titles import ENDS_FIRM, key

_GIVEN_TOO = frozenset(("ratu", "tuan"))
"""Forms of address that are given names too, where only one word follows."""

_EVENTS = frozenset(("call", "demo", "lunch", "quote", "visit"))
"""Words behind a name, which belong to a firm's name behind "at": "Ana at Curtain Call"."""

_DAYS = frozenset(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
"""Days, with which no firm's name begins."""

_ADJECTIVES = frozenset(("best", "clean", "cold", "complete", "hot", "key", "new", "open", "present", "prime", "sun", "warm"))  # fmt: skip
"""Verbs and a day that are adjectives or nouns too, with which a firm's name may begin: "Open Door Housing"."""

_PARTIES = frozenset(
    ("accountant", "agency", "auditor", "backer", "bookseller", "broker", "caterer", "carrier", "competitor", "consignee", "contractor", "creditor", "dealer", "debtor", "distributor", "employer", "exporter", "importer", "incumbent", "installer", "insured", "insurer", "investor", "lawyer", "lender", "lessee", "lessor", "manufacturer", "payee", "publisher", "purchaser", "receiver", "repairer", "reseller", "shopfitter", "solicitor", "subbie", "subcontractor", "subtenant", "supplier", "surveyor", "tenant", "valuer", "vendor", "wholesaler")
)  # fmt: skip
"""Words for a party, which stand before its name: "Insurer Kea"."""

_VIETNAMESE = re.compile("[Đđ\u1ea0-\u1ef9]")
"""Letters of Vietnamese names that no English word has, even if it is the same word without its marks."""

_CODE = re.compile(r"[A-Z]{1,4}\d[\w-]*")
"""A code before a name: "V0012"."""

_INITIALS, _DIGIT = re.compile(r"(?:[^\W\d_]\.){2,}"), re.compile(r"\d")
"""Initials, "J.P.", whose full stop ends no sentence; a digit, behind which it ends one."""

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
"""Words for a department of a firm."""

_BEFORE_NAMES = frozenset(
    ("te", "nga", "ngati", "st", "mt", "new", "the", "al", "abu", "saint", "mount", "port", "lake")
)
"""First words of the names of places and firms."""

_HONOURS = frozenset(("AC", "AM", "AO", "BA", "CA", "JP", "KC", "MA", "MP", "PE", "QC", "RN", "SC"))
"""Honours, ranks and degrees of two letters."""

_SHORT_ROLES = frozenset(("AP", "DP", "EN", "GM", "GP", "MD", "NP", "OT", "PT", "RM", "RN", "SW"))
"""Work in two letters, before a full name: "RN Ana Reid"."""

_NOTED = frozenset(
    ("awaiting", "calling", "cancelled", "chasing", "closed", "compared", "comparing", "contacts", "emailed", "emailing", "homeowners", "invoiced", "notify", "onboarded", "onboarding", "paid", "phoned", "pitched", "quoted", "renewed", "rung", "signed", "texted", "visited", "visiting")
)  # fmt: skip
"""What was done, or is told, with which a note begins: "Closed Kea Freight"."""

_GONE = frozenset(("ex", "former", "formerly", "leaving", "quit"))
"""Words before a firm that somebody has left, with which no name begins: "Leaving Kea Freight"."""

_MONTHS = frozenset(("april", "august", "jan", "june"))
"""Months that are given names too."""

_PAIR = 2
"""Number of words of a first and a last name."""

_NAMES = GIVEN_NAMES | FAMILY_NAMES | PARTICLES | _BEFORE_NAMES

_BEFORE_PEOPLE = PERSON_LABELS | ACTS | FILLERS

NO_NAMES = ORDINARY | _BEFORE_PEOPLE

_STYLES = frozenset(
    ("ambassador", "brother", "commissioner", "consul", "father", "judge", "justice", "nurse", "president", "sister")
)  # fmt: skip
"""Words that are forms of address before a full name only: "Sister Mary Kelleher"."""

_BEFORE_FULL = _BEFORE_PEOPLE | ROLES | HEADERS
"""Words for somebody or something of theirs, which stand before a full name: "Author Ana Reid"."""

_GREETINGS = frozenset(("hi", "dear"))


def leads(tokens: Sequence[str], *, placed: bool = False) -> str | None:
    """Return the kind of a first word that does not belong to the name (a verb or an honorific), or None."""
    word = key(tokens[0])
    if (word in _STYLES or (tokens[0] in _SHORT_ROLES and not placed)) and _is_full(tokens[1:]):
        return Kind.HONORIFIC
    if word in HONORIFICS:
        given = len(tokens) == _PAIR and word in _GIVEN_TOO
        return None if given or _is_firm_of_doctor(tokens) else Kind.HONORIFIC
    if word in _GONE and len(tokens) > 1:
        return Kind.OTHER
    joined = len(tokens) > _PAIR and tokens[1] == "&"  # "Lend & Mend"
    coded = _CODE.fullmatch(tokens[0]) and tokens[0] != "A1" and len(tokens) > _PAIR
    if not joined and (coded or opens(tokens, word)):
        return Kind.OTHER
    if (
        joined
        or (placed and word != "the" and word not in _DAYS)
        or not _is_lead(tokens, word)
        or _VIETNAMESE.search(tokens[0])
    ):
        return None
    return None if _is_begin_of_firm(tokens, word) else Kind.VERB


def _is_begin_of_firm(tokens: Sequence[str], word: str) -> bool:
    """Whether a first word that may be a verb begins a firm's name: "Ring Ltd", "Open Door Housing"."""
    formed = len(tokens) > 1 and key(tokens[1]) in LEGAL_FORMS and firm_likeness(tokens) == SURE
    traded = word in _ADJECTIVES and len(tokens) > _PAIR and firm_likeness(tokens) >= LIKELY
    return formed or traded


def _is_firm_of_doctor(tokens: Sequence[str]) -> bool:
    """Whether a form of address begins a firm's name: "Mr Chips Fish Bar"; not "Dr Ana Baker"."""
    last = key(tokens[-1])
    if len(tokens) > _PAIR and tokens[1].endswith(("'s", "’s")):
        return not tokens[-1].isupper()
    traded = len(tokens) > _PAIR and last in COMPANY_WORDS and last not in FAMILY_NAMES
    return traded and not is_given(tokens[1]) and firm_likeness(tokens) >= LIKELY


def opens(tokens: Sequence[str], word: str) -> bool:
    """Whether the first word is a small one that begins a sentence: "She", "Until Kea Freight"."""
    if word not in OPENERS or tokens[0].isupper():
        return False
    rest = tokens[2:] if len(tokens) > _PAIR + 1 and is_acronym_word(tokens[1]) else tokens[1:]
    return not rest or person_likeness(rest) > WEAK or firm_likeness(rest) >= LIKELY


def _is_lead(tokens: Sequence[str], word: str) -> bool:
    """Whether the first word precedes a name: verb, label, role; a given name only as a role in capitals."""
    if word in _NOTED and len(tokens) > _PAIR and tokens[1][0].isupper():
        return True
    role = _is_role(tokens, word)
    if not role and word not in VERBS and not _is_label(tokens, word):
        return False
    return not _is_first_name(tokens, word) or (role and _is_short(tokens))


def _is_role(tokens: Sequence[str], word: str) -> bool:
    """Whether the first word is a role before a person: "Requester Pietro Salvemini"."""
    if len(tokens) <= _PAIR:
        return False
    if word not in _NAMES and _is_before_full(word) and _is_full(tokens[1:]):
        return True
    if not (_is_short(tokens) or _is_no_name_word(word)):
        return False
    if key(tokens[1]) in HONORIFICS:
        return True
    likeness = person_likeness(tokens[1:])
    return likeness >= LIKELY and (is_given(tokens[1]) or (likeness == LIKELY and word in _BEFORE_PEOPLE))


def _is_before_full(word: str) -> bool:
    """Whether a word, or its plural, is one that stands before a full name: "Applicants Ana Reid"."""
    return word in _BEFORE_FULL or word.removesuffix("s") in _BEFORE_FULL


def _is_full(tokens: Sequence[str]) -> bool:
    """Whether words are a full name that begins with a given name, common or rare, or ends with a family name."""
    if len(tokens) < _PAIR or person_likeness(tokens) < LIKELY:
        return False
    return is_given(tokens[0]) or fold(tokens[0]) in RARE_GIVEN_NAMES or fold(tokens[-1]) in FAMILY_NAMES


def _is_label(tokens: Sequence[str], word: str) -> bool:
    """Whether the first word is a label of firms before one: "Supplier Kea Freight"."""
    if word == "studio":
        return False
    party = word in _PARTIES or word.removesuffix("s") in _PARTIES
    if party and len(tokens) > 1 and tokens[0][1:].islower():
        if len(tokens) > _PAIR + 1 and fold(tokens[1]) in ORDINARY and key(tokens[1]) not in ENDS_FIRM:
            return firm_likeness(tokens[1:]) >= LIKELY
        return not any(key(token) in ENDS_FIRM or fold(token) in ORDINARY for token in tokens[1:2])
    return word in FIRM_LABELS and len(tokens) > _PAIR and firm_likeness(tokens[1:]) >= LIKELY


def _is_first_name(tokens: Sequence[str], word: str) -> bool:
    """Whether the first word is a person's given name: "Mark Hill"."""
    if not is_given(tokens[0]) or word in _GREETINGS:
        return False
    if not is_full_name(tokens):
        return word in _MONTHS and len(tokens) == _PAIR and key(tokens[1]) not in NO_NAMES | COMPANY_WORDS
    return not _is_verb_of_request(tokens, word)


def _is_verb_of_request(tokens: Sequence[str], word: str) -> bool:
    """Whether a first word that is both name and verb is a verb: "Chase Georgia", "Chase Wirra Steel"."""
    if word not in VERBS:
        return False
    if not is_given(tokens[1]):
        traded = len(tokens) > _PAIR and key(tokens[1]) not in FAMILY_NAMES
        return traded and firm_likeness(tokens[1:]) >= LIKELY
    return len(tokens) > _PAIR or key(tokens[1]) not in FAMILY_NAMES


def _is_short(tokens: Sequence[str]) -> bool:
    """Whether a role abbreviated in capitals stands before a name: "DON Josephine Mutasa"."""
    short = tokens[0].isupper() and len(tokens[0]) > _PAIR and "." not in tokens[0]
    return short and len(tokens) > 1 and not tokens[1].isupper()


def _is_no_name_word(word: str) -> bool:
    """Whether a word before a given name cannot be a name: "Requester Pietro Salvemini"."""
    return word not in _NAMES and (word in NO_NAMES or word.endswith(("er", "or", "ee", "ing")))


def trails(tokens: Sequence[str], *, placed: bool = False) -> bool:
    """Whether the last word does not belong to the name: a day, a month, the label of a number, a degree.

    Args:
        tokens: The words of a run.
        placed: Whether a word such as "at" stands before them, after which "Kea Coffee" is a firm.
    """
    last = key(tokens[-1])
    if _is_of_firm(tokens, last, placed=placed):
        return False
    if tokens[-1] == "I" or _is_honour(tokens):
        return True
    if len(tokens) <= _PAIR:
        return last in TRAILERS and not (len(tokens) == _PAIR and is_given(tokens[0]))
    if last not in LEGAL_FORMS and _is_degree(tokens[-1]) and person_likeness(tokens[:_PAIR]) == SURE:
        return tokens[0].upper() != tokens[0]
    if last in _OFFICES and firm_likeness(tokens[:-1]) >= LIKELY:
        return True
    return last in TRAILERS and (last not in COMPANY_WORDS or is_given(tokens[0]))


def _is_of_firm(tokens: Sequence[str], last: str, *, placed: bool) -> bool:
    """Whether a last word that is one of trade or of an occasion is a firm's: "Kea Coffee", "March & June"."""
    if len(tokens) > 1 and tokens[-2] in {"&", "+"}:
        return True
    traded = (last in COMPANY_WORDS and last not in _OFFICES) or (placed and last in _EVENTS)
    return traded and not is_given(tokens[0])


def _is_honour(tokens: Sequence[str]) -> bool:
    """Whether the last word is an honour or a rank in two letters behind a person: "Ana Reid KC"."""
    if len(tokens) <= _PAIR or tokens[-1] not in _HONOURS or tokens[0].isupper():
        return False
    return person_likeness(tokens[:-1]) >= LIKELY


def _is_degree(token: str) -> bool:
    """Whether a word is a degree or a similar abbreviation: "MBA", "BVSc", "CPEng"."""
    return len(token) > _PAIR and sum(letter.isupper() for letter in token) > _PAIR


def is_acronym_word(word: str) -> bool:
    """Whether a word is nothing but several capitals: "FM"."""
    return len(word) >= _PAIR and word.isalpha() and word.isupper()


def is_full_name(words: Sequence[str]) -> bool:
    """Whether words are a first and a last name."""
    return len(words) > 1 and person_likeness(words) > WEAK
