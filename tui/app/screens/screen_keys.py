"""ScreenKeys: reads the keys of a screen and of its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from textual.screen import Screen

from tui.app.commands.catalogue import BOARD, part_commands
from tui.app.commands.key_reader import BoundCommand, KeyReader, Layer
from tui.app.commands.keymap import Keymap, show_key
from tui.app.widgets.part import ScreenPart

if TYPE_CHECKING:
    from tui.app.commands.command import Command, CommandType
    from tui.app.screens.key_hints import KeyHints
    from tui.app.type_ahead import TypeAhead


@runtime_checkable
class ShowsRefusals(Protocol):
    """A screen that can show why a key does nothing."""

    @property
    def ahead(self) -> TypeAhead:
        """The key queue, which drops the other keys of the same burst."""

    def tell(self, text: str) -> None:
        """Show a text."""


class ScreenKeys:
    """The lookup of a key's command, first in the focused part, then in the screen.

    Args:
        screen: The screen, which is the context of its commands.
        commands: The commands of the screen, in the order of its help.
    """

    def __init__(
        self, screen: Screen[Any], commands: Sequence[CommandType], keys: Mapping[str, str] | None
    ) -> None:
        self._screen, self.user_keys = screen, keys or {}
        self.keymap = Keymap.of(commands, self.user_keys)
        self._part_keymaps: dict[str, Keymap] = {}
        self._reader = KeyReader()
        self._upcoming: KeyHints | None = None

    @property
    def count(self) -> int | None:
        """The number typed before the key (``3L``), or None."""
        return self._reader.count

    @property
    def typed(self) -> str:
        """The typed part of an incomplete count or sequence."""
        return self._reader.typed

    @property
    def in_text_field(self) -> bool:
        """Whether the focused widget takes letters as text."""
        focused = self._screen.focused
        return focused is not None and focused.check_consume_key("a", "a")

    def _show_followers(self) -> None:
        """Show or hide the box with the possible next keys."""
        begun = bool(self._reader.begun[0])
        if begun and self._upcoming is None:
            from tui.app.screens.key_hints import KeyHints

            self._upcoming = KeyHints(self._screen, self.followers)
        if self._upcoming is not None:
            self._upcoming.follow(begun=begun)

    def followers(self) -> tuple[str, list[tuple[str, Command[Any]]]]:
        """Return the first key of the incomplete sequence, and each possible next key with its command."""
        prefix, context = self._reader.begun
        keymap = self.keymap_of(context) if isinstance(context, ScreenPart) else self.keymap
        found = {
            keys.removeprefix(f"{prefix} "): keymap.commands[name]
            for keys, name in keymap.keys.items()
            if keys.startswith(f"{prefix} ")
        }
        return prefix, [(key, command) for key, command in found.items() if command.applies(context)]

    @property
    def part(self) -> ScreenPart | None:
        """The focused part, if it has commands of its own, else None."""
        focused = self._screen.focused
        nodes = () if focused is None else focused.ancestors_with_self
        return next((node for node in nodes if isinstance(node, ScreenPart)), None)

    def keymap_of(self, part: ScreenPart) -> Keymap:
        """Return the key map of a part."""
        if (known := self._part_keymaps.get(part.part)) is None:
            known = self._part_keymaps[part.part] = Keymap.of(part_commands(part.part), self.user_keys)
        return known

    def layers(self, key: str) -> Sequence[Layer]:
        """Return the key maps in which ``key`` is looked up, without keys that the focused widget handles."""
        page = Layer(self._screen, self.keymap)
        if self._screen.focused is None:
            return (page,)
        bound = self._screen.active_bindings.get(key)
        # The second key of a sequence must not go to a widget, which would leave the sequence incomplete.
        sequence = bool(self._reader.begun[0]) and not self.in_text_field
        taken = bound is not None and bound.node not in {self._screen, self._screen.app} and not sequence
        layers = [] if taken else [page]
        if (part := self.part) is not None:
            field = taken and self.in_text_field
            layer = Layer(part, self.keymap_of(part), over_text=field)
            if not taken or layer.knows(self._reader.sequence(key)):
                layers.insert(0, layer)
        return layers

    def read(self, key: str, layers: Sequence[Layer]) -> BoundCommand | None:
        """Read a key, and return its command; None if it has no meaning in ``layers``."""
        begun = self._reader.begun[0]
        found = self._reader.read(key, layers) if layers else None
        self._show_followers()
        ends = begun and found is not None and found.command is None and key != "escape"
        lone = found is None and not begun and bool(layers)
        if (ends or lone) and isinstance(self._screen, ShowsRefusals):
            self._refuse(self._screen, f"{begun} {key}".strip(), lone=lone)
        return found

    def _refuse(self, screen: ShowsRefusals, keys: str, *, lone: bool) -> None:
        """Tell that keys do nothing here, and what they do on the board; a key ``lone`` is told of only if it acts there."""
        # Imported here, because they are needed for a mistake only.
        from tui.app.palette.titles import title_of

        board = Keymap.of(BOARD, self.user_keys)
        command = board.commands.get(board.keys.get(keys, ""))
        usual = self.keymap.commands.get(Keymap.of(BOARD).keys.get(keys, ""))
        if command is None and usual is not None and usual.name() in self.user_keys:
            now = " or ".join(map(show_key, self.keymap.keys_of(usual.name())))
            words = f"{title_of(usual)} is {now}" if now else f"{title_of(usual)} has no key"
            screen.ahead.refuse_key(
                screen.tell, f"{show_key(keys)} is not bound · {words}", opens=usual.asks or usual.opens
            )
            return
        if lone and (command is None or command.moves_cursor or keys == "escape"):
            return
        # That enter opens a card needs no telling, least of all on an open one.
        there = "" if command is None or keys == "enter" else f"; on the board: {title_of(command)}"
        opens = not lone or (command is not None and (command.asks or command.opens))
        screen.ahead.refuse_key(screen.tell, f"{show_key(keys)} does nothing here{there}", opens=opens)

    def command_for(self, key: str, layers: Sequence[Layer]) -> Command[Any] | None:
        """Return the command that ``key`` alone runs, or None."""
        return self._reader.peek(key, layers)

    def knows(self, key: str, layers: Sequence[Layer]) -> bool:
        """Return whether ``key`` runs a command, or belongs to a key sequence."""
        return any(layer.knows(self._reader.sequence(key)) for layer in layers)
