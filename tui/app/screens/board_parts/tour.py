"""BoardTour: a line above the key hints that suggests what to try next, until the user has tried it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from textual.content import Content
from textual.widgets import Static

if TYPE_CHECKING:
    from collections.abc import Callable

    from tui.app.commands.command import Command
    from tui.app.screens.screen import WorkspaceScreen

_PADDING = 2  # cells of padding beside the line


class _Step(NamedTuple):
    """A step of the tour; command names in braces in its words are replaced by their keys.

    Attributes:
        commands: Names of the commands that complete the step.
        typing: The words while the line that the command opened is open; closing it completes the step.
    """

    commands: frozenset[str]
    words: str
    typing: str = ""


_STEPS = (
    _Step(
        frozenset({"card-down", "card-up", "list-left", "list-right"}),
        "{card-down} {card-up} {list-left} {list-right} or the arrows walk from card to card: try {card-down}",
    ),
    _Step(frozenset({"open-card"}), "{open-card} opens the card; then {close-card} goes back"),
    _Step(
        frozenset({"move-card-right", "move-card-left"}),
        "{move-card-right} moves the card one list on, {move-card-left} one back",
    ),
    _Step(frozenset({"undo"}), "{undo} takes that back, as it does with everything"),
    _Step(frozenset({"new-card"}), "{new-card} begins a new card", "type a title and press enter; then esc"),
    _Step(
        frozenset({"filter"}),
        "{filter} shows only some cards: type hot, press enter",
        "type hot, press enter",
    ),
    _Step(frozenset({"back"}), "{back} shows all cards again"),
    _Step(frozenset({"enrich"}), "{enrich} shows whom a card names, and the price; esc closes it"),
    _Step(frozenset({"help", "palette"}), "{help} lists all keys, {palette} runs anything by name"),
)


class _TourLine(Static):
    """The line above the key hints, redrawn for each width of the window.

    Args:
        show: Draws it for the window's width.
    """

    def __init__(self, show: Callable[[], object]) -> None:
        super().__init__(id="tour")
        self._show = show

    def on_resize(self) -> None:
        """Redraw the line for the new width."""
        _ = self._show()


class BoardTour:
    """The tour of a board, which never blocks and can be left at any step.

    Args:
        ended: Called when the tour is over.
    """

    def __init__(self, page: WorkspaceScreen, ended: Callable[[], object]) -> None:
        self._page, self._ended = page, ended
        self._at, self._typing = 0, False
        self._taught = False  # whether the last command was what a step asked for
        self._line = _TourLine(self._show)
        _ = page.mount(self._line, before=page.query_one("StatusBar"))
        self._show()

    def follow(self, command: Command[Any]) -> None:
        """Go to the next step if ``command`` completes this one; end the tour after the last."""
        step = _STEPS[self._at]
        self._taught = command.name() in step.commands
        if not self._taught:
            return
        if step.typing and not self._typing:
            self._typing = True
            self._show()
        else:
            self._next_step()

    def line_closed(self) -> None:
        """Go to the next step if this one was to type something."""
        if self._typing:
            self._next_step()

    def _next_step(self) -> None:
        self._at, self._typing = self._at + 1, False
        if self._at == len(_STEPS):
            self.end()
        else:
            self._show()

    def _show(self) -> None:
        step = _STEPS[self._at]
        number = f"{self._at + 1}/{len(_STEPS)} "
        words = (step.typing if self._typing else step.words).format_map(self._page.key_names)
        ends = "" if self._typing else f"{self._page.key_names['tour']} ends the tour"
        # If both do not fit, the line is broken between them, and not within a key.
        fits = len(f"{number}{words}  {ends}") <= self._page.size.width - _PADDING
        between = "  " if fits else "\n"
        self._line.update(
            Content.assemble(
                (number, "bold $cursor"), words, (f"{between}{ends}" if ends else "", "$ink-quiet")
            )
        )

    def leave(self) -> None:
        """End the tour, unless the last key did what a step asked for; called after the step was followed."""
        if not self._taught:
            self.end()
            self._page.tell(f"tour ended · {self._page.key_names['tour']} begins it again")

    def end(self) -> None:
        """Remove the line."""
        _ = self._line.remove()
        self._ended()
