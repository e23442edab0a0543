"""SplitSequence: joins an escape sequence that arrives in several reads, for example over a slow line.

Textual waits a tenth of a second for the rest and then reports the beginning as keys: the ``A`` of an arrow
key would open a page. Here the beginning is held for longer. A lone escape may be the key, so it is reported
as soon as in Textual; a rest that arrives later is still joined to it.
"""

import re
from collections.abc import Callable

ESCAPE, PASTE = "\x1b", "\x1b[200~"

LATE = 1.0
"""Seconds to wait for the rest of a sequence."""

_PARTIAL = re.compile(r"\x1b(?:O|\[(?:\[|[?<]?[-\d;:]{0,30}\$?))?\Z")
_COMPLETE = re.compile(r"\x1b(?:O[A-DFHMP-S]|\[(?:\[[A-E]|<[-\d;]{1,30}[Mm]|\??[\d;:]{0,30}\$?[@-Z\\-~]))")
_KEYS = (ESCAPE, f"{ESCAPE}O")


class SplitSequence:
    """A buffer for an incomplete sequence at the end of a read.

    Args:
        now: Returns monotonic seconds.
        patience: Seconds until a lone escape is reported as the key.
    """

    def __init__(self, now: Callable[[], float], patience: float) -> None:
        self._now, self._patience = now, patience
        self._held = ""
        self._since = 0.0
        self._reported = False  # whether the held text was already reported as a key

    def hold_partial(self, typed: str) -> str:
        """Hold back an incomplete sequence at the end of ``typed``; return the text before it."""
        partial = _PARTIAL.search(typed)
        if partial is None:
            return typed
        self._hold(partial.group(), reported=False)
        return typed[: partial.start()]

    def take_key(self, data: str) -> str:
        """Return and release a held escape that ``data`` does not continue; "" otherwise.

        Terminals write Alt and a letter in one piece, so if they arrive in two reads, two keys were pressed.
        If they arrive in one read, it is impossible to tell: both cases are the same two bytes.
        """
        if self._held != ESCAPE or self._reported or data[0] in "[O\x1b" or not data[0].isprintable():
            return ""
        self._held = ""
        return ESCAPE

    def combine(self, data: str) -> tuple[str, str]:
        """Combine ``data`` with the held text.

        Returns:
            The completed sequence if its beginning was already reported as a key, else ""; and the text to
            parse.
        """
        held, reported = self._held, self._reported
        late = self._now() - self._since >= LATE
        self._held, self._reported = "", False
        if not held or late:
            return "", _as_keys(held, reported=reported) + data
        joined = held + data
        whole = _COMPLETE.match(joined)
        if not reported or joined.startswith(PASTE):
            # A held escape, or escape and O, may be a key by itself or the beginning of a key with Alt.
            return "", joined if whole or held in _KEYS or _PARTIAL.fullmatch(joined) else data
        return self._combine_reported(held, data, whole)

    def _combine_reported(self, held: str, data: str, whole: re.Match[str] | None) -> tuple[str, str]:
        """Combine ``data`` with held text that was reported as a key; ``whole`` is the complete sequence, if any."""
        joined = held + data
        rest = joined[whole.end() :] if whole else ""
        if whole and (not rest or rest.startswith(ESCAPE)):
            return whole.group(), rest
        if _PARTIAL.fullmatch(joined) and joined not in _KEYS:
            self._hold(joined, reported=True)
            return "", ""
        return "", _as_keys(held, reported=True) + data

    def take_overdue(self) -> str:
        """Return held text that waited long enough to be reported as keys, once; "" otherwise."""
        held, waited = self._held, self._now() - self._since
        if held in _KEYS and not self._reported and waited >= self._patience:
            self._reported = True
            return held
        if held and waited >= LATE:
            typed = _as_keys(held, reported=self._reported)
            self._held, self._reported = "", False
            return typed
        return ""

    def _hold(self, partial: str, *, reported: bool) -> None:
        self._held, self._since, self._reported = partial, self._now(), reported


def _as_keys(held: str, *, reported: bool) -> str:
    """Return the keys for ``held``, a beginning whose rest did not arrive."""
    if reported:
        return "[" if held == f"{ESCAPE}[" else ""
    return held if held in _KEYS else ""
