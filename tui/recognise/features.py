"""Features of a possible name: what is seen in its words and around it.

The weights of the features are learned (``weights.json``): one set for "is a person", one for "is a firm".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from tui.recognise.chunk import Kind
from tui.recognise.words.lexicon import (
    ACTS,
    BODIES,
    COMPANY_WORDS,
    FAMILY_NAMES,
    LABELS_OF_NUMBERS,
    LEGAL_FORMS,
    MEDIA,
    ORDINARY,
    PARTICLES,
    PASTIMES,
    PLACE_ENDINGS,
    PLACES,
    RARE_FAMILY_NAMES,
    RARE_GIVEN_NAMES,
    ROLES,
    SURNAME_HEADS,
    TITLE_HEADS,
    TITLE_WORDS,
    WEAK_HEADS,
    fold,
)
from tui.recognise.words.likeness import LIKELY, SURE, WEAK, is_acronym, is_given
from tui.recognise.words.spelling import name_spelling

if TYPE_CHECKING:
    from tui.recognise.page import Mention

Example = tuple[str, str]
"""A card, and a possible name on it."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Something that is or is not seen of a possible name.

    Attributes:
        name: What is seen.
        example: A card and a name on it of which it is seen.
        counter: A similar card and a name of which it is not seen.
        seen: Whether it is seen of a name.
    """

    name: str
    example: Example
    counter: Example
    seen: Callable[[Mention], bool]


_INITIAL = re.compile(r"(?:[A-Z]\.?){1,2}")
_SMALL_WORD = re.compile(r"(?<![^\W\d_])[a-zß-öø-ÿ][^\W\d_]{2}")
_TIMES = re.compile(r"\A\s*\d+\s?[x×]\s|\s[x×]\s?\d")
_LAST_NUMBER = re.compile(r"(?<![\d-] )(?<!\d)\d{1,4}\s*\Z")
_ODD_LETTERS = re.compile(r"[^\x00-\x7f]")
_PRICE = re.compile(r"[$€£]|\d\.\d\d\b")
_PRONOUNS = frozenset(("he", "she", "her", "his", "him", "hes", "shes", "they", "he's", "she's", "who"))
_CLOSINGS = frozenset(
    ("regards", "rgds", "brgds", "cheers", "thanks", "thx", "mihi", "sincerely", "faithfully", "best", "rgrds", "solidarity")
)  # fmt: skip
_VERSUS = frozenset(("v", "vs", "versus", "x", "×"))
_NO_WORDS = ORDINARY | PLACES | COMPANY_WORDS | PLACE_ENDINGS | PASTIMES
_ALL_NAMES = FAMILY_NAMES | RARE_FAMILY_NAMES | RARE_GIVEN_NAMES
_HEADS = (TITLE_HEADS | WEAK_HEADS) - SURNAME_HEADS
_OF_WORK = TITLE_WORDS | ROLES
_NUMBERED = LABELS_OF_NUMBERS - {"w", "d"}
_LONGEST_CLOSING = 40
_PAIR, _TRIPLE, _LONG, _NEAR = 2, 3, 4, 5
_PLACED = (Kind.AT, Kind.FROM, Kind.TRADING)


def _left(m: Mention) -> str:
    return m.left[-1] if m.left else ""


def _right(m: Mention) -> str:
    return m.right[0] if m.right else ""


def _left_in(*words: str) -> Callable[[Mention], bool]:
    return lambda m: _left(m) in words


def _is_quoted(m: Mention) -> bool:
    at = m.row.raw.find(m.words[0])
    return at > 0 and m.row.raw[at - 1] in "\"'“‘«`" and m.row.raw[at - 2 : at - 1] != "="


def _is_closed(m: Mention) -> bool:
    """Whether a closing such as "Kind regards" stands on the line above, or before it."""
    if not m.line or m.passage != m.page.passages[m.line - 1]:
        return False
    above = m.page.lines[m.line - 1].raw
    return len(above) <= _LONGEST_CLOSING and _is_closing(above)


@lru_cache(maxsize=1024)
def _is_closing(line: str) -> bool:
    words = re.findall(r"\w+", line.casefold())
    return bool(_CLOSINGS & {*words}) and len(words) <= _LONG


def _is_hyphenated(m: Mention) -> bool:
    return (
        any("-" in word.strip("-") and word[-1].islower() for word in m.words[1:])
        and m.words[-1].count("-") == 1
    )


def _titled_below(m: Mention) -> bool:
    """Whether the next line begins with a job title."""
    follows = m.line + 1 < len(m.page.lines) and m.page.passages[m.line + 1] == m.passage
    return follows and m.page.signs[m.line + 1][:1] == Kind.TITLE and not m.behind.strip("-|,.")


def _is_person_word_list(m: Mention) -> bool:
    return m.behind[:2] in {",R", "&R", "/R"} or m.before[-2:] in {"R,", "R&", "R/"}


def _spelling(m: Mention) -> float:
    """Return how much the words of no list are spelt like names."""
    return _spelling_of(m.folded)


@lru_cache(maxsize=1024)
def _spelling_of(folded: tuple[str, ...]) -> float:
    odd = [word for word in folded if len(word) > _PAIR and not _is_listed(word)]
    return sum(map(name_spelling, odd)) / len(odd) if odd else 0.0


def _is_listed(word: str) -> bool:
    return word in _NO_WORDS or word in _ALL_NAMES or is_given(word)


def _near(m: Mention, step: int) -> Mention | None:
    """Return the next name, or the one before, if it stands on the line and few parts away."""
    at, names = m.place + step, m.page.names
    if not 0 <= at < len(names):
        return None
    other = names[at]
    return other if other.line == m.line and abs(other.at - m.at) <= _NEAR else None


def _person_near(m: Mention, step: int) -> bool:
    other = _near(m, step)
    return other is not None and _is_person_like(other)


def _firm_near(m: Mention, step: int) -> bool:
    other = _near(m, step)
    return other is not None and other.trade >= LIKELY


def _is_person_like(m: Mention) -> bool:
    if m.like < LIKELY or m.trade >= LIKELY or len(m.words) == 1 or m.famous:
        return False
    return m.like == SURE or m.folded[0] in RARE_GIVEN_NAMES


def _around(m: Mention, step: int) -> list[Mention]:
    """Return the names of the line above or below."""
    line = m.line + step
    if not 0 <= line < len(m.page.lines) or m.page.passages[line] != m.passage:
        return []
    near = (
        m.page.names[m.place + 1 : m.place + _NEAR]
        if step > 0
        else m.page.names[max(0, m.place - _NEAR) : m.place]
    )
    return [one for one in near if one.line == line]


_FEATURES_OF_WORDS = (
    Feature("known first and family name", ("Ring Ana Reid", "Ana Reid"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: m.like == SURE),
    Feature("nothing against a person's name", ("Ring Zyxa Vexly", "Zyxa Vexly"), ("Ring Product Page", "Product Page"), lambda m: m.like == LIKELY),
    Feature("weak likeness to a person's name", ("Ana rang", "Ana"), ("Ana Reid rang", "Ana Reid"), lambda m: m.like == WEAK),
    Feature("given name first", ("Ring Ana Beach", "Ana Beach"), ("Ring Bondi Beach", "Bondi Beach"), lambda m: is_given(m.words[0])),
    Feature("given name that is a common word", ("Ring Mark Hill", "Mark Hill"), ("Ring Ana Hill", "Ana Hill"), lambda m: is_given(m.words[0]) and m.folded[0] in _NO_WORDS),
    Feature("family name last", ("Ring Zyxa Reid", "Zyxa Reid"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: len(m.words) > 1 and m.folded[-1] in FAMILY_NAMES),
    Feature("rare given name first", ("Ring Aalam Vexly", "Aalam Vexly"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: m.folded[0] in RARE_GIVEN_NAMES and not is_given(m.words[0])),
    Feature("rare family name last", ("Ring Zyxa Quillen", "Zyxa Quillen"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: len(m.words) > 1 and any(fold(part) in RARE_FAMILY_NAMES for part in m.words[-1].split("-"))),
    Feature("spelt like a name", ("Ring Hrynkevich Vexanova", "Hrynkevich Vexanova"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: _spelling(m) > 0.6),
    Feature("spelt rather like a name", ("Ring Tuhora Tsvetelina", "Tuhora Tsvetelina"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: 0.25 < _spelling(m) <= 0.6),
    Feature("spelt unlike a name", ("Ring Zyxa Vexly", "Zyxa Vexly"), ("Ring Tuhora Tsvetelina", "Tuhora Tsvetelina"), lambda m: _spelling(m) < -0.1),
    Feature("well-known name", ("Ring Earl Grey", "Earl Grey"), ("Ring Earl Vexly", "Earl Vexly"), lambda m: m.famous),
    Feature("double family name", ("Ring Ana Reid-Tran", "Ana Reid-Tran"), ("Ring Ana Reid", "Ana Reid"), _is_hyphenated),
    Feature("double family name with a known part", ("Ring Ana Vexly-Tran", "Ana Vexly-Tran"), ("Ring Ana Vexly-Zyx", "Ana Vexly-Zyx"), lambda m: _is_hyphenated(m) and any(fold(part) in FAMILY_NAMES for part in m.words[-1].split("-"))),
    Feature("initials before a family name", ("Ring J. R. Vexly", "J. R. Vexly"), ("Ring Ana Vexly", "Ana Vexly"), lambda m: len(m.words) > 1 and all(map(_INITIAL.fullmatch, m.words[:-1])) and m.folded[-1] not in _NO_WORDS),
    Feature("initial last", ("Ring Ana V", "Ana V"), ("Ring Ana Vexly", "Ana Vexly"), lambda m: len(m.words) > 1 and bool(_INITIAL.fullmatch(m.words[-1]))),
    Feature("particle of a family name", ("Ring Ana van Reid", "Ana van Reid"), ("Ring Ana Reid", "Ana Reid"), lambda m: PARTICLES.has_any(m.folded[1:])),
    Feature("accents", ("Ring Zyxá Vexly", "Zyxá Vexly"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: any(map(_ODD_LETTERS.search, m.words))),
    Feature("one word", ("Ring Zyxa", "Zyxa"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: len(m.words) == 1),
    Feature("three words", ("Ring Zyxa Vexly Dorn", "Zyxa Vexly Dorn"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: len(m.words) == _TRIPLE),
    Feature("four words or more", ("Ring Zyxa Vexly Dorn Plix", "Zyxa Vexly Dorn Plix"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: len(m.words) >= _LONG),
    Feature("capitals only", ("Ring ZYXA VEXLY", "ZYXA VEXLY"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: all(map(str.isupper, m.words))),
    Feature("small letters", ("ring zyxa vexly", "zyxa vexly"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: m.words[-1].islower()),
    Feature("word of trade", ("Kea Freight Zyxa", "Kea Freight Zyxa"), ("Ring Zyxa Vexly", "Zyxa Vexly"), lambda m: COMPANY_WORDS.has_any(m.folded)),
    Feature("common word", ("Golden Vexly", "Golden Vexly"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: any(word in ORDINARY and word not in FAMILY_NAMES for word in m.folded[:1] if not is_given(m.words[0]))),
    Feature("common word last", ("Zyxa Golden", "Zyxa Golden"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: m.folded[-1] in ORDINARY and m.folded[-1] not in FAMILY_NAMES),
    Feature("only common words", ("Golden Page", "Golden Page"), ("Golden Vexly", "Golden Vexly"), lambda m: ORDINARY.has_all(m.folded)),
    Feature("place", ("Zyxa Sydney", "Zyxa Sydney"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: PLACES.has_any(m.folded)),
    Feature("ending of a place", ("Zyxa Beach", "Zyxa Beach"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: m.folded[-1] in PLACE_ENDINGS),
    Feature("word of pastimes", ("Zyxa Whisky", "Zyxa Whisky"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: PASTIMES.has_any(m.folded)),
    Feature("acronym", ("Zyxa QBE", "Zyxa QBE"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: any(map(is_acronym, m.words)) and not all(map(str.isupper, m.words))),
    Feature("legal form or domain", ("Kea Pty Ltd", "Kea Pty Ltd"), ("Kea Ridge", "Kea Ridge"), lambda m: m.trade == SURE),
    Feature("legal form", ("Zyxa Pty Ltd", "Zyxa Pty Ltd"), ("Zyxa Freight", "Zyxa Freight"), lambda m: LEGAL_FORMS.has_any(m.folded[1:])),
    Feature("likeness to a firm's name", ("Kea Freight", "Kea Freight"), ("Kea Ridge", "Kea Ridge"), lambda m: m.trade == LIKELY),
    Feature("nothing against a firm's name", ("Kea Ridge", "Kea Ridge"), ("Kea Pty Ltd", "Kea Pty Ltd"), lambda m: m.trade == WEAK),
    Feature("joined by &", ("Reid & Vexly", "Reid & Vexly"), ("Reid Vexly", "Reid Vexly"), lambda m: bool({"&", "+"} & {*m.words})),
    Feature("institution", ("Zyxa School", "Zyxa School"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: len(m.words) > 1 and m.folded[-1] in BODIES),
    Feature("capitals inside a word", ("Ring ZyxaVex", "ZyxaVex"), ("Ring Zyxavex", "Zyxavex"), lambda m: any(re.search("[a-z][A-Z]", word) and word[:2] not in {"Mc", "Ma"} for word in m.words)),
    Feature("word of a job title", ("Zyxa Regional", "Zyxa Regional"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: _OF_WORK.has_any(m.folded)),
    Feature("head of a job title last", ("Zyxa & Vexly Lead", "Zyxa & Vexly Lead"), ("Zyxa & Vexly Works", "Zyxa & Vexly Works"), lambda m: len(m.words) > 1 and m.folded[-1] in _HEADS and m.folded[-1] not in COMPANY_WORDS),
    Feature("words of no list", ("Ring Zyxa Vexly", "Zyxa Vexly"), ("Ring Ana Vexly", "Ana Vexly"), lambda m: not any(map(_is_listed, m.folded))),
)  # fmt: skip
"""Features of the words alone, whatever stands around them."""

_FEATURES_OF_SIGNS = (
    Feature("form of address before", ("Dr Zyxa Vexly", "Zyxa Vexly"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith(Kind.HONORIFIC)),
    Feature("job title before", ("our plumber Zyxa Vexly", "Zyxa Vexly"), ("our Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before[-1:] == Kind.TITLE or m.before[-2:] in {"T:", "T,", "T-", "Ti"}),
    Feature("verb before", ("Ring Zyxa Vexly", "Zyxa Vexly"), ("the Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith(Kind.VERB)),
    Feature("at or from before", ("Ana Reid at Zyxa Vexly", "Zyxa Vexly"), ("Ana Reid and Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before[-1:] in _PLACED),
    Feature("at behind", ("Zyxa Vexly at Kea", "Zyxa Vexly"), ("Zyxa Vexly and Kea", "Zyxa Vexly"), lambda m: m.behind[:1] in {Kind.AT, Kind.FROM, Kind.TRADING}),
    Feature("of before", ("part of Zyxa Vexly", "Zyxa Vexly"), ("part Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith(Kind.OF)),
    Feature("with before", ("lunch with Zyxa Vexly", "Zyxa Vexly"), ("lunch at Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith(Kind.WITH)),
    Feature("is before", ("contact is Zyxa Vexly", "Zyxa Vexly"), ("contact for Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith(Kind.IS)),
    Feature("dash before", ("the sheds - Zyxa Vexly", "Zyxa Vexly"), ("the sheds Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before[-1:] in {"-", "|", "/"} and len(m.before) > 1),
    Feature("colon before", ("Kea Freight: Zyxa Vexly", "Zyxa Vexly"), ("Kea Freight, Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith(":")),
    Feature("comma before", ("the sheds, Zyxa Vexly", "Zyxa Vexly"), ("the sheds Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith(",")),
    Feature("bracket before", ("the sheds (Zyxa Vexly", "Zyxa Vexly"), ("the sheds Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith("(")),
    Feature("job title behind", ("Zyxa Vexly, plumber", "Zyxa Vexly"), ("Zyxa Vexly, shed", "Zyxa Vexly"), lambda m: Kind.TITLE in m.behind[:2] or m.behind[:3] == "(.T"),
    Feature("bracket behind", ("Zyxa Vexly (soon)", "Zyxa Vexly"), ("Zyxa Vexly soon", "Zyxa Vexly"), lambda m: m.behind[:1] == "("),
    Feature("dash behind", ("Zyxa Vexly - soon", "Zyxa Vexly"), ("Zyxa Vexly soon", "Zyxa Vexly"), lambda m: m.behind[:1] in {"-", "|", "/"}),
    Feature("colon behind", ("Zyxa Vexly: soon now", "Zyxa Vexly"), ("Zyxa Vexly soon now", "Zyxa Vexly"), lambda m: m.behind[:1] == ":"),
    Feature("more names around", ("Ana Reid, Zyxa Vexly, Mei Chow", "Zyxa Vexly"), ("the sheds, Zyxa Vexly, too", "Zyxa Vexly"), _is_person_word_list),
    Feature("begins its line", ("Zyxa Vexly - soon", "Zyxa Vexly"), ("see Zyxa Vexly", "Zyxa Vexly"), lambda m: not m.before.strip("-|")),
)  # fmt: skip
"""Features of the kinds of words right before and behind the name."""

_FEATURES_OF_LABELS = (
    Feature("label of people", ("Contact: Zyxa Vexly", "Zyxa Vexly"), ("Company: Zyxa Vexly", "Zyxa Vexly"), lambda m: m.role == "person"),
    Feature("label of firms", ("Company: Zyxa Vexly", "Zyxa Vexly"), ("Contact: Zyxa Vexly", "Zyxa Vexly"), lambda m: m.role == "firm"),
    Feature("label of people and firms", ("Client: Zyxa Vexly", "Zyxa Vexly"), ("Contact: Zyxa Vexly", "Zyxa Vexly"), lambda m: m.role == "either"),
    Feature("label of somebody who acts", ("Polisher: Zyxa Vexly", "Zyxa Vexly"), ("Colour: Zyxa Vexly", "Zyxa Vexly"), lambda m: m.role == "agent"),
    Feature("other label", ("Colour: Zyxa Vexly", "Zyxa Vexly"), ("Contact: Zyxa Vexly", "Zyxa Vexly"), lambda m: m.role == "other"),
    Feature("column without a label of people or firms", ("x\n\n| Rose | Qty |\n|---|---|\n| Zyxa Vexly | 3 |", "Zyxa Vexly"), ("x\n\n| Name | Qty |\n|---|---|\n| Zyxa Vexly | 3 |", "Zyxa Vexly"), lambda m: m.role == "column"),
    Feature("address on the line", ("Zyxa Vexly, mail@kea.example", "Zyxa Vexly"), ("Zyxa Vexly, mail", "Zyxa Vexly"), lambda m: "email" in m.kinds),
    Feature("telephone on the line", ("Zyxa Vexly 0491 570 006", "Zyxa Vexly"), ("Zyxa Vexly 12", "Zyxa Vexly"), lambda m: "phone" in m.kinds),
    Feature("shared line on the line", ("Zyxa Vexly 1300 975 707", "Zyxa Vexly"), ("Zyxa Vexly 0491 570 006", "Zyxa Vexly"), lambda m: "shared" in m.kinds),
    Feature("register number or site on the line", ("Zyxa Vexly ABN 51824753556", "Zyxa Vexly"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: not m.kinds.isdisjoint(("abn", "acn", "nzbn", "website"))),
)  # fmt: skip
"""Features of the label before the name, and of the identifiers on its line."""

_FEATURES_OF_BESIDE = (
    Feature("person just before", ("Ana Reid, Zyxa Vexly", "Zyxa Vexly"), ("Kea Freight, Zyxa Vexly", "Zyxa Vexly"), lambda m: _person_near(m, -1)),
    Feature("person just behind", ("Zyxa Vexly, Ana Reid", "Zyxa Vexly"), ("Zyxa Vexly, Kea Freight", "Zyxa Vexly"), lambda m: _person_near(m, 1)),
    Feature("at or from behind a person", ("Ana Reid at Zyxa Vexly", "Zyxa Vexly"), ("Ana Reid, Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before[-1:] in _PLACED and _person_near(m, -1)),
    Feature("job title behind a person", ("Ana Reid, CFO, Zyxa Vexly", "Zyxa Vexly"), ("Ana Reid, Zyxa Vexly", "Zyxa Vexly"), lambda m: Kind.TITLE in m.before[-3:] and _person_near(m, -1)),
    Feature("firm just before", ("Kea Freight, Zyxa Vexly", "Zyxa Vexly"), ("Ana Reid, Zyxa Vexly", "Zyxa Vexly"), lambda m: _firm_near(m, -1)),
    Feature("firm just behind", ("Zyxa Vexly, Kea Freight", "Zyxa Vexly"), ("Zyxa Vexly, Ana Reid", "Zyxa Vexly"), lambda m: _firm_near(m, 1)),
    Feature("person on the line above", ("x\n\nAna Reid\nZyxa Vexly", "Zyxa Vexly"), ("x\n\nKea Freight\nZyxa Vexly", "Zyxa Vexly"), lambda m: any(map(_is_person_like, _around(m, -1)))),
    Feature("person on the line below", ("x\n\nZyxa Vexly\nAna Reid", "Zyxa Vexly"), ("x\n\nZyxa Vexly\nKea Freight", "Zyxa Vexly"), lambda m: any(map(_is_person_like, _around(m, 1)))),
    Feature("firm on the line below", ("x\n\nZyxa Vexly\nKea Freight", "Zyxa Vexly"), ("x\n\nZyxa Vexly\nAna Reid", "Zyxa Vexly"), lambda m: any(one.trade >= LIKELY for one in _around(m, 1))),
)  # fmt: skip
"""Features of the names beside it, and on the lines above and below."""

_FEATURES_OF_LINE = (
    Feature("list item", ("x\n\n- Zyxa Vexly", "Zyxa Vexly"), ("x\n\nZyxa Vexly", "Zyxa Vexly"), lambda m: m.row.item),
    Feature("price on the line", ("Zyxa Vexly $14", "Zyxa Vexly"), ("Zyxa Vexly pays", "Zyxa Vexly"), lambda m: bool(_PRICE.search(m.row.raw))),
    Feature("no word in small letters on the line", ("Zyxa Vexly, Ana Reid", "Zyxa Vexly"), ("Zyxa Vexly pays", "Zyxa Vexly"), lambda m: not _SMALL_WORD.search(m.row.raw)),
    Feature("list with numbers", ("x\n\n2 x Zyxa Vexly", "Zyxa Vexly"), ("x\n\n- Zyxa Vexly", "Zyxa Vexly"), lambda m: bool(_TIMES.search(m.row.raw))),
    Feature("number at the end of the line", ("x\n\nZyxa Vexly at 14", "Zyxa Vexly"), ("x\n\nZyxa Vexly at noon", "Zyxa Vexly"), lambda m: m.row.raw.rstrip()[-1:].isdecimal() and bool(_LAST_NUMBER.search(m.row.raw[-12:])) and not m.kinds),
)  # fmt: skip
"""Features of its line as written."""

_FEATURES_OF_CARD = (
    Feature("listed with people", ("x\n\nZyxa Vexly\nAna Reid\nHemi Parata", "Zyxa Vexly"), ("x\n\nZyxa Vexly\nKea Freight\nHemi Parata", "Zyxa Vexly"), lambda m: m.fellows is not None and m.fellows > 0.5),
    Feature("listed with few people", ("x\n\nZyxa Vexly\nKea Freight\nHemi Parata", "Zyxa Vexly"), ("x\n\nZyxa Vexly\nAna Reid\nHemi Parata", "Zyxa Vexly"), lambda m: m.fellows is not None and 0 < m.fellows <= 0.5),
    Feature("listed with no people", ("x\n\nZyxa Vexly\nKea Freight\nTui Ridge", "Zyxa Vexly"), ("x\n\nZyxa Vexly\nKea Freight\nHemi Parata", "Zyxa Vexly"), lambda m: m.fellows == 0),
    Feature("one of an enumeration", ("x\n\nZyxa Vexly, Kea, Tui Ridge, Weka", "Zyxa Vexly"), ("x\n\nZyxa Vexly, Kea", "Zyxa Vexly"), lambda m: m.is_enumerated),
    Feature("whole text is an enumeration", ("x\n\nZyxa Vexly, Kea, Tui Ridge, Weka", "Zyxa Vexly"), ("x\n\nZyxa Vexly, Kea, Tui Ridge, Weka\nmore", "Zyxa Vexly"), lambda m: m.is_enumerated and m.passage > 0 and m.page.passages.count(m.passage) == 1),
    Feature("address or number of a person on the card", ("Zyxa Vexly\n\n0491 570 006", "Zyxa Vexly"), ("Zyxa Vexly\n\nsoon", "Zyxa Vexly"), lambda m: m.page.reachable),
    Feature("list without small words", ("Red\n\nZyxa Vexly\nKea Freight\nTui Ridge", "Zyxa Vexly"), ("x\n\nwhen Zyxa Vexly rings", "Zyxa Vexly"), lambda m: m.page.capital),
    Feature("card of a pastime", ("Zyxa Vexly\n\nwine", "Zyxa Vexly"), ("Zyxa Vexly\n\nsheds", "Zyxa Vexly"), lambda m: m.page.pastime),
)  # fmt: skip
"""Features of its card, and of the list it stands in."""

_FEATURES_OF_LEFT = (
    Feature("to or for before", ("send it to Zyxa Vexly", "Zyxa Vexly"), ("send it Zyxa Vexly", "Zyxa Vexly"), _left_in("to", "for", "re", "via", "→")),
    Feature("in or on before", ("it is in Zyxa Vexly", "Zyxa Vexly"), ("it is Zyxa Vexly", "Zyxa Vexly"), _left_in("in", "on", "near", "into", "off", "over")),
    Feature("article before", ("ring the Zyxa Vexly", "Zyxa Vexly"), ("ring Zyxa Vexly", "Zyxa Vexly"), _left_in("the", "a", "an", "this", "some", "any", "no", "each")),
    Feature("number before", ("3 Zyxa Vexly", "Zyxa Vexly"), ("three Zyxa Vexly", "Zyxa Vexly"), lambda m: _left(m)[:1].isdecimal() and not m.row.item),
    Feature("small word before", ("strange Zyxa Vexly", "Zyxa Vexly"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith(Kind.OTHER) and _left(m).isalpha()),
    Feature("book or film before", ("film by Zyxa Vexly", "Zyxa Vexly"), ("work by Zyxa Vexly", "Zyxa Vexly"), lambda m: any(word in MEDIA and word != "book" for word in m.left)),
)  # fmt: skip
"""Features of the words before the name."""

_FEATURES_OF_RIGHT = (
    Feature("act behind", ("Zyxa Vexly wants it", "Zyxa Vexly"), ("Zyxa Vexly sheds", "Zyxa Vexly"), lambda m: _right(m) in ACTS or (_right(m) in {"(", ","} and any(w in ACTS for w in m.right[1:4]))),
    Feature("he or she behind", ("Zyxa Vexly, she pays", "Zyxa Vexly"), ("Zyxa Vexly, it pays", "Zyxa Vexly"), lambda m: any(word in _PRONOUNS for word in m.right)),
    Feature("small word behind", ("Zyxa Vexly sheds", "Zyxa Vexly"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: m.behind[:1] == Kind.OTHER and _right(m).isalpha() and _right(m) not in ACTS),
    Feature("number behind", ("Zyxa Vexly 14", "Zyxa Vexly"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: any(char.isdecimal() for char in _right(m))),
)  # fmt: skip
"""Features of the words behind the name."""

_FEATURES_AROUND = (
    Feature("made into a mailbox", ("Zyxa Vexly zyxa.vexly@kea.example", "Zyxa Vexly"), ("Zyxa Vexly mail@kea.example", "Zyxa Vexly"), lambda m: m.spelt),
    Feature("first word alone elsewhere", ("Ring Zyxa Vexly. Zyxa wants it", "Zyxa Vexly"), ("Ring Zyxa Vexly. Dorn wants it", "Zyxa Vexly"), lambda m: m.again),
    Feature("versus", ("sheds v Zyxa Vexly", "Zyxa Vexly"), ("sheds - Zyxa Vexly", "Zyxa Vexly"), lambda m: _left(m) in _VERSUS or _right(m) in _VERSUS),
    Feature("closing above", ("x\n\nKind regards\nZyxa Vexly", "Zyxa Vexly"), ("x\n\nKind words\nZyxa Vexly", "Zyxa Vexly"), _is_closed),
    Feature("job title on the next line", ("x\n\nZyxa Vexly\nPlumber", "Zyxa Vexly"), ("x\n\nZyxa Vexly\nShed", "Zyxa Vexly"), _titled_below),
    Feature("whole line", ("x\n\nZyxa Vexly", "Zyxa Vexly"), ("x\n\nsee Zyxa Vexly", "Zyxa Vexly"), lambda m: m.fills_line and m.passage > 0),
    Feature("whole title", ("Zyxa Vexly", "Zyxa Vexly"), ("see Zyxa Vexly", "Zyxa Vexly"), lambda m: m.fills_line and m.passage == 0),
    Feature("in quotes", ('see "Zyxa Vexly" soon', "Zyxa Vexly"), ("see Zyxa Vexly soon", "Zyxa Vexly"), _is_quoted),
    Feature("abbreviation of a number", ("ph Zyxa Vexly", "Zyxa Vexly"), ("to Zyxa Vexly", "Zyxa Vexly"), lambda m: any(word in _NUMBERED for word in m.folded[:1] + m.folded[-1:]) or _left(m) in _NUMBERED),
)  # fmt: skip
"""Features of where and how else the name stands."""

FEATURES = (
    *_FEATURES_OF_WORDS, *_FEATURES_OF_SIGNS, *_FEATURES_OF_LABELS, *_FEATURES_OF_BESIDE, *_FEATURES_OF_LINE, *_FEATURES_OF_CARD,
    *_FEATURES_OF_LEFT, *_FEATURES_OF_RIGHT, *_FEATURES_AROUND,
)  # fmt: skip


def is_word(mention: Mention) -> bool:
    """Whether a single word is nothing but a common word or a place: "Third"."""
    return (
        len(mention.words) == 1
        and mention.folded[0] in _NO_WORDS
        and not mention.role
        and mention.trade < LIKELY
    )


class _Remembered:
    """Features that depend on a few facts of a name, which many names share: what is seen is remembered by the facts."""

    def __init__(self, facts: Callable[[Mention], Hashable], features: Sequence[Feature]) -> None:
        self._facts, self._features = facts, features
        self._known: dict[Hashable, list[str]] = {}

    def seen(self, mention: Mention) -> list[str]:
        """Return the names of the features that are seen of a possible name."""
        facts = self._facts(mention)
        found = self._known.get(facts)
        if found is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            found = self._known[facts] = [one.name for one in self._features if one.seen(mention)]
        return found


_MOST_KNOWN = 512
"""Greatest number of facts by which features are remembered."""

_GROUPS = (
    _Remembered(lambda m: (m.words, m.trade), _FEATURES_OF_WORDS),
    _Remembered(lambda m: (m.before, m.behind[:3]), _FEATURES_OF_SIGNS),
    _Remembered(lambda m: (m.role, m.kinds), _FEATURES_OF_LABELS),
    _Remembered(lambda m: (m.row.raw, m.row.item, not m.kinds), _FEATURES_OF_LINE),
    _Remembered(
        lambda m: (
            m.fellows,
            m.is_enumerated,
            m.passage > 0 and m.page.passages.count(m.passage) == 1,
            m.page.reachable,
            m.page.capital,
            m.page.pastime,
        ),
        _FEATURES_OF_CARD,
    ),
)
_OTHERS = (*_FEATURES_OF_BESIDE, *_FEATURES_AROUND)


def seen(mention: Mention) -> list[str]:
    """Return the names of the features that are seen of a possible name."""
    found = [one.name for one in _OTHERS if one.seen(mention)]
    if mention.left:
        found += [one.name for one in _FEATURES_OF_LEFT if one.seen(mention)]
    if mention.right:
        found += [one.name for one in _FEATURES_OF_RIGHT if one.seen(mention)]
    for group in _GROUPS:
        found += group.seen(mention)
    return found
