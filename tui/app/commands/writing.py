"""Rules for which commands change a board; where it is read-only they are hidden and refused."""

from collections.abc import Collection
from typing import Any

from tui.app.commands.command import Command, Context, Keymap, show_key

_WRITING_GROUPS = frozenset({"Card", "Cards", "Lists"})
_READING_COMMANDS = frozenset(
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
_WRITING_COMMANDS = frozenset(
    {"undo", "redo", "new-board", "rename-board", "star-this-board", "close-board"}
    | {"restore", "delete-archived", "keep-mine", "merge", "make-cards", "attach-run"}
)


def is_write_command(command: Command[Any]) -> bool:
    """Tell whether ``command`` always changes something at the service."""
    name = command.name()
    return name in _WRITING_COMMANDS or (command.group in _WRITING_GROUPS and name not in _READING_COMMANDS)


def read_only_reason(context: Context) -> str:
    """Return why the shown board is read-only, as a clause; "" where it may be changed, as far as known."""
    return context.workspace.access.read_only_reason(context.board.id if context.board is not None else "")


def refusal_on_read_only(command: Command[Any], context: Context) -> str:
    """Return why ``command`` is refused on a read-only board; "" where it is not refused."""
    reason = read_only_reason(context) if is_write_command(command) else ""
    if not reason:
        return ""
    return f"{reason} · {context.key_names['show-accounts']} then {context.key_names['log-in']} logs in anew"


def visible_hints(keymap: Keymap, context: Context, *, first: Collection[str] = ()) -> list[tuple[str, str]]:
    """Return keys and words for the bottom line, without commands that a read-only board refuses.

    Args:
        keymap: Keymap of the screen.
        context: The screen.
        first: Names of commands to put first, so that a narrow terminal does not cut them off.
    """
    shown = [command for command in keymap.commands.values() if command.shown]
    if read_only_reason(context):
        shown = [command for command in shown if not is_write_command(command)]
    shown.sort(key=lambda command: command.name() not in first)
    return [
        (show_key(keys[0]), command.hint) for command in shown if (keys := keymap.keys_of(command.name()))
    ]
