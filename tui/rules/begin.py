"""Begin: the moment from which on events fire a rule that was switched on, though no program runs the rules yet."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING

from tui.errors import UsageError

if TYPE_CHECKING:
    from datetime import datetime

    from tui.rules.log import FiringLog
    from tui.rules.rule import Rule
    from tui.workspace import Workspace


async def begin(
    workspace: Workspace,
    log: FiringLog,
    account: str,
    rule: Rule,
    since: datetime,
    *,
    anew: bool,
    behind: timedelta = timedelta(),
) -> None:
    """Note that a rule is on since a moment; no service is asked.

    Killed before it is done, it leaves a rule that begins when a program that runs the rules has read it.

    Args:
        workspace: The account whose events fire the rule; it need not be started.
        log: The log of firings.
        account: Its name.
        rule: The rule, which the file has.
        since: The moment before it was written.
        anew: Whether it was off, or is new.
        behind: How far the clock of the service may be behind ours; what is read before the moment fires nothing.
    """
    place = workspace.events.last()
    await workspace.events.begin(_boards(workspace, rule), since - behind)
    await log.begin(rule.name, account, place, since, anew=anew)


def _boards(workspace: Workspace, rule: Rule) -> list[str]:
    """Return the ids of the boards that a rule is set on, as far as they are known here."""
    if not rule.when.board:
        return [board.id for board in workspace.boards.all()]
    found = list[str]()
    for text in rule.when.board:
        with suppress(UsageError):
            found.append(workspace.names.board(text).id)
    return found
