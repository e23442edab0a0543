"""Wrapping and cutting of text by its width in cells."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, split_graphemes
from textual.content import Content
from textual.visual import Visual

from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from textual.css.styles import RulesMap
    from textual.strip import Strip
    from textual.style import Style
    from textual.visual import RenderOptions


def wrap(text: str, width: int, most: int) -> list[str]:
    """Wrap ``text`` into at most ``most`` lines of at most ``width`` cells; ``…`` marks cut text.

    Args:
        text: Safe text without line ends.
        width: Width in cells; at least 1.
        most: Maximum number of lines; at least 1.
    """
    cells: Callable[[str], int] = len if text.isascii() else cell_len
    if cells(text) <= width:
        return [text]
    lines: list[str] = []
    line = ""
    for between, word in _words(text, width, cells):
        joined = f"{line}{between}{word}" if line else word
        if cells(joined) <= width:
            line = joined
            continue
        if len(lines) == most - 1:
            return [*lines, fit(joined, width)]
        lines.append(line)
        line = word
    return [*lines, line] if line else lines or [""]


_SEAMS = "@./:-_&?=#"
"""Signs before which a long word is preferably cut, as in addresses and paths."""


def _words(text: str, width: int, cells: Callable[[str], int]) -> Iterator[tuple[str, str]]:
    """Yield each word of ``text`` with the blank before it, or with "" for the rest of a cut word.

    A word wider than a line is cut, if possible at a sign of ``_SEAMS`` in the second half of the line.
    """
    for word in text.split():
        between = " "
        while cells(word) > width:
            cut = _cut(word, width) or word[:1]
            seam = max(cut.rfind(sign) for sign in _SEAMS)
            if seam > len(cut) // 2:
                # The sign begins the next line, which shows that the address continues.
                cut = cut[:seam]
            yield between, cut
            word, between = word[len(cut) :], ""  # noqa: PLW2901 - what is left of it
        if word:
            yield between, word


def _cut(text: str, width: int) -> str:
    """Return as much of ``text`` as fits into ``width`` cells."""
    if text.isascii():
        return text[:width]
    used = 0
    # Cut by grapheme: a joined emoji has two cells in all, although each of its parts has two.
    for start, _, cells in split_graphemes(text)[0]:
        used += cells
        if used > width:
            return text[:start]
    return text


def fit(text: str, width: int) -> str:
    """Return ``text``; if it is wider than ``width`` cells, cut it and end it with ``…``."""
    return text if cell_len(text) <= width else f"{_cut(text, width - 1)}…"


def fit_middle(text: str, width: int) -> str:
    """Cut ``text`` in its middle if it is wider than ``width`` cells: names that begin alike often differ at their end."""
    if cell_len(text) <= width:
        return text
    begin, used = len(text), 0
    for start, _, cells in reversed(split_graphemes(text)[0]):
        if used + cells > (width - 1) // 3:
            break
        begin, used = start, used + cells
    return f"{_cut(text, width - 1 - used)}…{text[begin:]}"


def opening(text: str, width: int) -> str:
    """Return the beginning of a text of any lines as one safe line of at most ``width`` cells."""
    line = " ".join(text.split())
    return fit(safe_line(line), width) if line else ""


_DOT = " · "
_LEAST_NAME = 4  # cells below which a shortened name tells nothing


def fit_path(names: Sequence[str], width: int, keep: int) -> str:
    """Join the names of a place; if they are wider than ``width``, shorten all but the name ``keep``, or leave them out.

    What comes after the kept name is left out first, so that the others can still be read.

    Args:
        names: Safe names, such as those of a board, a list and an account.
        width: Width in cells.
        keep: Index of the name that tells the most.
    """
    whole = _DOT.join(names)
    if cell_len(whole) <= width:
        return whole
    if len(names) > keep + 1:
        return fit_path(names[: keep + 1], width, keep)
    left = width - cell_len(names[keep]) - len(_DOT) * (len(names) - 1)
    others = sorted((at for at in range(len(names)) if at != keep), key=lambda at: cell_len(names[at]))
    if left < _LEAST_NAME * len(others):
        return fit(names[keep], width)
    shown = list(names)
    for count, at in enumerate(others):  # a short name leaves its room to the longer ones
        shown[at] = fit_middle(names[at], left // (len(others) - count))
        left -= cell_len(shown[at])
    return _DOT.join(shown)


_WORD = re.compile(r"\S+")
_BETWEEN_WORDS, _IN_WORDS = "/?&=@.-", "_:#+%,"
_MARKS = _BETWEEN_WORDS + _IN_WORDS
_OPPORTUNITY = re.compile(f"[{_MARKS}]+(?=[^{_MARKS}])")
_USUAL = re.compile(f"[{_MARKS}]*[{_BETWEEN_WORDS}](?=[^{_MARKS}])")


def break_addresses(line: Content, width: int) -> list[Content]:
    """Split ``line`` where a word with punctuation, such as an e-mail or web address, is longer than ``width`` cells.

    Such a word starts on a line of its own, and is broken after punctuation so that each part fits: after a sign such
    as ``_`` only where there is no other. A part without punctuation that is still too long is left to the normal
    wrapping.
    """
    if line.cell_length <= width:
        return [line]
    cuts = list(_cuts(line.plain, width))
    return [part.rstrip() for part in line.divide(cuts)] if cuts else [line]


_NO_BREAK, _HELD = "\u00a0", "\ufdd0"
"""A no-break space, and the sign for it while a line is wrapped, as the toolkit breaks at any kind of space.

Unicode keeps that sign for use within a program. A private one may be in a text: fonts draw their pictures with them.
"""


def wrapped(line: Content, width: int) -> Iterator[Content]:
    """Yield ``line`` wrapped to ``width`` cells, but not at a no-break space; an empty line stays one."""
    for part in break_addresses(_replaced(line, _NO_BREAK, _HELD), width):
        for each in part.wrap(width) or [Content("")]:
            yield _replaced(each, _HELD, " ")


def with_blanks(text: Content) -> Content:
    """Return ``text`` with blanks for its no-break spaces."""
    return _replaced(text, _NO_BREAK, " ")


def _replaced(text: Content, sign: str, other: str) -> Content:
    return Content(text.plain.replace(sign, other), list(text.spans)) if sign in text.plain else text


def _cuts(text: str, width: int) -> Iterator[int]:
    for match in _WORD.finditer(text):
        word = match[0]
        if cell_len(word) <= width or not _OPPORTUNITY.search(word):
            continue
        if match.start() and text[: match.start()].strip():
            yield match.start()
        begin, last = 0, 0
        for end in _ends(word, width):
            if cell_len(word[begin:end]) > width and last > begin:
                yield match.start() + last
                begin = last
            last = end


def _ends(word: str, width: int) -> Iterator[int]:
    """Yield the ends of the parts of a word, which are divided further only if they are too long."""
    begin = 0
    for end in (*(each.end() for each in _USUAL.finditer(word)), len(word)):
        if cell_len(word[begin:end]) > width:
            yield from (each.end() for each in _OPPORTUNITY.finditer(word, begin, end))
        yield end
        begin = end


class WrappedVisual(Visual):
    """A text that is wrapped once for each width in which it is drawn."""

    _wrapped: tuple[int, Content] | None = None

    def at(self, width: int) -> Content:
        """Return the text wrapped to ``width`` cells."""
        if self._wrapped is None or self._wrapped[0] != width:
            self._wrapped = width, self.wrap(width)
        return self._wrapped[1]

    @abstractmethod
    def wrap(self, width: int) -> Content:
        """Wrap the text to ``width`` cells."""

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        """Render the wrapped text as strips (Visual)."""
        return self.at(width).render_strips(width, height, style, options)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return the number of lines at ``width`` cells (Visual)."""
        return self.at(width).get_height(rules, width)
