"""CutSequence: a sequence of the terminal that comes in several reads, as over a slow line, is one key all the same.

The toolkit waits a tenth of a second for the rest and then takes what is there for keys: the ``A`` of an arrow would
open a page. Here the beginning of one is held for longer, but for an escape, which may be the key: that is told as
quickly as ever, and when the rest comes after all it is known for what it is.
"""

import re
from collections.abc import Callable

ESCAPE, PASTE = "\x1b", "\x1b[200~"

LATE = 1.0
"""Seconds in which the rest of a sequence is expected."""

_BEGUN = re.compile(r"\x1b(?:O|\[(?:\[|[?<]?[-\d;:]{0,30}\$?))?\Z")
_WHOLE = re.compile(r"\x1b(?:O[A-DFHMP-S]|\[(?:\[[A-E]|<[-\d;]{1,30}[Mm]|\??[\d;:]{0,30}\$?[@-Z\\-~]))")
_KEYS = (ESCAPE, f"{ESCAPE}O")


class CutSequence:
    """Holds the beginning of a sequence that a read ended in.

    Args:
        now: Seconds of a steady clock.
        patience: Seconds until an escape by itself is the key.
    """

    def __init__(self, now: Callable[[], float], patience: float) -> None:
        self._now, self._patience = now, patience
        self._held = ""
        self._since = 0.0
        self._told = False  # whether what is held was taken for a key

    def hold(self, typed: str) -> str:
        """``typed`` without the sequence that begins at its end, which is held."""
        begun = _BEGUN.search(typed)
        if begun is None:
            return typed
        self._keep(begun.group(), told=False)
        return typed[: begun.start()]

    def go_on(self, data: str) -> tuple[str, str]:
        """What ``data`` is together with what is held.

        Returns:
            The sequence it ends, where its beginning was taken for a key; and what is to be read as it is.
        """
        held, told = self._held, self._told
        late = self._now() - self._since >= LATE
        self._held, self._told = "", False
        if not held or late:
            return "", _typed(held, told=told) + data
        joined = held + data
        whole = _WHOLE.match(joined)
        rest = joined[whole.end() :] if whole else ""
        if not told or joined.startswith(PASTE):
            # An escape or an O may be of a key that is pressed with Alt, or be the key.
            return "", joined if whole or held in _KEYS or _BEGUN.fullmatch(joined) else data
        if whole and (not rest or rest.startswith(ESCAPE)):
            return whole.group(), rest
        if _BEGUN.fullmatch(joined) and joined not in _KEYS:
            self._keep(joined, told=True)
            return "", ""
        return "", _typed(held, told=True) + data

    def overdue(self) -> str:
        """What has waited for long enough, and is keys: once each."""
        held, waited = self._held, self._now() - self._since
        if held in _KEYS and not self._told and waited >= self._patience:
            self._told = True
            return held
        if held and waited >= LATE:
            typed = _typed(held, told=self._told)
            self._held, self._told = "", False
            return typed
        return ""

    def _keep(self, begun: str, *, told: bool) -> None:
        self._held, self._since, self._told = begun, self._now(), told


def _typed(held: str, *, told: bool) -> str:
    """What somebody may have pressed of the beginning of a sequence whose rest did not come."""
    if told:
        return "[" if held == f"{ESCAPE}[" else ""
    return held if held in _KEYS else ""
