"""KeyReader: keys read one after another as the digits of a count, as sequences and as commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tui.model.fields import Frozen

if TYPE_CHECKING:
    from tui.app.commands.command import Command, Keymap

_HIGHEST_COUNT = 9999


class Layer(Frozen):
    """A key map, and the context that its commands run in: a part of a screen, or the screen.

    Attributes:
        over_text: Whether a field has a use of its own for the key, so that only a command made for fields goes before it.
    """

    context: Any
    keymap: Keymap
    over_text: bool = False

    def command(self, keys: str) -> Command[Any] | None:
        """The command that ``keys`` ask for now."""
        name = self.keymap.keys.get(keys)
        command = None if name is None else self.keymap.commands[name]
        if command is None or (self.over_text and not command.over_text):
            return None
        return command if command.applies(self.context) else None

    def knows(self, keys: str) -> bool:
        """Whether ``keys`` ask for something here, or begin what does."""
        return self.command(keys) is not None or (not self.over_text and keys in self.keymap.prefixes)


class BoundCommand(Frozen):
    """What a key asked for.

    Attributes:
        command: The command; None when the key only went on with a count or a sequence, or ended one.
    """

    command: Command[Any] | None = None
    context: Any = None


class KeyReader:
    """Reads keys.

    Attributes:
        count: The number that was typed before the last command, or None.
    """

    def __init__(self) -> None:
        self.count: int | None = None
        self._digits = self._prefix = ""
        self._begun_in: Any = None

    @property
    def typed(self) -> str:
        """What was typed of a count or a sequence that is not complete yet."""
        return f"{self._digits}{self._prefix} …" if self._prefix else self._digits

    def sequence(self, key: str) -> str:
        """All that was typed of a sequence, with ``key``."""
        return f"{self._prefix} {key}".strip()

    def peek(self, key: str, layers: Sequence[Layer]) -> Command[Any] | None:
        """The command that ``key`` alone asks for; None in the middle of a sequence."""
        if self._prefix:
            return None
        for layer in layers:
            if key in layer.keymap.prefixes and not layer.over_text:
                return None
            if (command := layer.command(key)) is not None:
                return command
        return None

    def read(self, key: str, layers: Sequence[Layer]) -> BoundCommand | None:
        """Take a key; None when it means nothing.

        Args:
            key: As the toolkit calls it.
            layers: Key maps; the first one that knows the key has it.
        """
        if self._counts(key, layers):
            self._digits = str(min(int(self._digits + key), _HIGHEST_COUNT))
            return BoundCommand()
        for layer in layers:
            # A sequence goes on where it began; before that, a part takes its keys as if there were none.
            goes_on = bool(self._prefix) and layer.context is self._begun_in
            if not self._prefix and key in layer.keymap.prefixes and not layer.over_text:
                self._prefix, self._begun_in = key, layer.context
                return BoundCommand()
            if (command := layer.command(self.sequence(key) if goes_on else key)) is not None:
                if goes_on or not self._prefix:
                    self._end()
                return BoundCommand(command, layer.context)
            if goes_on:
                break
        waited = bool(self._prefix or self._digits)
        self._end()
        return BoundCommand() if waited else None

    def _end(self) -> None:
        self.count = int(self._digits) if self._digits else None
        self._digits = self._prefix = ""

    def _counts(self, key: str, layers: Sequence[Layer]) -> bool:
        """Whether ``key`` is a digit of a count."""
        if self._prefix or not layers or not (len(key) == 1 and key.isdecimal()):
            return False
        return bool(self._digits) or (key != "0" and not any(layer.command(key) for layer in layers))
