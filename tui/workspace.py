"""The one door: everything a front end may know of an account, opened and closed together.

Reads come from the local store and take about a millisecond, online or not. Writes are in the store, and
safe from a crash, when the call returns; the sync thread sends them later. Nothing here draws, and nothing
waits for the network but what says so.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Literal, TypeVar

from tui.api.login.site import HOSTED
from tui.clock import Clock
from tui.model.action import Comment
from tui.model.base import is_local
from tui.model.board import Board, BoardList
from tui.model.card import Card, CardFace
from tui.model.change import Change, Reversal
from tui.model.checklist import Checklist
from tui.model.enrich.spending import Caps
from tui.model.finding import Finding, Quote
from tui.model.label import Label
from tui.model.member import Member, Membership
from tui.model.op import AddComment, Op
from tui.model.person import Person
from tui.model.search import Hit
from tui.model.subject import Subject
from tui.model.sync import SyncStatus
from tui.rooms.login import Lasting, Login, UnknownKey, Visit, Wish, key_comes_from, waited
from tui.rooms.reversal import redone, undone
from tui.rooms.room import log_failure
from tui.rooms.rooms import Rooms
from tui.store.cursors import in_actions
from tui.store.db import written
from tui.store.ops.relocate import delete as delete_store
from tui.store.ops.relocate import move as move_store
from tui.store.store import Store
from tui.sync.engine import Engine
from tui.sync.enrich.askable import shown_of
from tui.sync.enrich.attach import attach, attachment
from tui.sync.enrich.price import quote
from tui.sync.link import Dialect, Link, Service
from tui.sync.subjects import subjects_on

__all__ = [
    "HOSTED", "Dialect", "Lasting", "Link", "Login", "Service", "UnknownKey", "Visit", "Wish",
    "Workspace", "delete_store", "key_comes_from", "move_store", "try_out", "waited",
]  # fmt: skip

T = TypeVar("T")

READ_CARDS = 50
"""Cards whose names are remembered; one that was read longer ago is read again."""


class Workspace(Rooms):
    """An account: its local truth, and the engine that keeps it in step with the services.

    Args:
        store: The local truth, open.
        engine: Not started yet.
    """

    def __init__(self, store: Store, engine: Engine) -> None:
        self._store = store
        self._engine = engine
        self._subjects: OrderedDict[str, tuple[object, list[Subject]]] = OrderedDict()

    @classmethod
    def open(
        cls,
        *,
        store_path: Path,
        account: str,
        connect: Callable[[], Link],
        clock: Clock,
        caps: Caps | None = None,
        country: str = "AU",
    ) -> "Workspace":
        """Open the store; nothing is sent or fetched before ``start()``.

        Args:
            store_path: The account's SQLite file; made when it is missing.
            account: Its name, for messages and logs.
            connect: Called once, in the sync thread, so that what it imports is not in first paint's way.
            clock: Time.
            caps: How much may be spent on lookups where nothing else was set in the account.
            country: Whose telephone number it is when a card does not say, ``AU`` or ``NZ``.

        Raises:
            StoreError: The file cannot be opened, or was written by a newer Cardscout.
        """
        store = Store.open(store_path, clock)
        store.ledger.fallback = caps or Caps()
        store.country = country
        return cls(store, Engine(store, connect, clock, account=account, state_dir=store_path.parent))

    async def start(self) -> None:
        """Start the sync thread: it connects, recovers what a crash left, then sends and fetches."""
        self._engine.start()

    async def close(self) -> None:
        """Stop the sync thread (two seconds at most) and close the store; what waits is sent next time."""
        await asyncio.to_thread(self._engine.close)
        self._store.close()

    # --- reading: from the store, at once ------------------------------------------

    def boards(self, *, closed: bool = False) -> list[Board]:
        """Every open board of the account, starred ones first; with ``closed`` the closed ones instead."""
        return self._store.boards.all(closed=closed)

    def recent_boards(self, limit: int = 10) -> list[Board]:
        """Boards that were opened on this machine, the last one first."""
        return self._store.boards.recent(limit)

    def board(self, board_id: str) -> Board | None:
        """The board, or None when it is unknown here."""
        return self._store.boards.get(board_id)

    def was_read(self, board_id: str) -> bool:
        """Whether the board was made here, or was read from the service at least once."""
        return is_local(board_id) or self._store.cursors.get(in_actions(board_id)) is not None

    def find_board(self, text: str) -> Board | None:
        """The board that ``text`` names: its name (any case), id, short link or URL."""
        return self._store.boards.find(text)

    def lists(self, board_id: str) -> list[BoardList]:
        """The board's open lists, in order."""
        return self._store.lists.of_board(board_id)

    def board_list(self, list_id: str) -> BoardList | None:
        """One list, by either of its ids; None when it is unknown here."""
        return self._store.lists.get(list_id)

    def faces(self, list_id: str, offset: int = 0, limit: int | None = None) -> list[CardFace]:
        """The list's open cards in order, as much of them as a column draws."""
        return self._store.cards.faces(list_id, offset, limit)

    def face(self, card_id: str) -> CardFace | None:
        """One card's face, or None when it is gone."""
        return self._store.cards.face(card_id)

    def card(self, card_id: str) -> Card | None:
        """The whole card, or None when it is gone."""
        return self._store.cards.get(card_id)

    def counts(self, board_id: str) -> dict[str, int]:
        """Open cards by list id."""
        return self._store.cards.counts(board_id)

    def labels(self, board_id: str) -> list[Label]:
        """The board's labels."""
        return self._store.labels.of_board(board_id)

    def members(self, board_id: str) -> list[Member]:
        """The board's members."""
        return self._store.members.of_board(board_id)

    def roles(self, board_id: str) -> list[Membership]:
        """Who may do what on the board."""
        return self._store.members.roles(board_id)

    def search(self, text: str, limit: int = 50, *, board_id: str | None = None) -> list[Hit]:
        """Boards and cards that are here and have all the words of ``text``; see ``finder`` for the service's."""
        return self._store.search.everything(text, limit, board_id=board_id)

    def checklists(self, card_id: str) -> list[Checklist]:
        """The card's checklists, items in order."""
        return self._store.checklists.of_card(card_id)

    def comments(self, card_id: str) -> list[Comment]:
        """The card's comments, newest first."""
        return self._store.actions.comments(card_id)

    def me(self) -> Member | None:
        """The account's own member, or None until the service has said who that is."""
        return self._store.members.me()

    def status(self) -> SyncStatus:
        """How the local truth stands to the service."""
        return self._engine.status()

    # --- writing: in the store on return, sent later ---------------------------------

    async def submit(self, op: Op) -> None:
        """Make a write: on return it is on disk and visible, and it will be sent once.

        Raises:
            StoreError: It could not be written, or names a thing that is gone; nothing has changed, and the
                caller still has the text.
        """
        await self.submit_all([op])

    async def submit_all(
        self, ops: Sequence[Op], *, draft: str = "", seen: Mapping[str, object] | None = None
    ) -> int:
        """Make several writes as one deed: all or none of them, and undone together.

        Args:
            ops: The writes.
            draft: Key of the draft they were typed as; forgotten once they are on the disk, and not before.
            seen: By field, what it said when the user began to change it. What says something else by now is
                left so, and what was written for it is kept among the conflicts; of texts both changes are kept.

        Returns:
            How many fields are conflicts now.

        Raises:
            ReadOnly: One of them changes what may only be read.
            StoreError: As in ``submit``.
        """
        self.access.check({op.board_id for op in ops})
        write: Future[Any] = self._edit(ops, seen) if seen else self._store.submit_all(ops)
        if draft:
            write.add_done_callback(lambda done: self.drafts.keep(draft, "") if _is_done(done) else None)
        done = await self._sent_soon(write)
        return done if seen else 0

    def _edit(self, ops: Sequence[Op], seen: Mapping[str, object]) -> "Future[int]":
        from tui.sync.merge import merge

        return self._store.edit(ops, seen, merge)

    async def undo(self, board_id: str | None = None) -> Reversal | None:
        """Take the newest deed of this window back, offline or not, also after a restart; None when there is none.

        Args:
            board_id: The board on the screen: what was done on others stays. None for any.
        """
        self.access.check([""])
        done = await self._sent_soon(self._store.undo(board_id))
        return None if done is None else undone(self._store, done, board_id)

    async def redo(self, board_id: str | None = None) -> Reversal | None:
        """Do again what was undone last; None when there is nothing to redo."""
        self.access.check([""])
        done = await self._sent_soon(self._store.redo(board_id))
        return None if done is None else redone(self._store, done, board_id)

    def words(self, op: Op) -> str:
        """``op`` for a reader: ``Moved “Ana Ray” to Contacted``."""
        return self._store.words(op)

    async def _sent_soon(self, write: "Future[T]") -> T:
        """The result of a write; once that is on the disk it is sent, whether or not anybody still waits."""
        write.add_done_callback(lambda _: self._engine.push_soon())
        return await written(write)

    # --- keeping up --------------------------------------------------------------------

    def subscribe(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Call ``listener`` with every Change, from another thread; the answer ends it."""
        return self._store.feed.subscribe(listener)

    def watch(self, board_id: str | None, card_id: str | None = None) -> None:
        """Keep this board fresh, and this card's comments and checklists; None for none."""
        self._engine.watch(board_id, card_id)
        if board_id is not None and card_id is None:
            self._store.opened(board_id).add_done_callback(log_failure)

    def unwatch(self, card_id: str) -> None:
        """The card is closed: its comments and checklists need not be kept fresh any more."""
        self._engine.unwatch(card_id)

    def refresh(self) -> None:
        """Ask for a look at the service now; also tries again after a refused token."""
        self._engine.refresh()

    async def pull(self, board_id: str) -> None:
        """Fetch the whole board; returns when it is in the store.

        Raises:
            RemoteError: The service did not give it.
        """
        await asyncio.wrap_future(self._engine.pull(board_id))

    # --- looking people and companies up ---------------------------------------------------

    def subjects(self, card_id: str) -> list[Subject]:
        """The people and companies the card names, in its title, text, checklists, comments and attachments."""
        seen = (self.card(card_id), tuple(self.checklists(card_id)), tuple(self.comments(card_id)))
        if (known := self._subjects.pop(card_id, None)) is None or known[0] != seen:
            known = (seen, subjects_on(self._store, card_id))
        self._subjects[card_id] = known
        if len(self._subjects) > READ_CARDS:
            self._subjects.popitem(last=False)
        return known[1]

    def quote(self, subject: Subject) -> Quote:
        """What looking ``subject`` up would cost; free when the answer is already here."""
        return quote(self._store, subject, self._engine.prices)

    def finding(self, subject: Subject) -> Finding | None:
        """The remembered answer for a subject; a miss is an answer too.

        Where the service that is asked now found nobody, or was not asked, it is another one's.
        """
        return shown_of(self._store, subject)

    def subject(self, text: str) -> Subject | None:
        """Whom ``text``, an identifier typed by hand, names; None when it is none that is known."""
        from tui.recognise.subject import recognise

        found = recognise(text, country=self._store.country) or recognise(f"ABN {text}")
        return found[0] if found else None

    async def enrich(
        self, subject: Subject, *, again: bool = False, sure: bool = False, chosen: Person | None = None
    ) -> Finding:
        """Look ``subject`` up, once: a remembered answer is free, and a repeat after a crash too.

        Args:
            subject: Whom.
            again: Ask although an answer is remembered, such as a miss of last month.
            sure: Ask although an earlier request may have been charged, and no answer came.
            chosen: Who of ``people.resolve`` is meant, where only a name and a company are known.

        Raises:
            OptedOut: They asked not to be looked up.
            SpendRefused: It could cost more than the caps allow; nothing was asked.
            Undecided: Several people have that name, or nobody surely.
            Unsettled: A request may have been charged, and no answer came: ask the user.
            OutOfCredits: The account has none left.
            UsageError: The card gives nothing to look up by.
            RemoteError: The service did not answer.
        """
        return await asyncio.wrap_future(self._engine.enrich(subject, again=again, sure=sure, chosen=chosen))

    def attached(self, card_id: str, key: str) -> bool:
        """Whether the card has a comment with this finding."""
        return attachment(self._store, card_id, key) is not None

    async def attach(self, card_id: str, finding: Finding) -> Literal["attached", "updated", "unchanged"]:
        """Put ``finding`` on the card as one readable comment; a second time updates that comment.

        Raises:
            OptedOut: The finding is about somebody who opted out.
            StoreError: The card is gone, or it could not be written.
        """
        op = attach(self._store, card_id, finding)
        if op is None:
            return "unchanged"
        await self.submit(op)
        return "attached" if isinstance(op, AddComment) else "updated"

    def credits(self) -> int | None:
        """The last balance heard, or None when none ever was."""
        return self._store.ledger.balance()

    async def refresh_credits(self) -> int | None:
        """Ask the enrichment service for the balance; None when it does not say.

        Raises:
            RemoteError: The service did not answer.
        """
        return await asyncio.wrap_future(self._engine.credits())

    async def call(self, service: Service, method: str, where: str, values: Mapping[str, str]) -> Any:
        """Ask a service anything, as this account; what it changes is in the store after the next look.

        Args:
            service: ``board`` or ``enrich``.
            method: ``GET``, ``POST``, ``PUT`` or ``DELETE``.
            where: A path of the service, ``/1/members/me``.
            values: The query of a GET or DELETE, the JSON body of a POST or PUT.

        Raises:
            RemoteError: The service did not do it.
        """
        return await asyncio.wrap_future(self._engine.call(service, method, where, values))

    # --- what the front ends ask to be remembered ----------------------------------------------

    def remembered(self, key: str) -> str | None:
        """What ``remember`` was given for ``key``, in this run or an earlier one."""
        return self._store.meta.get(f"app:{key}")

    def remember(self, key: str, value: str) -> None:
        """Keep ``value``, such as the last board or the cursor's place."""
        self._store.meta.set(f"app:{key}", value).add_done_callback(log_failure)


async def try_out(link: Link, clock: Clock) -> int | None:
    """What is left at the enrichment service of ``link``, once a call for nobody went well; None where it does not tell."""
    from tui.sync.session import try_out as ask

    return await ask(link, clock)


def _is_done(write: "Future[Any]") -> bool:
    return not write.cancelled() and write.exception() is None
