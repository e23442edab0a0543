"""Opting a person or company out in the screens: asked first, done in every account, and reported place by place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.app.account.everywhere import workspaces_of
from tui.model.enrich.suppression import read_entry
from tui.presentation.withdrawn import lines, places
from tui.workspace import in_each

if TYPE_CHECKING:
    from tui.app.screens.screen import WorkspaceScreen
    from tui.model.enrich.suppression import Suppressed
    from tui.model.enrich.withdrawal import Withdrawal, WithdrawnNote
    from tui.model.subject import Subject
    from tui.workspace import Workspace

_PATIENCE = 3.0
"""Seconds for which keys wait for the service; a deletion that takes longer is reported as queued."""

_WHAT = "In every account, what is remembered is forgotten, and nothing of it is shown, put on a card or written to a file."


async def opt_out(page: WorkspaceScreen, subject: Subject) -> None:
    """Ask, then put ``subject`` on the opt-out list of every account, withdraw all about it, and report that."""
    best = subject.strongest
    value = best.value if best is not None else subject.text
    key = read_entry("", value)
    workspaces, failed = workspaces_of(page.app)

    async def find(workspace: Workspace) -> Sequence[WithdrawnNote]:
        return workspace.withdrawals.notes([key])

    found, unread = await in_each(workspaces, find)
    where = places(found)
    gone = f" Deleted for good: {where}." if where else ""
    again = (
        f" {page.key_names['opt-out']} again takes it off the list." if "opt-out" in page.key_names else ""
    )
    if not await page.confirm(
        f"Never look up {subject.text} again?", detail=f"{_WHAT}{gone}{again}", yes="Opt out"
    ):
        return

    async def one(workspace: Workspace) -> Withdrawal:
        await workspace.start()
        withdrawn = await workspace.withdrawals.opt_out([("", value, "")])
        return await workspace.withdrawals.settled(withdrawn, _PATIENCE)

    # Where it is not known what would be deleted, nothing is.
    done, not_done = await in_each({name: workspaces[name] for name in found}, one)
    page.tell(f"{value} is on the opt-out list" if done else f"{value} is not on the opt-out list")
    troubles = {**failed, **unread, **not_done}
    if troubles or any(each.notes for each in done.values()):
        page.boxes.inform(f"{subject.text} opted out", "\n".join(lines(done, troubles)))


async def allow_again(page: WorkspaceScreen, entry: Suppressed) -> None:
    """Ask, then take ``entry`` off the opt-out list of every account."""
    if await page.confirm(
        f"Look up {entry.written} again?", detail=f"{entry.text} is on the opt-out list.", yes="Take off"
    ):
        workspaces, unopened = workspaces_of(page.app)
        _, failed = await in_each(workspaces, lambda each: each.suppression.remove(entry.kind, entry.value))
        left = f", but not of {', '.join([*unopened, *failed])}" if unopened or failed else ""
        page.tell(f"{entry.text} is off the opt-out list{left}")
