"""Cells of a table that no spreadsheet reads as a formula, and what they held before. Pure."""

import re

_SIGNS = "=+\\-@＝＋－＠"
"""Characters that begin a formula; some programs also accept the wide forms."""

_LEADING = re.compile(rf" *[{_SIGNS}\t\r\n]")
_DIVIDED = re.compile(rf"([;\t\r\n] *)(?=[{_SIGNS}])")
"""Places where a spreadsheet that splits at semicolons or tabs and ignores quotes would start a formula cell."""

_MARKED = re.compile(rf"'(?= *[{_SIGNS}\t\r\n])")
_MARKED_WITHIN = re.compile(rf"([;\t\r\n] *)'(?=[{_SIGNS}])")


def as_text(text: str) -> str:
    """Return a cell that no spreadsheet reads as a formula; apostrophes mark what would be one as text."""
    text = _DIVIDED.sub(r"\1'", text)
    return f"'{text}" if _LEADING.match(text) else text


def from_text(text: str) -> str:
    """Return what a cell held before apostrophes marked it as text, here or in another program."""
    return _MARKED_WITHIN.sub(r"\1", text[1:] if _MARKED.match(text) else text)
