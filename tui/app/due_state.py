"""Signs, colours and words for the state of a due date, on a card's face and on the open card."""

from datetime import datetime, timedelta

from tui.model.values.fields import Frozen

SOON = timedelta(days=1)
"""The time before its due date in which a card is marked as due soon."""


class DueState(Frozen):
    """The state of a due date, told apart by the sign even without the colour.

    Attributes:
        sign: A character of one cell.
        token: The colour's name in the theme.
        word: The state in a word, for where there is room; "" for a date that is far off.
    """

    sign: str
    token: str
    word: str


DONE = DueState("✓", "done", "done")
LATE = DueState("▲", "late", "overdue")
NEAR = DueState("△", "soon", "soon")
FAR = DueState("◷", "ink-quiet", "")


def due_standing(due: datetime, now: datetime, *, done: bool) -> DueState:
    """Return whether a due date is done, late, near or far off."""
    if done:
        return DONE
    if due < now:
        return LATE
    return NEAR if due - now <= SOON else FAR
