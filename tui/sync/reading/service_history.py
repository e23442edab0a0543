"""ServiceHistory: finds out whether the service was put back to an older state, and what it tells of changes since."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tui.errors import Forbidden, NotFound
from tui.model.action import COMMENT, COPIED_COMMENT
from tui.model.values.scalars import OBJECT_ID, format_instant
from tui.model.writes.contested import values_equal
from tui.store.key_values import in_actions, known_actions, known_sent
from tui.store.outbox.arrivals import Told

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.api.board.resource import Page
    from tui.model.action import Action
    from tui.store.store import Store
    from tui.sync.reading.board_log import BoardLog

SEVERAL = 4
"""Number of the last actions of a board that are remembered, of different cards: what was deleted since proves nothing."""

_PARTS = ("card", "checklist", "checkItem", "action")
_COMMENTS = frozenset({COMMENT, COPIED_COMMENT})
_IN_EVERY_FEED = frozenset({"create_card", "update_card"})
_AWAY = frozenset({"deleteCard", "moveCardFromBoard"})


Sent = Sequence[tuple[int, str, str, str]]
"""Changes that were sent from here, in order: (number, board, card or "", kind)."""


class ServiceHistory:
    """What a service has told of each board, and whether it still knows that.

    A service that does not know an action that it told, and which nobody has deleted, was put back to an older state.
    """

    def __init__(self, store: Store, client: BoardClient, log: BoardLog) -> None:
        self._store, self._client, self._log = store, client, log

    async def note(self, board_id: str, actions: Sequence[Action], *, anew: bool = False) -> None:
        """Remember the last of the actions, newest first; with ``anew`` nothing of what was told before."""
        if not actions and not anew:
            return
        # Another id tells no time, after which to ask.
        dated = (one for one in actions if OBJECT_ID.fullmatch(one.id))
        lines = [f"{one.id} {one.card_id or '-'} {one.type}" for one in dated]
        lines += [] if anew else self._known(board_id)
        last: dict[tuple[str, bool], str] = {}
        for line in lines:
            _, card, kind = line.split(" ", 2)
            last.setdefault((card, kind in _COMMENTS), line)
            if len(last) == SEVERAL:
                break
        await asyncio.wrap_future(
            self._store.cursors.set(known_actions(board_id), "\n".join(last.values()) or None)
        )

    def sent(self, board_id: str) -> Sent:
        """Return the changes from here that the service took since the board's actions were read.

        What the service tells of the board after this has all of them that are about its cards.
        """
        last = self._store.cursors.get(known_sent(board_id))
        return () if last is None else self._store.outbox.sent_since(int(last))

    async def note_sent(self, board_id: str, sent: Sent) -> None:
        """Remember that the service has told of the changes ``sent``; when first called, of all until now."""
        key = known_sent(board_id)
        if self._store.cursors.get(key) is None:
            await asyncio.wrap_future(self._store.cursors.set(key, str(self._store.outbox.last_sent())))
        elif sent:
            await asyncio.wrap_future(self._store.cursors.set(key, str(sent[-1][0])))

    async def told_if_put_back(self, board_id: str, told: Told | None = None) -> Told | None:
        """Return what the service tells of a board since it was put back; None if it was not, or the board is gone.

        Args:
            board_id: The board.
            told: What it has just told, if known, of comments that are deleted.
        """
        lost = await self._told_since_unknown(board_id, Told() if told is None else told)
        return lost if lost is not None or told is not None else await self.told_without_ours(board_id)

    async def told_without_ours(
        self, board_id: str, sent: Sent | None = None, told: Told | None = None
    ) -> Told | None:
        """Return what the service tells of a board if that lacks a change from here which it had taken; else None.

        Args:
            board_id: The board.
            sent: What ``sent`` returned before it told; None to ask now.
            told: All that it told since the last reading of its actions; None to ask now.
        """
        sent = self.sent(board_id) if sent is None else sent
        here = [one for one in sent if one[1] == board_id and one[2]]
        cursor = self._store.cursors.get(in_actions(board_id))
        if not here or cursor is None:
            return None
        try:
            told = told_by(await self._since(board_id, cursor)) if told is None else told
        except (Forbidden, NotFound):
            return None
        untold = (
            number
            for number, _, card, kind in here
            if card not in told.named and (self._log.exists or kind in _IN_EVERY_FEED)
        )
        return told if any(map(self._had_effect, untold)) else None

    def _had_effect(self, number: int) -> bool:
        """Return whether a change from here surely changed something: a service does not tell of another.

        Not if its inverse sets the same again, or it has none.
        """
        row = self._store.outbox.get(number)
        if row is None or not row.inverse:
            return False
        given = row.write.wire_given()
        return not any(
            one.kind == row.write.kind
            and all(values_equal(one.wire_given().get(name), value) for name, value in given.items())
            for one in row.inverse
        )

    async def _told_since_unknown(self, board_id: str, told: Told) -> Told | None:
        unknown: list[tuple[str, str, str]] = []
        for line in self._known(board_id):
            ident, card, kind = line.split(" ", 2)
            if ident in told.named:
                continue
            try:
                await self._client.actions.get(ident)
            except (Forbidden, NotFound):
                unknown.append((ident, card, kind))
            else:
                break
        if not unknown:
            return None
        try:
            actions = await self._since(board_id, _moment_of(min(ident for ident, *_ in unknown)))
        except (Forbidden, NotFound):
            return None
        told = told_by(actions)
        away = {one.card_id for one in actions if one.type in _AWAY}
        return told if any(self._is_lost(one, told, away) for one in unknown) else None

    def _known(self, board_id: str) -> list[str]:
        if (text := self._store.cursors.get(known_actions(board_id))) is not None:
            return text.splitlines()
        # The file is from before these were remembered.
        last = self._store.cursors.get(in_actions(board_id))
        return [f"{last} - -"] if last is not None and OBJECT_ID.fullmatch(last) else []

    def _is_lost(self, unknown: tuple[str, str, str], told: Told, away: set[str | None]) -> bool:
        """Return whether an action that the service does not know went neither with its card or list nor as a comment."""
        ident, card, kind = unknown
        if self._store.cards.list_at_service(card) in told.away:
            return False
        # Only a log tells of a comment that was deleted.
        is_sure = kind not in _COMMENTS or self._log.exists
        return bool(is_sure) and card not in away and ident not in told.named

    async def _since(self, board_id: str, since: str) -> list[Action]:
        """Read all actions since a moment or an action, newest first."""
        boards = self._client.boards
        return await self._log.read(
            lambda: _every(boards.every_logged, board_id, since),
            lambda: _every(boards.every_action, board_id, since),
        )


async def _every(
    pages: Callable[..., AsyncIterator[Page[Action]]], board_id: str, since: str
) -> list[Action]:
    return [action async for page in pages(board_id, since=since) for action in page]


def _moment_of(ident: str) -> str:
    """Return when the action of an id, which the service may not know, was made."""
    return format_instant(datetime.fromtimestamp(int(ident[:8], 16), UTC))


def told_by(actions: Iterable[Action]) -> Told:
    """Return what actions tell of changes."""
    replaced, named, away = set[tuple[str, str]](), set[str](), set[str]()
    for action in actions:
        idents = {ident for part in _PARTS if (ident := action.ident(part))}
        named |= idents
        if action.type in _COMMENTS:
            named.add(action.id)
        if action.type == "moveListFromBoard" or (
            action.type == "updateList" and "closed" in action.part("old")
        ):
            away.add(action.ident("list"))
        replaced |= {
            (ident, was) for was in action.part("old").values() if isinstance(was, str) for ident in idents
        }
    return Told(replaced=frozenset(replaced), named=frozenset(named), away=frozenset(away))
