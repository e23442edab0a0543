"""Commands that go to a card's checklists, from the board and from the open card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.commands.open_card import CardPartCommand

if TYPE_CHECKING:
    from tui.app.commands.command import CommandType


class Checklists(CardPartCommand):
    """Go to the checklists of the card."""

    keys = ("c",)
    shown = True
    hint = "checklists"
    goes = "checklists"


class AddChecklist(CardPartCommand):
    """Add a checklist to the open card, then its items."""

    keys = ("plus",)
    goes = "new-checklist"


CHECKLISTS: tuple[CommandType, ...] = (Checklists,)
"""Commands offered on the board and on the open card."""

OPEN_CHECKLISTS: tuple[CommandType, ...] = (*CHECKLISTS, AddChecklist)
