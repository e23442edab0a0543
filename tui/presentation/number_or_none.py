"""Reading a number that can be taken off again, such as a cap or a limit: a whole number, or ``none``."""

from tui.errors import UsageError

_NONE = frozenset({"none", "off", "-"})
_MOST_DIGITS = 9


def read_number(text: str, what: str, *, most: int | None = None, option: str = "") -> int | None:
    """Read a number; None for ``none``, ``off`` or ``-``.

    Args:
        text: What was typed.
        what: What is counted, for the error: ``cards``.
        most: The maximum, if there is one.
        option: The option of the command line that has the value, for the error.

    Raises:
        UsageError: It is neither.
    """
    words = text.strip().casefold()
    if words in _NONE:
        return None
    is_number = words.isascii() and words.isdigit() and len(words) <= _MOST_DIGITS
    if not is_number or (most is not None and int(words) > most):
        up_to = "" if most is None else f" up to {most:,}"
        where = f"{option}: " if option else ""
        raise UsageError(
            f"{where}“{text}” is no number of {what}{up_to}", hint="write a whole number, or none"
        )
    return int(words)
