"""How the local truth stands to the service: what the status line shows, and what is on its way."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

SyncState = Literal[
    "starting", "synced", "sending", "loading", "offline", "rate_limited", "unauthorized", "read_only"
]
"""``read_only``: nothing can be written on this machine; what is here can be read."""


@dataclass(frozen=True, slots=True)
class SyncStatus:
    """The state of one account's sync.

    Attributes:
        waiting: Writes not confirmed yet.
        refused: Writes the service refused, kept for the user to decide.
        resume_at: When sending goes on, while rate limited.
        loading_done: Cards of the open board fetched so far, while loading.
        loading_total: Cards expected in all, or 0 when unknown.
        detail: One sentence on what is wrong, or "".
    """

    state: SyncState = "starting"
    waiting: int = 0
    refused: int = 0
    resume_at: datetime | None = None
    loading_done: int = 0
    loading_total: int = 0
    detail: str = ""


Standing = Literal["refused", "waiting"]


@dataclass(frozen=True, slots=True)
class Unsent:
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
