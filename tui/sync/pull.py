"""The pull, which brings what is new at the service into the store.

A board that is not in the store is read once as a whole, in small pages so that keys stay fast. After that
the feed of actions tells which cards to reread. Some changes are never in the feed (labels of cards, edits of
comments and of checklists). Our own servers have a log that includes them. Elsewhere they change the board's
date of last activity: if no action explains that date, all cards are reread; if one does, the dates of the
cards tell what happened before it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import ExitStack, suppress
from datetime import datetime
from typing import TYPE_CHECKING

from tui.errors import Forbidden, NotFound
from tui.model.values.scalars import format_instant, is_local
from tui.store.db import until_written
from tui.store.key_values import activity_of, in_actions, reread_cursor
from tui.sync.reading.account import AccountReader
from tui.sync.reading.board_log import BoardLog
from tui.sync.reading.cards import CardReader
from tui.sync.reading.frame import arrived_frame
from tui.sync.reading.intake import Intake
from tui.sync.reading.new_board import NewBoard
from tui.sync.reading.pace import pace
from tui.sync.reading.service_history import ServiceHistory, told_by
from tui.sync.reading.sweep import Sweep
from tui.sync.reading.times import ReadingTimes
from tui.sync.reading.touched import Touched, note_other_authors
from tui.sync.sending.overwritten_texts import overwritten_texts

if TYPE_CHECKING:
    from tui.api.board.boards import Snapshot
    from tui.api.board.client import BoardClient
    from tui.api.board.resource import Page
    from tui.clock import Clock
    from tui.model.action import Action
    from tui.store.outbox.arrivals import Arrival, Arrived, Told
    from tui.store.store import Store
    from tui.sync.reading.service_history import Sent
    from tui.sync.status import StatusTracker

FEW = 40
"""Maximum changed cards that are read one by one; with more, reading all cards is cheaper."""

ACTIONS = 1000
"""Maximum new actions that are read; with more, the whole board is read."""

SHARE = 20
"""After all cards were read, the next full read waits for this many times its duration."""


class Puller:
    """A reader of boards into the store.

    Args:
        far: Whether requests are limited; then each fetches more, and members are requested rarely.
        interactive: Whether somebody types in this process; then pages and transactions are small, with
            pauses between.

    Attributes:
        account: Reads the data of the account that belongs to no board.
        cards: Reads single cards.
    """

    def __init__(
        self,
        store: Store,
        client: BoardClient,
        clock: Clock,
        status: StatusTracker,
        *,
        far: bool = False,
        interactive: bool = True,
    ) -> None:
        self._store, self._client, self._clock, self._status = store, client, clock, status
        self._far, self._pace = far, pace(far=far, interactive=interactive)
        self._rest_until, self._put_off = 0.0, False
        self._incomplete: set[str] = set()
        self._log = BoardLog()
        self._history = ServiceHistory(store, client, self._log)
        self._intake = Intake(store, self._history, clock)
        # By board, up to when changes are explained of which it was put off to see what they hide.
        self._explained: dict[str, datetime] = {}
        self.account = AccountReader(store, client, clock, self.arrive, far=far)
        self._sweep = Sweep(store, client, self._pace, status, self.arrive)
        self._read_at = ReadingTimes(store, clock)
        self.cards = CardReader(store, client, self.arrive, self._read_at)

    async def keep(self, board_id: str | None, card_id: str | None) -> None:
        """Bring the account, the open card and the shown board up to date.

        Raises:
            RemoteError: The service did not answer; what came so far is in the store.
        """
        await self.account.read()
        await self._read_at.note("")
        if card_id is not None and not is_local(card_id):
            await self.card(card_id)
        if board_id is not None and not is_local(board_id):
            await self._pull_shown(board_id)

    def is_complete(self) -> bool:
        """Return whether the last ``keep`` read everything."""
        return not (self._put_off or self.account.missing or self._incomplete or self._far)

    async def _pull_shown(self, board_id: str) -> None:
        """Update the shown board; if access was lost, keep its last state readable."""
        try:
            known = self._cursor(board_id)
            await (self.pull_changes(board_id) if known else self.pull_board(board_id, shown=True))
        except Forbidden:
            await self.account.access.record_denied(board_id)
        except NotFound:
            if self._cursor(board_id) or board_id not in self.account.listed:
                raise
            # The board is in the list of boards but was never delivered, so nothing will arrive.
            await self.account.access.record_denied(board_id)
        else:
            await self.account.access.read(board_id)

    def schedule_reread(self, cards: Collection[str]) -> None:
        """Schedule cards for a reread in the next pull, because their received data is incomplete."""
        self._incomplete |= set(cards)

    async def card(self, card_id: str) -> None:
        """Update a card with its checklists and comments; a card that is gone is removed."""
        # Either the card is hidden now, or a proxy refused; the pull of the board finds out.
        with suppress(Forbidden):
            await self.cards.fetch(card_id, board=False)

    async def pull_board(self, board_id: str, *, shown: bool = False) -> None:
        """Read a whole board: its frame, then its cards (list by list if ``shown``), then the parts of its cards.

        Raises:
            RemoteError: The service did not answer; the next pull starts again.
        """
        known = self._cursor(board_id) is not None
        # Cards that were fetched one by one may have been deleted since.
        has_single_cards = not known and any(self._store.cards.counts(board_id).values())
        self._status.loading(0, 0)
        # Read first, so that the next pull finds changes made during this one.
        newest = await self._newest(board_id)
        cursor = newest[0].id if newest else format_instant(self._clock.now())
        sent = self._history.sent(board_id)
        snapshot = await self.frame(board_id)
        if known:
            await self._read_again(board_id, snapshot["board"].date_last_activity)
        else:
            mark = self._store.mark()
            new = NewBoard(self._client, self._clock, self._pace, self._status, self.arrive, since=mark)
            await new.read(snapshot, shown=shown)
            if has_single_cards:
                await self._sweep.cards(board_id)
            if new.may_have_checklists:
                await self._sweep.checklists(board_id)
            else:
                # Archived cards were not read; their checklists are few and always requested.
                await self._sweep.archived_checklists(board_id, mark)
        await self._sweep.comments(board_id)
        await self._save_cursors(board_id, cursor, snapshot["board"].date_last_activity)
        await self._history.note(board_id, newest)
        await self._history.note_sent(board_id, sent)

    async def frame(self, board_id: str) -> Snapshot:
        """Read the board, its lists, labels and members; if many vanished, confirm that by a second read."""
        confirmed = False
        while True:
            mark = self._store.mark()
            snapshot = await self._client.boards.snapshot(board_id)
            arrival = await self.arrive(arrived_frame(snapshot, mark, confirmed=confirmed))
            if confirmed or not arrival.held_back:
                await self._read_at.note_frame(board_id)
                return snapshot
            confirmed = True

    async def _read_again(self, board_id: str, activity: datetime | None) -> None:
        """Reread all cards and checklists of a known board, and remove those that vanished."""
        started, why = self._clock.monotonic(), self._store.cursors.get(reread_cursor(board_id))
        await self._sweep.cards(board_id)
        await self._sweep.checklists(board_id)
        await self._save_cursors(board_id, None, activity)
        if why is not None:
            await until_written(self._store.cursors.forget(reread_cursor(board_id), why))
        self._rest_after(started)

    async def _read_put_back(self, board_id: str, told: Told) -> None:
        """Compare all of a board that was put back; what it lacks is kept, unless it is ``told`` who took it away since."""
        newest = await self._newest(board_id)
        started = self._clock.monotonic()
        with self._intake.comparing(board_id, told):
            await self._sweep.everything(board_id)
        self._rest_after(started)
        await self._history.note(board_id, newest, anew=True)
        if newest:
            await until_written(self._store.cursors.set(in_actions(board_id), newest[0].id))

    def _rest_after(self, started: float) -> None:
        now = self._clock.monotonic()
        self._rest_until = now + SHARE * (now - started)

    async def pull_changes(self, board_id: str) -> None:
        """Read what changed since the last pull.

        Raises:
            RemoteError: The service did not answer; the next pull requests the same again.
        """
        mark, sent = self._store.mark(), self._history.sent(board_id)
        actions = await self._since(board_id)
        for note in overwritten_texts(self._store, actions):
            await until_written(self._store.write(note))
        touched = Touched.by(actions)
        told = told_by(actions)
        await self._find_put_back(board_id, actions, told, sent)
        with self._intake.explained_by(told):
            await self._read_changes(board_id, actions, touched, mark)
        await self._history.note_sent(board_id, sent)

    async def _find_put_back(self, board_id: str, actions: Sequence[Action], told: Told, sent: Sent) -> None:
        """Find out from a board's news whether it was put back; then compare all of it."""
        older = await self._history.told_if_put_back(board_id, told) if actions else None
        if older is None and len(actions) < ACTIONS:
            older = await self._history.told_without_ours(board_id, sent, told)
        if older is not None:
            await self._read_put_back(board_id, older)

    async def _read_changes(
        self, board_id: str, actions: Sequence[Action], touched: Touched, mark: int
    ) -> None:
        if len(actions) >= ACTIONS or len(touched.cards) > FEW:
            await self.pull_board(board_id)
            return
        snapshot = await self.frame(board_id)
        await self.cards.reread(board_id, touched, mark)
        await self._reread_incomplete(board_id)
        note_other_authors(self._store, board_id, actions, self._clock.now())
        activity = snapshot["board"].date_last_activity
        if not await self._read_unexplained(board_id, actions, touched, activity):
            activity = None
        await self._save_cursors(board_id, actions[0].id if actions else None, activity)
        await self._history.note(board_id, actions)

    async def _read_unexplained(
        self, board_id: str, actions: Sequence[Action], touched: Touched, activity: datetime | None
    ) -> bool:
        """Read the changes that no action reports, or put that off; return whether ``activity`` is still to be stored."""
        explained = self._explained_until(board_id, actions)
        whole, may_hide = self._unexplained(board_id, touched, explained, activity)
        self._put_off = (whole or may_hide) and self._clock.monotonic() < self._rest_until
        if self._put_off:
            if touched.many:
                await until_written(self._store.cursors.set(reread_cursor(board_id), actions[0].id))
            if explained is not None and not whole:
                self._explained[board_id] = explained
            return False
        if whole or (may_hide and not await self._reread_outdated(board_id)):
            await self._read_again(board_id, activity)
            return False
        return True

    def _unexplained(
        self, board_id: str, touched: Touched, explained: datetime | None, activity: datetime | None
    ) -> tuple[bool, bool]:
        """Return whether all cards must be read, and whether what was read may hide a change before it."""
        whole = touched.many or self._store.cursors.get(reread_cursor(board_id)) is not None
        if activity is None or format_instant(activity) == self._store.cursors.get(activity_of(board_id)):
            return whole, False
        # Also what an action explains may hide a change before it of which no feed tells.
        return whole or explained is None or explained < activity, not self._log.exists

    def _explained_until(self, board_id: str, actions: Iterable[Action]) -> datetime | None:
        """Return up to when actions explain the board's changes, those included of which the rest was put off."""
        dates = [action.date for action in actions]
        if (before := self._explained.pop(board_id, None)) is not None:
            dates.append(before)
        return max(dates, default=None)

    async def _reread_outdated(self, board_id: str) -> bool:
        """Read those open cards again that are not as they were last read; return False if they are too many for that."""
        started, mark = self._clock.monotonic(), self._store.mark()
        outdated: list[str] = []
        async for page in self._client.boards.every_outline(board_id):
            outdated += self._store.cards.outdated(page)
        if len(outdated) <= FEW:
            await self.cards.reread(board_id, Touched(cards=set(outdated), checklists=set(outdated)), mark)
        self._rest_after(started)
        return len(outdated) <= FEW

    async def _since(self, board_id: str) -> list[Action]:
        """Read the actions since the last pull, newest first; ACTIONS or more of them mean too many.

        A server of ours tells of all of them, the hosted service only of some.
        """
        boards = self._client.boards
        return await self._log.read(
            lambda: self._actions(board_id, boards.every_logged),
            lambda: self._actions(board_id, boards.every_action),
        )

    async def _actions(
        self, board_id: str, every: Callable[..., AsyncIterator[Page[Action]]]
    ) -> list[Action]:
        actions: list[Action] = []
        cursor = self._cursor(board_id)
        async for page in every(board_id, since=cursor, limit=self._pace.page):
            actions += page
            await self._clock.sleep(self._pace.pause)
            if len(actions) >= ACTIONS:
                break
        return actions

    async def _reread_incomplete(self, board_id: str) -> None:
        """Reread cards that were read during one of our writes, because the feed reports them only once."""
        cards, self._incomplete = self._incomplete, set()
        with ExitStack() as failed:
            failed.callback(self.schedule_reread, cards)
            if len(cards) > FEW:
                # Those of this board at once, and of others some in each pull.
                here = {ident for ident in cards if self._is_on(board_id, ident)}
                if here:
                    await self._read_again(board_id, None)
                self.schedule_reread(sorted(cards - here)[FEW:])
                cards = set(sorted(cards - here)[:FEW])
            await self.cards.reread(board_id, Touched(cards=cards, checklists=set(cards)), self._store.mark())
            failed.pop_all()

    def _is_on(self, board_id: str, card_id: str) -> bool:
        card = self._store.cards.get(card_id)
        return card is not None and card.id_board == board_id

    async def arrive(self, arrived: Arrived) -> Arrival:
        """Take in what was read from the service, and give keys time.

        Raises:
            RemoteError: Something typed would go, and the service does not tell why; nothing was stored.
        """
        arrival = await self._intake.take(arrived)
        self.schedule_reread(arrival.outdone)
        await self._clock.sleep(self._pace.pause)
        return arrival

    def _cursor(self, board_id: str) -> str | None:
        return self._store.cursors.get(in_actions(board_id))

    async def _newest(self, board_id: str) -> Sequence[Action]:
        return await self._client.boards.actions(board_id, limit=1)

    async def _save_cursors(self, board_id: str, cursor: str | None, activity: datetime | None) -> None:
        """Store how far the board has been read, once all of it was compared if it was put back."""
        if board_id in self._intake.put_back:
            if (told := await self._history.told_if_put_back(board_id)) is not None:
                await self._read_put_back(board_id, told)
            self._intake.put_back.discard(board_id)
        if cursor is not None:
            await until_written(self._store.cursors.set(in_actions(board_id), cursor))
        if activity is not None:
            await until_written(self._store.cursors.set(activity_of(board_id), format_instant(activity)))
        await self._read_at.note(board_id)
