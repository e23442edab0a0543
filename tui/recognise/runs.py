"""Runs of capitalised words: where they end, and which of their words do not belong to a name."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from tui.recognise.chunk import Kind
from tui.recognise.words.lexicon import (
    ACTS,
    BODIES,
    COMPANY_WORDS,
    FAMILY_NAMES,
    FILLERS,
    FIRM_LABELS,
    GIVEN_NAMES,
    HONORIFICS,
    LEGAL_FORMS,
    OPENERS,
    ORDINARY,
    PARTICLES,
    PERSON_LABELS,
    PLACES,
    TITLE_WORDS,
    TRAILERS,
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
    "city town shire district parish order sisters friends house school board university college institute club chamber ministry department guild academy diocese".split()  # noqa: SIM905
)
"""Words that may stand before "of" in the name of an institution: "City of Tūī"."""

_VIETNAMESE = re.compile("[Đđ\u1ea0-\u1ef9]")
"""Letters of Vietnamese names that no English word has, even if it is the same word without its marks."""

_MAORI = frozenset(("te", "nga", "tamaki", "waikato", "aotearoa"))
"""Words after "o", which is "of" in the name of an institution: "Te Kura o Ngā Maunga"."""

_CODE = re.compile(r"[A-Z]{1,4}\d[\w-]*")
"""A code before a name: "V0012"."""

_INITIALS, _DIGIT = re.compile(r"(?:[^\W\d_]\.){2,}"), re.compile(r"\d")
"""Initials, "J.P.", whose full stop ends no sentence; a digit, behind which it ends one."""

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
    )
)
"""Words before "for" in the name of an institution: "Institute for Quiet Machines"."""

_LAST_FORMS = frozenset(("ltd", "limited", "inc", "incorporated", "llc", "plc", "gmbh"))
"""Legal forms that always end a firm's name."""

_GO_ON = LEGAL_FORMS | frozenset(("soc", "society", "partnership", "nz", "australia", "of", "&", "("))
"""Words that may follow a legal form within a firm's name."""

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

_KEEP_STOP = {*LEGAL_FORMS, *HONORIFICS, "assoc", "univ", "co", "st", "bros", "mt", "inc"} - {
    "limited",
    "ltd",
    "incorporated",
    "corporation",
}

_PAIR = 2
"""Number of words of a first and a last name."""

_ENDS_RUN = JOINS.keys() - {"&", "+", "of", "and"}
_JOINTS = JOINTS | {"+"}
_OF_FIRMS = COMPANY_WORDS | BODIES
_NAMES = GIVEN_NAMES | FAMILY_NAMES | PARTICLES | _BEFORE_NAMES
_BEFORE_PEOPLE = PERSON_LABELS | ACTS | FILLERS
_NO_NAMES = ORDINARY | _BEFORE_PEOPLE
_GREETINGS = frozenset(("hi", "dear"))


def run_end(tokens: Sequence[str], start: int, titled: dict[int, int]) -> int:
    """Return the end of the run of capitals that begins at ``start``."""
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
    """Whether a possessive and a person follow a firm: "Tūī Ridge's Ana Reid"; not "Bob's Burgers"."""
    if not tokens[place].endswith(("'s", "’s", "s'", "s’")):
        return False
    behind = tokens[place + 1 : place + 3]
    if len(behind) < _PAIR or not is_capital(behind[1]):
        return False
    role = key(strip_possessive(tokens[place])) in _NO_NAMES
    return (role or is_given(behind[0])) and person_likeness(behind) > WEAK


@lru_cache(maxsize=4096)
def stops(token: str) -> bool:
    """Whether a word ends a sentence: its full stop is not that of an abbreviation or an initial."""
    if not token.endswith(".") or _INITIALS.fullmatch(token):
        return False
    if _DIGIT.search(token) or _is_acronym(token[:-1]):
        return key(token) not in _KEEP_STOP
    short = len(token) <= _PAIR + 1 and (key(token) not in FAMILY_NAMES or len(token) <= _PAIR)
    return not short and key(token) not in _KEEP_STOP


def _is_acronym(word: str) -> bool:
    """Whether a word is nothing but several capitals: "FM"."""
    return len(word) >= _PAIR and word.isalpha() and word.isupper()


def _step(tokens: Sequence[str], place: int, start: int) -> int:
    """Count the tokens from ``place`` that continue a run: a capital, or small words before one."""
    word = tokens[place].casefold()
    if word in _ENDS_RUN:
        return 0
    if is_capital(tokens[place]):
        return 1
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
    if word in {"&", "+"}:
        return not _is_two_people(tokens, start, place)
    if word == "and":
        return key(tokens[place + 1]) in COMPANY_WORDS or _is_pair_of_firm(tokens, place, start)
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
        return True
    return any(given) and _is_full_name(before) and _is_full_name(behind)


def _is_full_name(words: Sequence[str]) -> bool:
    return len(words) > 1 and person_likeness(words) > WEAK


def strip_possessive(word: str) -> str:
    """Remove the possessive s and the full stop of a sentence from the last word of a name."""
    short = word.removesuffix("'s").removesuffix("’s")
    if key(short) in PLACES:
        return short.rstrip(".")
    short = short.rstrip(".") if stops(short) and "." not in short[:-1] else short
    return short.rstrip("'’") if short[0].isalpha() else short


def leads(tokens: Sequence[str], *, placed: bool = False) -> Kind | None:
    """Return the kind of a first word that does not belong to the name (a verb or an honorific), or None."""
    word = key(tokens[0])
    if word in HONORIFICS:
        return Kind.HONORIFIC
    if (_CODE.fullmatch(tokens[0]) and len(tokens) > _PAIR) or opens(tokens, word):
        return Kind.OTHER
    if (placed and word != "the") or not _is_lead(tokens, word) or _VIETNAMESE.search(tokens[0]):
        return None
    formed = len(tokens) > 1 and key(tokens[1]) in LEGAL_FORMS and firm_likeness(tokens) == SURE
    return None if formed else Kind.VERB


def opens(tokens: Sequence[str], word: str) -> bool:
    """Whether the first word is a small one that begins a sentence: "She", "Until Kea Freight"."""
    if word not in OPENERS or tokens[0].isupper():
        return False
    rest = tokens[1:]
    return not rest or person_likeness(rest) > WEAK or firm_likeness(rest) >= LIKELY


def _is_lead(tokens: Sequence[str], word: str) -> bool:
    """Whether the first word precedes a name: verb, label, role; a given name only as a role in capitals."""
    role = _is_role(tokens, word)
    if not role and word not in VERBS and not _is_label(tokens, word):
        return False
    return not _is_first_name(tokens, word) or (role and _is_short(tokens))


def _is_role(tokens: Sequence[str], word: str) -> bool:
    """Whether the first word is a role before a person: "Requester Pietro Salvemini"."""
    if len(tokens) <= _PAIR or not (_is_short(tokens) or _is_no_name_word(word)):
        return False
    if key(tokens[1]) in HONORIFICS:
        return True
    likeness = person_likeness(tokens[1:])
    return likeness == SURE if is_given(tokens[1]) else likeness == LIKELY and word in _BEFORE_PEOPLE


def _is_label(tokens: Sequence[str], word: str) -> bool:
    """Whether the first word is a label of firms before one: "Supplier Kea Freight"."""
    return word in FIRM_LABELS and len(tokens) > _PAIR and firm_likeness(tokens[1:]) >= LIKELY


def _is_first_name(tokens: Sequence[str], word: str) -> bool:
    """Whether the first word is a person's given name: "Mark Hill"."""
    if not is_given(tokens[0]) or not _is_full_name(tokens) or word in _GREETINGS:
        return False
    return not _is_verb_of_request(tokens, word)


def _is_verb_of_request(tokens: Sequence[str], word: str) -> bool:
    """Whether a first word that is both name and verb is a verb before a person: "Chase Georgia"."""
    if word not in VERBS or not is_given(tokens[1]):
        return False
    return len(tokens) > _PAIR or key(tokens[1]) not in FAMILY_NAMES


def _is_short(tokens: Sequence[str]) -> bool:
    """Whether a role abbreviated in capitals stands before a name: "DON Josephine Mutasa"."""
    short = tokens[0].isupper() and len(tokens[0]) > _PAIR and "." not in tokens[0]
    return short and len(tokens) > 1 and not tokens[1].isupper()


def _is_no_name_word(word: str) -> bool:
    """Whether a word before a given name cannot be a name: "Requester Pietro Salvemini"."""
    return word not in _NAMES and (word in _NO_NAMES or word.endswith(("er", "or", "ee", "ing")))


def trails(tokens: Sequence[str]) -> bool:
    """Whether the last word does not belong to the name: a day, a month, the label of a number, a degree."""
    last = key(tokens[-1])
    if len(tokens) <= _PAIR:
        return last in TRAILERS and not (len(tokens) == _PAIR and is_given(tokens[0]))
    if last not in LEGAL_FORMS and _is_degree(tokens[-1]) and person_likeness(tokens[:_PAIR]) == SURE:
        return tokens[0].upper() != tokens[0]
    if last in _OFFICES and firm_likeness(tokens[:-1]) >= LIKELY:
        return True
    return last in TRAILERS and (last not in COMPANY_WORDS or is_given(tokens[0]))


def _is_degree(token: str) -> bool:
    """Whether a word is a degree or a similar abbreviation: "MBA", "BVSc", "CPEng"."""
    return len(token) > _PAIR and sum(letter.isupper() for letter in token) > _PAIR
