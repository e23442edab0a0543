"""The two lines around a board: where one is and how it stands to the service, and what just happened.

They are rewritten only when what they say changes, never by a step of the cursor.
"""

from collections.abc import Sequence
from datetime import datetime
from math import ceil

from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from tui.app.safe_text import safe_line, safe_text
from tui.model.sync import SyncState, SyncStatus


def sync_words(status: SyncStatus, now: datetime) -> tuple[str, str]:
    """What is said of the sync, and the token it is drawn in.

    Args:
        status: As the workspace gives it.
        now: For the seconds until sending goes on.
    """
    words, token = _state_words(status, now)
    if status.refused:
        return f"{words} · ! {status.refused} refused", "late"
    return words, token


def _state_words(status: SyncStatus, now: datetime) -> tuple[str, str]:
    words: dict[SyncState, tuple[str, str]] = {
        "starting": ("opening", "ink-quiet"),
        "synced": ("synced", "done"),
        "sending": ("⟳ sending", "ink-quiet"),
        "loading": ("loading", "found"),
        "offline": ("○ offline", "late"),
        "rate_limited": (f"rate limited {seconds_left(status, now)} s", "soon"),
        "unauthorized": ("! signed out", "late"),
    }
    said, token = words[status.state]
    if status.state == "loading":
        said += f" {status.loading_done:,}" + (
            f" of {status.loading_total:,}" if status.loading_total else ""
        )
    return f"{said} · {status.waiting} waiting" if status.waiting else said, token


def seconds_left(status: SyncStatus, now: datetime) -> int:
    """Whole seconds until sending goes on; 0 when it does not wait."""
    return max(0, ceil((status.resume_at - now).total_seconds())) if status.resume_at else 0


class TitleBar(Static):
    """The line on top: board, account, sync state; at the right how much there is."""

    ALLOW_SELECT = False
    can_focus = False

    def say(self, *, board: str, account: str, sync: tuple[str, str], right: str) -> None:
        """Show these, when they are not shown already."""
        words, token = sync
        name = f" {safe_line(board)} ▾" if board else " Cardscout"
        parts = ((name, "bold $cursor"), (f"  {safe_line(account)} · ", "$ink-quiet"), (words, f"${token}"))
        left = Content.assemble(*parts)
        room = self.size.width - left.cell_length - Content(right).cell_length - 1
        shown = Content.assemble(left, " " * max(room, 1), (f"{right} ", "$ink-quiet"))
        if shown.markup != getattr(self.content, "markup", None):
            self.update(shown)


class StatusBar(Static):
    """The line at the bottom: what just happened, and the keys that matter.

    Attributes:
        said: The last result or reason; "" when there is none.
        typed: What has been typed of a count or a sequence.
    """

    ALLOW_SELECT = False
    can_focus = False

    said: reactive[str] = reactive("", layout=False)
    typed: reactive[str] = reactive("", layout=False)

    def __init__(self) -> None:
        super().__init__()
        self._hints: tuple[tuple[str, str], ...] = ()
        self._undo = False

    def hint(self, hints: Sequence[tuple[str, str]]) -> None:
        """Offer these keys: key and word."""
        if tuple(hints) != self._hints:
            self._hints = tuple(hints)
            self._show()

    def tell(self, text: str, *, undo: bool = False) -> None:
        """Say ``text``; ``undo`` adds that ``u`` takes it back."""
        self._undo = undo
        self.said = safe_text(text)
        self._show()

    def watch_typed(self) -> None:
        """Show it."""
        self._show()

    def on_resize(self) -> None:
        """Fit the hints to the new width."""
        self._show()

    def _show(self) -> None:
        room = self.size.width - 1
        parts: list[tuple[str, str]] = []
        if self.typed:
            parts.append((f" {self.typed} ", "bold reverse $cursor"))
        if self.said:
            parts.append((f" {self.said}", "bold $foreground"))
            if self._undo:
                parts.append(("  u undoes", "$cursor"))
            parts.append(("  │", "$ink-faint"))
        room -= sum(Content(text).cell_length for text, _ in parts)
        for key, word in self._hints:
            room -= len(key) + len(word) + 3
            if room < 0:
                break
            parts += [(f" {key} ", "bold $cursor"), (f"{word} ", "$ink-quiet")]
        self.update(Content.assemble(*parts))
