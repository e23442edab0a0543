"""Tokenizer: splits a line into chunks such as names, titles, joining words and marks, in text order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from tui.recognise.chunk import Chunk, Kind
from tui.recognise.edges import leads, trails
from tui.recognise.runs import JOINS, run_end, stops, strip_possessive
from tui.recognise.words.lexicon import (
    BODIES,
    COMPANY_WORDS,
    FAMILY_NAMES,
    FILLERS,
    HONORIFICS,
    LEGAL_FORMS,
    ORDINARY,
    TITLE_WORDS,
    VERBS,
    fold,
)
from tui.recognise.words.likeness import LIKELY, SURE, firm_likeness, is_given, person_likeness
from tui.recognise.words.titles import is_capital, key, titles
from tui.recognise.words.truecase import lifted, raised

TOKEN = re.compile(
    r"(?<!\w)[A-Z]&[A-Z](?!\w)|['’]t(?=\s+[A-Z])|(?<!\w)['‘’ʻ](?=[AEIOU])[^\W\d_]+(?![\w'’])|[tT]/(?:[aA]|[aA][sS])\b|[wW]/|[cC]/[oO]\b|[pP]/[lL]\b|[^\W\d_][\w'’ʻ‘ʼ]*(?:[.-][^\W\d_][\w'’ʻ‘ʼ]*)*\.?|\d(?:[\w.,%$-]*[\w%$])?|--|[^\w\s]|\S"
)
MARKUP = str.maketrans(dict.fromkeys('*_`#>[]{}~\t\u00a0\u200b"“”', " "))

_MARKS = frozenset("–—-|/·•:;,()＠") | {"--"}
_TRADING = re.compile(r"\b[Tt]rading as\b|\bTRADING AS\b|\b[Dd]/[Bb]/[Aa]\b")
_EMPLOYED = re.compile(
    r" \(?(?:who )?(?:(?:works?|working|consults|consulting) (?:for|with)|(?:has |have )?(?:just |recently )?joined|(?:is )?employed (?:by|at|with)) "
    r"|[,(] ?(?:current |present )?employer:? (?=[A-Z])"
)
_MOVED = re.compile(
    r" (?:has |have )?(?:moved|gone|shifted|jumped|transferred) (?:over |across )?from [^,.]{2,40}? to "
)
"""A change of employer: the firm after it is the current one."""

_EX = re.compile(r"(?<![\w-])[Ee]x-(?=[A-Z])")
"""What stands before the name of a former employer: "ex-Kea"."""

_ADDRESSED = re.compile(r"\((?:she|he|they|ia)/\w{2,5}(?:/\w{2,6})?\)", re.IGNORECASE)
"""A person's pronouns: "(she/her)"."""

_REWRITTEN = ("work", "consult", "joined", "employe", " from ", "(", "rading", "TRADING", "/")
"""What a line has in which a change or a place of work, pronouns, or "trading as" is rewritten."""

_SHORTEST_NAMED = 2
"""Number of words up to which "The" and a word are no firm's name."""

_PLACED = frozenset(("at", "@", "by", "from", "of", "with", "(", "the"))
"""Words after which a word that is also a verb belongs to the name."""

_MOST_GIVEN, _LONGEST_INITIALS, _PAIR = 2, 2, 2
"""Most given names after a family name; most letters of initials; number of words of "St Anne's"."""

FEWEST_IN_TWO = 4
"""Fewest words of a person and a firm."""

_FILLERS = FILLERS | {word for word in TITLE_WORDS if word.isalpha()}
_KINDS: dict[str, str] = {
    **dict.fromkeys(_FILLERS, Kind.FILLER),
    **dict.fromkeys(HONORIFICS, Kind.HONORIFIC),
    **dict.fromkeys(_MARKS, Kind.MARK),
    **JOINS,
}
"""Kinds of words in small letters."""

_FORMS = LEGAL_FORMS | {"co"}
_STOPS = frozenset((".", "!", "?"))
_NO_RUN = JOINS.keys() | _MARKS
_BEFORE_TURNED = frozenset((Kind.MARK, Kind.VERB, Kind.HONORIFIC))
_AFTER_TURNED = frozenset(("(", "-", "–", "—", "|", ";"))
"""Kinds before, and words after, a reversed name such as ``Reid, Ana``."""


def chunks(line: str) -> list[Chunk]:
    """Split a line without markup into chunks; without capitals, possible names are capitalised first."""
    if "x-" in line:
        line = _EX.sub("ex ", line)
    if any(map(line.__contains__, _REWRITTEN)):
        line = _EMPLOYED.sub(" at ", _MOVED.sub(" at ", _ADDRESSED.sub(" ", _TRADING.sub("t/a", line))))
    tokens = TOKEN.findall(line)
    if not any(map(_has_capital, tokens[1:])):
        return _parts(tokens, raised(tokens))
    parts = _parts(tokens, lifted(tokens))
    for mark, size, rewritten in _REWRITES:
        if mark in tokens:
            _rewrite(parts, size, rewritten)
    return parts


@lru_cache(maxsize=4096)
def _has_capital(token: str) -> bool:
    """Whether a word begins with a capital, and is not all in capitals."""
    return token[0].isupper() and not token.isupper()


def _rewrite(parts: list[Chunk], size: int, rewritten: _Rewrite) -> None:
    """Replace, from the last on, every ``size`` chunks for which ``rewritten`` returns a chunk."""
    named = [place for place, part in enumerate(parts) if part.kind == Kind.NAME]
    for place in reversed(named):
        some = parts[place : place + size]
        if len(some) == size:
            before, behind = parts[place - 1] if place else None, parts[place + size : place + size + 1]
            if chunk := rewritten(some, before, behind[0] if behind else None):
                parts[place : place + size] = [chunk]


def _drop_nickname(some: Sequence[Chunk], _before: Chunk | None, _behind: Chunk | None) -> Chunk | None:
    """Drop the nickname of ``Margaret (Meg) Dunstan``; None for other chunks."""
    given, opened, short, closed, family = some
    if not _is_bracketed(opened, short, closed) or family.kind != Kind.NAME:
        return None
    if len(family.words) > 1 or not is_given(given.words[-1]):
        return None
    return Chunk(Kind.NAME, (*given.words, *family.words), ends=family.ends)


def _short_behind(some: Sequence[Chunk], _before: Chunk | None, _behind: Chunk | None) -> Chunk | None:
    """Drop the nickname of ``Margaret Dunstan (Meg)``; None for other chunks."""
    name, opened, short, closed = some
    if not _is_bracketed(opened, short, closed) or not is_given(short.words[0]):
        return None
    return name if len(name.words) > 1 and person_likeness(name.words) == SURE else None


def _is_bracketed(opened: Chunk, short: Chunk, closed: Chunk) -> bool:
    """Whether a single capitalised word stands in brackets."""
    return short.kind == Kind.NAME and len(short.words) == 1 and (opened.low, closed.low) == ("(", ")")


def _reorder_name(some: Sequence[Chunk], before: Chunk | None, behind: Chunk | None) -> Chunk | None:
    """Reorder ``Reid, Ana`` to ``Ana Reid``; None for other chunks."""
    family, comma, given = some
    if comma.words != (",",) or given.kind != Kind.NAME or len(family.words) > 1:
        return None
    begins = before is None or (before.kind in _BEFORE_TURNED and before.words != (",",))
    ends = behind is None or behind.words[0] in _AFTER_TURNED
    if not begins or not ends or not _is_turned(family.words[0], given.words):
        return None
    return Chunk(Kind.NAME, (*given.words, *family.words))


def _is_turned(family: str, given: Sequence[str]) -> bool:
    """Whether a family name stands before given names."""
    if len(given) > _MOST_GIVEN or not is_given(given[0]) or any(fold(word) in ORDINARY for word in given):
        return False
    if len(given) == _MOST_GIVEN and fold(given[-1]) in FAMILY_NAMES and not is_given(given[-1]):
        return False  # "CBRE, Ana Reid" is a firm and a person
    either = is_given(family) and fold(given[0]) in FAMILY_NAMES
    return not either and (fold(family) in FAMILY_NAMES or _is_shouted(family, given))


def _is_shouted(family: str, given: Sequence[str]) -> bool:
    """Whether only the family name is in capitals: "ASTBURY, Leopold"."""
    return family.isupper() and len(family) > _LONGEST_INITIALS and not given[0].isupper()


_Rewrite = Callable[[Sequence[Chunk], Chunk | None, Chunk | None], Chunk | None]
"""A function of some chunks, the one before and the one after: their replacement, or None."""

_REWRITES: tuple[tuple[str, int, _Rewrite], ...] = (
    ("(", 5, _drop_nickname),
    ("(", 4, _short_behind),
    (",", 3, _reorder_name),
)
"""What is rewritten: a mark that is part of it, the number of its chunks, and the function."""


def _parts(written: Sequence[str], tokens: Sequence[str]) -> list[Chunk]:
    """Return the chunks of ``tokens``, with words as in ``written``."""
    titled = titles(tokens)
    found: list[Chunk] = []
    place, size = 0, len(tokens)
    while place < size:
        if place in titled:
            end = titled[place]
            found.append(Chunk(Kind.TITLE, tuple(written[place:end])))
        elif _begins_run(tokens[place]):
            end = run_end(tokens, place, titled)
            placed = place > 0 and tokens[place - 1].casefold() in _PLACED
            if found and found[-1].kind == Kind.TITLE and is_given(tokens[place]):
                placed = True  # "Councillor Bill Stanthorpe"
            after = tokens[end] if end < size else ""
            found += _run(tuple(written[place:end]), tuple(tokens[place:end]), placed=placed, after=after)
        else:
            end = place + 1
            found.append(_single(written[place]))
        place = end
    return found


@lru_cache(maxsize=4096)
def _begins_run(token: str) -> bool:
    return is_capital(token) and token.casefold() not in _NO_RUN


@lru_cache(maxsize=4096)
def _single(token: str) -> Chunk:
    word = token.casefold()
    word = word.rstrip(".") if len(word) > 1 else word
    kind = _KINDS.get(word) or (Kind.VERB if fold(word) in VERBS else Kind.OTHER)
    return Chunk(kind, (token,), ends=token in _STOPS or (len(word) > 1 and token.endswith(".")))


@lru_cache(maxsize=1024)
def _run(written: tuple[str, ...], tokens: tuple[str, ...], *, placed: bool, after: str) -> Sequence[Chunk]:
    """Return a run of capitals, with leading verbs and honorifics and trailing days as separate chunks.

    Args:
        written: The words as written.
        tokens: The words, with capitals.
        placed: Whether a word such as "at" stands before them.
        after: The token right after them, or "".
    """
    start, end = 0, len(tokens)
    found: list[Chunk] = []
    while (
        start < end
        and (kind := leads(tokens[start:], placed=placed))
        and not _is_article(tokens[start:], after, placed=placed)
    ):
        found.append(_single(written[start]) if kind == Kind.OTHER else Chunk(kind, (written[start],)))
        start += 1
    while end - 1 > start and trails(tokens[start:end], placed=placed):
        end -= 1
    if start < end:
        found += _name(written[start:end], ends=end == len(tokens) and stops(tokens[end - 1]), after=after)
    return [*found, *[Chunk(Kind.VERB, (word,)) for word in written[end:]]]


def _is_article(tokens: Sequence[str], after: str, *, placed: bool) -> bool:
    """Whether "The" begins the name of a firm, as in the middle of a sentence: "Ana at The Woolstore"."""
    if tokens[0] not in {"The", "THE"}:
        return False
    if placed and len(tokens) == _SHORTEST_NAMED and (fold(tokens[1]) not in ORDINARY or after == ")"):
        return True
    return len(tokens) > _SHORTEST_NAMED or firm_likeness(tokens[1:]) >= LIKELY or key(tokens[-1]) in BODIES


def _name(written: Sequence[str], *, ends: bool, after: str) -> Iterator[Chunk]:
    """Yield a name without a final full stop, and its possessive s as a mark."""
    last = written[-1]
    # "Pty. Ltd." is written with stops; "Kea Limited." ends a sentence.
    abbreviated = len(written) > 1 and written[-2].endswith((".", ",")) and key(last) in LEGAL_FORMS
    whole = abbreviated or ((not after or after in _MARKS) and _is_of_owner(written))
    short = last if whole else strip_possessive(last)
    if after and is_capital(after) and key(last) in _FORMS:
        short, ends = last.rstrip("."), ends or last.endswith(".")
    yield Chunk(Kind.NAME, (*written[:-1], short), ends)
    if short != last.rstrip(".") and not last.endswith("."):
        yield Chunk(Kind.MARK, ("'s",))


def _is_of_owner(written: Sequence[str]) -> bool:
    """Whether words that end with a possessive are a firm's name: "St Anne's", "Manuka Jack's"; not "Ana Reid's"."""
    owner = strip_possessive(written[-1])
    if len(written) < _PAIR or written[-1] not in {f"{owner}'s", f"{owner}’s"}:
        return False
    return key(written[0]) == "st" or person_likeness([*written[:-1], owner]) < SURE


def _is_of_trade(word: str) -> bool:
    folded = key(word)
    return folded in COMPANY_WORDS or folded in BODIES


def split(part: Chunk) -> list[Chunk]:
    """Split a run of a firm and a person in two, ``Kea Freight Ana Reid``; keep any other chunk whole."""
    if part.kind != Kind.NAME or len(part.words) < FEWEST_IN_TWO or person_likeness(part.words):
        return [part]
    if key(part.words[-1]) in LEGAL_FORMS:
        return [part]
    for at in range(2, len(part.words) - 1):
        one, other = part.words[:at], part.words[at:]
        joined = "&" in {one[-1], other[0]} or one[-1].islower()
        if not joined and (_is_person_and_firm(one, other) or _is_person_and_firm(other, one)):
            return [Chunk(Kind.NAME, one), Chunk(Kind.NAME, other, part.ends)]
    return [part]


def _is_person_and_firm(who: Sequence[str], where: Sequence[str]) -> bool:
    """Whether words are a person and others a firm, which is more than a kind of firm: "Shire Council"."""
    if all(map(_is_of_trade, where)):
        return False
    return is_given(who[0]) and person_likeness(who) == SURE and firm_likeness(where) >= LIKELY
