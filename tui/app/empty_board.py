"""Texts for a screen without a board or without lists: what to do next, and the keys for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.model.board import Board
    from tui.model.sync import SyncStatus

Key = Callable[[str], str]
"""Function from a command's name to its key as shown to the user; "" if it has none."""

LOCAL = "local"
"""Name of the local account, into which exports are imported."""

_SIGN_IN = "other accounts: sign in to a service, or to a server of your team"
_ELSEWHERE = "other accounts: local has boards to try things on"


def no_board_text(account: str, status: SyncStatus, key: Key, *, others: bool, closed: bool) -> str:
    """Return the text that is shown when no board is open.

    Args:
        account: The account's name.
        status: The account's sync status.
        key: Looks up the key of a command.
        others: Whether there are boards that could be opened.
        closed: Whether there are closed boards.
    """
    if status.state in {"starting", "loading"} and not others:
        return "opening …"
    name = safe_line(account)
    title = "no board is open" if others else _empty_title(name, status, closed=closed)
    body = _key_lines(_ways(name, others=others, closed=closed), key)
    if name == LOCAL and not others:
        body += _first_boards(key("palette"))
    return "\n".join([title, "", *body])


def _key_lines(ways: Mapping[str, str], key: Key) -> list[str]:
    """Return a line with key and description for each command that has a key and is useful now."""
    lines = [(key(command), words) for command, words in ways.items() if words and key(command)]
    width = max((len(shown) for shown, _ in lines), default=0)
    return [f"{shown:<{width}}  {words}" for shown, words in lines]


def _first_boards(palette: str) -> list[str]:
    """Return how the local account gets boards; ``palette`` is the key of the palette."""
    sample = ["", f"{palette} then “sample” makes the sample boards"] if palette else []
    return [*sample, "or in a shell, an exported board:", "cardscout import FILE.json"]


def _ways(account: str, *, others: bool, closed: bool) -> dict[str, str]:
    """Return the description of each command, by its name; "" if the command is useless now."""
    return {
        "switch-board": "choose one" if others else "",
        "new-board": "make a board" if others or closed else "make the first one",
        "closed-boards": "open a closed one again" if closed else "",
        "import-board": f"import {'an exported one, or ' if account == LOCAL else ''}a table of cards",
        "show-accounts": _SIGN_IN if account == LOCAL else _ELSEWHERE,
        "palette": "everything else",
    }


def _empty_title(name: str, status: SyncStatus, *, closed: bool) -> str:
    match status.state, status.trouble:
        case "offline", _:
            return f"{name} is out of reach, and nothing of it is here yet"
        case "unauthorized", "locked":
            return f"the vault of {name} is closed, and nothing of it is here yet"
        case "unauthorized", _:
            return f"{name} is not logged in, and nothing of it is here yet"
        case _:
            return f"{name} has no open boards" if closed else f"{name} has no boards yet"


def no_lists_text(board: Board, key: Key) -> str:
    """Return the text that is shown on a board without lists."""
    words = f"{safe_line(board.name)} has no lists yet"
    return f"{words}\n\n{adds}  add the first one" if (adds := key("new-list")) else words
