"""Text wrapping with a hanging indent."""

from textwrap import wrap

_LEAST = 12


def hanging(text: str, width: int, indent: int) -> str:
    """Wrap ``text`` to lines of at most ``width`` cells; those after the first begin with ``indent`` blanks.

    A word that is longer than a line, such as an address, stays whole. The first line is assumed to follow
    ``indent`` cells of other text.
    """
    lines = wrap(text, max(width - indent, _LEAST), break_long_words=False, break_on_hyphens=False)
    return f"\n{' ' * indent}".join(lines)
