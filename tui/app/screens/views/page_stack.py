"""The pages above a board, each once: a page that is asked for again is gone back to, so that esc leads through it once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.app.account.host import Host
    from tui.app.screens.screen import WorkspaceScreen


def open_page(app: Host, page: WorkspaceScreen) -> None:
    """Show ``page`` on top; where one of its kind shows the same already, that one, without those above it."""
    stack = list(app.screen_stack)
    here = next(
        (at for at, old in enumerate(stack) if type(old) is type(page) and _shown(old) == _shown(page)), None
    )
    if here is None:
        _ = app.push_screen(page)
        return
    for _page in stack[here + 1 :]:
        _ = app.pop_screen()
    card = page.workspace.cards.get(_shown(page)) if _shown(page) else None
    board_id = app.open_board_id if card is None else card.id_board
    # What was above kept another card fresh.
    page.workspace.sync.watch(board_id, None if card is None else card.id)


def _shown(page: object) -> str:
    """Return the id of the one thing that a page shows; "" for a page of which there is one."""
    shown: str = getattr(page, "shown_id", "")
    return shown
