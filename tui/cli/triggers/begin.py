"""The beginning of a rule that a command switches on."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

from tui.cli.session import Session
from tui.rules.begin import begin
from tui.rules.log import firings

if TYPE_CHECKING:
    from datetime import datetime

    from tui.rules.rule import Rule

_BEHIND = timedelta(minutes=5)


def begin_rule(rule: Rule, since: datetime, *, anew: bool) -> None:
    """Note that a rule is on since a moment before it was written; ``anew`` if it was off, or is new.

    Raises:
        UsageError: There is no such account.
        StoreError: Its store, or the log of firings, cannot be opened.
    """
    session = Session(account=rule.account or None, asks=False)

    async def work() -> None:
        workspace = session.workspace(interactive=False)
        try:
            with firings(session.paths.data, session.clock) as log:
                behind = timedelta() if session.remote is None else _BEHIND
                await begin(workspace, log, session.account, rule, since, anew=anew, behind=behind)
        finally:
            await workspace.close()

    try:
        asyncio.run(work())
    finally:
        session.close()
