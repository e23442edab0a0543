"""The status of the sync: the states that its loops report, and the summary for the status line."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from tui.errors import (
    CardscoutError,
    CredentialError,
    Forbidden,
    NotFound,
    RateLimited,
    Unauthorized,
    VaultClosed,
)
from tui.model.sync import SyncState, SyncStatus, TokenTrouble

_WORST_FIRST: tuple[SyncState, ...] = (
    "read_only",
    "unauthorized",
    "rate_limited",
    "offline",
    "held",
    "starting",
    "loading",
    "sending",
    "synced",
)


class StatusTracker:
    """A tracker of the states of the sync's parts; the worst one is shown.

    Args:
        changed: Called when the shown status has changed.

    Attributes:
        away: The parts whose last request had no answer.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._parts: dict[str, tuple[SyncState, str]] = {"sync": ("starting", "")}
        self._resume_at: datetime | None = None
        self._trouble: TokenTrouble = ""
        self.away: set[str] = set()
        self._done = self._total = 0
        self._mistake = ""

    def note(
        self,
        part: str,
        state: SyncState,
        detail: str = "",
        *,
        resume_at: datetime | None = None,
        trouble: TokenTrouble = "",
        away: bool = False,
    ) -> None:
        """Record a part's state.

        Args:
            part: The part.
            state: Its state.
            detail: The reason, in a sentence.
            resume_at: When it continues, if known.
            trouble: The problem with the token.
            away: Whether its request had no answer, so that any answer resets the state.
        """
        previous = self.read()
        self._parts[part] = (state, detail)
        (self.away.add if away else self.away.discard)(part)
        if state == "unauthorized":
            self._trouble = trouble
        if state == "rate_limited":
            self._resume_at = resume_at
        self._publish_if_changed(previous)

    def note_mistake(self, mistake: str) -> None:
        """Record what is wrong in the settings, for which earlier ones are used; "" for nothing."""
        previous, self._mistake = self.read(), mistake
        self._publish_if_changed(previous)

    def clear_if_unchanged(self, part: str, noted: tuple[SyncState, str]) -> None:
        """Reset ``part`` to synced, unless another state than ``noted`` was recorded since."""
        if self._parts.get(part) == noted:
            self.note(part, "synced")

    def answered(self) -> None:
        """Reset the states of the parts that had no answer, because the service has answered a request."""
        if self.away:
            previous = self.read()
            self._parts |= dict.fromkeys(self.away, ("starting", ""))
            self.away.clear()
            self._publish_if_changed(previous)

    def signed_in(self) -> None:
        """Reset the states that were caused by the previous token."""
        previous = self.read()
        for part, (state, _) in tuple(self._parts.items()):
            if state in {"unauthorized", "held"}:
                self._parts[part] = ("starting", "")
        self._publish_if_changed(previous)

    def loading(self, done: int, total: int) -> None:
        """Record how many cards of the board were read; ``total`` is 0 while unknown."""
        previous = self.read()
        self._done, self._total = done, total
        self._parts["pull"] = ("loading", "")
        self._publish_if_changed(previous)

    def read(self, **counts: Any) -> SyncStatus:
        """Return the summary of all parts; ``counts`` are the outbox's ``waiting`` and ``refused``."""
        # Copied at once, because another thread may be adding a part.
        parts = tuple(self._parts.values())
        state = min((state for state, _ in parts), key=_WORST_FIRST.index)
        loading = state == "loading"
        return SyncStatus(
            state=state,
            trouble=self._trouble if state == "unauthorized" else "",
            resume_at=self._resume_at if state == "rate_limited" else None,
            loading_done=self._done if loading else 0,
            loading_total=self._total if loading else 0,
            mistake=self._mistake,
            detail=next((detail for its, detail in parts if its == state and detail), ""),
            **counts,
        )

    def _publish_if_changed(self, before: SyncStatus) -> None:
        if self.read() != before:
            self._changed()


def token_trouble(error: CardscoutError) -> TokenTrouble:
    """Return the problem with the token, for an ``error`` that stopped the requests because of it."""
    match error:
        case Unauthorized():
            return "refused"
        case VaultClosed():
            return "locked"
        case _:
            return "missing"


def state_of(error: CardscoutError) -> SyncState:
    """Return the state of a part of the sync after an ``error``."""
    match error:
        case Unauthorized() | CredentialError():
            return "unauthorized"
        case RateLimited():
            return "rate_limited"
        case NotFound() | Forbidden():
            # The service is reachable; only the board is missing, or not visible to us.
            return "synced"
        case _:
            return "offline"
