"""TomlLines: finds the line of a key in a TOML file, which the parser does not report."""

import re

Place = tuple[str | int, ...]
"""The way to a value: keys, and places in lists of tables."""

_NAME = r"""[\w-]+|"[^"]*"|'[^']*'"""
_HEADER = re.compile(rf"\s*(\[\[?)\s*((?:{_NAME})(?:\s*\.\s*(?:{_NAME}))*)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(rf"\s*((?:{_NAME})(?:\s*\.\s*(?:{_NAME}))*)\s*=")
_PART = re.compile(_NAME)
_FENCE = re.compile(r'"""|\'\'\'')
_FENCES = ('"""', "'''")
_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"""|\Z)|\'\'\'.*?(?:\'\'\'|\Z)|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*|[\[\]{}]',
    re.DOTALL,
)
"""A text, a comment, or a bracket."""

_SYNTAX_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


class TomlLines:
    """The lines of a TOML file by table and key.

    Args:
        text: The file's text, which is valid TOML.

    Attributes:
        table: The table that keys below the text would belong to.
    """

    def __init__(self, text: str) -> None:
        self._lines: dict[Place, int] = {}
        self._counts: dict[Place, int] = {}
        self.table: Place = ()
        fence = ""
        for number, line in enumerate(text.splitlines(), 1):
            if not fence:
                self.table = self._read(line, number, self.table)
            for mark in _FENCE.findall(line):
                fence = mark if not fence else ("" if mark == fence else fence)

    def _read(self, line: str, number: int, table: Place) -> Place:
        """Record the header or the key of one line; return the table that following keys belong to."""
        if (header := _HEADER.match(line)) is not None:
            *above, last = _names(header[2])
            table = self._walk((), above, number)
            if header[1] == "[[":
                self._lines.setdefault((*table, last), number)
                table = (*table, last, self._count((*table, last)))
                self._lines[table] = number
            else:
                table = self._walk(table, [last], number)
        elif (key := _KEY.match(line)) is not None:
            self._walk(table, _names(key[1]), number)
        return table

    def _walk(self, place: Place, names: list[str], number: int) -> Place:
        """Return the place under ``names``, in the last table of each list; record new places."""
        for name in names:
            place = (*place, name)
            self._lines.setdefault(place, number)
            if place in self._counts:
                place = (*place, self._counts[place] - 1)
        return place

    def _count(self, place: Place) -> int:
        self._counts[place] = self._counts.get(place, 0) + 1
        return self._counts[place] - 1

    def line(self, place: Place) -> int:
        """Return the line of a value, from 1; as near as is known."""
        return self._lines.get(self.known(place), 1)

    def known(self, place: Place) -> Place:
        """Return what of the way to a value is in the text."""
        known: Place = ()
        for part in place:
            if (*known, part) in self._lines:
                known = (*known, part)
        return known


def _names(text: str) -> list[str]:
    return [name.strip("\"'") for name in _PART.findall(text)]


_AGAIN = re.compile(r"Cannot (?:overwrite|declare|mutate|redefine) ")
"""How the parser begins to tell that something is set a second time."""


def syntax_error(message: str, text: str) -> tuple[int, str, str]:
    """Return the line that the parser's ``message`` names, from 1, the message without it, and the fix or ""."""
    found = _SYNTAX_PLACE.search(message)
    what = _SYNTAX_PLACE.sub("", message)
    if found is None or found[1]:
        line = int(found[1]) if found else len(text.splitlines()) or 1
        before = _set_before(text, line) if _AGAIN.match(what) else ""
        return (line, before, "keep one of the two") if before else (line, what, "")
    if (opened := _unclosed(text)) is None:
        return len(text.splitlines()) or 1, what, ""
    line, bracket = opened
    return line, f"this {bracket} is never closed", ""


def _set_before(text: str, line: int) -> str:
    """Return in words where the setting of a line was set before; "" if it was not."""
    *above, last = text.splitlines()[:line]
    before = TomlLines("\n".join(above))
    if (header := _HEADER.match(last)) is not None:
        place: Place = (*_names(header[2]),)
    elif (key := _KEY.match(last)) is not None:
        place = (*before.table, *_names(key[1]))
    else:
        return ""
    name = ".".join(part for part in before.known(place) if isinstance(part, str))
    return name and f"{name} is set on line {before.line(place)} already"


def _unclosed(text: str) -> tuple[int, str] | None:
    """Return line and sign of the last bracket or text that is not closed, or None."""
    opened: list[tuple[int, str]] = []
    for found in _TOKEN.finditer(text):
        sign, line = found[0], text.count("\n", 0, found.start()) + 1
        if sign in "[{":
            opened.append((line, sign))
        elif sign in "]}":
            opened[-1:] = []
        elif sign[:3] in _FENCES and not (len(sign) > 3 and sign.endswith(sign[:3])):
            return line, sign[:3]
    return opened[-1] if opened else None
