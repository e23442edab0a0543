"""How a due date stands: one sign, one colour and one word for it, on a card's face and on the open card."""

from datetime import datetime, timedelta

from tui.model.fields import Frozen

SOON = timedelta(days=1)
"""How long before its time a due card says so."""


class DueStanding(Frozen):
    """How a due date stands to now. The sign tells it without the colour.

    Attributes:
        sign: One cell.
        token: The colour's name in the theme.
        word: For where there is room; "" for a date that is far off.
    """

    sign: str
    token: str
    word: str


DONE = DueStanding("✓", "done", "done")
LATE = DueStanding("▲", "late", "overdue")
NEAR = DueStanding("△", "soon", "soon")
FAR = DueStanding("◷", "ink-quiet", "")


def standing(due: datetime, now: datetime, *, done: bool) -> DueStanding:
    """Whether what is due is done, late, near or far off."""
    if done:
        return DONE
    if due < now:
        return LATE
    return NEAR if due - now <= SOON else FAR
