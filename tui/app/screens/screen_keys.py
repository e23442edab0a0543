"""ScreenKeys: the keys of a screen and of its parts, read one after another."""

from collections.abc import Mapping, Sequence
from typing import Any

from textual.screen import Screen
from textual.widgets import Input, TextArea

from tui.app.commands.catalogue import part_commands
from tui.app.commands.command import Command, CommandType, Keymap
from tui.app.commands.key_reader import BoundCommand, KeyReader, Layer
from tui.app.widgets.part import ScreenPart


class ScreenKeys:
    """Knows what a key asks for: first the part that has the focus, then the screen.

    Args:
        screen: The screen, which is the context of its commands.
        commands: The commands of the screen, in the order of its help.
        keys: The user's keys by command name.

    Attributes:
        keymap: The keys of the screen.
        user_keys: The user's keys by command name.
    """

    def __init__(
        self, screen: Screen[Any], commands: Sequence[CommandType], keys: Mapping[str, str] | None
    ) -> None:
        self._screen, self.user_keys = screen, keys or {}
        self.keymap = Keymap.of(commands, keys)
        self._of_parts: dict[str, Keymap] = {}
        self._reader = KeyReader()

    @property
    def count(self) -> int | None:
        """The number typed before the key (``3L``), or None."""
        return self._reader.count

    @property
    def typed(self) -> str:
        """What was typed of a count or a sequence that is not complete yet."""
        return self._reader.typed

    @property
    def part(self) -> ScreenPart | None:
        """The part that has the focus and commands of its own."""
        focused = self._screen.focused
        nodes = () if focused is None else focused.ancestors_with_self
        return next((node for node in nodes if isinstance(node, ScreenPart)), None)

    def keymap_of(self, part: ScreenPart) -> Keymap:
        """The keys of a part."""
        if (known := self._of_parts.get(part.part)) is None:
            known = self._of_parts[part.part] = Keymap.of(part_commands(part.part), self.user_keys)
        return known

    def layers(self, key: str) -> Sequence[Layer]:
        """The key maps that ``key`` is looked up in. What the focused widget binds itself is none of the screen's keys."""
        page = Layer(self._screen, self.keymap)
        if (focused := self._screen.focused) is None:
            return (page,)
        bound = self._screen.active_bindings.get(key)
        taken = bound is not None and bound.node not in {self._screen, self._screen.app}
        layers = [] if taken else [page]
        if (part := self.part) is not None:
            field = taken and isinstance(focused, Input | TextArea)
            layer = Layer(part, self.keymap_of(part), over_text=field)
            if not taken or layer.knows(self._reader.sequence(key)):
                layers.insert(0, layer)
        return layers

    def read(self, key: str, layers: Sequence[Layer]) -> BoundCommand | None:
        """Take a key; None when it means nothing in ``layers``."""
        return self._reader.read(key, layers) if layers else None

    def command_for(self, key: str, layers: Sequence[Layer]) -> Command[Any] | None:
        """The command that ``key`` asks for by itself."""
        return self._reader.peek(key, layers)
