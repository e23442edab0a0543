"""A line that is broken between words, and goes on under its own beginning."""

from textwrap import wrap

_LEAST = 12


def hanging(text: str, width: int, indent: int) -> str:
    """``text`` in lines of at most ``width`` cells; those after the first begin with ``indent`` blanks.

    A word that is longer than a line, such as an address, stays whole. The first line is taken to begin behind
    ``indent`` cells of something else.
    """
    lines = wrap(text, max(width - indent, _LEAST), break_long_words=False, break_on_hyphens=False)
    return f"\n{' ' * indent}".join(lines)
