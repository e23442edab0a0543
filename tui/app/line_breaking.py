"""Line breaks in words that are longer than a line: addresses break after punctuation, never inside a word."""

import re
from collections.abc import Iterator

from rich.cells import cell_len
from textual.content import Content

_WORD = re.compile(r"\S+")
_MARKS = "/@._?&=#:+%,-"
_OPPORTUNITY = re.compile(f"[{_MARKS}]+(?=[^{_MARKS}])")


def break_addresses(line: Content, width: int) -> list[Content]:
    """Split ``line`` where a word with punctuation, such as an e-mail or web address, is longer than ``width`` cells.

    Such a word starts on a line of its own, and is broken after punctuation so that each part fits. A part
    without punctuation that is still too long is left to the normal wrapping.
    """
    if line.cell_length <= width:
        return [line]
    cuts = list(_cuts(line.plain, width))
    return [part.rstrip() for part in line.divide(cuts)] if cuts else [line]


def _cuts(text: str, width: int) -> Iterator[int]:
    for match in _WORD.finditer(text):
        word = match[0]
        if cell_len(word) <= width or not _OPPORTUNITY.search(word):
            continue
        if match.start() and text[: match.start()].strip():
            yield match.start()
        begin, last = 0, 0
        for end in (*(each.end() for each in _OPPORTUNITY.finditer(word)), len(word)):
            if cell_len(word[begin:end]) > width and last > begin:
                yield match.start() + last
                begin = last
            last = end
