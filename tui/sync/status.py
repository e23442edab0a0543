"""Status: where the two loops note how they are doing, and what the status line is made of."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from tui.errors import CardscoutError, Unauthorized, VaultClosed
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
    """The state of the parts of a sync, and the one state that is shown for them: the worst.

    Args:
        changed: Called when something that is shown has changed.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._parts: dict[str, tuple[SyncState, str]] = {"sync": ("starting", "")}
        self._resume_at: datetime | None = None
        self._trouble: TokenTrouble = ""
        self._done = self._total = 0

    def note(
        self,
        part: str,
        state: SyncState,
        detail: str = "",
        *,
        resume_at: datetime | None = None,
        trouble: TokenTrouble = "",
    ) -> None:
        """``part`` is in ``state`` now; ``detail`` says why in a sentence, ``trouble`` what is wrong with the token."""
        before = self.read()
        self._parts[part] = (state, detail)
        if state == "unauthorized":
            self._trouble = trouble
        if state == "rate_limited":
            self._resume_at = resume_at
        self._tell(before)

    def over(self, part: str, noted: tuple[SyncState, str]) -> None:
        """What was noted of ``part`` is so no longer, unless something else was noted of it since."""
        if self._parts.get(part) == noted:
            self.note(part, "synced")

    def signed_in(self) -> None:
        """The account has another token: what was noted of the one before is so no longer."""
        before = self.read()
        for part, (state, _) in tuple(self._parts.items()):
            if state in {"unauthorized", "held"}:
                self._parts[part] = ("starting", "")
        self._tell(before)

    def loading(self, done: int, total: int) -> None:
        """So many cards of the board are here; ``total`` is 0 while unknown."""
        before = self.read()
        self._done, self._total = done, total
        self._parts["pull"] = ("loading", "")
        self._tell(before)

    def read(self, **counts: Any) -> SyncStatus:
        """All of it in one; ``counts`` are the outbox's ``waiting`` and ``refused``."""
        # At one stroke: the other thread may be noting a new part.
        parts = tuple(self._parts.values())
        state = min((state for state, _ in parts), key=_WORST_FIRST.index)
        loading = state == "loading"
        return SyncStatus(
            state=state,
            trouble=self._trouble if state == "unauthorized" else "",
            resume_at=self._resume_at if state == "rate_limited" else None,
            loading_done=self._done if loading else 0,
            loading_total=self._total if loading else 0,
            detail=next((detail for its, detail in parts if its == state and detail), ""),
            **counts,
        )

    def _tell(self, before: SyncStatus) -> None:
        if self.read() != before:
            self._changed()


def token_trouble(error: CardscoutError) -> TokenTrouble:
    """What is wrong with the token, where ``error`` ends the requests for want of a good one."""
    match error:
        case Unauthorized():
            return "refused"
        case VaultClosed():
            return "locked"
        case _:
            return "missing"
