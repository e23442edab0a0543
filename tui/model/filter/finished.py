"""When a card is finished: its due date is marked done, or it is in a list whose cards count as done.

A list counts as done by its name, because the service stores nothing of the kind. So everybody on a board
sees the same, and renaming a list changes it. Filter, agenda, dashboard, bell, tables and the command line
all use this module.
"""

import re
from functools import lru_cache

from tui.model.search import fold_text

_FIRST = frozenset({"closed", "completed", "done", "finished"})
"""Words that a list of finished cards may begin with: *Done this week*."""

_ALONE = frozenset(
    {
        "archive",
        "archived",
        "cancelled",
        "canceled",
        "complete",
        "hired",
        "lost",
        "rejected",
        "resolved",
        "shipped",
        "won",
    }
)
"""Words that are the whole name of a list of finished cards."""


_TICKS = ("✓", "✔", "☑", "✅")
"""Signs that a list of finished cards may begin with, whatever else it is called: *✓ Placed*."""

COUNT_AS_DONE = "its cards count as done"
"""The words about a list of finished cards."""

_NO_LONGER = "its cards no longer count as done"


@lru_cache(maxsize=1024)
def is_finished_list(name: str) -> bool:
    """Return whether the cards of a list are finished, by its name: ``Done``, ``Done in May``, ``Won``, ``✓ Placed``."""
    words = re.findall(r"\w+", fold_text(name))
    if not words:
        return False
    return words[0] in _FIRST or (len(words) == 1 and words[0] in _ALONE) or name.lstrip().startswith(_TICKS)


def list_words(name: str, was: str = "") -> str:
    """Return the name of a list for the user; for one whose cards count as done, or did when it ``was`` called otherwise, with that remark."""
    if is_finished_list(name):
        return f"{name} · {COUNT_AS_DONE}"
    return f"{name} · {_NO_LONGER}" if is_finished_list(was) else name


def is_finished(list_name: str, *, due_met: bool) -> bool:
    """Return whether a card is finished."""
    return due_met or is_finished_list(list_name)
