"""The lists, labels and members of all boards, offered for a rule that is for every board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.commands.command import Choice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tui.rules.actions import FieldKind
    from tui.workspace import Workspace

_BOARDS_NAMED = 3
"""Number of boards that are named beside a choice; of more, the others are counted."""


def known_names(workspace: Workspace, kind: FieldKind) -> list[Choice]:
    """Return the names that the stored boards have of a kind, with their boards; those of the most boards first."""
    boards: dict[str, list[str]] = {}
    spelt: dict[str, tuple[str, str]] = {}
    for board in workspace.boards.all():
        for value, name in dict.fromkeys(_names_of(workspace, board.id, kind)):
            key = value.casefold()
            _ = spelt.setdefault(key, (value, name))
            if board.name not in (there := boards.setdefault(key, [])):
                there.append(board.name)
    keys = sorted(boards, key=lambda key: -len(boards[key]))
    choices = [Choice(*spelt[key], _note(boards[key]), " ".join(boards[key])) for key in keys]
    return [Choice("me", "You"), *choices] if choices and kind == "member" else choices


def _names_of(workspace: Workspace, board_id: str, kind: FieldKind) -> Iterator[tuple[str, str]]:
    """Yield what a rule calls each thing of a board, and what the user does."""
    match kind:
        case "list":
            yield from ((one.name, one.name) for one in workspace.boards.lists(board_id))
        case "label":
            labels = workspace.boards.labels(board_id)
            yield from ((name, name) for one in labels if (name := one.name or one.color or ""))
        case "member":
            members = workspace.boards.members(board_id)
            yield from ((one.username, one.display_name) for one in members)
        case _:
            return


def _note(names: list[str]) -> str:
    more = len(names) - _BOARDS_NAMED
    return " · ".join(names[:_BOARDS_NAMED]) + (f" and {more} more" if more > 0 else "")
