"""A line of text in chunks: runs of capitals, titles, joining words and marks, in the order they are written."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tui.recognise.lexicon import (
    COMPANY_WORDS,
    FAMILY_NAMES,
    FILLERS,
    FIRM_LABELS,
    GIVEN_NAMES,
    HONORIFICS,
    LEGAL_FORMS,
    ORDINARY,
    PARTICLES,
    TITLE_WORDS,
    TRAILERS,
    VERBS,
    fold,
)
from tui.recognise.likeness import LIKELY, SURE, firm, is_given, person
from tui.recognise.raised import raised
from tui.recognise.titles import ENDS_FIRM, JOINTS, is_capital, key, titles

TOKEN = re.compile(
    r"[tT]/(?:[aA]|[aA][sS])\b|[wW]/|[cC]/[oO]\b|[pP]/[lL]\b|[^\W\d_][\w'’ʻ‘ʼ]*(?:[.-][^\W\d_][\w'’ʻ‘ʼ]*)*\.?|\d[\w.,%$-]*|--|[^\w\s]|\S"
)
MARKUP = str.maketrans(dict.fromkeys('*_`#>[]{}~\t\u00a0\u200b"“”', " "))

Kind = Literal["run", "title", "honorific", "verb", "mark", "at", "from", "of", "with", "is", "and", "trading", "filler", "other"]  # fmt: skip
"""What a chunk is: ``mark`` is punctuation between parts; ``filler`` may stand between a person and "at"."""

_MARKS = dict.fromkeys("–—-|/·•:;,()＠", "mark") | {"--": "mark"}
_JOINS: dict[str, Kind] = {
    "at": "at", "@": "at", "c/o": "at", "from": "from", "of": "of", "with": "with", "w/": "with", "is": "is", "=": "is",
    "was": "is", "and": "and", "&": "and", "+": "and", "t/a": "trading", "t/as": "trading",
}  # fmt: skip
_TRADING = re.compile(r"\b[Tt]rading as\b|\bTRADING AS\b|\b[Dd]/[Bb]/[Aa]\b")
_EMPLOYED = re.compile(
    r" (?:who )?(?:(?:works?|working|consults|consulting) (?:for|with)|(?:has |have )?(?:just |recently )?joined) "
)
_ADDRESSED = re.compile(r"\((?:she|he|they|ia)/\w{2,5}(?:/\w{2,6})?\)", re.IGNORECASE)
"""How somebody wants to be spoken of: "(she/her)"."""

_INITIALS = 2
_FEWEST_IN_TWO = 4
_BODIES = frozenset(
    ("city", "town", "shire", "district", "parish", "order", "sisters", "friends", "house", "school", "board")
)
"""What is called after a place or a saint: "City of Tūī"."""

_BEFORE_NAMES = frozenset(
    ("te", "nga", "ngati", "st", "mt", "new", "the", "al", "abu", "saint", "mount", "port", "lake")
)
"""What names of places and of firms begin with."""

_NO_RUN = frozenset(_JOINS) | frozenset(_MARKS)
_KEEP_STOP = (
    (LEGAL_FORMS - {"limited", "ltd", "incorporated", "corporation"})
    | HONORIFICS
    | {"assoc", "co", "st", "bros", "mt", "inc"}
)
_AFTER_NAME = frozenset(("(", "-", "–", "—", "|", ";"))


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a line.

    Attributes:
        words: As written, without the stop that ends a sentence.
        ends: Whether a sentence ends after it.
    """

    kind: Kind
    words: tuple[str, ...]
    ends: bool = False

    @property
    def text(self) -> str:
        """The words as a name is written."""
        return " ".join(self.words).replace("( ", "(").replace(" )", ")")

    @property
    def low(self) -> str:
        """The first word, folded for looking up."""
        return self.words[0].casefold()


def chunks(line: str) -> list[Chunk]:
    """The chunks of a line without markup; words of a line without capitals are read as if they had them."""
    line = _EMPLOYED.sub(" at ", _ADDRESSED.sub(" ", _TRADING.sub("t/a", line)))
    tokens = TOKEN.findall(line)
    if not any(token[0].isupper() and not token.isupper() for token in tokens[1:]):
        return [*_parts(tokens, raised(tokens))]
    return _turned(_called([*_parts(tokens, tokens)]))


def _called(parts: list[Chunk]) -> list[Chunk]:
    """The chunks with ``Margaret (Meg) Dunstan`` without what she is called."""
    for place in range(len(parts) - 5, -1, -1):
        if place + 5 > len(parts):
            continue
        given, opened, short, closed, family = parts[place : place + 5]
        if {given.kind, short.kind, family.kind} != {"run"} or (opened.low, closed.low) != ("(", ")"):
            continue
        if len(short.words) == len(family.words) == 1 and is_given(given.words[-1]):
            parts[place : place + 5] = [Chunk("run", (*given.words, *family.words), ends=family.ends)]
    return parts


def _turned(parts: list[Chunk]) -> list[Chunk]:
    """The chunks with ``Reid, Ana`` turned round."""
    for place in range(len(parts) - 3, -1, -1):
        if place + 3 > len(parts):
            continue
        family, comma, given = parts[place : place + 3]
        if comma.words != (",",) or family.kind != "run" or given.kind != "run" or len(family.words) > 1:
            continue
        begins = not place or (
            parts[place - 1].kind in {"mark", "verb", "honorific"} and parts[place - 1].words != (",",)
        )
        ends = place + 3 == len(parts) or parts[place + 3].words[0] in _AFTER_NAME
        if begins and ends and _is_turned(family.words[0], given.words):
            parts[place : place + 3] = [Chunk("run", (*given.words, *family.words))]
    return parts


def _is_turned(family: str, given: Sequence[str]) -> bool:
    known = fold(family) in FAMILY_NAMES and not (is_given(family) and fold(given[0]) in FAMILY_NAMES)
    return (
        known
        and len(given) <= _INITIALS
        and is_given(given[0])
        and not any(fold(word) in ORDINARY for word in given)
    )


def _parts(written: Sequence[str], tokens: Sequence[str]) -> Iterator[Chunk]:
    """Chunks of ``tokens``, in the words of ``written``."""
    titled = titles(tokens)
    place = 0
    while place < len(tokens):
        end = titled.get(place)
        if end is not None:
            yield Chunk("title", tuple(written[place:end]))
        elif is_capital(tokens[place]) and tokens[place].casefold() not in _NO_RUN:
            end = _run_end(tokens, place, titled)
            yield from _run(written[place:end], tokens[place:end])
        else:
            end = place + 1
            yield _single(written[place])
        place = end


def _single(token: str) -> Chunk:
    word = token.casefold().rstrip(".") if len(token) > 1 else token.casefold()
    kind: Kind = "other"
    if word in _JOINS:
        kind = _JOINS[word]
    elif word in _MARKS:
        kind = "mark"
    elif word in HONORIFICS:
        kind = "honorific"
    elif word in FILLERS or (word in TITLE_WORDS and word.isalpha()):
        kind = "filler"
    elif fold(word) in VERBS:
        kind = "verb"
    return Chunk(kind, (token,), ends=token in {".", "!", "?"} or (len(word) > 1 and token.endswith(".")))


def _run_end(tokens: Sequence[str], start: int, titled: dict[int, int]) -> int:
    """Where a run of capitals that begins at ``start`` ends."""
    place = start + 1
    while place < len(tokens) and place not in titled:
        if _stops(tokens[place - 1]) or _possesses(tokens, place - 1):
            break
        step = _step(tokens, place, start)
        if not step:
            break
        place += step
    return place


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


def _stops(token: str) -> bool:
    return token.endswith(".") and len(token) > _INITIALS + 1 and key(token) not in _KEEP_STOP


def _step(tokens: Sequence[str], place: int, start: int) -> int:
    """How many tokens from ``place`` go on with a run: a capital, or small words before one."""
    word = tokens[place].casefold()
    if word in _JOINS and word not in {"&", "+", "of", "and"}:
        return 0
    if is_capital(tokens[place]):
        return 1
    if word == "(":
        closed = (
            place + 3 < len(tokens) and tokens[place + 2] == ")" and key(tokens[place + 3]) in LEGAL_FORMS
        )
        return 4 if closed else 0
    after = tokens[place + 1] if place + 1 < len(tokens) else ""
    if word == "of" and after == "the" and key(tokens[place - 1]) in COMPANY_WORDS | _BODIES:
        return 3 if place + 2 < len(tokens) and is_capital(tokens[place + 2]) else 0
    if not after or not is_capital(after) or after.casefold() in _JOINS:
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
        joined = after in COMPANY_WORDS
    else:
        joined = word in {"of", "the"} and key(tokens[place - 1]) in COMPANY_WORDS | _BODIES
    return 1 if joined else -1


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
    if all(given) and len(before) == 1 and person(behind) == SURE:
        return True
    return any(given) and all(len(words) > 1 and person(words) > 1 for words in (before, behind))


def _run(written: Sequence[str], tokens: Sequence[str]) -> Iterator[Chunk]:
    """A run of capitals without the verbs before it, the honorifics, and the days behind it."""
    start, end = 0, len(tokens)
    while start < end and (kind := _leads(tokens[start:end])):
        if tokens[start] == "The" and firm(tokens[start + 1 : end]) >= LIKELY:
            break
        yield Chunk(kind, (written[start],))
        start += 1
    tail = end
    while end - 1 > start and _trails(tokens[start:end]):
        end -= 1
    if start < end:
        last = written[end - 1]
        # "Pty. Ltd." is written with stops; "Kea Limited." ends a sentence.
        abbreviated = end - start > 1 and written[end - 2].endswith(".") and key(last) in LEGAL_FORMS
        words = [*written[start : end - 1], last if abbreviated else _bare(last)]
        yield Chunk("run", tuple(words), ends=tail == end and _stops(tokens[end - 1]))
        if words[-1] != written[end - 1].rstrip(".") and not written[end - 1].endswith("."):
            yield Chunk("mark", ("'s",))
    for word in written[end:tail]:
        yield Chunk("verb", (word,))


def _bare(word: str) -> str:
    bare = word.removesuffix("'s").removesuffix("’s")
    bare = bare.rstrip("'’") if bare[0].isalpha() else bare
    return bare.rstrip(".") if _stops(bare) else bare


def _leads(tokens: Sequence[str]) -> Kind | None:
    """Whether the first word is no part of the name: a verb, an honorific."""
    word = key(tokens[0])
    if word in HONORIFICS:
        return "honorific"
    named = len(tokens) > 1 and is_given(tokens[0]) and (person(tokens) > 1 and word not in {"hi", "dear"})
    doing = (
        len(tokens) > _INITIALS and _is_nobody(word) and is_given(tokens[1]) and person(tokens[1:]) == SURE
    )
    told = word in FIRM_LABELS and len(tokens) > _INITIALS and firm(tokens[1:]) >= LIKELY
    if (word in VERBS or doing or told) and not named:
        return None if len(tokens) > 1 and firm(tokens) > 2 and key(tokens[1]) in LEGAL_FORMS else "verb"  # noqa: PLR2004
    return None


def _is_nobody(word: str) -> bool:
    """Whether a word before a given name is no part of the name: "Requester Pietro Salvemini"."""
    return not (word in GIVEN_NAMES or word in FAMILY_NAMES or word in PARTICLES or word in _BEFORE_NAMES)


def _trails(tokens: Sequence[str]) -> bool:
    """Whether the last word is no part of the name: a day, a month, the label of a number, a degree."""
    if len(tokens) > _INITIALS and _is_degree(tokens[-1]) and person(tokens[:_INITIALS]) == SURE:
        return tokens[0].upper() != tokens[0]
    named = len(tokens) == _INITIALS and is_given(tokens[0])
    return key(tokens[-1]) in TRAILERS and not named


def _is_degree(token: str) -> bool:
    """Whether a word is letters behind a name: "MBA", "BVSc", "CPEng"."""
    return len(token) > _INITIALS and sum(letter.isupper() for letter in token) > _INITIALS


def split(part: Chunk) -> list[Chunk]:
    """A run of a firm and a person in two, ``Kea Freight Ana Reid``; any other part as it is."""
    if part.kind != "run" or len(part.words) < _FEWEST_IN_TWO or person(part.words) or _is_formed(part.words):
        return [part]
    for at in range(2, len(part.words) - 1):
        one, other = part.words[:at], part.words[at:]
        if "&" in {one[-1], other[0]}:
            continue
        if any(
            is_given(who[0]) and person(who) == SURE and firm(where) >= LIKELY
            for who, where in ((one, other), (other, one))
        ):
            return [Chunk("run", one), Chunk("run", other, part.ends)]
    return [part]


def _is_formed(words: Sequence[str]) -> bool:
    return key(words[-1]) in LEGAL_FORMS
