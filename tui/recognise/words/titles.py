"""Detection of job titles in a line: "Head of Operations", "ops manager", "CEO"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from tui.recognise.words.lexicon import (
    BODIES,
    COMPANY_WORDS,
    FAMILY_NAMES,
    FIRM_LABELS,
    LEGAL_FORMS,
    SURNAME_HEADS,
    TITLE_HEADS,
    TITLE_WORDS,
    TRADE_HEADS,
    WEAK_HEADS,
    fold,
)
from tui.recognise.words.likeness import is_given

JOINTS = frozenset(("of", "for", "and", "the", "&", "/", ","))
"""Tokens that may stand between the words of a title: "Head of Sales and Marketing"."""

ENDS_FIRM = LEGAL_FORMS | COMPANY_WORDS
"""Words that end a firm's name."""

_TITLED = TITLE_WORDS | TITLE_HEADS

_BEFORE_FIRM = frozenset(("at", "@", "from", "w/", "with", "to", "for"))
_MANAGERS = frozenset(("pm", "qs"))
"""Short titles that end a firm's name too: "Kea PM"."""

_MOST_JOINTS = 2
_AL = re.compile(r"(?:al|el|ad|an|ar|as|ash|at|az)-[^\W\d_]")
_OKINA = "'‘’ʻ"
_CALLINGS = ("ologist", "ician", "iatrist", "therapist", "grapher", "keeper")


@lru_cache(maxsize=4096)
def is_capital(token: str) -> bool:
    """Whether a word begins like a name; words in scripts without capitals count."""
    first = token[0]
    if first.isupper():
        return True
    if first.islower():
        return "-" in token and _AL.match(token) is not None
    return (first in _OKINA and token[1:2].isupper()) or (first.isalpha() and token.isalpha())


@lru_cache(maxsize=4096)
def key(token: str) -> str:
    """Normalise a word for lookup: folded, without a final full stop."""
    return fold(token.rstrip("."))


@dataclass(frozen=True, slots=True)
class _Title:
    """A candidate for a title.

    Attributes:
        end: Index after its last word.
    """

    tokens: Sequence[str]
    start: int
    head: int
    end: int

    @property
    def token(self) -> str:
        """The head as written."""
        return self.tokens[self.head]

    @property
    def begins(self) -> bool:
        """Whether the head is the first word of the title."""
        return self.start == self.head

    @property
    def capital_follows(self) -> bool:
        """Whether both the head and the next token after the title are capitalised."""
        if self.end == len(self.tokens) or not is_capital(self.token):
            return False
        return is_capital(self.tokens[self.end])


def titles(tokens: Sequence[str]) -> dict[int, int]:
    """Find titles, and return the end of each by its start."""
    found: dict[int, int] = {}
    done = 0
    for place in [at for at, head in enumerate(map(_is_head, tokens)) if head]:
        if place < done:
            continue
        title = _Title(tokens, _start(tokens, place, done), place, _end(tokens, place))
        if not any(is_other(title) for is_other in _NO_TITLES):
            found[title.start] = done = title.end
    return found


@lru_cache(maxsize=4096)
def _is_head(token: str) -> bool:
    word = key(token)
    return word in TITLE_HEADS or word.endswith(_CALLINGS)


def _is_first_name(title: _Title) -> bool:
    """Whether the head is a person's first name: "Dean Vlahakis"."""
    return title.begins and title.capital_follows and is_given(title.token)


def _is_time(title: _Title) -> bool:
    """Whether the head is of a time of the day: "2 pm"; not "PM: Ana Reid"."""
    if key(title.token) != "pm":
        return False
    return not title.token.isupper() or (title.head > 0 and title.tokens[title.head - 1][0].isdecimal())


def _is_alone(title: _Title) -> bool:
    """Whether the head stands alone but is no title by itself: "lead"."""
    return title.begins and title.end == title.head + 1 and key(title.token) in WEAK_HEADS


def _is_family_name(title: _Title) -> bool:
    """Whether the head is a person's family name: "Ana Baker"."""
    if not title.begins or not title.head or key(title.token) not in SURNAME_HEADS:
        return False
    return is_capital(title.token) and is_given(title.tokens[title.head - 1])


def _is_end_of_name(title: _Title) -> bool:
    """Whether a word of trade ends a firm's name: "from Dockside Physio"; not in "Moana Kerr Physio"."""
    tokens, place = title.tokens, title.head
    trade = key(title.token)
    if not title.begins or not (trade in TRADE_HEADS or trade in _MANAGERS) or not is_capital(title.token):
        return False
    at = place
    while at and is_capital(tokens[at - 1]) and tokens[at - 1].casefold() not in _BEFORE_FIRM:
        at -= 1
    ends = title.end == len(tokens) or tokens[title.end] in {")", ","}
    if trade in _MANAGERS and not ends:
        return False
    if at > 0 and tokens[at - 1] == "(" and ends:
        return at < place
    placed = at > 0 and (tokens[at - 1].casefold() in _BEFORE_FIRM or _is_label(tokens, at - 1))
    return at < place and (placed or not any(map(_is_of_person, tokens[at:place])))


def _is_label(tokens: Sequence[str], place: int) -> bool:
    """Whether a label of firms ends at an index: "Business:"."""
    return tokens[place] == ":" and place > 0 and key(tokens[place - 1]) in FIRM_LABELS


def _is_of_person(word: str) -> bool:
    return is_given(word) or key(word) in FAMILY_NAMES or key(word) in _TITLED


def _is_institution(title: _Title) -> bool:
    """Whether the candidate ends an institution's name: "Hillgrove Specialist Centre"."""
    tokens, start, end = title.tokens, title.start, title.end
    if not start or end - 1 == title.head or key(tokens[end - 1]) not in BODIES:
        return False
    return is_capital(tokens[start - 1]) and is_capital(tokens[start])


def _is_begin_of_firm(title: _Title) -> bool:
    """Whether the candidate begins a firm's name, because a word of trade follows: "Builder Supplies"."""
    return title.capital_follows and fold(title.tokens[title.end]) in ENDS_FIRM


def _is_within_firm(title: _Title) -> bool:
    """Whether the candidate stands within a firm's name: "Mower Doctor Taupō Ltd"."""
    tokens, end = title.tokens, title.end
    if not title.start or not title.capital_follows or not is_capital(tokens[title.start - 1]):
        return False
    following = takewhile(is_capital, tokens[end : end + 4])
    return any(key(token) in LEGAL_FORMS for token in following)


_NO_TITLES = (
    _is_within_firm,
    _is_first_name,
    _is_time,
    _is_alone,
    _is_family_name,
    _is_end_of_name,
    _is_institution,
    _is_begin_of_firm,
)
"""Checks for candidates that are not titles."""


def _start(tokens: Sequence[str], place: int, done: int) -> int:
    """Return the start of a title with its head at ``place``."""
    start = place
    while start > done:
        before = key(tokens[start - 1])
        if _is_end_of_firm(tokens, start - 1, place):
            break
        joint = tokens[start - 1] in {"&", "/"} or before == "and"
        if before in TITLE_WORDS or (before in TITLE_HEADS and start > 0):
            start -= 1
        elif joint and start - 1 > done and key(tokens[start - 2]) in TITLE_WORDS:
            start -= 2
        else:
            break
    return start


def _is_end_of_firm(tokens: Sequence[str], at: int, place: int) -> bool:
    """Whether a word before a title in small letters ends a firm's name: "Oakhurst Primary School lead"."""
    ends = is_capital(tokens[at]) and (key(tokens[at]) in ENDS_FIRM or key(tokens[at]) in BODIES)
    return ends and at > 0 and is_capital(tokens[at - 1]) and not is_capital(tokens[place])


def _end(tokens: Sequence[str], place: int) -> int:
    """Return the end of a title with its head at ``place``: after "of Sales and Marketing", "Operations"."""
    end = place + 1
    while end < len(tokens):
        joints = 0
        while (
            joints < _MOST_JOINTS and end + joints < len(tokens) and tokens[end + joints].casefold() in JOINTS
        ):
            joints += 1
        follows = end + joints
        if follows >= len(tokens) or key(tokens[follows]) not in _TITLED:
            break
        if _begins_firm(tokens, follows, comma=tokens[end] == ","):
            break
        end = follows + 1
    return end


def _begins_firm(tokens: Sequence[str], place: int, *, comma: bool) -> bool:
    """Whether a title word begins a firm's name instead: "Manager, Quality Roofing"."""
    follows = tokens[place + 1] if place + 1 < len(tokens) else ""
    if not follows or not is_capital(follows) or not is_capital(tokens[place]):
        return False
    word = key(follows)
    return word not in _TITLED and (comma or word in ENDS_FIRM)
