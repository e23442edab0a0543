"""The stack of pages above a board; each page is there once: reopening it closes those above it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.screen import Screen

    from tui.app.account.host import Host
    from tui.app.screens.screen import WorkspaceScreen


def open_page(app: Host, page: WorkspaceScreen) -> None:
    """Show ``page`` on top; if the same page is open already, show that one and close those above it."""
    stack = list(app.screen_stack)
    here = next((at for at, old in enumerate(stack) if _shows_the_same(old, page)), None)
    if here is None:
        _ = app.push_screen(page)
        return
    for _page in stack[here + 1 :]:
        _ = app.pop_screen()
    if page.is_attached:
        _ = page.remove()  # it was built before it was known that it is open already
    card = page.workspace.cards.get(page.shown_id) if page.shown_id else None
    board_id = app.open_board_id if card is None else card.id_board
    # The pages above watched another card.
    page.workspace.sync.watch(board_id, None if card is None else card.id)


def _shows_the_same(old: Screen[Any], page: WorkspaceScreen) -> bool:
    return isinstance(old, type(page)) and old.shown_id == page.shown_id
