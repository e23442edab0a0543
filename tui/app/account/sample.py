"""Creation of new sample boards in the local account."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from tui.app.empty_board import LOCAL

if TYPE_CHECKING:
    from tui.app.account.host import Host
    from tui.app.screens.screen import WorkspaceScreen


class BoardSource(Protocol):
    """Imports boards into the service on this machine."""

    async def sample(self) -> str:
        """Create new sample boards; return the id of the first.

        Raises:
            StoreError: The service's file cannot be written.
        """


def make_sample(app: Host, screen: WorkspaceScreen, source: BoardSource | None, account: str) -> None:
    """Create the sample boards, and open the first."""
    if source is None or account != LOCAL:
        app.say("the sample is made in the account on this machine: A opens local")
        return
    _ = screen.work(partial(_open, app, screen, source), "sample", asks=True)


async def _open(app: Host, screen: WorkspaceScreen, source: BoardSource) -> None:
    board_id = await source.sample()
    screen.tell("opening the board …")
    await screen.workspace.boards.pull(board_id)
    app.open_board(board_id)
