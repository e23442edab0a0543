"""Evidence from the words between and around a person and a firm."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

from tui.recognise.chunk import Kind
from tui.recognise.page import FIRM, NEITHER, PERSON
from tui.recognise.pairs.needs import FORWARD, IN_TITLE, PERSON_BETWEEN, PERSON_LABELLED, needs, vocabulary
from tui.recognise.pairs.pair import LONGEST
from tui.recognise.words.lexicon import ROLES, fold
from tui.recognise.words.word_list import word_list

if TYPE_CHECKING:
    from tui.recognise.pairs.pair import Pair

EMPLOYED = vocabulary(word_list("employment"))
"""Words that say that one works for a firm, or that it is theirs."""

DEALT = vocabulary(word_list("dealings"))
"""Words of dealings between two parties."""

SHE = vocabulary("he he'd he'll he's hes she she'd she'll she's shes they they're who who's".split())  # noqa: SIM905
ALL = vocabulary(("all", "both", "each", "everyone", "everybody"))

PARTIES = vocabulary(word_list("parties"))
"""Words before somebody who is a party of their own."""

WORK = ROLES | word_list("work_labels")
"""Last words of the label of somebody who works for a firm."""

UNDER = vocabulary(word_list("ranks"))
"""Words between two people of one firm: "Ana reports to Hemi at Kea"."""

TEAM = vocabulary(("crew", "everybody", "everyone", "folks", "friends", "gang", "staff", "team", "us"))
"""Words for the people of a firm who sign a letter: "The team at Kea"."""

ASKED = vocabulary(word_list("asked"))
"""Words before somebody who is spoken to."""

_NEAR = 4


@needs(EMPLOYED)
def is_employed(pair: Pair) -> bool:
    """Whether a word between the two says that one works for a firm."""
    return not EMPLOYED.isdisjoint(pair.words)


@needs(DEALT)
def is_dealt(pair: Pair) -> bool:
    """Whether a word between the two tells of dealings between parties."""
    return not DEALT.isdisjoint(pair.words)


@needs(FORWARD, SHE)
def is_told(pair: Pair) -> bool:
    """Whether "he" or "she" stands between a person and a firm behind: "She is with Kea"."""
    return pair.forward and not SHE.isdisjoint(pair.words)


@needs(FORWARD, ALL)
def are_all(pair: Pair) -> bool:
    """Whether all people of a list before a firm are said to be of it: "All from Kea"."""
    return pair.forward and not ALL.isdisjoint(pair.words[-_NEAR:])


@needs(PARTIES)
def is_party(pair: Pair) -> bool:
    """Whether a word before a person, or their label, makes them a party of their own: "Tenant"."""
    return not PARTIES.isdisjoint((*pair.person.left[-2:], *pair.person.row.label.split()))


@needs(PERSON_LABELLED)
def is_of_work(pair: Pair) -> bool:
    """Whether the label of a person says what they do for a firm: "Lead tester", not "Tenant"."""
    label = pair.person.row.label.split() if pair.person.role else []
    return bool(label) and fold(label[-1]) in WORK and PARTIES.isdisjoint(label)


@needs(FORWARD, PERSON_BETWEEN, UNDER)
def is_under_another(pair: Pair) -> bool:
    """Whether a person reports to, or replaces, another who stands before the firm."""
    return pair.forward and PERSON in pair.between and not UNDER.isdisjoint(pair.words)


@needs(TEAM)
def is_signed_by_team(pair: Pair) -> bool:
    """Whether a firm is that of those who sign: "The team at Kea"."""
    return pair.firm.before[-1:] in _PLACED and not TEAM.isdisjoint(pair.firm.left[-_NEAR:])


def is_first_person(pair: Pair) -> bool:
    """Whether no likely person stands before a person in their text."""
    own = pair.person.passage
    for one in pair.person.page.people:
        if one.passage == own:
            return one is pair.person
    return False


@needs(IN_TITLE)
def is_end_of_title(pair: Pair) -> bool:
    """Whether a firm ends the title, and the person stands in a text below."""
    return pair.firm.passage == 0 < pair.person.passage and not pair.firm.behind.strip(")")


@needs(ASKED)
def is_asked(pair: Pair) -> bool:
    """Whether a word before a person says that they are spoken to."""
    return not ASKED.isdisjoint(pair.person.left[-3:])


def is_titled(pair: Pair) -> bool:
    """Whether a job title stands right behind a person: "Ana Reid (CFO)"."""
    behind = pair.person.behind
    return behind[:2] in _TITLED or behind[:3] in {",.T", "i.T"}


@needs(SHE)
def is_told_of(pair: Pair) -> bool:
    """Whether "he", "she" or "who" stands right behind a person."""
    return not SHE.isdisjoint(pair.person.right[:3])


_PLACED = frozenset((Kind.AT, Kind.FROM, Kind.OF))
_TITLED = frozenset((",T", "(T", "-T", "|T"))
_DIRECTIONS, _ORDER = ("backward", "forward"), ("first", "last")
_FAR, _MANY = (2, 4, 8, 16, 32), 3
_LENGTHS = [[f"chunks between over {far}, {way}" for far in _FAR] for way in _DIRECTIONS]
_NUMBERS = [
    [
        [f"{what} between: {min(number, _MANY)}, {way}" for number in range(LONGEST + 1)]
        for what in ("people", "firms", "other names", "lines")
    ]
    for way in _DIRECTIONS
]
"""Levels of the number of chunks between two names, and what is counted there, by whether the person stands first."""


@lru_cache(maxsize=1024)
def counts(between: str, *, forward: bool) -> list[str]:
    """Name the levels that the number of chunks between two names is over, and the numbers of names and of lines."""
    people, firms, others, lines = _NUMBERS[forward]
    count = between.count
    return [
        *_LENGTHS[forward][: bisect_left(_FAR, len(between))],
        people[count(PERSON)], firms[count(FIRM)], others[count(NEITHER)], lines[count(Kind.LINE)],
    ]  # fmt: skip


@lru_cache(maxsize=512)
def signs_of_person(before: str, behind: str, *, forward: bool) -> tuple[str, ...]:
    """Name the signs before and behind a person."""
    way = _DIRECTIONS[forward]
    return f"{before} before the person, {way}", f"{behind} behind the person, {way}"


@lru_cache(maxsize=512)
def signs_of_firm(before: str, behind: str, *, forward: bool) -> tuple[str, ...]:
    """Name the two signs before a firm, and the one behind."""
    way = _DIRECTIONS[forward]
    return (
        f"{before[-1:]} before the firm, {way}",
        f"{behind} behind the firm, {way}",
        f"{before} before the firm, which is {_ORDER[forward]}",
    )
