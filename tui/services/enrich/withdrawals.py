"""Withdrawals: comments and answers about people who opted out, erased wherever this account has them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from tui.errors import CredentialError, RemoteError
from tui.model.enrich.withdrawal import Withdrawal, WithdrawnNote
from tui.model.writes.comments import DeleteComment
from tui.services.part import Submit, WritingPart
from tui.store.db import until_written
from tui.store.enrich.suppression import forget_comments
from tui.store.outbox.row import PENDING
from tui.sync.note import SIGNATURE, identifiers_in, is_signed

if TYPE_CHECKING:
    from tui.model.action import Comment
    from tui.model.change import Change
    from tui.model.enrich.suppression import Kind
    from tui.services.access import Access
    from tui.services.enrich.suppression import Suppression
    from tui.store.store import Store
    from tui.sync.engine import Engine
    from tui.sync.session import SyncSession

PATIENCE = 20.0
"""Seconds to wait until the service has the deletions, before they are reported as queued."""

_UNREAD = "it cannot be read now: withdraw again when its service answers"

_UNDER_WAY = frozenset({"starting", "sending", "loading", "synced"})
"""States of the sync in which a waiting deletion is soon sent."""


class Withdrawals(WritingPart):
    """The withdrawal of what was attached: ``workspace.withdrawals``.

    Args:
        store: The local store.
        engine: The sync engine.
        submit: Submits several writes as one batch.
        access: What the account may do.
        suppression: The account's opt-out list.
    """

    def __init__(
        self, store: Store, engine: Engine, submit: Submit, access: Access, suppression: Suppression
    ) -> None:
        super().__init__(store, engine, submit)
        self._access, self._suppression = access, suppression

    def notes(self, also: Sequence[tuple[Kind, str]] = ()) -> list[WithdrawnNote]:
        """Find the stored comments with findings about anybody on the opt-out list, or among ``also``.

        Args:
            also: Suppression keys of people who are not on the list yet.
        """
        wanted, covering = self._store.suppression.linked(also), self._store.suppression.covering
        found = []
        for one in self._store.actions.signed(SIGNATURE):
            if not is_signed(one.text):
                continue  # somebody wrote of such a comment
            told = identifiers_in(one.text)
            if not wanted.isdisjoint(told) or covering(told) is not None:
                found.append(self._note(one))
        return found

    def _note(self, comment: Comment) -> WithdrawnNote:
        card = self._store.cards.get(comment.id_card)
        board_id = "" if card is None else card.id_board
        why = _UNREAD if card is None else self._access.read_only_reason(board_id)
        if not why and not comment.mine and not self._administers(board_id):
            why = f"{comment.author or 'somebody else'} wrote it: only they or an admin of the board can delete it"
        return WithdrawnNote(
            comment_id=comment.id,
            card_id=comment.id_card,
            board_id=board_id,
            board=self._store.boards.name(board_id),
            card="" if card is None else card.name,
            fate="kept" if why else "deleted",
            why=why,
        )

    def _administers(self, board_id: str) -> bool:
        me = self._access.me()
        roles = self._store.members.roles(board_id)
        return me is not None and any(
            role.id_member == me.id and role.member_type == "admin" for role in roles
        )

    async def opt_out(self, entries: Sequence[tuple[str, str, str]] = ()) -> Withdrawal:
        """Add entries of kind, value and note to the opt-out list, and withdraw all about those on it.

        The answers of lookups are erased, and the comments with them deleted, so that undo brings none back.

        Returns:
            What is withdrawn; ``settled`` tells later what became of the comments.

        Raises:
            UsageError: A value is not of its kind; nothing was done.
            StoreError: The deletion could not be written.
        """
        before = len(self._store.findings.withheld())
        await self._suppression.add_all(entries)
        await self._fetch_archived()
        notes = tuple(self.notes())
        ops = [
            DeleteComment(board_id=one.board_id, card_id=one.card_id, comment_id=one.comment_id)
            for one in notes
            if one.fate != "kept"
        ]
        if ops:
            await self._submit(ops)
            idents = [op.comment_id for op in ops]
            await until_written(self._store.write(lambda tx: forget_comments(tx, idents)))
        return Withdrawal(notes=notes, answers=len(self._store.findings.withheld()) - before)

    async def _fetch_archived(self) -> None:
        """Fetch the cards of comments whose card is archived, and so not in the store; what is deleted goes with it."""
        for ident in {one.card_id for one in self.notes() if one.why == _UNREAD}:
            # A card that cannot be read is reported with its comment.
            with suppress(RemoteError, CredentialError):
                await asyncio.wrap_future(self._engine.work(partial(_fetch_card, ident)))

    async def settled(self, withdrawal: Withdrawal, patience: float = PATIENCE) -> Withdrawal:
        """Wait until the service has the deletions or it is clear that they are sent later; return what became of each."""
        loop, changed = asyncio.get_running_loop(), asyncio.Event()

        def on_change(_change: Change) -> None:
            loop.call_soon_threadsafe(changed.set)

        unsubscribe: Callable[[], None] = self._store.feed.subscribe(on_change)
        try:
            async with asyncio.timeout(patience):
                while self._is_under_way(withdrawal):
                    await changed.wait()
                    changed.clear()
        except TimeoutError:
            pass
        finally:
            unsubscribe()
        return self._with_fates(withdrawal)

    def _is_under_way(self, withdrawal: Withdrawal) -> bool:
        queued = any(one.fate == "queued" for one in self._with_fates(withdrawal).notes)
        return queued and self._engine.status().state in _UNDER_WAY

    def _with_fates(self, withdrawal: Withdrawal) -> Withdrawal:
        outbox = self._store.outbox
        refused = {
            row.write.comment_id: row.reason
            for row in outbox.in_state("refused")
            if isinstance(row.write, DeleteComment)
        }
        waiting = {
            row.write.comment_id for row in outbox.in_state(*PENDING) if isinstance(row.write, DeleteComment)
        }
        status = self._engine.status()
        later = status.detail or "the service has not answered yet"

        def now(one: WithdrawnNote) -> WithdrawnNote:
            ident = self._store.current_id(one.comment_id)
            if one.fate == "kept":
                return one
            if ident in waiting:
                return one.replace(fate="queued", why=later)
            if ident in refused:
                return one.replace(fate="kept", why=f"refused: {refused[ident]}")
            return one.replace(fate="deleted", why="")

        return withdrawal.replace(notes=tuple(map(now, withdrawal.notes)))


async def _fetch_card(ident: str, session: SyncSession) -> str | None:
    return await session.puller.fetch(ident)
