"""Text from outside, made harmless before a terminal may have it.

No widget of the toolkit is safe by itself: every one of them hands escape sequences, C1 controls and
bidirectional overrides to the terminal, and so does a write to stdout. Text crosses from the model to a view or
to an output through this module and nowhere else; the model keeps it as it came.
"""

import re
import unicodedata
from functools import cache

LONGEST_LINE = 2_000
"""Characters of a line that are ever measured or drawn."""

LONGEST_BLOCK = 100_000
"""Characters of a text that are ever drawn."""

UNTITLED = "(no title)"
"""What stands for a name in which there is nothing to see."""

_REPLACED = "\ufffd"
_TAB = 4
_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421"}
_LINE_ENDS = dict.fromkeys((133, 8232, 8233), "␤")
_BIDI = dict.fromkeys((*range(8234, 8239), *range(8294, 8298)), _REPLACED)
# Letters that draw nothing and would let a name look empty.
_FILLERS = dict.fromkeys((4447, 4448, 12644, 65440), _REPLACED)
_TABLE = {
    **_PICTURES,
    **dict.fromkeys(range(128, 160), _REPLACED),
    **_LINE_ENDS,
    **_BIDI,
    **_FILLERS,
}

# Terminals disagree about the width of an emoji that carries one of these.
_MODIFIERS = re.compile("[\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\u20e3]")
# A printable text with one of these still needs work: marks that pile up, fillers, surrogates.
_SUSPECT = re.compile(
    "[\u0300-\u036f\u115f\u1160\u3164\uffa0\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ud800-\udfff]"
)
_MOST_MARKS = 3
_JOINERS = "\u200c\u200d"
"""What joins emoji into one, and tells letters of some scripts how to stand beside one another."""


def safe_text(text: str, *, multiline: bool = False) -> str:
    """``text`` with nothing in it that a terminal would obey.

    C0 controls and DEL become their pictures (␛), C1 controls, lone surrogates and bidirectional overrides
    become U+FFFD, invisible characters go but for joiners that join something, tabs become blanks, and combining
    marks are cut after three.

    Args:
        text: From a service, a file or a user.
        multiline: Keep line ends, made one newline; without it they become pictures and the result is one line.
    """
    limit = LONGEST_BLOCK if multiline else LONGEST_LINE
    if len(text) > limit:
        text = text[:limit] + "…"
    if text.isascii() and text.isprintable():
        return text
    if not multiline:
        return harmless(text.expandtabs(_TAB))
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(harmless(line.expandtabs(_TAB)) for line in lines)


def safe_line(text: str) -> str:
    """``text`` for a place whose width must be exact: as ``safe_text``, without emoji modifiers, and never blank."""
    if not (text.isascii() and text.isprintable() and len(text) <= LONGEST_LINE):
        text = _MODIFIERS.sub("", safe_text(text))
    return text if text and not text.isspace() else UNTITLED


def harmless(text: str, *, keep: str = "") -> str:
    """``text`` as ``safe_text`` makes it, of any length, the characters of ``keep`` left alone."""
    if text.isprintable() and _SUSPECT.search(text) is None:
        return text
    out: list[str] = []
    marks = 0
    for at, char in enumerate(text):
        joins = char in _JOINERS and _joins(text[at - 1 : at] + text[at + 1 : at + 2])
        kept = char if joins or char in keep else _shown(char)
        marks = marks + 1 if kept and unicodedata.category(kept) in {"Mn", "Me"} else 0
        if marks <= _MOST_MARKS:
            out.append(kept)
    return "".join(out)


def _joins(beside: str) -> bool:
    """Whether a joiner between these two characters does anything: in Latin it would only hide that two names differ."""
    return len(beside) == 2 and all(
        ord(char) > 0x7F and char.isprintable() for char in beside
    )  # one each side


@cache
def _shown(char: str) -> str:
    """What is drawn for one character."""
    if (known := _TABLE.get(ord(char))) is not None:
        return known
    match unicodedata.category(char):
        case "Cf":
            return ""
        case "Cs" | "Cc":
            return _REPLACED
        case "Zs":
            return " "
        case _:
            return char
