"""Commands of the rules page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tui.app.commands.app import APP
from tui.app.commands.command import Command, awaits
from tui.app.commands.list_pages import SCROLL_TEXT, Back, FirstRow, ListPageContext, OnChosen

if TYPE_CHECKING:
    from tui.app.commands.command import CommandType


class RulesContext(ListPageContext, Protocol):
    """The rules page."""

    async def switch_rule(self) -> None:
        """Switch the rule under the cursor on or off."""

    async def show_firings(self) -> None:
        """Show what the rule under the cursor did."""

    async def retry_firing(self) -> None:
        """Retry a firing that failed or was refused."""

    async def try_rule(self) -> None:
        """Show what the rule under the cursor would have done."""

    async def edit_rules(self) -> None:
        """Edit the file."""

    async def new_rule(self) -> None:
        """Ask for a new rule."""

    async def change_rule(self) -> None:
        """Ask for the rule under the cursor anew."""

    async def delete_rule(self) -> None:
        """Delete the rule under the cursor."""


class SwitchRule(OnChosen[RulesContext]):
    """Switch the rule on or off."""

    quick = True
    keys = ("space", "x")
    shown = "on / off"
    run = awaits(RulesContext.switch_rule)


class ShowFirings(OnChosen[RulesContext]):
    """Show everything that the rule did."""

    asks = True
    keys = ("enter",)
    shown = "what it did"
    run = awaits(RulesContext.show_firings)


class NewRule(Command[RulesContext]):
    """Make a new rule, asked for step by step."""

    asks = True
    keys = ("n",)
    group = "Page"
    shown = "new"
    run = awaits(RulesContext.new_rule)


class ChangeRule(OnChosen[RulesContext]):
    """Change the rule, asked for step by step."""

    asks = True
    keys = ("c",)
    shown = "change"
    run = awaits(RulesContext.change_rule)


class RetryFiring(OnChosen[RulesContext]):
    """Do again what failed or was refused, from the step at which it did."""

    asks = True
    keys = ("r",)
    shown = "do again"
    run = awaits(RulesContext.retry_firing)


class TryRule(OnChosen[RulesContext]):
    """Show what the rule would have done in the last 7 days; nothing is done."""

    asks = True
    keys = ("t",)
    shown = "try"
    run = awaits(RulesContext.try_rule)


class DeleteRule(OnChosen[RulesContext]):
    """Delete the rule, after asking; to keep it for later, switch it off."""

    asks = True
    keys = ("X", "delete")
    shown = "delete"
    run = awaits(RulesContext.delete_rule)


class EditRules(Command[RulesContext]):
    """Edit rules.toml in your editor."""

    asks = True
    keys = ("e",)
    group = "Page"
    shown = "edit file"
    run = awaits(RulesContext.edit_rules)


RULES: tuple[CommandType, ...] = (
    Back,
    FirstRow,
    SwitchRule,
    ShowFirings,
    NewRule,
    ChangeRule,
    RetryFiring,
    TryRule,
    EditRules,
    DeleteRule,
    *SCROLL_TEXT,
    *APP,
)
