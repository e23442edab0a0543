"""The keymap of a screen: which key is whose; and keys as a person writes and reads them."""

from __future__ import annotations

import unicodedata
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from textual.keys import KEY_NAME_REPLACEMENTS, key_to_character

from tui.errors import UsageError
from tui.model.values.fields import Frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tui.app.commands.command import Command, CommandType


class KeyConflict(Frozen):
    """A key bound to two commands of a screen; the first keeps it."""

    key: str
    kept: str
    lost: str


class Keymap(Frozen):
    """Mapping of keys to the commands of a screen.

    Attributes:
        commands: Every command of the screen by name, in the order of the help.
        keys: Command names by key; a two-key sequence is written with a blank.
        conflicts: Keys that more than one command wanted.
        prefixes: First keys of two-key sequences.
        bound: The keys of each command that has any.
    """

    commands: Mapping[str, Command[Any]]
    keys: Mapping[str, str]
    conflicts: tuple[KeyConflict, ...] = ()
    prefixes: frozenset[str] = frozenset()
    bound: Mapping[str, tuple[str, ...]] = MappingProxyType({})

    @classmethod
    def of(
        cls, commands: Iterable[CommandType], overrides: Mapping[str, str] = MappingProxyType({})
    ) -> Keymap:
        """Build the keymap of ``commands``; the user's keys replace the defaults.

        Args:
            commands: Command classes.
            overrides: Keys by command name, separated by commas; ``""`` removes the keys. Names of commands
                of other screens are ignored.
        """
        known = {command.name(): command() for command in commands}
        keys: dict[str, str] = {}
        conflicts: list[KeyConflict] = []
        # A user's binding takes precedence over the default of another command.
        for name in sorted(known, key=lambda name: name not in overrides):
            wanted = known[name].keys if name not in overrides else parse_keys(overrides[name])
            conflicts += [
                KeyConflict(key, keys[key], name) for key in wanted if keys.setdefault(key, name) != name
            ]
        prefixes = frozenset(key.split(" ")[0] for key in keys if " " in key)
        conflicts += [KeyConflict(key, keys[key], f"{key} …") for key in prefixes if key in keys]
        bound: dict[str, tuple[str, ...]] = {}
        for key, name in keys.items():
            bound[name] = (*bound.get(name, ()), key)
        return cls(known, keys, tuple(conflicts), prefixes, bound)

    def keys_of(self, name: str) -> tuple[str, ...]:
        """Return the keys bound to the command ``name``."""
        return self.bound.get(name, ())


_SHOWN = {
    "space": "space", "escape": "esc", "full_stop": ".", "comma": ",", "greater_than_sign": ">",
    "less_than_sign": "<", "plus": "+", "question_mark": "?", "colon": ":", "semicolon": ";", "slash": "/", "minus": "-", "dollar_sign": "$",
    "at": "@", "left_parenthesis": "(", "right_parenthesis": ")", "number_sign": "#", "pageup": "pgup", "pagedown": "pgdn", "up": "↑", "down": "↓", "left": "←", "right": "→",
}  # fmt: skip
_TYPED = {shown: key for key, shown in _SHOWN.items() if len(shown) == 1} | {
    "esc": "escape", "pgup": "pageup", "pgdn": "pagedown", "return": "enter", "del": "delete", "ins": "insert",
}  # fmt: skip


def show_key(key: str) -> str:
    """Format ``key`` for a person: ``full_stop`` is ``.``, ``ctrl+d`` stays."""
    return " ".join(map(_show_single, key.split(" ")))


def _show_single(key: str) -> str:
    *modifiers, last = key.split("+")
    sign = key_to_character(last) or ""
    visible = sign.isprintable() and not sign.isspace()
    return "+".join([*modifiers, _SHOWN.get(last) or (visible and sign) or last])


def offer_keys(keys: Iterable[str]) -> str:
    """Return keys as a person would type them: ``#``, but ``comma``, which is read as a comma between others too."""
    return ", ".join(shown if _can_be_typed(shown := show_key(key)) else key for key in keys)


def _can_be_typed(shown: str) -> bool:
    return shown.isascii() and "," not in shown


def show_keys(keys: Iterable[str]) -> str:
    """Return the keys of a command as the user reads them, such as ``g g · home``."""
    return " · ".join(map(show_key, keys))


def parse_keys(text: str) -> tuple[str, ...]:
    """Parse the keys a user wrote into Textual's key names.

    Args:
        text: Keys separated by commas; ``comma`` or a lone ``,`` is the comma itself.

    Raises:
        UsageError: A sequence of more than two keys.
    """
    if text.strip() == ",":
        return ("comma",)
    keys = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        names = [_toolkit_name(name) for name in part.split()]
        if len(names) > 2:  # a sequence is two keys
            raise UsageError(f"{part!r} is more than two keys", hint="use one key, or two divided by a blank")
        keys.append(" ".join(names))
    return tuple(keys)


def _toolkit_name(key: str) -> str:
    """Return Textual's name of ``key``: signs by their Unicode names, modifiers in alphabetical order."""
    stem, plus, last = key.rpartition("+")
    if plus and not last:
        stem, last = stem.removesuffix("+"), plus
    modifiers = sorted(stem.lower().split("+")) if stem else []
    if len(last) > 1:
        last = _TYPED.get(last.lower(), last.lower())
    elif not last.isalnum():
        name = unicodedata.name(last, last).lower().replace("-", "_").replace(" ", "_")
        last = _TYPED.get(last, KEY_NAME_REPLACEMENTS.get(name, name))
    elif "ctrl" in modifiers:
        last = last.lower()
    return "+".join([*modifiers, last])
