"""The status bar of an open card: a missing token, and the keys of the focused part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.commands.account.accounts import login_keys_text
from tui.app.commands.writing import read_only_reason, visible_hints
from tui.app.widgets.draft_area import DraftArea
from tui.app.widgets.entry import Entry
from tui.app.widgets.status_bar import Hint, StatusBar, no_token_words

if TYPE_CHECKING:
    from tui.app.screens.screen import WorkspaceScreen


def show_keys(page: WorkspaceScreen, *, away: bool = False) -> None:
    """Update the status bar of the page of a card; ``away`` is whether its board is not the one beneath all pages."""
    bar = page.query_one(StatusBar)
    bar.place = _missing_token(page)
    bar.in_field = isinstance(page.focused, DraftArea | Entry)
    bar.hint(_hints(page, away=away))


def _missing_token(page: WorkspaceScreen) -> str:
    """Return that the token is missing or refused, with the keys that lead to the login; "" if it is usable."""
    status = page.workspace.sync.status()
    if status.state != "unauthorized":
        return ""
    way = login_keys_text(page.key_names, locked=status.trouble == "locked")
    return f"{no_token_words(status)} · {way}"


def _hints(page: WorkspaceScreen, *, away: bool) -> list[Hint]:
    """Return the key hints for the focused part."""
    if isinstance(page.focused, DraftArea):
        save, leave = page.key_names["save-text"], page.key_names["leave-text"]
        return [(save, "save"), (leave, "leave, kept as a draft"), ("ctrl+z", "undo")]
    if isinstance(page.focused, Entry):
        return [("enter", "save"), ("esc", "leave")]
    hints = visible_hints(page.keymap, read_only_reason(page))
    if (under := _name_under(page)) and hints:
        hints[0] = (hints[0][0], f"back to {under}")
    # The way to a board that is not the one beneath follows at once, before a narrow terminal cuts the line.
    its_board = [(page.key_names["show-on-board"], "its board")] if away else []
    return [("tab", "next part"), *hints[:1], *its_board, *hints[1:]]


def _name_under(page: WorkspaceScreen) -> str:
    """Return the name of the page beneath, such as the search; "" for a board, to which one always comes back."""
    stack = page.app.screen_stack
    under = stack[stack.index(page) - 1] if page in stack[1:] else None
    return str(getattr(under, "called", ""))
