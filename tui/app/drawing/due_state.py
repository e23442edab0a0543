"""Signs, colours and words for the state of a due date, on a card in a list and on the open card."""

from datetime import datetime, timedelta

from tui.model.values.fields import Frozen

SOON = timedelta(days=1)
"""Time before its due date from which a card is marked as due soon."""


class DueState(Frozen):
    """The state of a due date, which the sign shows even without colour.

    Attributes:
        sign: A character of one cell.
        token: The colour's name in the theme.
        word: The state in a word, where there is room; "" for a distant date.
    """

    sign: str
    token: str
    word: str

    @property
    def signed_word(self) -> str:
        """The word after the sign, for a card without a date."""
        return f"{self.sign} {self.word}"


DONE = DueState("✓", "done", "done")
LATE = DueState("▲", "late", "overdue")
NEAR = DueState("△", "soon", "soon")
FAR = DueState("◷", "ink-quiet", "")


def drawn_as_of(now: datetime) -> datetime:
    """Return the time as of which cards are drawn: the beginning of the minute, so that they stay as drawn for it."""
    return now.replace(second=0, microsecond=0)


def due_standing(due: datetime, now: datetime, *, done: bool) -> DueState:
    """Return whether a due date is done, late, near or distant."""
    if done:
        return DONE
    if due < now:
        return LATE
    return NEAR if due - now <= SOON else FAR
