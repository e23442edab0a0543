"""The work of a command: it reads from the service or else the store, and delivers or queues its writes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

from tui.cli import output, steps
from tui.cli.account.chosen import WAIT
from tui.cli.online.reach import current, wait_until_synced, waiting
from tui.cli.session import run
from tui.errors import CredentialError, Garbled, RateLimited, Rejected, ServerFault, Unreachable
from tui.model.sync import frame_of

if TYPE_CHECKING:
    from tui.model.board import Board
    from tui.model.sync import Conflict, Unsent
    from tui.model.values.record import Value
    from tui.model.values.scalars import Json
    from tui.model.writes.base import Write
    from tui.workspace import Workspace

T = TypeVar("T")


def run_read(work: Callable[[Workspace], Awaitable[T]]) -> T:
    """Run ``work``, which reads data of the account, and return its result.

    Raises:
        Unreachable: The service cannot be asked, and nothing was ever stored.
    """

    async def checked(workspace: Workspace) -> T:
        if current().why and workspace.access.me() is None and not workspace.boards.all():
            raise Unreachable(
                current().why, service="board", hint="Nothing of this account was ever read here."
            )
        return await work(workspace)

    return run(checked)


async def patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """Call ``ask``, which sends a request; with ``--wait`` again after each pause that the service asks for.

    Raises:
        RateLimited: It asks for a pause, and the user does not want to wait.
    """
    while True:
        try:
            return await ask()
        except RateLimited as error:
            if not WAIT.get():
                error.hint = error.hint or "cardscout --wait … waits that long, and goes on"
                raise
            import asyncio

            await asyncio.sleep(error.retry_after)


async def reached_service(ask: Callable[[], Awaitable[object]], *shown: str) -> bool:
    """Call ``ask``; return True if the service answered, False if it cannot be asked now.

    Args:
        ask: Sends a request to the service.
        shown: Ids of the board or card that is shown from the store if it does not answer.

    Raises:
        RemoteError: The service refused the request.
    """
    reach = current()
    while not reach.why:
        try:
            await ask()
        except RateLimited as error:
            if WAIT.get():
                import asyncio

                await asyncio.sleep(error.retry_after)
            else:
                reach.lost(f"{error} --wait waits {error.retry_after:.0f} seconds.")
        except (Unreachable, ServerFault, Garbled) as error:
            reach.lost(str(error))
        else:
            return True
    if shown:
        reach.shown.append(shown)
    return False


async def fetch_board(workspace: Workspace, text: str, *, cards: bool = True) -> Board:
    """Find the board that ``text`` names and fetch all of it; if that is impossible, use the stored one.

    With ``cards=False`` only its lists, labels and members are fetched, in one request.

    Raises:
        UsageError: There is no such board.
        RemoteError: The service cannot be asked, and the board was never fetched here.
    """
    board = workspace.names.board(text)
    fetch = workspace.boards.pull if cards else workspace.boards.fetch
    also = () if cards else (frame_of(board.id),)
    reached = await reached_service(lambda: fetch(board.id), board.id, *also)
    if not reached and not workspace.boards.was_read(board.id) and not workspace.boards.lists(board.id):
        raise never_read(f"The board {board.name!r}")
    return board


def never_read(thing: str) -> Unreachable:
    """Return the error that ``thing`` is not stored and cannot be fetched: ``The board 'Leads'``."""
    return unreached(f"{thing} was never read here.")


def unreached(words: str, hint: str = "") -> Unreachable:
    """Return the error that the service, of which ``words`` tell what it is needed for, cannot be asked."""
    return Unreachable(f"{words} {current().why}", service="board", hint=hint)


def run_write(
    work: Callable[[Workspace], Awaitable[Sequence[Value | Json]]],
    *,
    json_: bool,
    many: bool = False,
    made: bool = False,
) -> list[Json]:
    """Run ``work``, which writes; print what it created or changed, and whether that is queued.

    Args:
        work: Writes; returns the current state of the things.
        json_: Print JSON, as ``steps.print_results`` does.
        many: Whether the things were named on stdin.
        made: Whether the step created them.

    Returns:
        The things as they are printed.

    Raises:
        CredentialError: The service does not take the token; the changes are printed, and kept until the login.
    """

    async def collected(workspace: Workspace) -> tuple[list[Json], CredentialError | None]:
        with workspace.writes.collected() as made_now:
            things = steps.plain(await work(workspace))
        unsent = workspace.outbox.numbers()
        queued = {"queued": True} if any(row.seq in unsent for row in made_now) else {}
        return [{**one, **queued} for one in things], current().barred

    things, barred = run(collected, writes=True)
    steps.print_results(things, json_=json_, many=many, made=made)
    if barred is not None:
        raise barred
    return things


async def submit_and_wait(workspace: Workspace, *writes: Write) -> None:
    """Submit the writes and wait until the service has them, or it is clear that they are sent later.

    Raises:
        Rejected: The service refused one, which stays in the outbox.
    """
    async with wait_for_delivery(workspace):
        await workspace.writes.submit_all(writes)


@asynccontextmanager
async def wait_for_delivery(workspace: Workspace) -> AsyncIterator[None]:
    """Wait after the block until its writes are sent, or report that they are queued.

    Raises:
        Rejected: The service refused a write, which stays in the outbox, or somebody changed the same field.
    """
    before = workspace.outbox.numbers()
    held = workspace.conflicts.newest()
    yield
    try:
        await wait_until_synced(workspace)
    except CredentialError as error:
        current().bar(error)
    for conflict in workspace.conflicts.of_changes(held):
        _report_conflict(conflict)
    made = workspace.outbox.all(but=before)
    for one in made:
        if one.standing == "refused":
            raise Rejected(
                f"{one.not_done[:1].upper()}{one.not_done[1:]}. The service refused it: {one.reason}",
                service="board",
            )
    if made:
        _tell_queued(workspace, made)


def _tell_queued(workspace: Workspace, made: Sequence[Unsent]) -> None:
    """Report that writes are queued, why, and how many there are."""
    reach = current()
    more = f" and {len(made) - 1} more" if len(made) > 1 else ""
    why = f" {reach.why}" if reach.why and reach.barred is None else ""
    when = "when the service answers" if reach.barred is None else "once you have logged in"
    output.say(f"queued: {made[0].words}{more}.{why} It is sent {when}; {waiting(workspace)}.")
    reach.told = True


def _report_conflict(conflict: Conflict) -> None:
    # Only a command whose change was contested needs these.
    from tui.clock import SystemClock
    from tui.presentation.contested_value import value_words

    if not conflict.chosen:
        theirs = value_words(conflict.theirs, conflict.shape, SystemClock().now())
        now = f"it is “{theirs}” by now" if theirs else "it is empty by now"
        what = "it is deleted" if conflict.why == "deleted" else now
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
