"""Agreement on the command line to private contact values on shared boards."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from tui.cli import output
from tui.errors import UsageError

if TYPE_CHECKING:
    from tui.model.enrich.sharing import SharedBoard
    from tui.workspace import Workspace


def no_private_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option ``--no-private``."""
    return click.option(
        "--no-private",
        is_flag=True,
        help="Leave private mobiles and e-mails out on shared boards; remembered.",
    )(command)


async def agree(workspace: Workspace, boards: Iterable[SharedBoard], *, yes: bool, no_private: bool) -> None:
    """Record the user's answer for each board: from the options, the earlier answer, or the terminal.

    Raises:
        UsageError: A board has no answer yet and nobody can be asked.
    """
    for board in boards:
        if yes or no_private:
            allowed = not no_private  # with both, --yes answers the other questions
        elif board.answer is not None:
            continue
        elif sys.stdin.isatty():
            allowed = output.ask(board.question)
        else:
            raise UsageError(
                f"not attached: {board.question}",
                hint="--yes puts them there from now on, --no-private leaves them out; both are remembered",
            )
        await workspace.sharing.answer(board.id, allowed=allowed)
