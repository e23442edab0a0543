"""Names on a line, each with points for being a person and points for being a firm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tui.recognise import features as seen
from tui.recognise.chunk import Chunk, Kind
from tui.recognise.context import contact_role, is_greeted, is_label, is_past, is_suburb, meeting_points
from tui.recognise.features import Feature, score
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
from tui.recognise.words.likeness import (
    LIKELY,
    NOT,
    SURE,
    WEAK,
    firm_likeness,
    is_acronym,
    is_given,
    person_likeness,
)

if TYPE_CHECKING:
    from tui.recognise.lines import Line

NOBODY = -9.0
"""Points of a name that cannot be a person, or a firm, whatever else speaks for it."""

_LATIN = "\u2e80"
"""The first letter of scripts in which a name is repeated in brackets."""

_BEFORE = 12
"""Number of chunks examined before a name."""

_MEETING = MEALS | frozenset(
    "meet meeting met see saw catch visit drop pick party tour training class workshop kickoff parade".split()  # noqa: SIM905
)
"""Words for meetings: the place where people meet is not their employer."""

_PLAIN = ORDINARY | COMPANY_WORDS
_OF_TITLES = _PLAIN | TITLE_WORDS
_NO_FIRMS = LABELS_OF_NUMBERS | TRAILERS

_PERSON: dict[int, Feature] = {WEAK: seen.WEAK_NAME, LIKELY: seen.LIKELY_NAME, SURE: seen.SURE_NAME}
_FIRM: dict[int, Feature] = {LIKELY: seen.LIKELY_FIRM, SURE: seen.SURE_FIRM}


@dataclass(slots=True, eq=False)
class Mention:
    """A name at its place on the card.

    Attributes:
        line: Index of the line on the card, from 0.
        at: Index of the chunk on the line.
        person: Points for a person; negative if it cannot be one.
        firm: Points for a firm.
        titled: Whether a title, an honorific or a label belongs to it.
        led: Whether a verb such as "call" stands before it.
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
        """The name as it is written."""
        return Chunk(Kind.NAME, self.words).text


@dataclass(frozen=True, slots=True)
class _Context:
    """The context of a name on its line.

    Attributes:
        before: The signature of the chunks before it.
        behind: The signature of the chunks after it.
        role: The role that a label gives it.
        meeting: Whether the words before it are about a meeting.
    """

    before: str
    behind: str
    role: str
    words: int
    meeting: bool

    @property
    def titled(self) -> bool:
        return self.words > 1 and (Kind.TITLE in self.behind[:2] or Kind.TITLE in self.before[-2:])

    @property
    def polite(self) -> bool:
        return self.before.endswith(Kind.HONORIFIC)

    @property
    def led(self) -> bool:
        return Kind.VERB in self.before[-3:]

    @property
    def left(self) -> bool:
        return self.before.endswith(Kind.LEFT)

    @property
    def is_bare(self) -> bool:
        """Whether neither a label nor a bracket stands right before the name."""
        return not self.role and not self.bracketed

    @property
    def bracketed(self) -> bool:
        return self.before.endswith("(")

    @property
    def placed(self) -> bool:
        """Whether "at" or "from" stands before the name, and not after it as well: "from Ana at"."""
        before = {Kind.AT, Kind.FROM, Kind.TRADING}
        return self.before[-1:] in before and self.behind[:1] not in {Kind.AT, Kind.FROM, Kind.OF}

    @property
    def met(self) -> bool:
        """Whether the name is only the place of a meeting: "see Ana at the Northside Gym"."""
        untitled = not self.titled and Kind.TITLE not in self.before
        return self.before.endswith(Kind.AT) and self.meeting and untitled


def mentions(line: Line, signs: str, number: int, labels: Sequence[str]) -> Iterator[Mention]:
    """Yield the names on a line, in order.

    Args:
        line: The line.
        signs: Its signature.
        number: Index of the line on the card.
        labels: Labels of the card's domains: ``tuiridge``.
    """
    for at, part in enumerate(line.parts):
        if part.kind is not Kind.NAME:
            continue
        around = _context_of(line, signs, at)
        as_person, as_firm = _weigh_name(line, at, around, labels)
        titled = around.titled or around.polite or around.role == "person"
        yield Mention(number, at, part.words, as_person, as_firm, titled, around.led)


def _context_of(line: Line, signs: str, at: int) -> _Context:
    words = line.parts[at].words
    start = max(0, at - _BEFORE)
    role = line.roles.get(at, "")
    if not role and is_given(words[0]):
        role = contact_role(line.parts[max(0, at - 3) : at])
    meeting = any(one.low in _MEETING for one in line.parts[start:at])
    return _Context(signs[start:at], signs[at + 1 : at + 3], role, len(words), meeting)


def _weigh_name(line: Line, at: int, around: _Context, labels: Sequence[str]) -> tuple[float, float]:
    """Return the points of the name at index ``at`` for a person and for a firm."""
    if _is_no_name(line, at, around):
        return NOBODY, NOBODY
    words = line.parts[at].words
    as_person = person_points(
        words, polite=around.polite, titled=around.titled, led=around.led, role=around.role
    )
    as_firm = _firm(line, at, around, labels)
    unlike = as_firm < seen.LIKELY_FIRM.weight
    if around.behind[:1] == Kind.TITLE and (unlike or _is_of_titles(words)):
        return as_person if len(words) > 1 else NOBODY, NOBODY
    if around.placed:
        as_person, as_firm = as_person + seen.PLACED_PERSON.weight, as_firm + seen.PLACED_FIRM.weight
    elif unlike and as_person >= seen.SURE_NAME.weight and around.is_bare:
        as_firm = NOBODY
    return as_person, as_firm if around.met else max(as_firm, _institution(words))


def _is_no_name(line: Line, at: int, around: _Context) -> bool:
    """Whether the context shows that a run of capitals names nobody."""
    parts = line.parts
    again = around.bracketed and parts[at].words[0][0] > _LATIN
    return around.left or again or is_greeted(parts, at) or is_label(parts, at) or is_suburb(parts, at)


def _firm(line: Line, at: int, around: _Context, labels: Sequence[str]) -> float:
    """Return the points for a firm, reduced for places of meals and for past employers."""
    words = line.parts[at].words
    points = firm_points(words, labels, role=around.role)
    venue = fold(words[-1]) in VENUES
    if venue or not around.before.endswith(f"{Kind.NAME}("):
        points += meeting_points(line.parts[max(0, at - _BEFORE) : at], venue=venue)
    points += score((seen.PAST, is_past(line.parts[at + 1 : at + 3])))
    owned = around.before.endswith(Kind.TITLE + Kind.OF) and len(words) > 1 and person_likeness(words) == NOT
    return max(points, seen.WEAK_FIRM.weight) if owned else points


def _is_of_titles(words: Sequence[str]) -> bool:
    """Whether words before a title belong to it: "Principal Electrical" Engineer."""
    return all(fold(word) in _OF_TITLES for word in words)


def _institution(words: Sequence[str]) -> float:
    """Return the points of a school, a hospital or a hotel with a name of its own."""
    if len(words) == 1 or fold(words[-1]) not in BODIES:
        return NOBODY
    named = any(
        fold(word) in COMPANY_WORDS or not (fold(word) in ORDINARY or is_given(word)) for word in words[:-1]
    )
    return seen.INSTITUTION.weight if named else NOBODY


def person_points(
    words: Sequence[str], *, polite: bool = False, titled: bool = False, led: bool = False, role: str = ""
) -> float:
    """Return the points for a person."""
    like = person_likeness(words)
    small = words[0][0].islower() and not is_given(words[0])
    if small and not role and not polite:
        return NOBODY
    base = _person_name(words, like, polite=polite)
    if base is None:
        return NOBODY
    if role == "firm":
        return base.weight if like == SURE else NOBODY
    return base.weight + score(
        (seen.POLITE, polite),
        (seen.TITLED, titled),
        (seen.LED, led),
        (seen.LABELLED_PERSON, role == "person"),
        (seen.LABELLED_EITHER, role == "either"),
    )


def _person_name(words: Sequence[str], like: int, *, polite: bool) -> Feature | None:
    """Return the feature that a name's own words show for a person, or None."""
    if len(words) == 1:
        return _one_name(words[0], polite=polite)
    if like < SURE and firm_likeness(words) >= LIKELY:
        return None
    return _PERSON.get(like)


def _one_name(word: str, *, polite: bool) -> Feature | None:
    """Return the feature that a single word shows for a person, or None."""
    folded = fold(word)
    if not _is_spelt(word, folded):
        return None
    plain = folded in _PLAIN
    if is_given(word):
        return seen.PLAIN_GIVEN_NAME if plain else seen.GIVEN_NAME
    if polite and folded not in ORDINARY:
        return seen.ADDRESSED_NAME
    if plain:
        return None
    return seen.FAMILY_NAME if folded in FAMILY_NAMES else seen.UNKNOWN_WORD


def _is_spelt(word: str, folded: str) -> bool:
    """Whether a word has only letters, more than one, and is neither an acronym nor a place."""
    if len(folded) <= 1 or not word[0].isalpha() or not folded.isalpha():
        return False
    return folded not in PLACES and not is_acronym(word)


def firm_points(words: Sequence[str], labels: Sequence[str] = (), *, role: str = "") -> float:
    """Return the points for a firm."""
    like = firm_likeness(words, labels)
    if len(words) == 1 and like < SURE and fold(words[0]) in _PLAIN:
        return NOBODY
    points = _points_without_trade(words) if like == WEAK else _FIRM[like].weight if like else NOBODY
    if role == "person":
        return points if like >= LIKELY else NOBODY
    return _labelled(points, role, len(words)) if role else points


def _labelled(points: float, role: str, words: int) -> float:
    """Return the points of a firm with a label; several words after a label of firms always count."""
    named = role == "firm" and words > 1
    return max(points + seen.LABELLED_FIRM.weight, seen.LABELLED_NAME.weight if named else NOBODY)


def _points_without_trade(words: Sequence[str]) -> float:
    """Return the points of a firm's name without a word of trade."""
    if len(words) == 1:
        base = _one_word(words[0])
        return base.weight if base else NOBODY
    return score((seen.WEAK_FIRM, 1), (seen.ORDINARY_WORD, sum(fold(word) in ORDINARY for word in words)))


def _one_word(word: str) -> Feature | None:
    """Return the feature that a single word shows for a firm, or None."""
    folded = fold(word)
    if folded in _NO_FIRMS or len(folded) <= 1 or word.casefold().startswith("ex-"):
        return None
    if is_given(word):
        return seen.GIVEN_NAME_OF_FIRM
    coined = any(char.isupper() for char in word[1:]) and not word.isupper()
    return seen.COINED_WORD if coined else seen.ONE_WORD
