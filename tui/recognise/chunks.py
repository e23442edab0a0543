"""A line of text in chunks: runs of capitals, titles, joining words and marks, in the order they are written."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tui.recognise.runs import JOINS, Kind, bare, leads, run_end, stops, trails
from tui.recognise.words.lexicon import (
    BODIES,
    FAMILY_NAMES,
    FILLERS,
    HONORIFICS,
    LEGAL_FORMS,
    ORDINARY,
    TITLE_WORDS,
    VERBS,
    fold,
)
from tui.recognise.words.likeness import LIKELY, SURE, firm, is_given, person
from tui.recognise.words.raised import lifted, raised
from tui.recognise.words.titles import is_capital, key, titles

TOKEN = re.compile(
    r"['’]t(?=\s+[A-Z])|(?<!\w)['‘’ʻ](?=[AEIOU])[^\W\d_]+(?![\w'’])|[tT]/(?:[aA]|[aA][sS])\b|[wW]/|[cC]/[oO]\b|[pP]/[lL]\b|[^\W\d_][\w'’ʻ‘ʼ]*(?:[.-][^\W\d_][\w'’ʻ‘ʼ]*)*\.?|\d[\w.,%$-]*|--|[^\w\s]|\S"
)
MARKUP = str.maketrans(dict.fromkeys('*_`#>[]{}~\t\u00a0\u200b"“”', " "))

_MARKS = dict.fromkeys("–—-|/·•:;,()＠", "mark") | {"--": "mark"}
_TRADING = re.compile(r"\b[Tt]rading as\b|\bTRADING AS\b|\b[Dd]/[Bb]/[Aa]\b")
_EMPLOYED = re.compile(
    r" (?:who )?(?:(?:works?|working|consults|consulting) (?:for|with)|(?:has |have )?(?:just |recently )?joined) "
)
_MOVED = re.compile(
    r" (?:has |have )?(?:moved|gone|shifted|jumped|transferred) (?:over |across )?from [^,.]{2,40}? to "
)
"""Where somebody has been before: what is behind it is where they are."""

_ADDRESSED = re.compile(r"\((?:she|he|they|ia)/\w{2,5}(?:/\w{2,6})?\)", re.IGNORECASE)
"""How somebody wants to be spoken of: "(she/her)"."""

_INITIALS = 2
_FEWEST_IN_TWO = 4


_NO_RUN = frozenset(JOINS) | frozenset(_MARKS)
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
    line = _EMPLOYED.sub(" at ", _MOVED.sub(" at ", _ADDRESSED.sub(" ", _TRADING.sub("t/a", line))))
    tokens = TOKEN.findall(line)
    if not any(token[0].isupper() and not token.isupper() for token in tokens[1:]):
        return [*_parts(tokens, raised(tokens))]
    return _turned(_called([*_parts(tokens, lifted(tokens))]))


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
    for place in range(len(parts) - 4, -1, -1):
        name, opened, short, closed = parts[place : place + 4]
        if (name.kind, short.kind, opened.low, closed.low) != ("run", "run", "(", ")"):
            continue
        if (
            len(short.words) == 1 < len(name.words)
            and is_given(short.words[0])
            and person(name.words) == SURE
        ):
            del parts[place + 1 : place + 4]
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
    known = (fold(family) in FAMILY_NAMES or _is_shouted(family, given)) and not (
        is_given(family) and fold(given[0]) in FAMILY_NAMES
    )
    return (
        known
        and len(given) <= _INITIALS
        and is_given(given[0])
        and not any(fold(word) in ORDINARY for word in given)
    )


def _is_shouted(family: str, given: Sequence[str]) -> bool:
    """Whether only the family name is in capitals: "ASTBURY, Leopold"."""
    return family.isupper() and len(family) > _INITIALS and not given[0].isupper()


def _parts(written: Sequence[str], tokens: Sequence[str]) -> Iterator[Chunk]:
    """Chunks of ``tokens``, in the words of ``written``."""
    titled = titles(tokens)
    place = 0
    while place < len(tokens):
        end = titled.get(place)
        if end is not None:
            yield Chunk("title", tuple(written[place:end]))
        elif is_capital(tokens[place]) and tokens[place].casefold() not in _NO_RUN:
            end = run_end(tokens, place, titled)
            yield from _run(written[place:end], tokens[place:end])
        else:
            end = place + 1
            yield _single(written[place])
        place = end


def _single(token: str) -> Chunk:
    word = token.casefold().rstrip(".") if len(token) > 1 else token.casefold()
    kind: Kind = "other"
    if word in JOINS:
        kind = JOINS[word]
    elif word in _MARKS:
        kind = "mark"
    elif word in HONORIFICS:
        kind = "honorific"
    elif word in FILLERS or (word in TITLE_WORDS and word.isalpha()):
        kind = "filler"
    elif fold(word) in VERBS:
        kind = "verb"
    return Chunk(kind, (token,), ends=token in {".", "!", "?"} or (len(word) > 1 and token.endswith(".")))


def _run(written: Sequence[str], tokens: Sequence[str]) -> Iterator[Chunk]:
    """A run of capitals without the verbs before it, the honorifics, and the days behind it."""
    start, end = 0, len(tokens)
    while start < end and (kind := leads(tokens[start:end])):
        if tokens[start] == "The" and (
            firm(tokens[start + 1 : end]) >= LIKELY or key(tokens[end - 1]) in BODIES
        ):
            break
        yield Chunk(kind, (written[start],))
        start += 1
    tail = end
    while end - 1 > start and trails(tokens[start:end]):
        end -= 1
    if start < end:
        last = written[end - 1]
        # "Pty. Ltd." is written with stops; "Kea Limited." ends a sentence.
        abbreviated = end - start > 1 and written[end - 2].endswith(".") and key(last) in LEGAL_FORMS
        words = [*written[start : end - 1], last if abbreviated else bare(last)]
        yield Chunk("run", tuple(words), ends=tail == end and stops(tokens[end - 1]))
        if words[-1] != written[end - 1].rstrip(".") and not written[end - 1].endswith("."):
            yield Chunk("mark", ("'s",))
    for word in written[end:tail]:
        yield Chunk("verb", (word,))


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
