"""Which commands change a board: where it may only be read they are refused before a box opens."""

from typing import Any

from tui.app.commands.command import Command

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
_MORE = frozenset({"undo", "redo", "new-board", "rename-board", "star-this-board", "close-board"})


def changes(deed: Command[Any]) -> bool:
    """Whether ``deed`` changes something at the service, each time it is done."""
    name = deed.name()
    return name in _MORE or (deed.group in _GROUPS and name not in _LOOK)
