"""KeyReader: parses keys as digits of a count, as sequences and as commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tui.model.values.fields import Frozen

if TYPE_CHECKING:
    from tui.app.commands.command import Command
    from tui.app.commands.keymap import Keymap

_HIGHEST_COUNT = 9999


class Layer(Frozen):
    """A keymap and the context its commands run in: a part of a screen, or the screen.

    Attributes:
        over_text: Whether a text field uses the key itself, so that only commands made for fields take it.
    """

    context: Any
    keymap: Keymap
    over_text: bool = False

    def command(self, keys: str) -> Command[Any] | None:
        """Return the command that is bound to ``keys`` now, if any."""
        name = self.keymap.keys.get(keys)
        command = None if name is None else self.keymap.commands[name]
        if command is None or (self.over_text and not command.over_text):
            return None
        return command if command.applies(self.context) else None

    def knows(self, keys: str) -> bool:
        """Return whether ``keys`` are bound to a command here, or begin a sequence."""
        return self.command(keys) is not None or (not self.over_text and keys in self.keymap.prefixes)


class BoundCommand(Frozen):
    """Result of reading one key.

    Attributes:
        command: The command; None if the key only continued or ended a count or a sequence.
    """

    command: Command[Any] | None = None
    context: Any = None


class KeyReader:
    """Parser of key presses.

    Attributes:
        count: The number typed before the last command, or None.
    """

    def __init__(self) -> None:
        self.count: int | None = None
        self._digits = self._prefix = ""
        self._sequence_context: Any = None

    @property
    def typed(self) -> str:
        """The typed part of an incomplete count or sequence."""
        return f"{self._digits}{self._prefix} …" if self._prefix else self._digits

    @property
    def begun(self) -> tuple[str, Any]:
        """The first key of the incomplete sequence ("" for none), and the context where it was typed."""
        return self._prefix, self._sequence_context

    def sequence(self, key: str) -> str:
        """Return the sequence typed so far with ``key`` appended."""
        return f"{self._prefix} {key}".strip()

    def peek(self, key: str, layers: Sequence[Layer]) -> Command[Any] | None:
        """Return the command that ``key`` alone is bound to; None in the middle of a sequence."""
        if self._prefix:
            return None
        for layer in layers:
            if key in layer.keymap.prefixes and not layer.over_text:
                return None
            if (command := layer.command(key)) is not None:
                return command
        return None

    def read(self, key: str, layers: Sequence[Layer]) -> BoundCommand | None:
        """Read a key; return None if it is bound to nothing.

        Args:
            key: Textual's name of the key.
            layers: Layers in order; the first one that knows the key takes it.
        """
        if self._is_count_digit(key, layers):
            self._digits = str(min(int(self._digits + key), _HIGHEST_COUNT))
            return BoundCommand()
        for layer in layers:
            # Only the layer in which a sequence began continues it; layers before it read the key as a single
            # one.
            continues = bool(self._prefix) and layer.context is self._sequence_context
            if not self._prefix and key in layer.keymap.prefixes and not layer.over_text:
                self._prefix, self._sequence_context = key, layer.context
                return BoundCommand()
            if (command := layer.command(self.sequence(key) if continues else key)) is not None:
                if continues or not self._prefix:
                    self._finish()
                return BoundCommand(command, layer.context)
            if continues:
                break
        pending = bool(self._prefix or self._digits)
        self._finish()
        return BoundCommand() if pending else None

    def _finish(self) -> None:
        self.count = int(self._digits) if self._digits else None
        self._digits = self._prefix = ""

    def _is_count_digit(self, key: str, layers: Sequence[Layer]) -> bool:
        """Return whether ``key`` is a digit of a count."""
        if self._prefix or not layers or not (len(key) == 1 and key.isdecimal()):
            return False
        return bool(self._digits) or (key != "0" and not any(layer.command(key) for layer in layers))
