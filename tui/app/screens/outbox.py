"""OutboxScreen: the changes that the service has not received, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from tui.app.commands.list_pages import OUTBOX
from tui.app.commands.navigation import Conflicts
from tui.app.screens.list_page import ListPage
from tui.presentation.safe_text import safe_line, safe_text

if TYPE_CHECKING:
    from tui.app.widgets.rows import Row
    from tui.model.sync import Unsent

_MAX_SHOWN = 200
"""Maximum characters shown of a typed text; copying takes all of it."""


class OutboxScreen(ListPage):
    """The page of unsent changes: first the refused ones, then those that wait."""

    heading = "Outbox"
    nothing = "Everything is with the service.\n\nWhat cannot be sent waits here, and what is refused stays here until you decide."
    about = frozenset({"outbox", "cards", "sync"})
    commands = (*OUTBOX, Conflicts)

    def title_words(self) -> str:
        """Return how many changes are refused, waiting and in conflict."""
        status = self.workspace.sync.status()
        key = self.key_names["conflicts"]
        conflicts = f" · {status.conflicts} in conflict: {key}" if status.conflicts else ""
        held = " · not sent: the token only reads" if status.state == "held" else ""
        return f"{status.refused} refused · {status.waiting} waiting{held}{conflicts}"

    def entries(self) -> list[Row]:
        """Return one row per change."""
        return [(str(one.seq), _row(one)) for one in self.workspace.outbox.all()]


def _row(one: Unsent) -> Content:
    mark, style = ("! ", "$late") if one.standing == "refused" else ("⟳ ", "$ink-quiet")
    parts = [Content.assemble((mark, style), (safe_line(one.words), "bold"))]
    if one.reason:
        parts.append(Content.styled(f"  {safe_text(one.reason)}", "$late"))
    elif one.attempts:
        tried = "once" if one.attempts == 1 else f"{one.attempts} times"
        parts.append(Content.styled(f"  tried {tried}", "$ink-quiet"))
    if one.typed:
        parts.append(Content.styled(f"  “{safe_line(one.typed)[:_MAX_SHOWN]}”", "$ink-quiet"))
    return Content("\n").join(parts)
