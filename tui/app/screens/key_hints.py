"""KeyHints: shows which keys may follow, to somebody who hesitates after the first of two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tui.app.commands.command import show_key
from tui.app.widgets.assist.key_box import KeyBox

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.screen import Screen
    from textual.timer import Timer

    from tui.app.commands.command import Command
    from tui.app.widgets.assist.key_box import NextKey

HESITATION = 0.6
"""Seconds after the first key until hints are drawn; none are if the user types on."""

_MANY = 3  # digits from which they share one line


class KeyHints:
    """The box of the keys that may follow.

    Args:
        followers: Returns the first key, and each that may follow with its command.
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
        """Take the box away; where a sequence has ``begun``, show it after a pause."""
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
        keys = _grouped([(show_key(key), command.hint or command.label()) for key, command in followers])
        if keys:
            width, height = self._screen.size
            self._box = KeyBox(keys, show_key(prefix), width=width, height=height)
            _ = self._screen.mount(self._box)
            self._size = self._screen.size

    def _fit(self, screen: Screen[Any]) -> None:
        """Draw the box again after the screen has got another size."""
        if self._box is not None and screen.size != self._size:
            _ = self._box.remove()
            self._show()


def _grouped(keys: list[NextKey]) -> list[NextKey]:
    """Join the digits, which all do the same to another list."""
    digits = [key for key, _ in keys if key.isdecimal()]
    if len(digits) < _MANY:
        return keys
    words = next(words for key, words in keys if key == digits[0]).removesuffix(f" {digits[0]}")
    return [
        *(each for each in keys if not each[0].isdecimal()),
        (f"{digits[0]}…{digits[-1]}", f"{words} {digits[0]}…{digits[-1]}"),
    ]
