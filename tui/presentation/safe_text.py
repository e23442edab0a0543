"""Sanitizing of text from outside before it reaches a terminal.

Textual's widgets pass escape sequences, C1 controls and bidirectional overrides on to the terminal, and so
does a write to stdout. All text passes from the model to a view or an output through this module; the model
keeps it unchanged.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path

LONGEST_LINE = 2_000
"""Maximum number of characters of a line that are measured or drawn."""

LONGEST_BLOCK = 100_000
"""Maximum number of characters of a text that are drawn."""

UNTITLED = "(no title)"
"""The text shown in place of a name without visible characters."""

_REPLACED = "\ufffd"
_TAB = 4
_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421"}
_LINE_ENDS = dict.fromkeys((133, 8232, 8233), "␤")
_BIDI = dict.fromkeys((*range(8234, 8239), *range(8294, 8298)), _REPLACED)
# Letters that are invisible and would make a name look empty.
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
# Printable characters that still need sanitizing: stacked combining marks, fillers, surrogates.
_SUSPECT = re.compile(
    "[\u0300-\u036f\u115f\u1160\u3164\uffa0\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ud800-\udfff]"
)
_MOST_MARKS = 3
_JOINERS = "\u200c\u200d"
"""Zero-width joiners: they combine emoji, and control how letters of some scripts connect."""


def safe_text(text: str, *, multiline: bool = False) -> str:
    """Return ``text`` without anything that a terminal would interpret.

    C0 controls and DEL become their pictures (␛), C1 controls, lone surrogates and bidirectional overrides
    become U+FFFD, invisible characters are removed except joiners that join something, tabs become blanks,
    and combining marks are cut after three.

    Args:
        text: Text from a service, a file or a user.
        multiline: Whether to keep line ends as newlines; else they become pictures, and the result one line.
    """
    limit = LONGEST_BLOCK if multiline else LONGEST_LINE
    if len(text) > limit:
        text = text[:limit] + "…"
    if text.isascii() and text.isprintable():
        return text
    if not multiline:
        return sanitize(text.expandtabs(_TAB))
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(sanitize(line.expandtabs(_TAB)) for line in lines)


def safe_line(text: str) -> str:
    """Sanitize ``text`` for an exact width: as ``safe_text``, without emoji modifiers, and never blank."""
    if not (text.isascii() and text.isprintable() and len(text) <= LONGEST_LINE):
        text = _MODIFIERS.sub("", safe_text(text))
    return text if text and not text.isspace() else UNTITLED


def sanitize(text: str, *, keep: str = "") -> str:
    """Sanitize ``text`` as ``safe_text`` does, at any length, but keep the characters of ``keep``."""
    if text.isprintable() and _SUSPECT.search(text) is None:
        return text
    out: list[str] = []
    marks = 0
    for at, char in enumerate(text):
        joins = char in _JOINERS and _joins(text[at - 1 : at] + text[at + 1 : at + 2])
        kept = char if joins or char in keep else _replacement(char)
        marks = marks + 1 if kept and unicodedata.category(kept) in {"Mn", "Me"} else 0
        if marks <= _MOST_MARKS:
            out.append(kept)
    return "".join(out)


def _joins(beside: str) -> bool:
    """Return whether a joiner between two characters has an effect; in Latin it only hides a difference."""
    return len(beside) == 2 and all(
        ord(char) > 0x7F and char.isprintable() for char in beside
    )  # one each side


@cache
def _replacement(char: str) -> str:
    """Return the replacement that is drawn for one character."""
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


def shown_path(path: Path) -> str:
    """Return the full path of a file in one line, with ``~`` for the user's home."""
    try:
        whole = path.absolute()
    except OSError:  # the current folder was deleted
        return safe_line(str(path))
    try:
        return safe_line(f"~/{whole.relative_to(Path.home())}")
    except (ValueError, RuntimeError):
        return safe_line(str(whole))
