"""The question whether to put private contact values on a shared board, asked once for each board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tui.app.commands.command import Choice

if TYPE_CHECKING:
    from tui.app.commands.command import Context
    from tui.model.enrich.sharing import SharedBoard

_YES, _NO = "yes", "no"
_CHOICES = (
    Choice(_NO, "Leave them out", "the rest is attached; remembered for this board"),
    Choice(_YES, "Put them there", "remembered for this board"),
)


async def agree(context: Context, boards: Iterable[SharedBoard]) -> bool:
    """Ask for each board that has no answer yet; return False if the user cancelled a question."""
    for board in boards:
        if board.answer is not None:
            continue
        chosen = await context.choose(board.question, _CHOICES)
        if chosen is None:
            return False
        await context.workspace.sharing.answer(board.id, allowed=chosen == _YES)
    return True
