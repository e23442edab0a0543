"""Checks of ``config.toml`` that need the screens: themes, command names, and their keys.

All other mistakes are refused when the file is read. Those found here are ignored and reported.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from textual.keys import REPLACED_KEYS, Keys, key_to_character

from tui.app.commands.catalogue import overrides, screens
from tui.app.commands.keymap import KeyConflict, Keymap, parse_keys, show_key
from tui.errors import SettingsError, UsageError
from tui.settings.known import BASE, OWN

if TYPE_CHECKING:
    from pathlib import Path

    from tui.settings.config import Config

MOST = 5
"""Maximum complaints shown at once: the notice must fit into a terminal of 24 lines."""

_MODIFIERS = frozenset({"alt", "ctrl", "hyper", "meta", "shift", "super"})
_PICTURES = "\u2000"
"""Symbols before this character are on keyboards, such as °; those after it are pictures."""

_PLACE = re.compile(r"(.*?), line (\d+)")

_QUITS = "ctrl+q"

_NAMED = frozenset(key.value.rpartition("+")[2] or key.value for key in Keys)


def valid_bindings(bindings: Mapping[str, str]) -> Mapping[str, str]:
    """Return those of the user's ``bindings`` whose keys are valid; other commands keep their default keys."""
    return {name: keys for name, keys in bindings.items() if wrong_keys(name, keys) is None}


def complaints(config: Config, themes: Collection[str], *, most: int | None = MOST) -> list[str]:
    """Describe the invalid settings of ``config``, each with its line and the fix.

    Args:
        config: The user's settings.
        themes: Names of the available themes.
        most: Maximum number of descriptions; None for all.
    """
    told = [*_themes(config, themes), *(_bindings(config) if config.bindings else ())]
    told.sort(key=lambda each: config.lines.get(each[0], 0))
    said = [f"line {config.lines.get(name, '?')}, {name}: {words}" for name, words in told]
    more = 0 if most is None else len(said) - most
    return [*said[:most], f"and {more} more, told when these are mended"] if more > 0 else said


def _themes(config: Config, themes: Collection[str]) -> Iterator[tuple[str, str]]:
    # Imported late, so as not to delay the first paint.
    from tui.app.drawing.themes import SHORT

    own = config.theme == OWN and bool(config.colours)
    name, wanted = (BASE, config.colours.get(BASE)) if own else ("theme", config.theme)
    if wanted is not None and wanted not in {*themes, *SHORT.values()}:
        near = difflib.get_close_matches(wanted, themes, 1)
        fix = f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted(themes))}"
        yield name, f"there is no theme “{wanted}”; {fix}"


def _bindings(config: Config) -> Iterator[tuple[str, str]]:
    every = {command.name(): command for commands in screens().values() for command in commands}
    for name, bound in config.bindings.items():
        if name not in every:
            near = difflib.get_close_matches(name, every, 1)
            yield (
                name,
                f"there is no such command; {f'did you mean {near[0]}?' if near else 'docs/keys.md names them'}",
            )
        elif (wrong := wrong_keys(name, bound)) is not None:
            yield name, wrong
    keys, told = overrides(config.keys, valid_bindings(config.bindings)), set[KeyConflict]()
    for where, commands in screens().items():
        keymap = Keymap.of(commands, keys)
        # A command that every screen has, such as undo, conflicts on every screen; it is reported once.
        for clash in keymap.conflicts:
            # A command that has another key at first keeps that, and this one on the pages without the clash.
            has_another = clash.lost not in keys and bool(keymap.keys_of(clash.lost))
            if clash not in told and not has_another:
                told.add(clash)
                yield _explain(where, clash, keymap, config.bindings)


def _explain(where: str, clash: KeyConflict, keymap: Keymap, bindings: Mapping[str, str]) -> tuple[str, str]:
    key = show_key(clash.key)
    if clash.key in keymap.prefixes:
        # A key that begins a sequence waits for the second key, so alone it does nothing.
        longer = [name for sequence, name in keymap.keys.items() if sequence.startswith(f"{clash.key} ")]
        owner = next((name for name in longer if name in bindings), clash.kept)
        says = f"“{key}” begins a sequence {where}, so “{key}” alone is nothing: {clash.kept} has lost it"
    else:
        owner, says = clash.kept, f"“{key}” is taken from {clash.lost} {where}"
    loser = clash.kept if owner != clash.kept else clash.lost
    fix = (
        f'give that one another key ({loser} = "…"), or "" for none'
        if loser in keymap.commands
        else "choose another key"
    )
    return owner, f"{says}; {fix}"


def wrong_keys(name: str, keys: str) -> str | None:
    """Return why ``keys`` cannot run the command ``name``, and the fix; None if the keys are valid."""
    try:
        parsed = parse_keys(keys)
    except UsageError as error:
        return error.in_full("; ")
    singles = [single for sequence in parsed for single in sequence.split(" ")]
    if _QUITS in singles and name != "quit":
        # Whatever else a key does by mistake, the program can be left.
        return f"“{_QUITS}” always quits; choose another key"
    return next(filter(None, map(_wrong_key, singles)), None)


def _wrong_key(key: str) -> str | None:
    *modifiers, last = key.split("+")
    if not set(modifiers) <= _MODIFIERS or last in _MODIFIERS or not _is_key(last):
        return f"there is no key “{key}”; write keys as docs/keys.md does: x, X, ctrl+x, f5, g x"
    if modifiers == ["shift"] and len(last) == 1 and last.isalpha():
        return f"“{key}” arrives as “{last.upper()}”; write that"
    return None


def _is_key(name: str) -> bool:
    return name in _NAMED or name in REPLACED_KEYS or _is_typed(key_to_character(name) or "")


def _is_typed(character: str) -> bool:
    """Return whether a keyboard may send a character: any word can be the name of a picture, such as banana."""
    return bool(character) and (character < _PICTURES or unicodedata.category(character) != "So")


def every_problem(path: Path) -> list[str]:
    """Return all problems of the file at ``path`` and those it names, by line, each with its line and the fix."""
    from tui.app.drawing.themes import theme_names
    from tui.settings.accounts import LOCAL, read_account
    from tui.settings.config import Config, read_tables
    from tui.settings.providers import read_provider

    try:
        found, wrong = Config.read_valid(path)
        tables = {name: read_tables(path, name) for name in ("accounts", "providers")}
    except UsageError as error:
        # Of a file that is not TOML nothing is known beyond the first mistake.
        return [error.in_full("; ")]
    said = [each.in_full("; ") for each in wrong]
    for table, read in (("accounts", read_account), ("providers", read_provider)):
        for name in tables[table]:
            said += _entry_problems(partial(read, path, name))
    for setting, name, table, find in _named(found):
        if name not in {LOCAL, *tables[table]}:
            line = f"{path}, line {found.lines.get(setting, '?')}, {setting}: "
            said += [line + each for each in _entry_problems(partial(find, path, name))]
    said += [f"{path}, {each}" for each in complaints(found, theme_names(), most=None)]
    return sorted(said, key=_place)


def _place(problem: str) -> tuple[str, int]:
    """Return the file and the line that a problem begins with."""
    match = _PLACE.match(problem)
    return (match[1], int(match[2])) if match is not None else ("", 0)


def _named(config: Config) -> Iterator[tuple[str, str, str, Callable[[Path, str], object]]]:
    """Yield the accounts and providers that settings name: the setting, the name, its table, and what reads it."""
    from tui.settings.accounts import read_account
    from tui.settings.providers import read_provider

    if config.account is not None:
        yield "account", config.account, "accounts", read_account
    asked = {"provider": (config.provider,), "order": chain.from_iterable(config.order.values())}
    for setting, names in asked.items():
        yield from ((setting, name, "providers", read_provider) for name in dict.fromkeys(names) if name)


def _entry_problems(read: Callable[[], object]) -> list[str]:
    """Return the problems of one account or provider."""
    try:
        _ = read()
    except SettingsError as error:
        return [each.in_full("; ") for each in (error.first, *error.others)]
    except UsageError as error:
        return [error.in_full("; ")]
    return []
