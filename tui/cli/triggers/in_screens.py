"""The rules inside the screens: their files, and the opening of the accounts that they use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.cli.account.chosen import ACCOUNT, choose_account
from tui.rules.runner import RuleHome

if TYPE_CHECKING:
    from contextlib import AsyncExitStack

    from tui.cli.session import Session
    from tui.rules.steps.run import OpenAccount


def rules_of(session: Session) -> RuleHome:
    """Return the files of the rules of the user of ``session``."""
    # Not the last account opened in the screens, so that a rule uses the same account in every program.
    chosen = choose_account(None, session.paths, session.config)
    default = ACCOUNT if chosen is None else chosen.name

    def opener(stack: AsyncExitStack) -> OpenAccount:
        # Called in the runner's thread, which may take its time to import the engine.
        from tui.cli.triggers.engine import OpenAccounts, beside_screens

        return OpenAccounts(default, stack, lambda name: beside_screens(session, name)).workspace

    return RuleHome(
        path=session.paths.rules_file,
        folder=session.paths.data,
        account=default,
        opener=opener,
        clock=session.clock,
        store_of=session.paths.store_file,
    )
