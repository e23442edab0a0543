"""How the local truth stands to the service: what the status line shows, and what is on its way."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from tui.model.fields import Frozen

SyncState = Literal[
    "starting", "synced", "sending", "loading", "held", "offline", "rate_limited", "unauthorized", "read_only"
]
"""``held``: what waits is kept, because the account's token may not write; what the service has is read.

``read_only``: nothing can be written on this machine; what is here can be read.
"""


TokenTrouble = Literal["", "missing", "locked", "refused"]
"""What is wrong with a token: it is missing, locked in a vault that nobody has opened, or refused by the service; "" when it is taken."""


@dataclass(frozen=True, slots=True)
class SyncStatus:
    """The state of one account's sync.

    Attributes:
        waiting: Writes not confirmed yet.
        refused: Writes the service refused, kept for the user to decide.
        conflicts: Fields that two people changed differently, for the user to choose.
        resume_at: When sending goes on, while rate limited.
        loading_done: Cards of the open board fetched so far, while loading.
        loading_total: Cards expected in all, or 0 when unknown.
        detail: One sentence on what is wrong, or "".
        trouble: What is wrong with the token, while unauthorized.
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


Standing = Literal["refused", "waiting"]


class Unsent(Frozen):
    """A write the service does not have.

    Attributes:
        seq: Its place in the order.
        standing: ``refused`` by the service, or ``waiting`` to be sent.
        words: What it does: ``Moved “Ana Ray” to Contacted``.
        reason: Why it was refused, or "".
        typed: The text somebody typed for it, or "".
        attempts: How often it was sent.
        card_id: The card it is about, or None.
    """

    seq: int
    standing: Standing
    words: str
    reason: str = ""
    typed: str = ""
    attempts: int = 0
    card_id: str | None = None


Why = Literal["both", "deleted", "moved", "archived"]
"""Both changed it; what it was for is deleted; both moved the card; the card was archived meanwhile."""

Chosen = Literal["", "mine", "theirs", "merged"]
"""Which of the two is kept; "" while nobody has chosen."""


class Conflict(Frozen):
    """One field that two people changed differently. Both texts are kept until the user discards them.

    Attributes:
        id: Its number.
        at: When it was found.
        why: What kind it is.
        field: What of the thing, in words: ``title``.
        board: The board's name, when it was found.
        thing: The card's, or the list's, …
        base: What stood there before either changed it.
        mine: What was written here.
        theirs: What the service has, or another window wrote.
        chosen: Which is kept.
        who: The name of who else changed it, where the service told; else "".
        several_lines: Whether the field is a text of lines, to be merged in an editor.
        card_id: The card it is about, or None.
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
    several_lines: bool = False
    card_id: str | None = None
