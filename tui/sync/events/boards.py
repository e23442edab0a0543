"""BoardPoller: polls a service for events on its boards, and logs them.

A cursor for each board stores how far its feed was read, so that nothing is lost between polls, and nothing
is reported twice. Changes that no feed reports are found by comparison (``comparison``). Our own server has
the whole log at a separate address; the hosted service does not, which one request finds out.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tui.api.board.actions import comment_of
from tui.errors import Forbidden, NotFound
from tui.model.action import COMMENTS
from tui.model.event import Event, Source
from tui.model.values.scalars import format_instant
from tui.store.db import until_written
from tui.sync.events import comparison
from tui.sync.events.comparison import Comparison, Held
from tui.sync.events.lists import with_lists
from tui.sync.reading.board_log import BoardLog

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.api.board.resource import Page
    from tui.clock import Clock
    from tui.model.action import Action
    from tui.model.board import Board
    from tui.model.card import Card
    from tui.model.values.scalars import Json
    from tui.store.store import Store
    from tui.store.tables.events import LoggedEvent
    from tui.sync.events.interest import Interest

PAGE = 1000
"""Actions per request: the service's maximum."""

SETTLED = timedelta(seconds=5)
"""Minimum age of a board's last activity for a finished read; before, another change may have the same date."""

_COMPARED = ("cards", "labels", "checklists", "items", "comments", "members")


@dataclass(slots=True)
class _PollResult:
    """The results of polling a board, to be stored in one transaction."""

    events: list[Event] = field(default_factory=list)
    reading: dict[tuple[str, str], Json | None] = field(default_factory=dict)
    cursors: dict[str, str] = field(default_factory=dict)


class BoardPoller:
    """Polls the board service for events on the account's boards.

    Args:
        source: How the events became known: ``poll``, or ``local`` if the service is in this process.
    """

    def __init__(self, store: Store, client: BoardClient, clock: Clock, source: Source = "poll") -> None:
        self._store, self._client, self._clock, self._source = store, client, clock, source
        self._log = BoardLog()

    async def look(
        self, interest: Interest, *, remind: bool = True, begun: datetime | None = None
    ) -> list[LoggedEvent]:
        """Log the events since the last poll; return the new ones, board by board in the order they happened.

        Args:
            interest: The events that the triggers need.
            remind: Whether due dates count too.
            begun: Start of the relevant time for a board that is polled for the first time; None for now.

        Raises:
            RemoteError: The service did not answer; the results so far are stored, and the next poll
                continues.
        """
        new: list[LoggedEvent] = []
        for board in await self._client.boards.mine(filter="open"):
            if interest.every_board or board.id in interest.boards:
                new += await self._look_at(board, interest, remind=remind, begun=begun)
        return new

    async def history(self, interest: Interest, since: datetime) -> list[Event]:
        """Return the events on the boards since a moment, from the feeds and due dates.

        Raises:
            RemoteError: The service did not answer.
        """
        events: list[Event] = []
        for board in await self._client.boards.mine(filter="open"):
            if not (interest.every_board or board.id in interest.boards):
                continue
            actions = await self._since(board.id, format_instant(since))
            found = [Event.of_action(action, self._source) for action in actions]
            if interest.befores:
                dues = comparison.held_dues(await self._cards(board.id))
                found += self._reminders(board, dues, interest.befores, since)
            events += await with_lists(found, self._client) if interest.lists else found
        return events

    async def _look_at(
        self, board: Board, interest: Interest, *, remind: bool, begun: datetime | None
    ) -> list[LoggedEvent]:
        """Poll one board; send no request if its last activity is the one read before."""
        look, activity, started = _PollResult(), _activity(board), self._clock.now()
        wanted = f"{activity} {int(interest.found)} {int(bool(interest.befores))}"
        if activity is None or self._cursor("activity", board.id) != wanted:
            try:
                await self._read(board, interest, look, begun)
            except (Forbidden, NotFound):
                # We lost access to the board since it was listed.
                return []
            settled = board.date_last_activity is not None and board.date_last_activity + SETTLED < started
            look.cursors[_name("activity", board.id)] = wanted if settled else ""
        if interest.befores and remind:
            self._remind(board, interest.befores, look)
        if not (look.events or look.reading or look.cursors):
            return []
        look.events.sort(key=lambda event: (event.at, event.id))
        if interest.lists:
            look.events = await with_lists(look.events, self._client)
        noted = self._store.events.note(
            look.events, board_id=board.id, reading=look.reading, cursors=look.cursors
        )
        return await until_written(noted)

    async def _read(
        self, board: Board, interest: Interest, look: _PollResult, begun: datetime | None
    ) -> None:
        """Read the feed of a board, and its things if they must be compared."""
        at, compared = self._clock.now(), None
        comparing = interest.found and not await self._has_whole_log(board.id)
        # Things first; events during the read are then in the feed, and explain the results of the next
        # comparison.
        cards = await self._cards(board.id) if comparing or interest.befores else []
        if interest.befores:
            dues = comparison.held_dues(cards)
            look.reading |= comparison.changes(self._held(board.id, ("dues",)), dues)
        if comparing:
            compared = await self._compare(board, cards, look, at)
        cursor, actions = await self._feed(board.id, self._cursor("feed", board.id), begun)
        look.cursors[_name("feed", board.id)] = actions[-1].id if actions else cursor or format_instant(at)
        if cursor is None:
            return
        look.events += [Event.of_action(action, self._source) for action in actions]
        if compared is not None:
            explained = frozenset(filter(None, (action.ident("checklist") for action in actions)))
            look.events += replace(compared, explained=explained, created=_created(actions)).events()

    async def _compare(
        self, board: Board, cards: Sequence[Card], look: _PollResult, at: datetime
    ) -> Comparison | None:
        """Read the things of a board, and compare them with the last reading; None if there was none."""
        since = self._cursor("compared", board.id)
        before, after = self._held(board.id, _COMPARED), await self._things(board.id, cards)
        look.reading |= comparison.changes(before, after)
        look.cursors[_name("compared", board.id)] = format_instant(at)
        if since is None:
            return None
        return Comparison(_as_told(board), before, after, since=datetime.fromisoformat(since), at=at)

    async def _feed(
        self, board_id: str, cursor: str | None, begun: datetime | None
    ) -> tuple[str | None, list[Action]]:
        """Return the events after ``cursor``, oldest first, and the new cursor; a first poll starts at ``begun``.

        If nothing has happened since, there is no cursor yet, and only the newest action is returned.
        """
        actions = await self._since(board_id, cursor)
        if cursor is None and begun is not None and actions and actions[-1].date > begun:
            cursor = format_instant(begun)
            actions = await self._since(board_id, cursor)
        return cursor, actions

    async def _has_whole_log(self, board_id: str) -> bool:
        """Return whether the service has an address for its whole log, as ours has and the hosted one has not."""
        boards = self._client.boards
        if self._log.exists is None:
            await self._log.read(
                lambda: boards.log(board_id, limit=1), lambda: boards.actions(board_id, limit=1)
            )
        return bool(self._log.exists)

    async def _since(self, board_id: str, cursor: str | None) -> list[Action]:
        """Return the events on a board after ``cursor``, oldest first; without a cursor only the newest action."""
        boards = self._client.boards
        ask = boards.log if await self._has_whole_log(board_id) else boards.actions
        if cursor is None:
            return list(await ask(board_id, limit=1))
        return await _oldest_first(lambda before: ask(board_id, since=cursor, before=before, limit=PAGE))

    async def _cards(self, board_id: str) -> list[Card]:
        return [
            card async for page in self._client.boards.every_card(board_id, filter="all") for card in page
        ]

    async def _things(self, board_id: str, cards: Sequence[Card]) -> Held:
        """Return the things of a board, for comparison."""
        boards = self._client.boards
        held = comparison.held_cards(cards) | comparison.held_labels(await boards.labels(board_id))
        async for checklists in boards.every_checklist(board_id):
            held |= comparison.held_checklists(checklists)
        async for actions in boards.every_action(board_id, filter=COMMENTS):
            comments = (comment_of(action) for action in actions)
            held |= comparison.held_comments(one for one in comments if one is not None)
        return held | comparison.held_members(await boards.memberships(board_id))

    def _held(self, board_id: str, nouns: Iterable[str]) -> Held:
        """Return the things of a board as they were when they were last read."""
        kinds = set(nouns)
        held = self._store.events.reading(board_id)
        return {key: thing for key, thing in held.items() if key[0] in kinds}

    def _remind(self, board: Board, befores: Iterable[int], look: _PollResult) -> None:
        """Add the reminders that became due since the last poll."""
        last = self._cursor("reminded", board.id)
        look.cursors[_name("reminded", board.id)] = format_instant(self._clock.now())
        if last is not None:
            held: dict[tuple[str, str], Json | None] = {**self._held(board.id, ("dues",)), **look.reading}
            dues = {key: card for key, card in held.items() if key[0] == "dues" and card is not None}
            look.events += self._reminders(board, dues, befores, datetime.fromisoformat(last))

    def _reminders(
        self, board: Board, dues: Held, befores: Iterable[int], since: datetime
    ) -> Iterator[Event]:
        """Yield the reminders whose time is after ``since``."""
        now, where, chosen = self._clock.now(), _as_told(board), sorted(befores)
        for (_, ident), card in dues.items():
            due = datetime.fromisoformat(card["due"])
            for before in chosen:
                at = due - timedelta(minutes=before)
                if since < at <= now:
                    about = {"id": ident, **card}
                    yield Event.of_due(about, at, before=before, board=where, source=self._source)

    def _cursor(self, what: str, board_id: str) -> str | None:
        return self._store.cursors.get(_name(what, board_id))


async def _oldest_first(ask: Callable[[str | None], Awaitable[Page[Action]]]) -> list[Action]:
    """Return all pages of a feed, which is read newest first."""
    actions: list[Action] = []
    before: str | None = None
    while True:
        page = await ask(before)
        actions += page
        if page.sent < PAGE or page.oldest in {None, before}:
            return actions[::-1]
        before = page.oldest


def first_cursors(board_id: str, since: datetime) -> dict[str, str]:
    """Return the cursors with which the first poll of a board begins at a moment."""
    return {_name(what, board_id): format_instant(since) for what in ("feed", "reminded")}


def _name(what: str, board_id: str) -> str:
    """Name of a cursor."""
    return f"events {what} {board_id}"


def _activity(board: Board) -> str | None:
    return None if board.date_last_activity is None else format_instant(board.date_last_activity)


def _as_told(board: Board) -> Json:
    """Return the board, as events name it."""
    return {"id": board.id, "name": board.name, "shortLink": board.short_link}


def _created(actions: Iterable[Action]) -> frozenset[str]:
    """Return the ids of newly created cards, not copied or moved to the board."""
    return frozenset(action.card_id for action in actions if action.type == "createCard" and action.card_id)
