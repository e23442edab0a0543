"""Rebinding: asks for a command's new keys, writes them to the settings, and uses them at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.app.commands.catalogue import KeyNames, screens
from tui.app.commands.command import Choice, CommandType
from tui.app.commands.keymap import Keymap, offer_keys, parse_keys, show_key, show_keys
from tui.app.palette.titles import title_of
from tui.app.screens.board import BoardScreen
from tui.app.screens.screen import WorkspaceScreen
from tui.app.screens.screen_keys import ScreenKeys
from tui.app.settings_check import wrong_keys
from tui.errors import UsageError

if TYPE_CHECKING:
    from tui.app.account.accounts import Accounts


async def rebind(screen: WorkspaceScreen, accounts: Accounts, keys: dict[str, str]) -> None:
    """Ask for a command and its keys, write them to the settings, and use them on the open pages.

    Args:
        screen: The page on top.
        accounts: Writes the settings.
        keys: The user's keys by command name, also for pages that are opened later; updated in place.
    """
    known = _commands()
    bound = {name: Keymap.of((command,), keys).keys_of(name) for name, command in known.items()}
    choices = [
        Choice(name, command.label(), show_keys(bound[name]), also=name) for name, command in known.items()
    ]
    name = await screen.choose("Other keys for which command?", choices)
    if name is None:
        return
    asked = await _ask_all(screen, name, accounts, keys)
    if not asked:
        return
    for page in screen.app.screen_stack:
        if isinstance(page, WorkspaceScreen):
            page.keys_read = ScreenKeys(page, page.commands, keys)
            page.key_names = KeyNames(keys, page.commands)
        if isinstance(page, BoardScreen):
            page.head.show_keys()
    screen.tell(" · ".join(f"{each}: {_shown(text)}" for each, text in asked.items()))


async def _ask_all(
    screen: WorkspaceScreen, name: str, accounts: Accounts, keys: dict[str, str]
) -> dict[str, str]:
    """Ask for the keys of a command, and of each that loses one by that; return what was written, by command."""
    known = _commands()
    asked: dict[str, str] = {}
    waiting: dict[str, list[str]] = {name: []}
    while waiting:
        name = next(iter(waiting))
        lost = waiting.pop(name)
        offer = offer_keys(key for key in Keymap.of((known[name],), keys).keys_of(name) if key not in lost)
        before = dict(keys)
        # Who has only lost some of its first keys needs no binding, which would take them away on all pages.
        stays = offer if lost and name not in keys else ""
        text = await _ask(screen, _NewKeys(name, accounts, keys, stays), known[name], offer, lost)
        if text is None:
            break
        if text and text == stays:
            continue
        asked[name] = text
        # Who loses a key is asked for at once, again too: otherwise every start would tell of it.
        for owner, taken in _taken(name, text, before).items():
            waiting[owner] = [*waiting.get(owner, ()), *taken]
    return asked


async def _ask(
    screen: WorkspaceScreen, asked: _NewKeys, command: CommandType, offer: str, lost: Sequence[str]
) -> str | None:
    """Ask for a command's keys and write them; return them, or None on cancel."""
    name = command.name()
    where = f"[bindings] {name} in config.toml · at first: {_shown(', '.join(command.keys))}"
    why = f"It has lost {', '.join(map(show_key, lost))}: give it other keys, or none. " if lost else ""
    return await screen.prompt(
        command.label(),
        offer=offer,
        placeholder="x, ctrl+x, f5, g x; empty for no key",
        note=f"{why}{where}",
        reads=asked.meaning,
        attempt=asked.write,
        action="bind them",
        blank=True,
    )


class _NewKeys:
    """The keys that are typed for a command.

    Args:
        stays: What needs no binding, because the command has those keys without one; "" for nothing.
    """

    def __init__(self, name: str, accounts: Accounts, keys: dict[str, str], stays: str = "") -> None:
        self._name, self._accounts, self._keys, self._stays = name, accounts, keys, stays

    def meaning(self, text: str) -> str:
        """Return the keys as shown to the user, and the commands that lose one.

        Raises:
            ValueError: No keyboard can send them, or one alone does nothing.
        """
        if (wrong := self._wrong(text)) is not None:
            raise ValueError(wrong)
        known = _commands()
        taken = [f"“{title_of(known[each]())}”" for each in _taken(self._name, text, self._keys)]
        return f"{_shown(text)} · taken from {', '.join(taken)}" if taken else _shown(text)

    async def write(self, text: str) -> None:
        """Write the keys to the settings.

        Raises:
            UsageError: No keyboard can send them, one alone does nothing, or the settings cannot be written.
        """
        if (wrong := self._wrong(text)) is not None:
            raise UsageError(wrong)
        if text and text == self._stays:
            return
        self._accounts.bind(self._name, text)
        self._keys[self._name] = text

    def _wrong(self, text: str) -> str | None:
        """Return why the keys would not work, and the fix; None if they do."""
        return wrong_keys(self._name, text) or _dead(self._name, text, self._keys)


def _dead(name: str, text: str, keys: dict[str, str]) -> str | None:
    """Return why a key alone would do nothing: on a page with the command, it begins a sequence of another one."""
    for commands in screens().values():
        if any(command.name() == name for command in commands):
            after = Keymap.of(commands, {**keys, name: text})
            for key in filter(after.prefixes.__contains__, after.keys_of(name)):
                longer = next(each for each in after.keys if each.startswith(f"{key} "))
                return f"“{show_key(key)}” begins others, such as {show_key(longer)}: alone it does nothing; choose another key"
    return None


def _shown(text: str) -> str:
    return ", ".join(map(show_key, parse_keys(text))) or "no key"


def _commands() -> dict[str, CommandType]:
    """Return every command of every page by its name."""
    return {command.name(): command for commands in screens().values() for command in commands}


def _taken(name: str, text: str, keys: dict[str, str]) -> dict[str, list[str]]:
    """Return the keys that other commands lose to the command ``name``, by command, on the pages that have both."""
    lost: dict[str, dict[str, None]] = defaultdict(dict)
    wanted = parse_keys(text)
    for commands in screens().values():
        if any(command.name() == name for command in commands):
            before, after = Keymap.of(commands, keys), Keymap.of(commands, {**keys, name: text})
            for key, owner in before.keys.items():
                # Of two bindings of the user the one of the earlier command counts, until that has other keys.
                kept = key not in wanted and after.keys.get(key) == owner and key not in after.prefixes
                if owner != name and not kept:
                    lost[owner][key] = None
    return {owner: [*of_owner] for owner, of_owner in lost.items()}
