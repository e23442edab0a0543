"""Which commands change a board: where it may only be read they are not offered, and refused before a box opens."""

from collections.abc import Collection
from typing import Any

from tui.app.commands.command import Command, Context, Keymap, show_key

_GROUPS = frozenset({"Card", "Cards", "Lists"})
_LOOK = frozenset(
    {
        "open-card",
        "enrich",
        "enrich-many",
        "checklists",
        "files",
        "copy",
        "close-card",
        "open-link",
        "write-people",
    }
)
_MORE = frozenset(
    {"undo", "redo", "new-board", "rename-board", "star-this-board", "close-board"}
    | {"restore", "delete-archived", "keep-mine", "merge", "make-cards", "attach-run"}
)


def changes(command: Command[Any]) -> bool:
    """Whether ``command`` changes something at the service, each time it is done."""
    name = command.name()
    return name in _MORE or (command.group in _GROUPS and name not in _LOOK)


def reads_only(context: Context) -> str:
    """Why what is shown may only be read, as a clause; "" where it may be changed, as far as known."""
    return context.workspace.access.reads_only(context.board.id if context.board is not None else "")


def read_only_here(command: Command[Any], context: Context) -> str:
    """Why ``command`` changes nothing here, where the board may only be read; "" where it may be done."""
    reason = reads_only(context) if changes(command) else ""
    if not reason:
        return ""
    return f"{reason} · {context.key_names['show-accounts']} then {context.key_names['log-in']} logs in anew"


def offered(keymap: Keymap, context: Context, *, first: Collection[str] = ()) -> list[tuple[str, str]]:
    """Keys for the bottom line and their words, but none of a command that is refused where one may only read.

    Args:
        keymap: The screen's.
        context: The screen.
        first: Names of commands whose keys must not be cut off in a narrow terminal.
    """
    shown = [command for command in keymap.commands.values() if command.shown]
    if reads_only(context):
        shown = [command for command in shown if not changes(command)]
    shown.sort(key=lambda command: command.name() not in first)
    return [
        (show_key(keys[0]), command.hint) for command in shown if (keys := keymap.keys_of(command.name()))
    ]
