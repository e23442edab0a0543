"""The lines of the command palette: the commands of a screen, and what the store has by a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tui.app.commands.command import Choice, Context, Keymap, show_key
from tui.app.palette.synonyms import SYNONYMS
from tui.model.search import query_words

if TYPE_CHECKING:
    from tui.app.palette.uses import PaletteUses
    from tui.workspace import Workspace

PART = "part "
"""What the value of a command of the focused part begins with."""

_FEW, _CARDS = 5, 20
"""Most boards, lists and people, and most cards, that are found."""


def command_lines(
    keymap: Keymap, context: Context, uses: PaletteUses, part: tuple[Keymap, Any] | None = None
) -> Sequence[Choice]:
    """List commands: those used most and last, the others that can run, those that cannot with the reason, motions.

    Args:
        keymap: The key map of the screen.
        context: The screen.
        uses: How much each was used.
        part: The key map of the focused part of the screen and the part, if it has its own.
    """
    lines: list[tuple[float, int, Choice]] = []
    if part is not None:
        lines += [
            (-uses.weight(PART + name), 0, _line(PART + name, part[0], name, ""))
            for name, command in part[0].commands.items()
            if command.applies(part[1])
        ]
    for name, command in keymap.commands.items():
        reason = command.refuse(context)
        order = 3 if command.moves_cursor else 1 if reason is None else 2
        lines.append((0 if reason else -uses.weight(name), order, _line(name, keymap, name, reason or "")))
    return [choice for *_, choice in sorted(lines, key=lambda line: line[:2])]


def _line(value: str, keymap: Keymap, name: str, reason: str) -> Choice:
    keys = "  ".join(show_key(key) for key in keymap.keys_of(name))
    also = f"{name.replace('-', ' ')} {SYNONYMS.get(name, '')}"
    return Choice(value, keymap.commands[name].label(), " · ".join(filter(None, (keys, reason))), also)


def things(workspace: Workspace, query: str, board_id: str | None) -> list[Choice]:
    """Find the boards, lists, people and cards of the store that have all words of ``query``; takes milliseconds.

    Args:
        workspace: The workspace.
        query: The words.
        board_id: The open board, whose lists and people come first.
    """
    words = query_words(query)
    if not words:
        return []
    hits = workspace.search.local(query, _CARDS)
    boards = [Choice(f"board:{hit.id}", hit.name, "board") for hit in hits if hit.kind == "board"][:_FEW]
    cards = [
        Choice(
            f"card:{hit.id}",
            hit.name,
            " · ".join(
                filter(None, ("card", hit.list_name, hit.board_name, "archived" if hit.closed else ""))
            ),
        )
        for hit in hits
        if hit.kind == "card"
    ]
    return [*boards, *_lists_and_people(workspace, words, board_id), *cards]


def _lists_and_people(workspace: Workspace, words: Sequence[str], board_id: str | None) -> list[Choice]:
    lists: list[Choice] = []
    people: dict[str, Choice] = {}
    for board in sorted(workspace.boards.all(), key=lambda board: board.id != board_id):
        lists += [
            Choice(f"list:{each.id}", each.name, f"list · {board.name}")
            for each in workspace.boards.lists(board.id)
            if _has(each.name, words)
        ]
        for one in workspace.boards.members(board.id):
            if one.id not in people and _has(f"{one.full_name} {one.username}", words):
                value, name = f"member:{board.id}/{one.username}", one.full_name or one.username
                note = f"@{one.username} · cards on {board.name}"
                people[one.id] = Choice(value, name, note, also=one.username)
    return [*lists[:_FEW], *list(people.values())[:_FEW]]


def _has(name: str, words: Sequence[str]) -> bool:
    whole = " ".join(query_words(name))
    return all(word in whole for word in words)
