"""The lines of the command palette: the commands of a screen, how often each was run, and the boards and cards of the store."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tui.app.commands.command import Choice, Context
from tui.app.commands.keymap import Keymap, show_keys
from tui.app.palette.synonyms import SYNONYMS
from tui.app.palette.titles import title_of
from tui.model.search import contains, query_words

if TYPE_CHECKING:
    from tui.model.board import Board
    from tui.model.search import Hit
    from tui.workspace import Workspace


PART = "part "
"""Prefix of the value of a command of the focused part."""

_FEW, _CARDS = 5, 20
"""Maximum numbers of found boards, lists and people, and of found cards."""


def command_lines(
    keymap: Keymap, context: Context, uses: PaletteUsage, part: tuple[Keymap, Any] | None = None
) -> Sequence[Choice]:
    """List commands: first the most used, then other possible ones, impossible ones with the reason, and motions.

    Args:
        keymap: The key map of the screen.
        context: The screen.
        uses: The uses of each command.
        part: The key map of the focused part of the screen and the part, if it has its own.
    """
    lines: list[tuple[float, int, Choice]] = []
    if part is not None:
        lines += [
            (-uses.weight(PART + name), 0, command_line(PART + name, part[0], name))
            for name, command in part[0].commands.items()
            if command.applies(part[1])
        ]
    for name, command in keymap.commands.items():
        reason = command.refuse(context)
        order = 3 if command.moves_cursor else 1 if reason is None else 2
        lines.append(
            (0 if reason else -uses.weight(name), order, command_line(name, keymap, name, reason or ""))
        )
    return [choice for *_, choice in sorted(lines, key=lambda line: line[:2])]


def command_line(value: str, keymap: Keymap, name: str, reason: str = "") -> Choice:
    """Return the line of a command, with the reason why it cannot run."""
    keys = show_keys(keymap.keys_of(name))
    command = keymap.commands[name]
    also = f"{name.replace('-', ' ')} {SYNONYMS.get(name, '')} {command.label()}"
    return Choice(value, title_of(command), "  ".join(filter(None, (keys, reason))), also)


class PaletteThings:
    """The things in the store found during one opening of the palette; lists and people are read once.

    Args:
        board_id: The open board, whose lists and people come first.
    """

    def __init__(self, workspace: Workspace, board_id: str | None) -> None:
        self._workspace, self._board_id = workspace, board_id
        self._named: tuple[list[_Named], list[_Named]] | None = None

    def find(self, query: str) -> list[Choice]:
        """Find the boards, lists, people and cards that have all words of ``query``; takes milliseconds."""
        words = query_words(query)
        if not words:
            return []
        if self._named is None:
            self._named = list(self._lists()), list(self._people())
        hits = self._workspace.search.local(query, _CARDS)
        boards = [Choice(f"board:{hit.id}", hit.name, "board") for hit in hits if hit.kind == "board"]
        lists, people = (_having(words, named) for named in self._named)
        cards = [_card_line(hit) for hit in hits if hit.kind == "card"]
        return [*boards[:_FEW], *lists, *people, *cards]

    def _boards(self) -> list[Board]:
        return sorted(self._workspace.boards.all(), key=lambda board: board.id != self._board_id)

    def _lists(self) -> Iterator[_Named]:
        for board in self._boards():
            for each in self._workspace.boards.lists(board.id):
                yield _folded(each.name), Choice(f"list:{each.id}", each.name, f"list · {board.name}")

    def _people(self) -> Iterator[_Named]:
        seen: set[str] = set()
        for board in self._boards():
            for one in self._workspace.boards.members(board.id):
                if one.id not in seen:
                    seen.add(one.id)
                    value, name = f"member:{board.id}/{one.username}", one.display_name
                    note = f"@{one.username} · cards on {board.name}"
                    names = _folded(f"{one.full_name} {one.username}")
                    yield names, Choice(value, name, note, also=one.username)


_Named = tuple[str, Choice]
"""A line, and the names that are matched against a query."""


def _folded(names: str) -> str:
    return " ".join(query_words(names))


def _having(words: Sequence[str], named: Sequence[_Named]) -> list[Choice]:
    return [line for names, line in named if all(contains(names, word) for word in words)][:_FEW]


def _card_line(hit: Hit) -> Choice:
    places = ("card", hit.list_name, hit.board_name, "archived" if hit.closed else "")
    return Choice(f"card:{hit.id}", hit.name, " · ".join(filter(None, places)))


_KEY = "palette-uses"
_MOST = 40  # entries kept


class PaletteUsage:
    """The uses of palette lines."""

    def __init__(self, workspace: Workspace) -> None:
        self._memory = workspace.memory
        self._uses = _read(self._memory.get(_KEY))

    def note(self, value: str) -> None:
        """Count one use of the line ``value``."""
        count, _ = self._uses.get(value, (0, 0))
        self._uses[value] = (count + 1, self._turn + 1)
        kept = sorted(self._uses.items(), key=lambda item: item[1][1], reverse=True)[:_MOST]
        self._uses = dict(kept)
        self._memory.set(_KEY, json.dumps(self._uses))

    def weight(self, value: str) -> float:
        """Return the weight of a line: its number of uses, divided by that of other uses since its last one."""
        count, last = self._uses.get(value, (0, 0))
        return count / (1 + self._turn - last)

    @property
    def _turn(self) -> int:
        return max((last for _, last in self._uses.values()), default=0)


def _read(text: str | None) -> dict[str, tuple[int, int]]:
    """Return the stored uses; none if they cannot be parsed."""
    try:
        found = json.loads(text or "{}")
        return {str(name): (int(count), int(last)) for name, (count, last) in found.items()}
    except (ValueError, TypeError, AttributeError):
        return {}
