"""BoardTour: a line above the keys that says what to try next, and goes on once it was tried."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.content import Content
from textual.widgets import Static

if TYPE_CHECKING:
    from collections.abc import Callable

    from tui.app.commands.command import Command
    from tui.app.screens.screen import WorkspaceScreen

_STEPS: tuple[tuple[frozenset[str], str], ...] = (
    (
        frozenset({"card-down", "card-up", "list-left", "list-right"}),
        "{card-down} {card-up} {list-left} {list-right}, or the arrows, walk from card to card: try {card-down}",
    ),
    (frozenset({"open-card"}), "{open-card} opens the card, {close-card} goes back"),
    (frozenset({"move-card-right"}), "{move-card-right} moves the card to the next list"),
    (frozenset({"undo"}), "{undo} takes that back, as it does with everything"),
    (frozenset({"new-card"}), "{new-card} adds cards: type a title, enter; esc ends"),
    (frozenset({"filter"}), "{filter} shows some cards only: type hot, enter; esc shows all again"),
    (frozenset({"enrich"}), "{enrich} shows whom a card names, and the price before it looks them up"),
    (frozenset({"help", "palette"}), "{help} lists all keys, {palette} runs anything by its name"),
)
"""Commands that end each step, and what it says; braces hold names of commands, which stand for their keys."""


class BoardTour:
    """The tour of a board; nothing waits for it, and it can be left at any step.

    Args:
        page: The screen of the board.
        ended: Called when the tour is over.
    """

    def __init__(self, page: WorkspaceScreen, ended: Callable[[], object]) -> None:
        self._page, self._ended = page, ended
        self._at = 0
        self._line = Static(id="tour")
        _ = page.mount(self._line, before=page.query_one("StatusBar"))
        self._show()

    def follow(self, command: Command[Any]) -> None:
        """Go on if ``command`` is what the step says; after the last step end the tour."""
        if command.name() not in _STEPS[self._at][0]:
            return
        self._at += 1
        if self._at == len(_STEPS):
            self.end()
        else:
            self._show()

    def _show(self) -> None:
        words = _STEPS[self._at][1].format_map(self._page.key_names)
        ends = self._page.key_names["tour"]
        self._line.update(
            Content.assemble(
                (f"{self._at + 1}/{len(_STEPS)} ", "bold $cursor"),
                words,
                (f"  {ends} ends the tour", "$ink-quiet"),
            )
        )

    def end(self) -> None:
        """Take the line away."""
        _ = self._line.remove()
        self._ended()
