"""The settings of ``config.toml``: the name, the valid values and the effect of each.

The parser of the file, the settings page and the JSON schema are built from this list.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from tui.model.values.fields import Frozen

Preset = Literal["default", "trello", "vim"]
"""The presets of key bindings."""

Density = Literal["compact", "normal", "full"]
"""How much of each card a column shows."""

Country = Literal["AU", "NZ"]
"""The user's country."""

Kind = Literal["choice", "name", "text", "number", "switch"]
"""The kinds of settings: one of some words, the name of something there is, any text, a whole number, or true and false."""


class Setting(Frozen):
    """One setting of the file.

    Attributes:
        name: Its name, after that of its table and a dot if it is in one: ``spending.run``.
        about: Its effect, in a sentence without a full stop.
        choices: The valid words of a ``choice``.
        unset: The effect of leaving it unset.
        least: The minimum of a ``number``.
        most: The maximum of a ``number``; None for any.
    """

    name: str
    about: str
    kind: Kind
    unset: str
    choices: tuple[str, ...] = ()
    least: int = 1
    most: int | None = 10_000

    @property
    def place(self) -> tuple[str, ...]:
        """The name, after its table if it is in one."""
        return tuple(self.name.split("."))

    @property
    def numbers(self) -> str:
        """The valid values of a ``number``, in words."""
        return f"a whole number from {self.least:,} {'up' if self.most is None else f'to {self.most:,}'}"


SETTINGS: tuple[Setting, ...] = (
    Setting("keys", "The preset of key bindings", "choice", "default", get_args(Preset)),
    Setting("theme", "dark, light, contrast, 16 or another by name; [theme] makes your own", "name", "the last one"),
    Setting("density", "How much of each card a column shows", "choice", "the last one", get_args(Density)),
    Setting("ageing", "Days after which a card that nobody touched is drawn dimmer", "number", "no card is dimmed"),
    Setting("bell", "Ring the bell for notifications and for cards that become due", "switch", "false"),
    Setting("mouse", "React to the mouse; false leaves it to the terminal, as --no-mouse", "switch", "true"),
    Setting("board", "The board opened at start: name, id, short link or URL", "text", "the last one"),
    Setting("editor", "The editor's command line, before $VISUAL and $EDITOR", "text", "the environment's"),
    Setting("country", "The country of telephone numbers that name none", "choice", "AU", get_args(Country)),
    Setting("timezone", "The time zone of dates, such as Pacific/Auckland", "name", "the machine's, or that of $TZ"),
    Setting("account", "The account that commands and screens use", "name", "the last one, or local"),
    Setting("provider", "Whom people and companies are looked up at", "name", "the account's own service"),
    Setting("spending.run", "The most credits of one run over many cards", "number", "no cap", least=0, most=None),
    Setting("spending.month", "The most credits of a calendar month", "number", "no cap", least=0, most=None),
    Setting(
        "privacy.forget_after_days",
        "Days after which answers of lookups, and whom receipts are about, are erased",
        "number",
        "never",
        most=36_500,
    ),
)  # fmt: skip
"""The settings, in the order in which they are shown."""


def known_setting(name: str) -> Setting | None:
    """Return the setting called ``name``, or None."""
    return next((each for each in SETTINGS if each.name == name), None)


OWN = "own"
"""Name of the theme defined by the table [theme]."""

BASE = "base"
"""Key in [theme] for the theme that provides the missing colours."""

COLOURS: Mapping[str, str] = MappingProxyType(
    {
        "background": "behind everything",
        "surface": "pages and boxes",
        "panel": "the title and the bottom line",
        "foreground": "text that is not on a card",
        "ink": "titles of cards",
        "ink-quiet": "badges, hints and counts",
        "ink-faint": "marks one may overlook",
        "card": "a card",
        "card-cursor": "the card with the cursor",
        "card-lifted": "a card that is being moved",
        "card-picked": "a selected card",
        "cursor": "the bar beside it, drop marks, the name of the list with the cursor",
        "rule": "lines",
        "late": "overdue, and what went wrong",
        "soon": "due soon",
        "done": "done, ticked",
        "found": "links, code, people and companies",
    }
)
"""The colours in [theme], by name."""

COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
"""How a colour is written."""
