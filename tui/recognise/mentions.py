"""Names on a line, each with how much speaks for a person and how much for a firm, in points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tui.recognise.around import away, called, is_greeted, is_label, is_past, is_suburb
from tui.recognise.chunks import Chunk
from tui.recognise.lines import Line
from tui.recognise.words.lexicon import (
    BODIES,
    COMPANY_WORDS,
    FAMILY_NAMES,
    LABELS_OF_NUMBERS,
    MEALS,
    ORDINARY,
    PLACES,
    TITLE_WORDS,
    TRAILERS,
    VENUES,
    fold,
)
from tui.recognise.words.likeness import LIKELY, NOT, SURE, WEAK, firm, is_acronym, is_given, person

NOBODY = -9.0
_LATIN = "\u2e80"
"""Letters from here on write a name a second time, in brackets."""

_BEFORE = 12
"""Chunks before a name that say something of it."""


_MEETING = MEALS | frozenset(
    "meet meeting met see saw catch visit drop pick party tour training class workshop kickoff parade".split()  # noqa: SIM905
)
"""What people do together at a place that is neither's firm."""

_PLAIN = ORDINARY | COMPANY_WORDS
_OF_TITLES = _PLAIN | TITLE_WORDS

_PERSON = {NOT: NOBODY, WEAK: 2.0, LIKELY: 2.5, SURE: 5.0}
_FIRM = {NOT: NOBODY, WEAK: 2.0, LIKELY: 5.0, SURE: 6.0}
_SURNAME, _NICKNAME = 1.0, 0.5
"""A family name alone; a word nobody knows alone, which only "at" and a sure firm make a person."""

_ONE_WORD, _COINED = 1.5, 3.0
"""A firm of one word nobody knows, and one of capitals within: AgriVault."""

_PLACED, _BODY = 3.0, 4.0
"""What "at" before a name takes from a person; a school, a hospital."""

_LED, _TITLED, _POLITE, _LABELLED = 0.5, 1.0, 2.5, 2.0
_FIRM_LABEL, _LEAST_LABELLED, _PAST = 3.0, 4.0, 4.0


@dataclass(slots=True, eq=False)
class Mention:
    """A name where it stands.

    Attributes:
        line: Which of the card's lines, from 0.
        at: Which chunk of the line.
        person: Points for a person; negative for what is none.
        firm: Points for a firm.
        titled: Whether a title, an honorific or a label goes with it.
        led: Whether a verb of meeting leads to it.
    """

    line: int
    at: int
    words: tuple[str, ...]
    person: float
    firm: float
    titled: bool = False
    led: bool = False

    @property
    def text(self) -> str:
        """As a name is written."""
        return Chunk("run", self.words).text


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands around a name on its line, a letter a chunk: ``before`` and ``behind`` it.

    Attributes:
        role: What a label says it is.
    """

    before: str
    behind: str
    role: str
    words: int
    meeting: bool

    @property
    def titled(self) -> bool:
        return self.words > 1 and ("T" in self.behind[:2] or "T" in self.before[-2:])

    @property
    def polite(self) -> bool:
        return self.before.endswith("H")

    @property
    def left(self) -> bool:
        return self.before.endswith("~")

    @property
    def placed(self) -> bool:
        """Whether "at" or "from" stands before it, and not behind it as well: "from Ana at"."""
        return self.before[-1:] in {"@", "f", "t"} and self.behind[:1] not in {"@", "f", "o"}

    @property
    def met(self) -> bool:
        """Whether it is only where two people meet: "see Ana at the Northside Gym"."""
        return self.before.endswith("@") and self.meeting and not self.titled and "T" not in self.before


def mentions(line: Line, letters: str, number: int, labels: Sequence[str]) -> Iterator[Mention]:
    """The names on a line, in order.

    Args:
        line: The line.
        letters: Its chunks, a letter each, as ``gap`` writes them.
        number: Which of the card's lines it is.
        labels: What the card's domains are called: ``tuiridge``.
    """
    for at, part in enumerate(line.parts):
        if part.kind != "run":
            continue
        role = line.roles.get(at, "")
        if not role and is_given(part.words[0]):
            role = called(line.parts[max(0, at - 3) : at])
        meeting = any(one.low in _MEETING for one in line.parts[max(0, at - _BEFORE) : at])
        around = _Around(
            letters[max(0, at - _BEFORE) : at], letters[at + 1 : at + 3], role, len(part.words), meeting
        )
        led = "V" in around.before[-3:]
        who, where = _weighed(line, at, around, labels)
        yield Mention(
            number, at, part.words, who, where, around.titled or around.polite or role == "person", led
        )


def _weighed(line: Line, at: int, around: _Around, labels: Sequence[str]) -> tuple[float, float]:
    """The points of the name at a place for a person and for a firm."""
    words, led = line.parts[at].words, "V" in around.before[-3:]
    who = person_points(words, polite=around.polite, titled=around.titled, led=led, role=around.role)
    where = _firm(line, at, around, labels)
    if (
        around.left
        or is_greeted(line.parts, at)
        or is_label(line.parts, at)
        or is_suburb(line.parts, at)
        or (around.before.endswith("(") and words[0][0] > _LATIN)
    ):
        return NOBODY, NOBODY
    if around.behind[:1] == "T" and (where < _FIRM[LIKELY] or _is_of_titles(words)):
        return who if len(words) > 1 else NOBODY, NOBODY
    if around.placed:
        who, where = who - _PLACED, where + 1
    elif (
        who >= _PERSON[SURE] and where < _FIRM[LIKELY] and not around.role and not around.before.endswith("(")
    ):
        where = NOBODY
    return who, where if around.met else max(where, _organised(words))


def _firm(line: Line, at: int, around: _Around, labels: Sequence[str]) -> float:
    """Points for a firm, less where people eat or where it is long ago."""
    words = line.parts[at].words
    where = firm_points(words, labels, role=around.role)
    venue = fold(words[-1]) in VENUES
    if venue or not around.before.endswith("R("):
        where -= away(line.parts[max(0, at - _BEFORE) : at], venue=venue)
    if is_past(line.parts[at + 1 : at + 3]):
        where -= _PAST
    owned = around.before.endswith("To") and len(words) > 1 and person(words) == NOT
    return max(where, _FIRM[WEAK]) if owned else where


def _is_of_titles(words: Sequence[str]) -> bool:
    """Whether words before a title are part of it: "Principal Electrical" Engineer."""
    return all(fold(word) in _OF_TITLES for word in words)


def _organised(words: Sequence[str]) -> float:
    """Points of a school, a hospital, a hotel: where somebody is from, though not where two people meet."""
    proper = [word for word in words[:-1] if fold(word) not in ORDINARY and not is_given(word)]
    named = proper or any(fold(word) in COMPANY_WORDS for word in words[:-1])
    return _BODY if len(words) > 1 and fold(words[-1]) in BODIES and named else NOBODY


def person_points(
    words: Sequence[str], *, polite: bool = False, titled: bool = False, led: bool = False, role: str = ""
) -> float:
    """How much speaks for a person."""
    like = person(words)
    if words[0][0].islower() and not is_given(words[0]) and not role and not polite:
        return NOBODY
    points = _PERSON[like]
    if len(words) == 1:
        points = _one_name(words[0], polite=polite)
    elif firm(words) >= LIKELY and like < SURE:
        return NOBODY
    elif like == WEAK:
        points = _PERSON[WEAK] - 0.5
    if points == NOBODY or role == "firm":
        return NOBODY if like < SURE else points
    labelled = {"person": _LABELLED, "either": _TITLED}.get(role, 0.0)
    return points + _POLITE * polite + _TITLED * titled + _LED * led + labelled


def _one_name(word: str, *, polite: bool) -> float:
    """Points of a name of one word."""
    folded = fold(word)
    if (
        folded in PLACES
        or len(folded) <= 1
        or not word[0].isalpha()
        or is_acronym(word)
        or not folded.isalpha()
    ):
        return NOBODY
    if is_given(word):
        return _SURNAME if folded in ORDINARY or folded in COMPANY_WORDS else _PERSON[WEAK]
    if polite and folded not in ORDINARY:
        return _PERSON[WEAK]
    if folded in ORDINARY or folded in COMPANY_WORDS:
        return NOBODY
    return _SURNAME if folded in FAMILY_NAMES else _NICKNAME


def firm_points(words: Sequence[str], labels: Sequence[str] = (), *, role: str = "") -> float:
    """How much speaks for a firm."""
    like = firm(words, labels)
    points = _FIRM[like]
    if len(words) == 1 and fold(words[0]) in _PLAIN and like < SURE:
        return NOBODY
    if like == WEAK:
        points = _unknown(words)
    if role == "person":
        return points if like >= LIKELY else NOBODY
    if role not in {"firm", "either"}:
        return points
    return max(points + _FIRM_LABEL, _LEAST_LABELLED if role == "firm" and len(words) > 1 else NOBODY)


def _unknown(words: Sequence[str]) -> float:
    """Points of a name without a word of trade."""
    if len(words) == 1:
        if fold(words[0]) in LABELS_OF_NUMBERS or fold(words[0]) in TRAILERS or len(fold(words[0])) <= 1:
            return NOBODY
        if words[0].casefold().startswith("ex-"):
            return NOBODY
        if is_given(words[0]):
            return _NICKNAME
        coined = any(char.isupper() for char in words[0][1:]) and not words[0].isupper()
        return _COINED if coined else _ONE_WORD
    odd = sum(fold(word) in ORDINARY for word in words)
    return _FIRM[WEAK] - odd * 0.5
