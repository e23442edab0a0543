"""Commands of the history page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from tui.app.commands.app import APP
from tui.app.commands.list_pages import Back, FirstRow, ListPageContext, OnChosen
from tui.app.commands.parts.long_work import told_meanwhile

if TYPE_CHECKING:
    from tui.app.commands.command import CommandType
    from tui.model.change import HistoryEntry


_ELSEWHERE = {
    "open": "another open window did it: it is undone there",
    "rules": "a rule did it, and that stays",
}


class HistoryContext(ListPageContext, Protocol):
    """The history page."""

    @property
    def entry(self) -> HistoryEntry | None:
        """The entry under the cursor."""


class UndoToHere(OnChosen[HistoryContext]):
    """Undo this and everything after it, except what other open windows and rules that run did."""

    quick = True
    keys = ("enter",)
    shown = "undo to here"

    def refuse(self, context: HistoryContext) -> str | None:
        """Refuse what cannot be undone, or not here."""
        entry = context.entry
        if entry is None:
            return "nothing was done yet"
        if (elsewhere := _ELSEWHERE.get(entry.whose)) is not None:
            return elsewhere
        match entry.state:
            case "undone":
                return f"it is undone already: {context.key_names['redo']} does again what was undone last"
            case "refused":
                return f"the service refused it: {context.key_names['outbox']} shows why"
            case "final":
                return "this is not undone"
            case "done":
                return None

    async def run(self, context: HistoryContext) -> None:
        """Undo up to the entry under the cursor."""
        if (entry := context.entry) is not None:
            revert = partial(context.workspace.writes.revert_to, entry.batch)
            done = await told_meanwhile(context, "undoing", revert)
            left_out = done is None or done.by_rules or done.for_good
            again = "" if left_out else f" · {context.key_names['redo']} does them again, one by one"
            context.tell(f"{done.words}{again}" if done else "nothing of it is there any more")


HISTORY: tuple[CommandType, ...] = (Back, FirstRow, UndoToHere, *APP)
