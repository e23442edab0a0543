"""Whole numbers as people type them, and the words by which one is taken off."""

from __future__ import annotations

from typing import Final

from tui.errors import UsageError

NONE: Final = frozenset({"", "-", "none", "never", "no", "clear", "off"})
"""Words that take a number or a date off, wherever one may be absent; so does an emptied box."""

_MOST_DIGITS = 9  # a thousand million


def read_most(text: str, of: str, most: int | None = None, *, example: int) -> int | None:
    """Return the number of something that there may be at most; None for no limit.

    Args:
        text: What was typed.
        of: What is counted, such as ``cards``.
        most: The highest number that may be typed; None for any.
        example: A number that is shown to whoever types none.

    Raises:
        UsageError: It is no such number.
    """
    words = text.strip().casefold()
    if words in NONE:
        return None
    number = int(words) if words.isascii() and words.isdigit() and len(words) <= _MOST_DIGITS else None
    if number is None or (most is not None and number > most):
        raise UsageError(f"“{text}” is no number of {of}", hint=f"write {example}, or none")
    return number
