"""Withdrawals: comments and answers about people who opted out, erased wherever this account has them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from tui.errors import CredentialError, RemoteError
from tui.model.action import NOTE_SIGNATURE
from tui.model.enrich.suppression import read_entry
from tui.model.enrich.withdrawal import Known, Withdrawal, WithdrawnNote, join_known
from tui.model.writes.comments import DeleteComment
from tui.services.boards import Boards
from tui.services.enrich.known import known_about, what_stays
from tui.services.part import Submit, WritingPart
from tui.store.db import until_written
from tui.store.enrich.suppression import adopt, forget_comments
from tui.store.outbox.row import PENDING
from tui.sync.note import identifiers_in, is_unaltered

if TYPE_CHECKING:
    from tui.model.action import Comment
    from tui.model.enrich.withdrawal import Key
    from tui.services.access import Access
    from tui.services.enrich.suppression import Suppression
    from tui.store.store import Store
    from tui.sync.engine import Engine
    from tui.sync.session import SyncSession

PATIENCE = 20.0
"""Seconds to wait until the service has the deletions, before they are reported as queued."""

_UNREAD = "it cannot be read now: withdraw again when its service answers"

_NOTHING = Known()

_UNDER_WAY = frozenset({"starting", "sending", "loading", "synced"})
"""States of the sync in which a waiting deletion is soon sent."""


class Withdrawals(WritingPart):
    """The withdrawal of attached data: ``workspace.withdrawals``.

    Args:
        submit: Submits several writes as one batch.
        suppression: The account's opt-out list.
    """

    def __init__(
        self, store: Store, engine: Engine, submit: Submit, access: Access, suppression: Suppression
    ) -> None:
        super().__init__(store, engine, submit)
        self._access, self._suppression = access, suppression

    def known(self, entries: Sequence[tuple[str, str, str]] = ()) -> Known:
        """Return the facts in the answers about those who opt out with ``entries``, or about the whole list.

        Raises:
            UsageError: A value is not of its kind.
        """
        return known_about(self._store, [read_entry(kind, value) for kind, value, _ in entries])

    def notes(self, also: Collection[Key] = (), known: Known = _NOTHING) -> list[WithdrawnNote]:
        """Find the unedited attached comments about anybody on the opt-out list, or among ``also``.

        Args:
            also: Suppression keys of people who are not on the list yet.
            known: The facts that other accounts have about them.
        """
        identities, covering = (
            self._store.enrichment.suppression.identities(),
            self._store.enrichment.suppression.covering,
        )
        wanted, _ = identities.of({*also, *join_known([known], identities.is_shared).keys})
        found = []
        for one in self._store.actions.signed(NOTE_SIGNATURE):
            if not is_unaltered(one.text):
                continue  # edited or copied in part by somebody, so we must not delete it
            told = identifiers_in(one.text)
            if not wanted.isdisjoint(told) or covering(told) is not None:
                found.append(self._note(one))
        return found

    def _note(self, comment: Comment) -> WithdrawnNote:
        card = self._store.cards.get(comment.id_card)
        board_id = "" if card is None else card.id_board
        why = _UNREAD if card is None else self._access.forbidden_reason(board_id)
        if not why and not comment.mine and not self._administers(board_id):
            why = f"{comment.author or 'somebody else'} wrote it: only they or an admin of the board can delete it"
        return WithdrawnNote(
            comment_id=comment.id,
            card_id=comment.id_card,
            board_id=board_id,
            board=self._store.boards.name(board_id),
            card="" if card is None else card.name,
            state="kept" if why else "deleted",
            why=why,
        )

    def _administers(self, board_id: str) -> bool:
        me = self._access.me()
        roles = self._store.members.roles(board_id)
        return me is not None and any(
            role.id_member == me.id and role.member_type == "admin" for role in roles
        )

    async def stays(self, known: Known = _NOTHING) -> Withdrawal:
        """Find the texts that people typed and that name anybody on the opt-out list; nothing is changed.

        Args:
            known: The facts that other accounts have about them.
        """
        whole = join_known([self.known(), known], self._store.enrichment.suppression.identities().is_shared)
        return Withdrawal(stays=await asyncio.to_thread(what_stays, self._store, whole, self.notes()))

    async def opt_out(
        self, entries: Sequence[tuple[str, str, str]] = (), known: Known = _NOTHING
    ) -> Withdrawal:
        """Add entries of kind, value and note to the opt-out list, and withdraw all data about those on it.

        The answers of lookups are erased, and the comments with them deleted so that undo cannot restore
        them.

        Args:
            entries: The entries; without entries, all data about those on the list is withdrawn.
            known: The facts that other accounts have about them.

        Returns:
            The withdrawal; ``settled`` later returns the outcome for the comments.

        Raises:
            UsageError: A value is not of its kind; nothing was done.
            StoreError: The deletion could not be written.
        """
        whole = join_known(
            [self.known(entries), known], self._store.enrichment.suppression.identities().is_shared
        )
        before = len(self._store.enrichment.findings.withheld())
        await self._suppression.add_all(entries)
        listed = {
            (one.kind, one.value): one for one in (*whole.listed, *self._store.enrichment.suppression.all())
        }
        await until_written(self._store.write(lambda tx: adopt(tx, [*listed.values()], whole.more)))
        await self._fetch_archived()
        notes = tuple(self.notes())
        writes = [
            DeleteComment(board_id=one.board_id, card_id=one.card_id, comment_id=one.comment_id)
            for one in notes
            if one.state != "kept"
        ]
        if writes:
            await self._submit(writes)
        # Including earlier deletions: by a withdrawal that was killed before this step, or by hand.
        idents = [*(write.comment_id for write in writes), *self._in_history()]
        await until_written(self._store.write(lambda tx: forget_comments(tx, idents)))
        return Withdrawal(
            notes=notes,
            answers=len(self._store.enrichment.findings.withheld()) - before,
            stays=await asyncio.to_thread(what_stays, self._store, whole, notes),
            unread=len(Boards(self._store, self._engine, self._submit).never_opened()),
        )

    def _in_history(self) -> set[str]:
        """Return the ids of deleted comments that undo could restore, with findings about anybody on the list."""
        covering = self._store.enrichment.suppression.covering
        return {
            ident
            for ident, text in self._store.enrichment.suppression.deleted_comments(NOTE_SIGNATURE)
            if is_unaltered(text) and covering(identifiers_in(text)) is not None
        }

    async def _fetch_archived(self) -> None:
        """Fetch archived cards whose comments are concerned and that are not stored; deleted cards need nothing."""
        for ident in {one.card_id for one in self.notes() if one.why == _UNREAD}:
            # A card that cannot be read is reported with its comment.
            with suppress(RemoteError, CredentialError):
                await self._at_service(partial(_fetch_card, ident))

    async def settled(self, withdrawal: Withdrawal, patience: float = PATIENCE) -> Withdrawal:
        """Wait until the service has the deletions or it is clear that they are sent later; return all outcomes."""
        loop, changed = asyncio.get_running_loop(), asyncio.Event()
        unsubscribe = self._store.feed.subscribe(lambda _: loop.call_soon_threadsafe(changed.set))
        try:
            async with asyncio.timeout(patience):
                while self._is_under_way(withdrawal):
                    await changed.wait()
                    changed.clear()
        except TimeoutError:
            pass
        finally:
            unsubscribe()
        return self._with_states(withdrawal)

    def _is_under_way(self, withdrawal: Withdrawal) -> bool:
        queued = any(one.state == "queued" for one in self._with_states(withdrawal).notes)
        return queued and self._engine.status().state in _UNDER_WAY

    def _with_states(self, withdrawal: Withdrawal) -> Withdrawal:
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
            if one.state == "kept":
                return one
            if ident in waiting:
                return one.replace(state="queued", why=later)
            if ident in refused:
                return one.replace(state="kept", why=f"refused: {refused[ident]}")
            return one.replace(state="deleted", why="")

        return withdrawal.replace(notes=tuple(map(now, withdrawal.notes)))


async def _fetch_card(ident: str, session: SyncSession) -> str | None:
    return await session.puller.cards.fetch(ident)
