"""The menu of a card or a list: the commands that can run on it now, as lines to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.commands.command import Choice, Context, quote_title
from tui.app.commands.writing import refusal_on_read_only
from tui.app.palette.lines import command_line
from tui.model.filter.finished import list_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.app.commands.keymap import Keymap
    from tui.model.board import BoardList
    from tui.model.card import CardFace

_OF_CARDS = frozenset({"Card", "Cards", "Select"})
_OF_LISTS = frozenset({"Lists"})
_FOLDS = "collapse-list"
_OF_ONE = frozenset({"open-card", "new-card", "edit-title", "new-from-template"})
"""Commands of a card's menu for the card with the cursor, or for none; those that need one card belong here too."""


def menu_lines(keymap: Keymap, context: Context, *, card: bool) -> tuple[str, Sequence[Choice]]:
    """Return the title and the lines of the card's menu, or else of the list's: the currently possible commands."""
    cards = context.cards if card else ()
    groups = _OF_CARDS if cards else _OF_LISTS
    able = [
        command_line(name, keymap, name)
        for name, command in keymap.commands.items()
        if (command.group in groups or (name == _FOLDS and not cards))
        and not (len(cards) > 1 and (command.needs == "card" or name in _OF_ONE))
        and (refusal_on_read_only(command, context) or command.refuse(context)) in {None, ""}
    ]
    return _title(cards, context.board_list), able


def _title(cards: Sequence[CardFace], here: BoardList | None) -> str:
    if cards:
        return quote_title(cards[0].name) if len(cards) == 1 else f"{len(cards)} cards"
    return "" if here is None else list_words(here.name)
