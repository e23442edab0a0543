"""PaletteUsage: how often commands were run from the palette, stored between runs of the program."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.workspace import Workspace

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
