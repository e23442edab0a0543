"""Titles among the words of a line: "Head of Operations", "ops manager", "CEO"."""

import re
from collections.abc import Sequence

from tui.recognise.words.lexicon import (
    BODIES,
    COMPANY_WORDS,
    FAMILY_NAMES,
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
"""What stands between the words of a title: "Head of Sales and Marketing"."""

ENDS_FIRM = LEGAL_FORMS | COMPANY_WORDS
"""Words a firm's name ends with."""

_TITLED = TITLE_WORDS | TITLE_HEADS

_BEFORE_FIRM = frozenset(("at", "@", "from"))
_MOST_JOINTS = 2
_AL = re.compile(r"(?:al|el|ad|an|ar|as|ash|at|az)-[^\W\d_]")
_OKINA = "'‘’ʻ"
_CALLINGS = ("ologist", "ician", "iatrist", "therapist", "grapher", "keeper")


def is_capital(token: str) -> bool:
    """Whether a word begins as a name does; scripts without capitals count."""
    if _AL.match(token):
        return True
    return (
        token[0].isupper()
        or (token[0] in _OKINA and token[1:2].isupper())
        or (token[0].isalpha() and not token[0].islower() and token.isalpha())
    )


def key(token: str) -> str:
    """A word as it is looked up: folded, without its stop."""
    return fold(token.rstrip("."))


def titles(tokens: Sequence[str]) -> dict[int, int]:
    """Where titles begin, and where they end: "Head of Operations", "ops manager", "CEO"."""
    found: dict[int, int] = {}
    done = 0
    for place, token in enumerate(tokens):
        word = key(token)
        if place < done or not (word in TITLE_HEADS or word.endswith(_CALLINGS)):
            continue
        start, end = _start(tokens, place, done), _end(tokens, place)
        if start == place and (
            (is_given(token) and is_capital(token) and end < len(tokens) and is_capital(tokens[end]))
            or (word in WEAK_HEADS and end == place + 1)
            or (word in SURNAME_HEADS and is_capital(token) and place and is_given(tokens[place - 1]))
            or (word in TRADE_HEADS and _ends_firm(tokens, place))
        ):
            continue
        if start and end - 1 > place and _is_body(tokens, start, end):
            continue
        if (
            end < len(tokens)
            and fold(tokens[end]) in ENDS_FIRM
            and is_capital(token)
            and is_capital(tokens[end])
        ):
            continue
        found[start] = done = end
    return found


def _ends_firm(tokens: Sequence[str], place: int) -> bool:
    """Whether what a trade is called ends a firm's name: "from Dockside Physio"; "Moana Kerr Physio" is somebody."""
    at = place
    while at and is_capital(tokens[at - 1]) and tokens[at - 1].casefold() not in _BEFORE_FIRM:
        at -= 1
    before = tokens[at:place]
    if not before or not is_capital(tokens[place]):
        return False
    placed = at > 0 and tokens[at - 1].casefold() in _BEFORE_FIRM
    return placed or not any(
        is_given(word) or key(word) in FAMILY_NAMES or key(word) in _TITLED for word in before
    )


def _is_body(tokens: Sequence[str], start: int, end: int) -> bool:
    """Whether what looks like a title is the end of a firm's name: "Hillgrove Specialist Centre"."""
    return is_capital(tokens[start - 1]) and is_capital(tokens[start]) and key(tokens[end - 1]) in BODIES


def _start(tokens: Sequence[str], place: int, done: int) -> int:
    """Where a title with its head at ``place`` begins."""
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
    """Where a title with its head at ``place`` ends: behind "of Sales and Marketing", "Operations"."""
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
    """Whether a title's word begins a firm's name instead: "Manager, Quality Roofing"."""
    follows = tokens[place + 1] if place + 1 < len(tokens) else ""
    if not follows or not is_capital(follows) or not is_capital(tokens[place]):
        return False
    word = key(follows)
    return word not in _TITLED and (comma or word in ENDS_FIRM)
