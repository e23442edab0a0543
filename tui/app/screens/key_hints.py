"""KeyHints: shows the possible next keys when the user pauses after the first key of a sequence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tui.app.commands.keymap import show_key
from tui.app.widgets.assist.key_box import KeyBox

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.screen import Screen
    from textual.timer import Timer

    from tui.app.commands.command import Command
    from tui.app.widgets.assist.key_box import NextKey

HESITATION = 0.6
"""Seconds without a key until the hints are shown."""

_MANY = 3  # number of digit keys from which they share one line


class KeyHints:
    """The box with the possible next keys.

    Args:
        followers: Returns the first key, and each possible next key with its command.
    """

    def __init__(
        self, screen: Screen[Any], followers: Callable[[], tuple[str, Sequence[tuple[str, Command[Any]]]]]
    ) -> None:
        self._screen, self._followers = screen, followers
        self._timer: Timer | None = None
        self._box: KeyBox | None = None
        self._size = screen.size
        screen.screen_layout_refresh_signal.subscribe(screen, self._fit)

    def follow(self, *, begun: bool) -> None:
        """Hide the box; if a sequence has ``begun``, show it again after a pause."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._box is not None:
            _ = self._box.remove()
            self._box = None
        if begun:
            self._timer = self._screen.set_timer(HESITATION, self._show)

    def _show(self) -> None:
        prefix, followers = self._followers()
        keys = _grouped(
            [(show_key(key), command.hint or command.shown or command.label()) for key, command in followers]
        )
        if keys:
            width, height = self._screen.size
            self._box = KeyBox(keys, show_key(prefix), width=width, height=height)
            _ = self._screen.mount(self._box)
            self._size = self._screen.size

    def _fit(self, screen: Screen[Any]) -> None:
        """Draw the box again after the screen was resized."""
        if self._box is not None and screen.size != self._size:
            _ = self._box.remove()
            self._show()


def _grouped(keys: list[NextKey]) -> list[NextKey]:
    """Join the digit keys, which do the same to different lists."""
    digits = [key for key, _ in keys if key.isdecimal()]
    if len(digits) < _MANY:
        return keys
    words = next(words for key, words in keys if key == digits[0]).removesuffix(f" {digits[0]}")
    return [
        *(each for each in keys if not each[0].isdecimal()),
        (f"{digits[0]}…{digits[-1]}", f"{words} {digits[0]}…{digits[-1]}"),
    ]
