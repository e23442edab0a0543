"""Withdrawal: what became of the comments and answers about people who opted out, in one account."""

from typing import Literal

from tui.model.fields import Frozen

Fate = Literal["deleted", "queued", "kept"]
"""``queued`` is deleted once the service answers; ``kept`` cannot be deleted from here."""


class WithdrawnNote(Frozen):
    """A comment about somebody who opted out, and what became of it.

    Attributes:
        board: The board's name.
        card: The card's title.
        why: Why it is not deleted, as a clause; "" where it is.
    """

    comment_id: str
    card_id: str
    board_id: str
    board: str
    card: str
    fate: Fate = "deleted"
    why: str = ""


class Withdrawal(Frozen):
    """What was withdrawn in one account.

    Attributes:
        notes: The comments.
        answers: Remembered answers of lookups that were erased.
    """

    notes: tuple[WithdrawnNote, ...] = ()
    answers: int = 0
