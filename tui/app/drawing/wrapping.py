"""Wrapping and cutting of text by its width in cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rich.cells import cell_len, split_graphemes


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
