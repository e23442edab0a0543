"""The question whether to put private contact values on a shared board, asked once for each board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tui.app.commands.command import Choice

if TYPE_CHECKING:
    from tui.app.commands.command import Context
    from tui.model.enrich.sharing import SharedBoard

_YES, _NO = "yes", "no"
_KEPT = "remembered; the palette changes it (private contacts)"
_CHOICES = (
    Choice(_NO, "Leave them out", f"the rest is attached; {_KEPT}"),
    Choice(_YES, "Put them there", _KEPT),
)


async def change_answer(context: Context, board_id: str) -> None:
    """Ask anew whether a board may show private values, and tell what holds from now on."""
    if (board := context.workspace.sharing.board(board_id)) is None:
        context.tell("only you see this board: nothing is left out on it")
        return
    now = {True: "so far they are put there", False: "so far they are left out", None: "not asked so far"}
    chosen = await context.choose(f"{board.question} {now[board.answer].capitalize()}.", _CHOICES)
    if chosen is not None:
        await context.workspace.sharing.answer(board_id, allowed=chosen == _YES)
        done = "are put there" if chosen == _YES else "are left out"
        context.tell(
            f"private mobiles and e-mails {done} from now on; comments stay until they are attached again"
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
