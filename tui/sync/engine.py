"""The sync thread, with its own event loop, in which all communication with the services runs.

It has five loops, among them push and pull, each woken at once when there is work (``loops``). Importing this
module imports no network library; ``session`` does so in the thread, after the first paint.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from datetime import timedelta
from logging import getLogger
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tui.errors import CardscoutError, StoreError
from tui.model.change import Change
from tui.sync.early_pulls import EVERY, Glance, Hints
from tui.sync.loops import Loops, end, not_running
from tui.sync.reading.times import Rest
from tui.sync.settings_watch import SettingsWatch
from tui.sync.status import StatusTracker

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.sync import SyncStatus
    from tui.store.store import Store
    from tui.sync.enrich.askable import Asking
    from tui.sync.link import Link
    from tui.sync.session import SyncSession

T = TypeVar("T")

BEAT = 30.0
"""Seconds between two pulls of the shown board."""

ELSEWHERE = 0.4
"""Seconds between two checks whether another process wrote to the store, or to the embedded server's file."""

QUIET = 0.3
"""Seconds after our last write before changes at the service are taken as somebody else's."""

CLOSING = 2.0
"""Maximum seconds that closing may take."""

_log = getLogger(__name__)


class Engine:
    """The sync of one account.

    Its methods may be called from any thread; the sync thread completes the Futures they return.

    Args:
        store: The local store; the caller closes it after the engine.
        connect: Returns the Link to the services; called in the sync thread.
        account: The account's name, for the thread and the log.
        state_dir: The directory of the request counter that all processes share.
        revision: Returns the service's revision without a connection, where possible (the embedded server's
            file). While it is unchanged and no write waits, no connection is made.
        interactive: Whether somebody types in this process, so that reads must not delay keys.
    """

    def __init__(
        self,
        store: Store,
        connect: Callable[[], Link],
        clock: Clock,
        *,
        account: str,
        state_dir: Path,
        revision: Callable[[], str] | None = None,
        interactive: bool = True,
    ) -> None:
        self._store, self._connect, self._clock = store, connect, clock
        self._account, self._state_dir, self._interactive = account, state_dir, interactive
        self.tracker = StatusTracker(lambda: store.feed.publish(Change(frozenset({"sync"}))))
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._main: asyncio.Task[None] | None = None
        self._session: SyncSession | None = None
        self._rest, self._loops = Rest(store, revision), Loops(account, clock, self.tracker)
        self._stale = False
        self._opening, self._fetching = asyncio.Lock(), asyncio.Lock()
        self._push, self._pull, self._marks = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._unsubscribe: Callable[[], object] = bool
        self._board: str | None = None
        self._card: str | None = None
        self._in_sight: tuple[str, ...] = ()
        self._changes: Callable[[], int] | None = None
        self._asking: Asking | None = None
        self._settings = SettingsWatch(account, clock, self.tracker)
        self._working = 0
        self._seen, self._wrote_at = 0, 0.0
        self._hints, self._glance = Hints(clock, self._pull), Glance(store, self.tracker)

    # --- from any thread -----------------------------------------------------------

    def prepare_asking(self) -> Asking:
        """Wake the engine to create the link; return how the enrichment service can be asked, as far as known."""
        from tui.sync.enrich.askable import Asking

        if self._rest.end():
            self._soon(self._pull.set)
        return self._asking or Asking()

    def start(self) -> None:
        """Start the thread, if it is not running yet."""
        if self._thread is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._run, name=f"sync {self._account}", daemon=True)
            self._unsubscribe = self._store.feed.subscribe(self._on_change)
            self._thread.start()

    def close(self) -> None:
        """Stop, waiting at most CLOSING seconds; a thread that hangs in the network dies with the process."""
        self._unsubscribe()
        if self._thread is not None and self._thread.is_alive():
            self._soon(lambda: self._main and self._main.cancel())
            self._thread.join(CLOSING)

    @property
    def clock_offset(self) -> timedelta:
        """By how much the board service's clock is ahead of this machine's, as far as is known."""
        return timedelta() if self._session is None else self._session.events.offset()

    def status(self) -> SyncStatus:
        """Return the status of the sync."""
        waiting, refused = self._store.outbox.counts()
        if (trouble := self._store.trouble) is not None:
            status = self.tracker.read(waiting=waiting, refused=refused)
            return status.replace(state="read_only", detail=str(trouble))
        conflicts = self._store.conflicts.open() + self._store.lost_drafts.count()
        return self.tracker.read(waiting=waiting, refused=refused, conflicts=conflicts)

    def push_soon(self) -> None:
        """Wake the push loop, because there is something to send."""
        self._soon(self._push.set)

    def watch(self, board_id: str | None, card_id: str | None) -> None:
        """Keep this board, and this card's comments and checklists, up to date from now on."""
        self._board, self._card = board_id, card_id
        self._soon(self._pull.set)

    def mark(self, card_ids: Sequence[str]) -> None:
        """Search these cards for people and companies, instead of the cards of the previous call."""
        self._in_sight = tuple(card_ids)
        self._soon(self._marks.set)

    def unwatch(self, card_id: str) -> None:
        """Stop keeping this card's comments and checklists up to date, if it is the watched one."""
        if self._card == card_id:
            self._card = None

    def refresh(self) -> None:
        """Sync now, and retry a refused token."""
        self._soon(self._refresh)

    def reconnect(self) -> None:
        """Open a new session, because the token or other settings of the link have changed."""
        self._stale = True
        self.tracker.signed_in()
        self._soon(self._refresh)

    def pull(self, board_id: str) -> Future[None]:
        """Fetch the whole board."""
        return self._call(self._pull_whole(board_id))

    def catch_up(self, board_id: str) -> Future[None]:
        """Fetch what is new of the account and of the board, once; ``watch`` keeps doing so."""
        return self._call(self._fetch(board_id, None))

    def work(self, ask: Callable[[SyncSession], Awaitable[T]]) -> Future[T]:
        """Run ``ask`` in the sync thread, with the session of this account."""
        return self._call(self._work_counted(ask))

    def read(self, thing: str, ask: Callable[[SyncSession], Awaitable[bool]]) -> Future[None]:
        """Run ``ask`` as ``work`` does, unless the service has nothing new since it returned True for ``thing``."""
        return self._call(self._read_once(thing, ask))

    def keep(
        self, ask: Callable[[SyncSession], Awaitable[None]], report: Callable[[CardscoutError], object]
    ) -> Future[None]:
        """Run ``ask`` in the sync thread until cancelled; after a failure it is reported, and run with a current session."""
        # After a refusal the next session may have another token: the user logged in again in another program.
        return self._call(self._loops.keep(lambda: self._work_once(ask), report, self._refresh))

    def _soon(self, work: Callable[[], object]) -> None:
        loop = self._loop
        if loop is not None:
            # The loop may close at this moment; then nothing is left to wake.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(work)

    def _call(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        loop = self._loop
        if loop is None or loop.is_closed():
            work.close()
            return not_running()
        return asyncio.run_coroutine_threadsafe(work, loop)

    # --- in the thread ----------------------------------------------------------------

    def _run(self) -> None:
        loop = self._loop
        if loop is None:
            return
        asyncio.set_event_loop(loop)
        self._main = loop.create_task(self._work())
        try:
            loop.run_until_complete(self._main)
        except asyncio.CancelledError:
            _log.debug("sync %s closed", self._account)
        finally:
            end(loop)

    async def _work(self) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._loops.run("push", self._push, self._push_once))
                group.create_task(self._loops.run("pull", self._pull, self._pull_once))
                group.create_task(self._loops.run("glance", asyncio.Event(), self._glance_once))
                group.create_task(self._loops.run("marks", self._marks, self._mark_cards_once))
                group.create_task(self._loops.run("elsewhere", asyncio.Event(), self._check_elsewhere_once))
        finally:
            if self._session is not None:
                # A store whose file was removed has no lease to release.
                with suppress(StoreError):
                    await self._session.close()

    def _answered(self) -> None:
        """Retry everything that waits for the end of an outage: the service has answered a request."""
        self.tracker.answered()
        self._loops.retry()
        if self._session is not None and self._session.pusher.note_other_answer():
            self._push.set()

    async def _connected(self) -> SyncSession:
        """Return the session, opening it if necessary.

        Raises:
            CardscoutError: The session cannot be opened; the next call tries again.
        """
        async with self._opening:
            if self._session is None or self._stale:
                from tui.sync.session import SyncSession

                previous = self._session
                # What is being looked up is paid for: it ends where it began, and other services are asked after it.
                asking = previous if previous is not None and self._is_asking(previous) else None
                with ExitStack() as failed:
                    # A token that comes from here on, or with which nothing could be opened, is used at the next call.
                    self._stale = False
                    failed.callback(setattr, self, "_stale", True)
                    link = self._connect()
                    self._session = SyncSession.open(
                        self._store,
                        link,
                        self._clock,
                        self.tracker,
                        self._state_dir,
                        self._hints.take,
                        self._push.set,
                        self._answered,
                        interactive=self._interactive,
                        asking=asking,
                    )
                    failed.pop_all()
                self._changes = link.changes
                self._settings.use(link, leaves_services=asking is not None)
                self._asking = self._session.services.asking
                self._rest.end()
                if previous is not None:
                    await previous.close(leaves_services=asking is not None)
            return self._session

    async def _push_once(self) -> float | None:
        if self._rest.possible and not self._store.outbox.counts()[0]:
            # The pull finds out whether a connection is needed.
            return None
        pusher = (await self._connected()).pusher
        waiting = bool(self._store.outbox.counts()[0])
        seconds = await pusher.push()
        if waiting:
            self._wrote_at = self._clock.monotonic()
        if pusher.worth_a_look:
            pusher.worth_a_look = False
            self._pull.set()
        return seconds

    async def _pull_once(self) -> float | None:
        if not self._rest.holds(self._board, self._card):
            await self._fetch(self._board, self._card)
        self.tracker.note("pull", "synced")
        self.tracker.note("sync", "synced")
        return BEAT

    async def _fetch(self, board: str | None, card: str | None) -> None:
        """Fetch what is new; if that was all, note it."""
        async with self._fetching:
            at, session = self._rest.revision(), await self._connected()
            self._hints.pulled()
            if self._changes is not None:
                # Read before the pull: a later write then triggers another pull.
                self._seen = self._changes()
            await session.token_rights.keep()
            await session.puller.keep(board, card)
            await session.events.webhook_registration.keep(board)
            if session.pusher.reachable():
                self._push.set()
            if session.puller.is_complete():
                await self._rest.note(at, "", board, card)

    async def _glance_once(self) -> float | None:
        session, far = self._session, self._changes is None and self._interactive
        # The server in this process is polled more often; our own recent writes are no news.
        if session is None or not far or self._clock.monotonic() - self._wrote_at < QUIET:
            return EVERY
        if await self._glance.is_worth_a_pull(session, self._board):
            self._hints.take()
        return EVERY

    async def _check_elsewhere_once(self) -> float | None:
        if await asyncio.to_thread(self._store.changed_elsewhere):
            # Another process, such as a command, may have left something to send.
            self._push.set()
        # One pull after a burst of our own writes is enough.
        quiet = self._clock.monotonic() - self._wrote_at >= QUIET
        if quiet and self._changes is not None and self._changes() != self._seen:
            self._pull.set()
        if self._rest.is_over(self._board, self._card):
            self._pull.set()
        await self._renew_services()
        return ELSEWHERE

    async def _renew_services(self) -> None:
        """Use the enrichment services that the settings name meanwhile, once nothing is being looked up."""
        async with self._opening:
            session = self._session
            is_due = await asyncio.to_thread(self._settings.is_due)
            if session is None or not is_due or self._is_asking(session):
                return
            # A service that cannot be used, as its key is in a closed vault, must not stop the board's sync.
            try:
                link = self._connect()
                if not self._settings.take(link):
                    return
                self._session = session.with_services(
                    self._store, link, self._clock, self._state_dir, self._push.set
                )
            except CardscoutError as error:
                self._settings.fail(error)
                return
            self._asking = self._session.services.asking
            await session.services.close()
        self._store.feed.publish(Change(frozenset({"findings"})))

    async def _mark_cards_once(self) -> float | None:
        """Mark the visible cards that name somebody, if nothing more urgent is running."""
        if not self._in_sight:
            return None
        if self.tracker.read().state == "loading":
            return ELSEWHERE
        from tui.sync.subjects import mark

        return 0.0 if await mark(self._store, self._in_sight, self._clock) else None

    def _on_change(self, change: Change) -> None:
        if change.bound:
            # The watched things may have service ids now, under which they can be read.
            self._board = change.bound.get(self._board or "", self._board)
            self._card = change.bound.get(self._card or "", self._card)
        if "cards" in change.nouns:
            self._soon(self._marks.set)

    def _refresh(self) -> None:
        self._rest.end()
        self._settings.retry()
        # A refused token may have been replaced.
        self._stale = self._stale or self.tracker.read().state in {"unauthorized", "held"}
        if self._session is not None:
            self._session.pusher.resume()
        self._push.set()
        self._pull.set()

    async def _pull_whole(self, board_id: str) -> None:
        async def ask(session: SyncSession) -> bool:
            await session.puller.pull_board(board_id)
            return session.puller.is_complete()

        try:
            await self._read_once(f"whole {board_id}", ask)
        except CardscoutError:
            # Only a pull can tell whether the service is reachable.
            self._pull.set()
            raise
        self.tracker.note("pull", "synced")

    async def _read_once(self, thing: str, ask: Callable[[SyncSession], Awaitable[bool]]) -> None:
        at = self._rest.revision()
        if not self._rest.knows(thing) and await ask(await self._connected()):
            await self._rest.note(at, thing)

    async def _work_once(self, ask: Callable[[SyncSession], Awaitable[T]]) -> T:
        return await ask(await self._connected())

    def _is_asking(self, session: SyncSession) -> bool:
        return bool(self._working) or session.is_asking

    async def _work_counted(self, ask: Callable[[SyncSession], Awaitable[T]]) -> T:
        session = await self._connected()
        self._working += 1
        try:
            return await ask(session)
        finally:
            self._working -= 1
