"""Features of a possible name: what is seen in its words and around it.

The weights of the features are learned (``weights.json``): one set for "is a person", one for "is a firm".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import TYPE_CHECKING

from tui.recognise.chunk import Kind
from tui.recognise.looks.feature import Feature, Remembered
from tui.recognise.looks.word_features import FEATURES_OF_WORDS, GROUPS_OF_WORDS, NO_WORDS
from tui.recognise.words.lexicon import ACTS, LABELS_OF_NUMBERS, MEDIA, ORGANISATIONS, RARE_GIVEN_NAMES
from tui.recognise.words.likeness import LIKELY, SURE

if TYPE_CHECKING:
    from tui.recognise.page import Mention

_SMALL_WORD = re.compile(r"(?<![^\W\d_])[a-zß-öø-ÿ][^\W\d_]{2}")
_TIMES = re.compile(r"\A\s*\d+\s?[x×]\s|\s[x×]\s?\d")
_LAST_NUMBER = re.compile(r"(?<![\d-] )(?<!\d)\d{1,4}\s*\Z")
_PRICE = re.compile(r"[$€£]|\d\.\d\d\b")
_WORKS = MEDIA - {"book"}
_CURRENCIES = frozenset("$€£")
_PRONOUNS = frozenset(("he", "she", "her", "his", "him", "hes", "shes", "they", "he's", "she's", "who"))
_CLOSINGS = frozenset(
    ("regards", "rgds", "brgds", "cheers", "thanks", "thx", "mihi", "sincerely", "faithfully", "best", "rgrds", "solidarity")
)  # fmt: skip
_OPENED = frozenset("(,")
_VERSUS = frozenset(("v", "vs", "versus", "x", "×"))
_NUMBERED = LABELS_OF_NUMBERS - {"w", "d"}
_LONGEST_CLOSING = 40
_LONG, _NEAR = 4, 5
_PLACED = (Kind.AT, Kind.FROM, Kind.TRADING)
_TITLED = f"({Kind.FILLER}{Kind.TITLE}"


def _left(m: Mention) -> str:
    return m.left[-1] if m.left else ""


def _right(m: Mention) -> str:
    return m.right[0] if m.right else ""


def _left_in(*words: str) -> Callable[[Mention], bool]:
    known = frozenset(words)
    return lambda m: bool(m.left) and m.left[-1] in known


def _is_versus(m: Mention) -> bool:
    return _left(m) in _VERSUS or _right(m) in _VERSUS


def _is_of_number(m: Mention) -> bool:
    return m.folded[0] in _NUMBERED or m.folded[-1] in _NUMBERED or _left(m) in _NUMBERED


def _is_quoted(m: Mention) -> bool:
    at = m.row.raw.find(m.words[0])
    return at > 0 and m.row.raw[at - 1] in "\"'“‘«`" and m.row.raw[at - 2 : at - 1] != "="


def is_closed(m: Mention) -> bool:
    """Whether a closing such as "Kind regards" is on the line above, or before it."""
    if not m.line or m.passage != m.page.passages[m.line - 1]:
        return False
    above = m.page.lines[m.line - 1].raw
    return len(above) <= _LONGEST_CLOSING and _is_closing(above)


@lru_cache(maxsize=1024)
def _is_closing(line: str) -> bool:
    words = re.findall(r"\w+", line.casefold())
    return bool(_CLOSINGS & {*words}) and len(words) <= _LONG


def is_titled_below(m: Mention) -> bool:
    """Whether the next line begins with a job title."""
    if m.behind.strip("-|,."):
        return False
    follows = m.line + 1 < len(m.page.lines) and m.page.passages[m.line + 1] == m.passage
    return follows and m.page.signs[m.line + 1][:1] == Kind.TITLE


def _has_price(line: str) -> bool:
    return ("." in line or not _CURRENCIES.isdisjoint(line)) and _PRICE.search(line) is not None


def _has_times(line: str) -> bool:
    return ("x" in line or "×" in line) and _TIMES.search(line) is not None


def _is_person_word_list(m: Mention) -> bool:
    return m.behind[:2] in {",R", "&R", "/R"} or m.before[-2:] in {"R,", "R&", "R/"}


def _near(m: Mention, step: int) -> Mention | None:
    """Return the next name, or the one before, if it is on the same line and few parts away."""
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
    line, passage = m.line + step, m.passage
    start, end = (m.place + 1, m.place + _NEAR) if step > 0 else (max(0, m.place - _NEAR), m.place)
    return [one for one in m.page.names[start:end] if one.line == line and one.passage == passage]


_FEATURES_BEFORE = (
    Feature("form of address before", ("Dr Zyxa Vexly", "Zyxa Vexly"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith(Kind.HONORIFIC)),
    Feature("job title before", ("our plumber Zyxa Vexly", "Zyxa Vexly"), ("our Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before[-1:] == Kind.TITLE or m.before[-2:] in {"T:", "T,", "T-", "Ti"}),
    Feature("verb before", ("Ring Zyxa Vexly", "Zyxa Vexly"), ("the Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith(Kind.VERB)),
    Feature("at or from before", ("Ana Reid at Zyxa Vexly", "Zyxa Vexly"), ("Ana Reid and Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before[-1:] in _PLACED),
    Feature("former before", ("Ana Reid, ex Zyxa Vexly", "Zyxa Vexly"), ("Ana Reid, now Zyxa Vexly", "Zyxa Vexly"), lambda m: Kind.LEFT in m.before[-3:]),
    Feature("of before", ("part of Zyxa Vexly", "Zyxa Vexly"), ("part Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith(Kind.OF)),
    Feature("with before", ("lunch with Zyxa Vexly", "Zyxa Vexly"), ("lunch at Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith(Kind.WITH)),
    Feature("is before", ("contact is Zyxa Vexly", "Zyxa Vexly"), ("contact for Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith(Kind.IS)),
    Feature("dash before", ("the sheds - Zyxa Vexly", "Zyxa Vexly"), ("the sheds Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before[-1:] in {"-", "|", "/"} and len(m.before) > 1),
    Feature("colon before", ("Kea Freight: Zyxa Vexly", "Zyxa Vexly"), ("Kea Freight, Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith(":")),
    Feature("comma before", ("the sheds, Zyxa Vexly", "Zyxa Vexly"), ("the sheds Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith(",")),
    Feature("bracket before", ("the sheds (Zyxa Vexly", "Zyxa Vexly"), ("the sheds Zyxa Vexly", "Zyxa Vexly"), lambda m: m.before.endswith("(")),
    Feature("begins its line", ("Zyxa Vexly - soon", "Zyxa Vexly"), ("see Zyxa Vexly", "Zyxa Vexly"), lambda m: not m.before.strip("-|")),
)  # fmt: skip
"""Features of the kinds of words right before the name."""

_FEATURES_BEHIND = (
    Feature("at behind", ("Zyxa Vexly at Kea", "Zyxa Vexly"), ("Zyxa Vexly and Kea", "Zyxa Vexly"), lambda m: m.behind[:1] in {Kind.AT, Kind.FROM, Kind.TRADING}),
    Feature("job title behind", ("Zyxa Vexly, plumber", "Zyxa Vexly"), ("Zyxa Vexly, shed", "Zyxa Vexly"), lambda m: Kind.TITLE in m.behind[:2] or m.behind[:3] == _TITLED),
    Feature("bracket behind", ("Zyxa Vexly (soon)", "Zyxa Vexly"), ("Zyxa Vexly soon", "Zyxa Vexly"), lambda m: m.behind[:1] == "("),
    Feature("dash behind", ("Zyxa Vexly - soon", "Zyxa Vexly"), ("Zyxa Vexly soon", "Zyxa Vexly"), lambda m: m.behind[:1] in {"-", "|", "/"}),
    Feature("colon behind", ("Zyxa Vexly: soon now", "Zyxa Vexly"), ("Zyxa Vexly soon now", "Zyxa Vexly"), lambda m: m.behind[:1] == ":"),
)  # fmt: skip
"""Features of the kinds of words right behind the name."""

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
    Feature("more names around", ("Ana Reid, Zyxa Vexly, Mei Chow", "Zyxa Vexly"), ("the sheds, Zyxa Vexly, too", "Zyxa Vexly"), _is_person_word_list),
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
    Feature("price on the line", ("Zyxa Vexly $14", "Zyxa Vexly"), ("Zyxa Vexly pays", "Zyxa Vexly"), lambda m: _has_price(m.row.raw)),
    Feature("no word in small letters on the line", ("Zyxa Vexly, Ana Reid", "Zyxa Vexly"), ("Zyxa Vexly pays", "Zyxa Vexly"), lambda m: not _SMALL_WORD.search(m.row.raw)),
    Feature("list with numbers", ("x\n\n2 x Zyxa Vexly", "Zyxa Vexly"), ("x\n\n- Zyxa Vexly", "Zyxa Vexly"), lambda m: _has_times(m.row.raw)),
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
    Feature("book or film before", ("film by Zyxa Vexly", "Zyxa Vexly"), ("work by Zyxa Vexly", "Zyxa Vexly"), lambda m: not _WORKS.isdisjoint(m.left)),
)  # fmt: skip
"""Features of the words before the name."""

_FEATURES_OF_RIGHT = (
    Feature("act behind", ("Zyxa Vexly wants it", "Zyxa Vexly"), ("Zyxa Vexly sheds", "Zyxa Vexly"), lambda m: _right(m) in ACTS or (_right(m) in _OPENED and ACTS.has_any(m.right[1:4]))),
    Feature("he or she behind", ("Zyxa Vexly, she pays", "Zyxa Vexly"), ("Zyxa Vexly, it pays", "Zyxa Vexly"), lambda m: not _PRONOUNS.isdisjoint(m.right)),
    Feature("small word behind", ("Zyxa Vexly sheds", "Zyxa Vexly"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: m.behind[:1] == Kind.OTHER and _right(m).isalpha() and _right(m) not in ACTS),
    Feature("number behind", ("Zyxa Vexly 14", "Zyxa Vexly"), ("Zyxa Vexly", "Zyxa Vexly"), lambda m: any(map(str.isdecimal, _right(m)))),
)  # fmt: skip
"""Features of the words behind the name."""

_FEATURES_AROUND = (
    Feature("made into a mailbox", ("Zyxa Vexly zyxa.vexly@kea.example", "Zyxa Vexly"), ("Zyxa Vexly mail@kea.example", "Zyxa Vexly"), lambda m: m.spelt),
    Feature("first word alone elsewhere", ("Ring Zyxa Vexly. Zyxa wants it", "Zyxa Vexly"), ("Ring Zyxa Vexly. Dorn wants it", "Zyxa Vexly"), lambda m: m.again),
    Feature("versus", ("sheds v Zyxa Vexly", "Zyxa Vexly"), ("sheds - Zyxa Vexly", "Zyxa Vexly"), _is_versus),
    Feature("closing above", ("x\n\nKind regards\nZyxa Vexly", "Zyxa Vexly"), ("x\n\nKind words\nZyxa Vexly", "Zyxa Vexly"), is_closed),
    Feature("job title on the next line", ("x\n\nZyxa Vexly\nPlumber", "Zyxa Vexly"), ("x\n\nZyxa Vexly\nShed", "Zyxa Vexly"), is_titled_below),
    Feature("whole line", ("x\n\nZyxa Vexly", "Zyxa Vexly"), ("x\n\nsee Zyxa Vexly", "Zyxa Vexly"), lambda m: m.fills_line and m.passage > 0),
    Feature("whole title", ("Zyxa Vexly", "Zyxa Vexly"), ("see Zyxa Vexly", "Zyxa Vexly"), lambda m: m.fills_line and m.passage == 0),
    Feature("in quotes", ('see "Zyxa Vexly" soon', "Zyxa Vexly"), ("see Zyxa Vexly soon", "Zyxa Vexly"), _is_quoted),
    Feature("abbreviation of a number", ("ph Zyxa Vexly", "Zyxa Vexly"), ("to Zyxa Vexly", "Zyxa Vexly"), _is_of_number),
)  # fmt: skip
"""Features of where and how else the name stands."""

FEATURES = (
    *FEATURES_OF_WORDS, *_FEATURES_BEFORE, *_FEATURES_BEHIND, *_FEATURES_OF_LABELS, *_FEATURES_OF_BESIDE, *_FEATURES_OF_LINE, *_FEATURES_OF_CARD,
    *_FEATURES_OF_LEFT, *_FEATURES_OF_RIGHT, *_FEATURES_AROUND,
)  # fmt: skip


def is_word(mention: Mention) -> bool:
    """Whether a single word is nothing but a common word or a place: "Third"."""
    return (
        len(mention.words) == 1
        and mention.folded[0] in NO_WORDS
        and mention.folded[0] not in ORGANISATIONS
        and not mention.role
        and mention.trade < LIKELY
    )


def _beside(m: Mention) -> Hashable:
    """Return the facts on which the features of the names beside a name depend."""
    before, behind = _near(m, -1), _near(m, 1)
    above, below = _around(m, -1), _around(m, 1)
    known = before is not None and _is_person_like(before)
    return (
        known,
        known and m.before[-1:] in _PLACED,
        known and Kind.TITLE in m.before[-3:],
        before is not None and before.trade >= LIKELY,
        behind is not None and _is_person_like(behind),
        behind is not None and behind.trade >= LIKELY,
        _is_person_word_list(m),
        bool(above) and any(map(_is_person_like, above)),
        bool(below) and any(map(_is_person_like, below)),
        bool(below) and any(one.trade >= LIKELY for one in below),
    )


def _ahead(m: Mention) -> Hashable:
    """Return the facts on which the features of the words behind a name depend."""
    first = m.right[0]
    acts = first in _OPENED and ACTS.has_any(m.right[1:4])
    return first, m.behind[:1], acts, _PRONOUNS.isdisjoint(m.right)


_AROUND = Remembered(
    lambda m: (
        m.spelt, m.again, _is_versus(m), is_closed(m), is_titled_below(m), m.fills_line, m.passage > 0, _is_quoted(m), _is_of_number(m),
    ),
    _FEATURES_AROUND,
)  # fmt: skip
_LEFT = Remembered(
    lambda m: (m.left[-1], m.before[-1:], m.row.item, _WORKS.isdisjoint(m.left)), _FEATURES_OF_LEFT
)
_RIGHT = Remembered(_ahead, _FEATURES_OF_RIGHT)
_GROUPS = (
    *GROUPS_OF_WORDS,
    Remembered(
        lambda m: (m.before[-2:], Kind.LEFT in m.before[-3:], not m.before.strip("-|")), _FEATURES_BEFORE
    ),
    Remembered(lambda m: (m.behind[:2], m.behind[:3] == _TITLED), _FEATURES_BEHIND),
    Remembered(lambda m: (m.role, m.kinds), _FEATURES_OF_LABELS),
    Remembered(_beside, _FEATURES_OF_BESIDE),
    Remembered(lambda m: (m.row.raw, m.row.item, not m.kinds), _FEATURES_OF_LINE),
    Remembered(
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


def seen(mention: Mention) -> list[str]:
    """Return the names of the features that are seen of a possible name."""
    found = [*_AROUND.seen(mention)]
    if mention.left:
        found += _LEFT.seen(mention)
    if mention.right:
        found += _RIGHT.seen(mention)
    for group in _GROUPS:
        found += group.seen(mention)
    return found
