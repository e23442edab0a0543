"""Writes: submits, undoes and redoes writes; each is in the store on return, and is sent later."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tui.errors import StoreError
from tui.model.change import HistoryEntry, Reversal
from tui.services.part import WorkspacePart
from tui.store.db import until_written

if TYPE_CHECKING:
    from tui.model.change import EntryState, Whose
    from tui.model.writes.base import Write
    from tui.model.writes.labels import CreateLabel
    from tui.services.access import Access
    from tui.store.firing_records import RuleFiring
    from tui.store.outbox.row import QueuedWrite
    from tui.store.outbox.undo import PastBatch, Told, Undone
    from tui.store.store import Store
    from tui.sync.engine import Engine

T = TypeVar("T")


class Follower(Protocol):
    """What depends on the names of boards, lists and labels, and goes on when they change."""

    async def before(self, writes: Sequence[Write] | None) -> Any:
        """Return how things are before some writes; None if it does not depend on them."""

    async def after(self, before: Any) -> None:
        """Go on after the writes."""

    async def using(self, saved_filter: str) -> list[str]:
        """Return the names of what needs a saved filter."""


class Writes(WorkspacePart):
    """Writes and their undo: ``workspace.writes``.

    Args:
        access: Checks which boards may be changed.
        drafts: Deletes a draft once its text is on disk as a write.

    Attributes:
        follower: Told before and after writes that may change names; None for nobody.
        send_delay: Seconds between storing and sending a write, so that its drawing does not compete with the
            sync thread.
    """

    def __init__(self, store: Store, engine: Engine, access: Access) -> None:
        super().__init__(store, engine)
        self.send_delay = 0.0
        self.follower: Follower | None = None
        self._access = access
        self._collected: list[QueuedWrite] | None = None

    async def submit(self, write: Write) -> None:
        """Submit a write: on return it is on disk and visible, and it will be sent once.

        Raises:
            StoreError: The write could not be stored, or names a thing that is gone; nothing has changed, and
                the caller still has the text.
        """
        await self.submit_all([write])

    async def submit_all(
        self, writes: Sequence[Write], *, draft: str = "", seen: Mapping[str, object] | None = None
    ) -> int:
        """Submit several writes as one batch: all or none are stored, and they are undone together.

        Args:
            writes: The writes.
            draft: Key of the draft they were typed as, which is deleted in the same transaction.
            seen: Values by field when the user began to edit. If a field has changed since, it is left as it
                is and the new value becomes a conflict; in texts both changes are merged.

        Returns:
            How many fields became conflicts.

        Raises:
            ReadOnly: One of the writes changes what may only be read.
            StoreError: As in ``submit``.
        """
        self._check(writes)
        async with self.followed(writes):
            submitted = (
                self._edit(writes, seen, draft) if seen else self._store.writes.submit_all(writes, draft)
            )
            done: Any = await self._sent_soon(submitted)
        if seen:
            return int(done)
        if self._collected is not None:
            self._collected += done
        return 0

    async def submit_each(self, writes: Sequence[Write]) -> list[tuple[str, str]]:
        """Submit the possible ones of several writes, as one batch.

        Returns:
            The card ids of the impossible writes, each with the reason.

        Raises:
            ReadOnly: One of the writes changes what may only be read.
            StoreError: None of them could be stored.
        """
        self._check(writes)
        left = await self._sent_soon(self._store.writes.submit_each(writes))
        return [(write.about_card, reason) for write, reason in left]

    @contextmanager
    def collected(self) -> Iterator[list[QueuedWrite]]:
        """Collect the writes that are submitted in the block, by itself or through other parts of the workspace."""
        before, self._collected = self._collected, []
        try:
            yield self._collected
        finally:
            self._collected = before

    async def submit_once(self, key: str, writes: Sequence[Write]) -> bool:
        """Submit several writes as one batch, unless this was done before under ``key``, in any process.

        Returns:
            Whether they were submitted now.

        Raises:
            ReadOnly: One of the writes changes what may only be read.
            StoreError: As in ``submit``; the key is then free again.
        """
        self._check(writes)
        return await self._sent_soon(self._store.writes.submit_once(key, writes))

    def _check(self, writes: Sequence[Write]) -> None:
        """Check that writes may be made; a closed board is only opened, starred or deleted, and comments on it too."""
        changed = {
            one.board_id for one in writes if not one.changes_board_list and one.kind != "delete_comment"
        }
        boards = {one.board_id for one in writes}
        self._access.check(boards, changed, boards - {one.board_id for one in writes if not _is_own(one)})

    def _edit(self, writes: Sequence[Write], seen: Mapping[str, object], draft: str) -> Future[int]:
        from tui.sync.merge import merge

        return self._store.writes.edit(writes, seen, merge, draft)

    async def undo(
        self, board_id: str | None = None, told: Told | None = None, *, batch: int | None = None
    ) -> Reversal | None:
        """Undo this window's last writes, online or offline, even after a restart; return None if there are none.

        Args:
            board_id: The shown board: writes on other boards are not undone. None for any board, "" for the marks of
                notifications.
            told: Called, in another thread, with the number of undone writes and the total.
            batch: The batch of another window or a command that the user was told of; instead of any other one of
                these, what to tell is returned. None undoes any. What was done at the screens before these were
                opened is not of these.
        """
        self._access.check()
        async with self.followed():
            undone = await self._sent_soon(self._store.writes.undo(board_id, told, batch))
        if undone is None:
            return None
        if undone.untold:
            from tui.store.windows.window import is_of

            [past] = self._store.writes.history(1, undone.row.batch)
            words = _entry(self._store, past, "closed").words
            return Reversal(words, by_rules=is_of("rules", past.window), untold=past.batch)
        gone = {row.seq for row in undone.left}
        rows = [row for row in self._store.outbox.of_batch(undone.row.batch) if row.seq not in gone]
        # Who has changed it again may have been a rule.
        by_rules = await self._left_by_rules(rows)
        left = gone | {row.seq for row in undone.kept}
        writes = [row.write for row in rows if row.seq not in left] or [undone.row.write]
        [done] = self._store.writes.history(1, undone.row.batch)
        done = done.replace(meant=tuple(writes)) if left else done
        return _reversal(self._store, "Undone", undone, writes, done, board_id, by_rules)

    async def redo(self, board_id: str | None = None, told: Told | None = None) -> Reversal | None:
        """Redo the last undo; return None if there is none."""
        self._access.check()
        async with self.followed():
            undone = await self._sent_soon(self._store.writes.redo(board_id, told))
        if undone is None:
            return None
        [undo] = self._store.writes.history(1, undone.row.batch)
        undo = undo.replace(meant=undone.did) if undone.left or undone.kept else undo
        return _reversal(self._store, "Done again", undone, undone.did, undo, board_id)

    def history(self, limit: int = 200, last: int | None = None) -> list[HistoryEntry]:
        """Return the changes made on this machine, newest first; with ``last`` those up to it."""
        from tui.store.outbox.undo import window_state

        return [
            _entry(self._store, past, window_state(past.window, self._store.window))
            for past in self._store.writes.history(limit, last)
        ]

    async def revert_to(self, batch: int, told: Told | None = None) -> Reversal | None:
        """Undo an entry and all later ones, except those of other open windows and of rules that run.

        Returns:
            What was undone; None if nothing was.
        """
        self._access.check()
        async with self.followed():
            undone = await self._sent_soon(self._store.writes.revert_to(batch, told))
        if not undone:
            return None
        cards = _cards_of(write for one in undone for write in one.did)
        taken = sum(bool(one.did) for one in undone)
        count = f"{taken} change{'s' * (taken != 1)}" if taken else "nothing"
        rows = [row for one in undone for row in self._store.outbox.of_batch(one.row.batch)]
        by_rules = await self._left_by_rules(rows)
        words = f"Taken back: {count}{by_rules}{_stayed_words(undone)}"
        for_good = all(one.for_good for one in undone)
        return Reversal(words, cards, by_rules=bool(by_rules), for_good=for_good)

    async def _left_by_rules(self, undone: Sequence[QueuedWrite]) -> str:
        """Return a phrase for the effects that rules had because of undone writes, and that remain; "" for none."""
        ahead = self._engine.clock_offset
        with suppress(StoreError):  # the undo is done, even if the log of the rules cannot be read
            return left_by_rules(await asyncio.to_thread(self._store.outbox.firings_of, undone, ahead))
        return ""

    def current_id(self, ident: str) -> str:
        """Return the service's id for a local one, once assigned; any other id unchanged."""
        return self._store.current_id(ident)

    def describe(self, write: Write) -> str:
        """Describe ``write`` for the user: ``Moved “Ana Ray” to Contacted``."""
        return self._store.writes.describe(write)

    async def send_now(self) -> None:
        """Wait until all submitted writes are on disk, and send them without a delay."""
        await until_written(self._store.write(lambda _: None))
        self._engine.push_soon()

    @asynccontextmanager
    async def followed(self, writes: Sequence[Write] | None = None) -> AsyncIterator[None]:
        """Tell the follower before and after the block, which submits ``writes``, or changes what is not known yet."""
        if (follower := self.follower) is None:
            yield
            return
        before = await follower.before(writes)
        yield
        if before is not None:
            await follower.after(before)

    async def _sent_soon(self, write: Future[T]) -> T:
        """Return the result of a write; once on disk it is sent, even if the caller was cancelled."""
        loop = asyncio.get_running_loop()

        def send(_: object) -> None:
            if not self.send_delay:
                self._engine.push_soon()
                return
            with suppress(RuntimeError):  # the loop has ended: ``send_now`` or the next start sends it
                loop.call_soon_threadsafe(loop.call_later, self.send_delay, self._engine.push_soon)

        write.add_done_callback(send)
        return await until_written(write)


_ROLES = {"do": "", "undo": "Undone: ", "redo": "Done again: "}


def _is_own(write: Write) -> bool:
    """Return whether a write changes nothing that others see: a star, or what the account watches."""
    fields = getattr(write, "changes", {}).keys()
    return write.kind == "star_board" or (write.kind == "update_card" and fields == {"subscribed"})


def _entry(store: Store, past: PastBatch, whose: Whose) -> HistoryEntry:
    """Describe a batch of writes for the user."""
    words = "A change that cannot be read any more"
    if past.writes:
        more = f" and {len(past.meant) - 1} more" if len(past.meant) > 1 else ""
        words = f"{_ROLES[past.role]}{store.writes.describe(_first_named(past.meant), past.back)}{more}"
    board = store.boards.get(past.writes[0].board_id) if past.writes else None
    state: EntryState = "done" if past.live and past.role != "undo" else "final"
    state = "undone" if past.undone else "refused" if past.refused else state
    return HistoryEntry(past.batch, past.at, words, "" if board is None else board.name, whose, state)


def _reversal(
    store: Store,
    verb: str,
    undone: Undone,
    writes: Sequence[Write],
    past: PastBatch,
    board_id: str | None,
    by_rules: str = "",
) -> Reversal:
    """Describe undone or redone writes for the user of a board; ``past.meant`` are what the user did."""
    lost = (_archived_words(past.meant, undone.did) if verb == "Undone" else "") + _lost_words(undone)
    stays = by_rules
    if undone.did:
        stays += _kept_words(_new_labels(undone.kept))
    elif undone.kept:
        only_labels = len(_new_labels(undone.kept)) == len(undone.kept)
        verb = f"Not {verb.lower()}, {'other cards have it' if only_labels else 'it was changed again since'}"
    many, more = _number_words(past.meant)
    # What the board does not show comes first, because a narrow line cuts off the end.
    begin = f"{verb}{many}{stays} · " if stays else f"{verb}{many}: "
    named = store.writes.describe(_first_named(past.meant), past.back)
    words = f"{begin}{named}{more}{_other_board(store, writes[0], board_id)}{lost}"
    cards = _cards_of(writes)
    list_id = "" if cards else getattr(writes[0], "list_id", "")
    return Reversal(
        words, cards, list_id, _opened(store, writes[0], board_id), bool(by_rules), undone.for_good
    )


def _opened(store: Store, write: Write, shown: str | None) -> str:
    """Return the board that was made or opened, or whose closing was undone; "" if it is shown, or none was."""
    is_about_that = write.kind in {"create_board", "copy_board"} or getattr(write, "closed", None) is not None
    board = store.boards.get(write.board_id) if write.noun == "boards" and is_about_that else None
    return "" if board is None or board.closed or board.id == shown else board.id


def _cards_of(writes: Iterable[Write]) -> tuple[str, ...]:
    """Return the ids of the cards that writes are about, each once."""
    return tuple(dict.fromkeys(write.about_card for write in writes if write.about_card))


def _number_words(writes: Sequence[Write]) -> tuple[str, str]:
    """Return the number of cards that writes are about, or else of further writes; cards that only made room do not count."""
    named = _cards_of(write for write in writes if write.kind != "move_card")
    told = [write for write in writes if not named or write.kind != "move_card" or write.about_card in named]
    if (count := len(_cards_of(told))) > 1:
        return f", {count} cards", ""
    return "", f" and {len(told) - 1} more" if len(told) > 1 else ""


def _lost_words(undone: Undone) -> str:
    """Return how much of a batch was not undone, and why; "" if all of it was, or nothing."""
    left = f" · {len(undone.left)} could not be: what they changed is gone" if undone.left else ""
    if not undone.did:
        return left
    changed = len(undone.kept) - len(_new_labels(undone.kept))
    kept = f" · {changed} stayed: changed again since" if changed else ""
    return left + kept


def _stayed_words(undone: Sequence[Undone]) -> str:
    """Return a phrase for what of several batches was not undone; "" for nothing."""
    labels = _new_labels(row for one in undone for row in one.kept)
    lost = sum(len(one.left) + len(one.kept) for one in undone) - len(labels)
    stayed = f" · {lost} stayed: gone, or changed again since" if lost else ""
    return stayed + _kept_words(labels)


def _new_labels(rows: Iterable[QueuedWrite]) -> list[CreateLabel]:
    """Return the writes among ``rows`` that made labels."""
    from tui.model.writes.labels import CreateLabel

    return [row.write for row in rows if isinstance(row.write, CreateLabel)]


def _kept_words(labels: Sequence[CreateLabel]) -> str:
    """Return a phrase for new labels that stay because other cards have them by now; "" for none."""
    if not labels:
        return ""
    from tui.model.writes.base import quoted

    names = ", ".join(quoted(one.name, one.color or "") for one in labels)
    label, it = ("label", "it") if len(labels) == 1 else ("labels", "them")
    return f" · {label} {names} kept: other cards have {it}"


def _first_named(writes: Sequence[Write]) -> Write:
    """Return the write that names a batch: the first new card, not a list or label created for it."""
    return next((write for write in writes if write.makes == "card_id"), writes[0])


def _archived_words(writes: Sequence[Write], did: Sequence[Write]) -> str:
    """Return a phrase for new cards that an undo has archived, as it does with those that were sent; "" for none."""
    made = any(write.makes == "card_id" for write in writes)
    if not made or not any(write.about_card and getattr(write, "closed", None) for write in did):
        return ""
    return " · archived"


def _other_board(store: Store, write: Write, board_id: str | None) -> str:
    """Return a phrase with the board of ``write``; "" if that board is shown or named in the description."""
    parts = any(hasattr(write, name) for name in ("card_id", "list_id", "label_id"))
    board = store.boards.get(write.board_id) if parts and not hasattr(write, "from_board_id") else None
    here = store.boards.get(board_id) if board_id is not None else None
    return "" if board is None or board == here else f" · on board “{board.name}”"


def left_by_rules(firings: Sequence[RuleFiring]) -> str:
    """Return a phrase for what an undo leaves: what rules did, and which will still act; "" for nothing."""
    did = {one.rule: one.steps_done for one in firings if one.step}
    coming = dict.fromkeys(one.rule for one in firings if one.state == "waiting" and not one.step)
    phrases = [f"rule “{rule}” did, and that stays: {', '.join(outcomes)}" for rule, outcomes in did.items()]
    phrases += [f"rule “{rule}” still acts on it" for rule in coming]
    return "".join(f" · {phrase}" for phrase in phrases)
