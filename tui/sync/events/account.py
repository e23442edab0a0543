"""AccountPoller: finds events of the account itself: new boards, and notifications."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from tui.api.board.resource import MOST, Page
from tui.errors import Forbidden, NotFound
from tui.model.event import Event, Source
from tui.model.values.scalars import format_instant
from tui.store.db import until_written

if TYPE_CHECKING:
    from datetime import datetime

    from tui.api.board.client import BoardClient
    from tui.model.action import Action
    from tui.store.store import Store
    from tui.store.tables.events import LoggedEvent

NEW_BOARDS = "createBoard,copyBoard,addToOrganizationBoard"
"""Types of actions by which a board is created, or added to a workspace."""

Feed = Callable[..., Awaitable["Page[Action]"]]
"""Requests one page of actions, newest first."""

_INBOX = "events inbox"
_FIRST = "0"
"""The cursor for an empty feed; every id is greater."""


class AccountPoller:
    """Polls the board service for events of the account itself.

    Args:
        source: How the events became known.
    """

    def __init__(self, store: Store, client: BoardClient, source: Source = "poll") -> None:
        self._store, self._client, self._source = store, client, source

    async def look_for_boards(self, begun: datetime | None = None) -> list[LoggedEvent]:
        """Log the boards that were created, or added to a workspace of this member, since the last poll.

        Args:
            begun: Start of the relevant time for a feed that is read for the first time; None for now.

        Raises:
            RemoteError: The service did not answer; the next poll continues.
        """
        new: list[LoggedEvent] = []
        for name, feed in await self._feeds():
            cursor = f"events boards {name}"
            since, actions = await _read(feed, self._store.cursors.get(cursor), begun)
            newest = max((action.id for action in actions), default=since or _FIRST)
            events = [Event.of_action(action, self._source) for action in reversed(actions)] if since else []
            logged = await until_written(self._store.events.note(events, cursors={cursor: newest}))
            new += logged
        return new

    async def boards_since(self, since: datetime) -> list[Event]:
        """Return the boards created, or added to a workspace of this member, since a moment; nothing is logged.

        Raises:
            RemoteError: The service did not answer.
        """
        found: list[Event] = []
        for _, feed in await self._feeds():
            actions = await _allowed(feed(filter=NEW_BOARDS, since=format_instant(since), limit=MOST))
            found += [Event.of_action(action, self._source) for action in actions]
        return found

    async def look_in_inbox(self, begun: datetime | None = None) -> list[LoggedEvent]:
        """Log the notifications since the last poll.

        Args:
            begun: Start of the relevant time at the first poll; None for now.

        Raises:
            RemoteError: The service did not answer; the next poll continues.
        """
        since = self._store.cursors.get(_INBOX)
        held = await self._client.notifications.mine(limit=MOST, since=None if since == _FIRST else since)
        newest = max((one.id for one in held), default=since or _FIRST)
        if since is None:
            new = [] if begun is None else [one for one in held if one.date > begun]
        else:
            new = list(held)
        events = [Event.of_notification(one, self._source) for one in reversed(new)]
        return await until_written(self._store.events.note(events, cursors={_INBOX: newest}))

    async def inbox_since(self, since: datetime) -> list[Event]:
        """Return the notifications since a moment; nothing is logged.

        Raises:
            RemoteError: The service did not answer.
        """
        held = await self._client.notifications.mine(limit=MOST)
        return [Event.of_notification(one, self._source) for one in held if one.date > since]

    async def _feeds(self) -> list[tuple[str, Feed]]:
        """Return the feeds with new boards: the member's, and those of the workspaces."""
        members = self._client.members
        feeds: list[tuple[str, Feed]] = [("me", members.actions)]
        return feeds + [
            (workspace.id, partial(members.workspace_actions, workspace.id))
            for workspace in await members.workspaces()
        ]


async def _read(feed: Feed, cursor: str | None, begun: datetime | None) -> tuple[str | None, Page[Action]]:
    """Return the entries of a feed after ``cursor``, and the new cursor; at the first poll it starts at ``begun``.

    If nothing has happened since, there is no cursor yet, and only the newest action is returned.
    """
    actions = await _allowed(feed(filter=NEW_BOARDS, since=cursor, limit=MOST if cursor else 1))
    if cursor is None and begun is not None and actions and actions[0].date > begun:
        cursor = format_instant(begun)
        actions = await _allowed(feed(filter=NEW_BOARDS, since=cursor, limit=MOST))
    return cursor, actions


async def _allowed(asked: Awaitable[Page[Action]]) -> Page[Action]:
    """Return a feed's page; an empty one if the workspace was left, or we have no access to its feed."""
    try:
        return await asked
    except (Forbidden, NotFound):
        return Page()
