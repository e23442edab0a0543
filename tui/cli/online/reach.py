"""ServiceReach: whether the service can be asked in this run, what is left to send, and which stored data is shown.

``asyncio`` is imported where it is used, because completion imports the commands but runs none.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tui.cli import output
from tui.cli.account.chosen import CHOSEN, WAIT
from tui.clock import SystemClock
from tui.errors import CredentialError, UsageError
from tui.presentation.losses import lost_words
from tui.presentation.timestamps import ago

if TYPE_CHECKING:
    from tui.model.sync import SyncStatus
    from tui.workspace import Workspace

MANY = 50
"""Waiting changes from which on their number is shown while they are sent, and looked at less often."""


@dataclass
class Backlog:
    """What is left to send and to fetch, and whether it gets less.

    Attributes:
        most: The largest number of changes that waited so far.
        waiting: The number that waits now.
        fewest: The smallest number so far; None before the first status.
        fetched: The cards fetched so far of the latest board.
    """

    most: int = 0
    waiting: int = 0
    fewest: int | None = None
    fetched: int = 0

    def note(self, status: SyncStatus) -> bool:
        """Note a status; return whether more is done than at any status before, or it is the first."""
        first = self.fewest is None
        fewer = status.waiting < (self.fewest or 0)
        # Fewer cards than before are those of the next board; none are told in any other state.
        further = status.loading_done not in {0, self.fetched}
        self.waiting, self.most = status.waiting, max(self.most, status.waiting)
        if first or fewer:
            self.fewest = status.waiting
        self.fetched = status.loading_done or self.fetched
        return first or fewer or further

    @property
    def is_long(self) -> bool:
        """Whether so many changes waited that somebody who watches wants to see how far they are."""
        return self.most >= MANY

    @property
    def words(self) -> str:
        """How far it is: ``120 of 3,000 changes sent``."""
        return f"{self.most - self.waiting:,} of {self.most:,} changes sent"


PATIENCE = 20.0
"""Seconds that a command waits for the services, while nothing is sent or fetched, before it uses the store."""

LOOK = 0.05
"""Seconds between two looks at many waiting changes: each answer of the service is a change of the store."""


@dataclass
class ServiceReach:
    """Whether the service can be asked in this run.

    Attributes:
        why: Why it cannot be asked, as a sentence; "" while it answers. After a failure it is not asked again
            in this run.
        shown: The boards and cards that are shown from the store, each with the ids it may be read by.
        barred: The error that ends a command whose changes are kept, because the service does not take the token.
    """

    why: str = ""
    barred: CredentialError | None = None
    shown: list[tuple[str, ...]] = field(default_factory=list)
    told: bool = False

    def lost(self, why: str) -> None:
        """Record that the service cannot be asked any more; a sentence follows what ``why`` says."""
        self.why = self.why or (why if why.endswith(".") else f"{why}.")

    def bar(self, error: CredentialError) -> None:
        """Record that the service does not take the token, so that changes are kept until the user has logged in."""
        self.barred = error
        self.lost(str(error))


_REACH: ContextVar[ServiceReach | None] = ContextVar("reach", default=None)


def current() -> ServiceReach:
    """Return the reach of the workspace that was started last."""
    return _REACH.get() or begin()


def begin() -> ServiceReach:
    """Begin with a service of which nothing is known yet."""
    reach = ServiceReach()
    _REACH.set(reach)
    return reach


@asynccontextmanager
async def told_at_the_end(workspace: Workspace) -> AsyncIterator[None]:
    """Report after the block, unless already done, that the service cannot be asked, and since when."""
    try:
        yield
    except UsageError:
        # A thing that was not found may exist at the service.
        _tell(workspace)
        raise
    _tell(workspace)


@asynccontextmanager
async def told_of_earlier(workspace: Workspace) -> AsyncIterator[None]:
    """Report after the block which changes of earlier commands the service has refused, and what it has lost.

    Those commands are over, and said that their changes would be sent.
    """
    known = workspace.conflicts.newest()
    waiting_, refused = workspace.outbox.numbers(), frozenset(one.seq for one in workspace.outbox.refused())
    try:
        yield
    finally:
        found = [one for one in workspace.outbox.refused(but=refused) if one.seq in waiting_]
        if found:
            first = found[0]
            more = f", and {len(found) - 1} more" if len(found) > 1 else ""
            output.say(
                f"note: refused, though made earlier: {first.not_done}: {first.reason.rstrip('.')}{more}."
                " It is all kept: O in the app sends it again or drops it."
            )
        if losses := workspace.conflicts.losses(after=known):
            output.say("note: " + ". ".join(lost_words(losses, "g c in the app")))


async def sync_first(workspace: Workspace, *, writes: bool = False) -> None:
    """Wait until what earlier commands left is sent and the boards are fetched, and report what could not be kept.

    Raises:
        CredentialError: The service does not accept our token, or there is none, and the command does not write.
    """
    held = workspace.conflicts.newest()
    try:
        await wait_until_synced(workspace)
    except CredentialError as error:
        if not writes:
            raise
        current().bar(error)
    found = workspace.conflicts.of_changes(held)
    if found:
        things = ", ".join(dict.fromkeys(f"“{one.thing}”" for one in found[:3]))
        more = f" and {len(found) - 3} more" if len(found) > 3 else ""
        output.say(
            f"note: changed or deleted by somebody else meanwhile: {things}{more}."
            " What you wrote for it is kept: g c in the app."
        )


def _tell(workspace: Workspace) -> None:
    reach = current()
    if not reach.why or reach.told:
        return
    ages = [at for ids in reach.shown or [("",)] if (at := workspace.sync.read_at(*ids)) is not None]
    age = f", as of {ago(min(ages), SystemClock().now())}" if ages else ""
    output.say(f"note: {reach.why} Showing what is here{age}; {waiting(workspace)} to be sent.")
    reach.told = True


def waiting(workspace: Workspace) -> str:
    """Return how many changes wait to be sent, as a clause: ``3 changes wait``."""
    count = workspace.sync.status().waiting
    return f"{output.plural(count, 'changes')} {'waits' if count == 1 else 'wait'}"


async def wait_until_synced(workspace: Workspace) -> None:
    """Wait until pending writes are sent and the boards are fetched, or it is clear that they cannot be now.

    A service that does not answer is no error here: the store has the last known state; writes stay queued.

    Raises:
        CredentialError: The service does not accept our token, or there is none.
    """
    if current().why:
        return
    status = await settle(workspace)
    match status.state:
        case "unauthorized":
            from tui.settings.environment_account import login_words

            raise CredentialError(status.detail, hint=f"Log in again: {login_words(CHOSEN.get() or 'NAME')}.")
        case "starting" | "offline" | "rate_limited" | "read_only":
            current().lost(_reason(status))
        case "synced":
            pass
        case "held" | "sending" | "loading":
            # The service answers, so the following data comes from it.
            output.say(
                f"note: {status.detail or 'Not all is sent yet.'} {waiting(workspace).capitalize()} to be sent."
            )


def _reason(status: SyncStatus) -> str:
    if status.resume_at is None:
        return status.detail or "The service did not answer in time."
    at = output.format_moment(status.resume_at)
    return f"{status.detail} It can be asked again at {at}; --wait waits for it."


def _is_settled(status: SyncStatus) -> bool:
    if status.state == "rate_limited":
        return not WAIT.get()
    if status.state in {"offline", "held", "unauthorized", "read_only"}:
        return True
    return status.state == "synced" and status.waiting == 0


async def settle(workspace: Workspace) -> SyncStatus:
    """Wait until pending writes are sent and the boards are fetched, or that is impossible; return the status.

    The wait ends after ``PATIENCE`` seconds in which nothing was sent and nothing fetched, and the seconds that
    the waiting files may take: a file is one change, and one that is not sent whole is sent again from its start.
    """
    import asyncio

    loop, changed = asyncio.get_running_loop(), asyncio.Event()
    unsubscribe = workspace.sync.subscribe(lambda _: loop.call_soon_threadsafe(changed.set))
    backlog = Backlog()
    patience = PATIENCE + workspace.outbox.seconds_to_upload()
    try:
        with output.progress() as tell:
            async with asyncio.timeout(None) as limit:
                while not _is_settled(status := workspace.sync.status()):
                    if backlog.note(status) and not WAIT.get():
                        limit.reschedule(loop.time() + patience)
                    if backlog.is_long:
                        tell(backlog.words)
                        await asyncio.sleep(LOOK)
                    await changed.wait()
                    changed.clear()
    except TimeoutError:
        return workspace.sync.status()
    except asyncio.CancelledError:
        if backlog.waiting:
            verb, them = ("is", "it") if backlog.waiting == 1 else ("are", "them")
            output.say(
                f"note: {waiting(workspace)}, and {verb} kept: the next command sends {them}, or the app."
            )
        raise
    finally:
        unsubscribe()
    return workspace.sync.status()
