"""Catalogue of all commands, from which the palette, the help and ``docs/keys.md`` are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from tui.app.commands.app import APP
from tui.app.commands.boards import BOARDS
from tui.app.commands.cards import CARDS
from tui.app.commands.copying import COPYING, TEMPLATES
from tui.app.commands.due import DUE
from tui.app.commands.enrich.lookups import ENRICH, ENRICH_MANY
from tui.app.commands.files import FILES
from tui.app.commands.filters import FILTERS, MATCHES
from tui.app.commands.keymap import Keymap, show_key
from tui.app.commands.labels import LABELS, OPEN_LABELS
from tui.app.commands.lists import LISTS
from tui.app.commands.members import BOARD_MEMBERS, MEMBERS
from tui.app.commands.navigation import ANYWHERE, ELSEWHERE, CardActivity, Conflicts
from tui.app.commands.open_card import CHECKLISTS, COMMENTS, DESCRIPTION, OPEN_CARD, OPEN_CHECKLISTS
from tui.app.commands.view import VIEW

if TYPE_CHECKING:
    from tui.app.commands.command import CommandType

BOARD: tuple[CommandType, ...] = (
    *VIEW, *MATCHES, *FILTERS, *CARDS, *ENRICH_MANY, *ENRICH, *LABELS, *MEMBERS, *DUE, *CHECKLISTS, *COMMENTS, *DESCRIPTION, *FILES, *COPYING, *TEMPLATES, *LISTS,
    *BOARDS, *BOARD_MEMBERS, *ELSEWHERE, *APP,
)  # fmt: skip
"""The commands of the board screen, in the order of its help."""

OPEN: tuple[CommandType, ...] = (
    *OPEN_CARD, *ENRICH, *OPEN_LABELS, *MEMBERS, *DUE, *OPEN_CHECKLISTS, *COMMENTS, *FILES, *COPYING, CardActivity, Conflicts, *ANYWHERE, *APP,
)  # fmt: skip
"""The commands of the open card, in the order of its help."""


def screens() -> Mapping[str, tuple[CommandType, ...]]:
    """Return the commands of each screen by its name, as used in a sentence; the rarer ones are imported here."""
    from tui.app.commands.account.accounts import ACCOUNTS
    from tui.app.commands.account.login import LOGIN
    from tui.app.commands.enrich.bulk import BULK
    from tui.app.commands.enrich.people import PEOPLE
    from tui.app.commands.list_pages import ARCHIVE, NOTIFICATIONS, OUTBOX
    from tui.app.commands.pages.conflicts import CONFLICTS
    from tui.app.commands.pages.history import HISTORY
    from tui.app.commands.pages.rules import RULES
    from tui.app.commands.pages.settings import SETTINGS_PAGE
    from tui.app.commands.pages.views import ACROSS, ACTIVITY, CALENDAR, DASHBOARD, TABLE

    return {
        "on the board": BOARD,
        "on an open card": OPEN,
        "on the people page": PEOPLE,
        "on the page of a run": BULK,
        "on a page of cards": ACROSS,
        "in the table": TABLE,
        "in the calendar": CALENDAR,
        "in the dashboard": DASHBOARD,
        "in the activity": ACTIVITY,
        "in the archive": ARCHIVE,
        "in the outbox": OUTBOX,
        "in the notifications": NOTIFICATIONS,
        "among the conflicts": CONFLICTS,
        "in the history": HISTORY,
        "among the rules": RULES,
        "among the settings": SETTINGS_PAGE,
        "among the accounts": (*ACCOUNTS, *APP),
        "at a login": (*LOGIN, *APP),
        **{f"in {name[:1].lower()}{name[1:]}": commands for name, commands in parts().items()},
    }


def parts() -> Mapping[str, tuple[CommandType, ...]]:
    """Return the commands of each part of a screen; they are imported when a part first gets the focus."""
    from tui.app.commands.parts.checklists import IN_CHECKLISTS
    from tui.app.commands.parts.labels import IN_LABELS
    from tui.app.commands.parts.panel import IN_PANEL
    from tui.app.commands.parts.people_form import IN_FORM
    from tui.app.commands.parts.texts import IN_COMMENTS, IN_TEXT

    return {
        "The checklists": IN_CHECKLISTS,
        "The comments": IN_COMMENTS,
        "The description": IN_TEXT,
        "The labels": IN_LABELS,
        "The panel": IN_PANEL,
        "The people form": IN_FORM,
    }


def part_commands(part: str) -> tuple[CommandType, ...]:
    """Return the commands of a part, in the order of its help."""
    return parts()[part]


PRESETS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "default": {},
        "vim": {
            "add-item": "o, n",
            "new-card": "o, n",
            "redo": "ctrl+r, U",
            "refresh": "f5",
            "restore": "enter, r",
        },
        "trello": {
            "archive-card": "c",
            "archive-open-card": "c",
            "assign-me": "space",
            "checklists": "minus",
            "density": "z",
            "due": "d",
            "due-met": "D",
            "due-of-day": "d",
            "due-of-day-met": "D",
            "due-rows": "d",
            "due-rows-met": "D",
            "edit-description": "w",
            "edit-open-title": "t",
            "edit-title": "e, t",
            "enrich": "i",
            "files": "F",
            "filter": "f",
            "labels": "l",
            "lift": "p",
            "list-left": "left",
            "list-right": "right",
            "members": "m",
            "search-everywhere": "slash",
            "watch": "s",
        },
    }
)
"""Keys by command name that a preset sets; other commands keep their default keys."""


def overrides(preset: str, bindings: Mapping[str, str]) -> dict[str, str]:
    """Return the user's keys by command name: those of the preset, overridden by single bindings."""
    return {**PRESETS.get(preset, {}), **bindings}


class KeyNames(Mapping[str, str]):
    """The key of each command as shown to the user, for sentences: ``"{new-card} adds one".format_map(names)``.

    A command without a key is represented by its name, as the palette lists it.

    Args:
        here: The commands of the screen; they take precedence over commands of the same name elsewhere.
    """

    def __init__(self, keys: Mapping[str, str] | None = None, here: tuple[CommandType, ...] = ()) -> None:
        self._keys, self._here = keys or {}, here
        self._known: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        """Return the first key of the command ``name``.

        Raises:
            KeyError: There is no such command.
        """
        if name not in self._known:
            found = next((some for some in self._all() if name in _names(some)), ())
            self._known.update(self._of(found))
        return self._known[name]

    def _of(self, commands: tuple[CommandType, ...]) -> dict[str, str]:
        keymap = Keymap.of(commands, self._keys)
        names = {name: next(map(show_key, keymap.keys_of(name)), name) for name in keymap.commands}
        return {name: key for name, key in names.items() if name not in self._known}

    def _all(self) -> Iterator[tuple[CommandType, ...]]:
        yield self._here
        yield from screens().values()

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of all commands."""
        return iter({name for some in screens().values() for name in _names(some)})

    def __len__(self) -> int:
        """Return the number of commands."""
        return sum(1 for _ in self)


@lru_cache(maxsize=128)
def _names(commands: tuple[CommandType, ...]) -> frozenset[str]:
    return frozenset(command.name() for command in commands)
