"""PaletteScreen: a box to run a command, or to go to a board, list, card or person, by typing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.widgets import Input

from tui.app.matching import Match, match, match_letters
from tui.app.screens.boxes.choose import ChooseScreen, best_first
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from textual.timer import Timer

    from tui.app.commands.command import Choice

_PAUSE = 0.06  # seconds without a key until the store is searched
_ELSEWHERE = Match((99, True, 0), ())
"""The match of a thing whose text, but not title, has the words."""


class PaletteScreen(ChooseScreen):
    """The palette; its result is the value of a line.

    Args:
        commands: The commands, in the order shown while nothing is typed.
    """

    def __init__(self, commands: Sequence[Choice], find: Callable[[str], Sequence[Choice]]) -> None:
        super().__init__("Run or find", commands)
        self._find, self._things = find, ("", ())
        self._timer: Timer | None = None

    _things: tuple[str, Sequence[Choice]]

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the commands that match, and search for things once no further key follows."""
        if self._timer is not None:
            self._timer.stop()
        super().on_input_changed(event)
        self._timer = self.set_timer(_PAUSE, self._search)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Run the line under the cursor; if there was no time yet to search for things, search first."""
        self._search()
        super().on_input_submitted(event)

    def _search(self) -> None:
        query = self.query_one(Input).value.strip()
        if self._things[0] != query:
            self._things = (query, self._find(query) if query else ())
            self._narrow(query, keep=True)

    def matches(self, query: str) -> list[tuple[Match, Choice]]:
        """Return the matching commands and things, best first; of equal ones the commands come first.

        Last come commands that have the letters of the query scattered in their titles.
        """
        found = super().matches(query)
        known = {choice.value for _, choice in found}
        others = (choice for choice in self._choices if choice.value not in known)
        scattered = [
            (matched, each) for each in others if (matched := match_letters(query, each.text)) is not None
        ]
        found += sorted(scattered, key=lambda pair: pair[0].rank)
        if not query.strip() or self._things[0] != query.strip():
            return found
        things = [
            (match(query, f"{safe_line(each.text)} {each.also}") or _ELSEWHERE, each)
            for each in self._things[1]
        ]
        return sorted([*found, *things], key=lambda pair: best_first(query, *pair))
