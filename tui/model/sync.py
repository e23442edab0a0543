"""State of an account's sync: the status for the status line, writes not sent yet, and conflicts."""

from datetime import datetime
from typing import Literal

from tui.model.values.fields import Frozen

SyncState = Literal[
    "starting", "synced", "sending", "loading", "held", "offline", "rate_limited", "unauthorized", "read_only"
]
"""``held``: waiting writes are kept, because the account's token may not write; reading goes on.

``read_only``: nothing can be written on this machine; the stored data can be read.
"""

_STUCK: frozenset[SyncState] = frozenset({"offline", "unauthorized", "held", "read_only"})
"""The states that last until something else changes, in which no write reaches the service."""


TokenTrouble = Literal["", "missing", "locked", "refused"]
"""Problem with a token: missing, locked in an unopened vault, or refused by the service; "" for none."""


class SyncStatus(Frozen):
    """The state of one account's sync.

    Attributes:
        refused: Writes the service refused, kept for the user to decide.
        conflicts: Fields that two people changed differently, for the user to choose.
        resume_at: When sending resumes, while rate limited.
        loading_done: Cards of the open board fetched so far, while loading.
        loading_total: Cards expected in all, or 0 if unknown.
        detail: One sentence on what is wrong, or "".
        mistake: What is wrong in the settings, for which earlier ones are used; "" for nothing.
    """

    state: SyncState = "starting"
    waiting: int = 0
    refused: int = 0
    conflicts: int = 0
    resume_at: datetime | None = None
    loading_done: int = 0
    loading_total: int = 0
    detail: str = ""
    trouble: TokenTrouble = ""
    mistake: str = ""

    @property
    def is_stuck(self) -> bool:
        """Whether no write reaches the service, until the network, the login or something else changes."""
        return self.state in _STUCK


def frame_of(board_id: str) -> str:
    """Return the key under which the last read of a board's lists, labels and members is recorded."""
    return f"{board_id}/frame"


Standing = Literal["refused", "waiting"]


class Unsent(Frozen):
    """A write that the service has not taken.

    Attributes:
        standing: ``refused`` by the service, or ``waiting`` to be sent.
        words: Its description: ``Moved “Ana Ray” to Contacted``.
        reason: Why it was refused, or "".
        typed: The text the user typed for it, or "".
        card_id: The card it is about, or None.
    """

    seq: int
    standing: Standing
    words: str
    reason: str = ""
    typed: str = ""
    attempts: int = 0
    card_id: str | None = None

    @property
    def not_done(self) -> str:
        """Its description once it was refused: ``not moved “Ana Ray” to Contacted``."""
        verb, _, rest = self.words.partition(" ")
        return f"not {_PARTICIPLES.get(verb, verb.lower())} {rest}" if verb != "A" else self.words


_PARTICIPLES = {"Took": "taken"}
"""Those that differ from the past tense."""

Why = Literal["both", "deleted", "moved", "archived", "lost", "older", "parts"]
"""Kinds of conflicts: both changed it, its thing was deleted, both moved the card, it was archived.

The last three are of a service that was put back: it has lost the card, an older text of it, or parts of it.
"""

PUT_BACK = frozenset[Why]({"lost", "older", "parts"})
"""The kinds of conflicts by a service that was put back, which nobody has caused."""

Shape = Literal["lines", "line", "moment", "reminder", "value"]
"""What a contested value is: a text of several lines, or of one; an instant; minutes before the due date; or another."""

Chosen = Literal["", "mine", "theirs", "merged", "made"]
"""The version that is kept; "" until the user has chosen."""


class LostThing(Frozen):
    """Something that the service has lost, as when it is put back to an older state; it is kept as a conflict.

    Attributes:
        id: The conflict's id.
        card: The name of the card.
        whole: Whether the card itself is lost; otherwise what was written on it.
    """

    id: int
    card: str
    whole: bool


class Conflict(Frozen):
    """A field that two people changed differently; both values are kept until the user discards them.

    Attributes:
        field: The field in words: ``title``.
        board: The board's name at that time.
        thing: The name of the card, list …
        base: The value before either change.
        theirs: The service's value, or that of another window; while nothing is chosen, the value shown now.
        who: Name of the other person, if the service names one; else "".
        shape: What its values are.
        card_id: The card it is about, or None.
        now: The value shown now; None if it is not known.
        gone: Whether the thing is deleted.
        draft: Where the text is stored, if it was never saved and its thing is gone; else "".
    """

    id: int
    at: datetime
    why: Why
    field: str
    board: str
    thing: str
    base: str
    mine: str
    theirs: str
    chosen: Chosen = ""
    who: str = ""
    shape: Shape = "line"
    card_id: str | None = None
    now: str | None = None
    gone: bool = False
    draft: str = ""

    @property
    def has_versions(self) -> bool:
        """Whether both sides are versions of one field."""
        return self.why in {"both", "older"}

    @property
    def can_be_merged(self) -> bool:
        """Whether one text can be made of both: two texts that are there."""
        texts = self.shape in {"lines", "line"} and bool(self.mine and self.theirs)
        return self.has_versions and texts and not self.gone

    @property
    def by_nobody(self) -> bool:
        """Whether nobody has changed or deleted it: the service was put back to an older state."""
        return self.why in PUT_BACK
