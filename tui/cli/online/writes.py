"""Writing: each write is stored, then delivered, or queued where the service cannot be asked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from tui.cli import output, steps
from tui.cli.online.reach import current, wait_until_synced, waiting
from tui.cli.session import run
from tui.errors import Rejected

if TYPE_CHECKING:
    from tui.model.base import Json, Value
    from tui.model.sync import Conflict, Unsent
    from tui.model.writes.base import Write
    from tui.workspace import Workspace


def run_write(
    work: Callable[[Workspace], Awaitable[Sequence[Value | Json]]],
    *,
    json_: bool,
    many: bool = False,
    made: bool = False,
) -> list[Json]:
    """Run ``work``, which writes, and print what it made or changed, and whether that is queued.

    Args:
        work: Writes; it returns the things as they are now.
        json_: Print JSON, as ``steps.print_results`` does.
        many: Whether the things were named on stdin.
        made: Whether the step made them.

    Returns:
        The things as they are printed.
    """

    async def collected(workspace: Workspace) -> list[Json]:
        with workspace.writes.collected() as made_now:
            things = steps.plain(await work(workspace))
        unsent = {one.seq for one in workspace.outbox.all()}
        queued = {"queued": True} if any(row.seq in unsent for row in made_now) else {}
        return [{**one, **queued} for one in things]

    things = run(collected)
    steps.print_results(things, json_=json_, many=many, made=made)
    return things


async def submit_and_wait(workspace: Workspace, *ops: Write) -> None:
    """Submit the writes and wait until the service has them, or it is clear that they are sent later.

    Raises:
        Rejected: The service refused one, which is kept in the outbox.
    """
    async with wait_for_delivery(workspace):
        await workspace.writes.submit_all(ops)


@asynccontextmanager
async def wait_for_delivery(workspace: Workspace) -> AsyncIterator[None]:
    """Wait after the block until its writes are sent, or tell that they are queued.

    Raises:
        Rejected: The service refused a write, now in the outbox, or somebody changed the same field.
    """
    before = {one.seq for one in workspace.outbox.all()}
    held = {one.id for one in workspace.conflicts.all()}
    yield
    await wait_until_synced(workspace)
    for conflict in workspace.conflicts.all():
        if conflict.id not in held:
            _report_conflict(conflict)
    made = [one for one in workspace.outbox.all() if one.seq not in before]
    for one in made:
        if one.standing == "refused":
            raise Rejected(f"{one.words}: refused, {one.reason}", service="board")
    if made:
        _tell_queued(workspace, made)


def _tell_queued(workspace: Workspace, made: Sequence[Unsent]) -> None:
    """Tell that writes are queued, why, and how many there are in all."""
    reach = current()
    more = f" and {len(made) - 1} more" if len(made) > 1 else ""
    why = f" {reach.why}" if reach.why else ""
    output.say(
        f"queued: {made[0].words}{more}.{why} It is sent when the service answers; {waiting(workspace)}."
    )
    reach.told = True


def _report_conflict(conflict: Conflict) -> None:
    if not conflict.chosen:
        what = "it is deleted" if conflict.why == "deleted" else f"it is “{conflict.theirs}” by now"
        raise Rejected(
            f"The {conflict.field} of “{conflict.thing}” was not changed: {what}."
            " What you wrote is kept: g c in the app.",
            service="board",
        )
    if conflict.why == "moved":
        by = conflict.who or "somebody else"
        output.say(
            f"note: {by} moved “{conflict.thing}” to “{conflict.theirs}” meanwhile; it is where you moved it."
        )
