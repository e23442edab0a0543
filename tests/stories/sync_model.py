"""A model of two windows, their outbox, the sync, a wire that fails and somebody else at the service.

The real store, sync and server run in this process; hypothesis chooses what happens. What must hold whatever
happens is checked where it could be broken: the invariants I1 to I10 stand beside their checks, those of single requests in
``model_line``. The clock moves only when it is told to, the store writes in the thread that asks, and nothing hangs
on chance but what hypothesis chose: the same choices bring the same run (I11).
"""

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.stories.model_line import KINDS, RATE, TOKEN, Killed, Line
from tests.stories.world import URL
from tui.api.auth import oauth
from tui.api.board.client import BoardClient
from tui.api.transport import Transport
from tui.clock import ManualClock
from tui.errors import CardscoutError, RemoteError, StoreError
from tui.model.card import Card
from tui.model.values.scalars import new_local_id
from tui.model.writes.base import Write
from tui.model.writes.cards import CreateCard, DeleteCard, MoveCard, UpdateCard
from tui.model.writes.comments import AddComment
from tui.secret import Secret
from tui.server.run import LocalServer
from tui.store.opening import open_store
from tui.store.outbox import rebase
from tui.store.store import Store
from tui.sync.link import Link
from tui.sync.merge import merge
from tui.sync.session import SyncSession
from tui.sync.status import StatusTracker

T = TypeVar("T")

ROUNDS = 60
"""Pushes in which all must have gone through once nothing fails any more (I6)."""

TOO_LONG = "y" * 20_000
"""A title that the service refuses whenever it is sent."""


class Window:
    """A program of the user: a store on the shared file, and a sync."""

    def __init__(self, home: Path, link: Link, clock: ManualClock) -> None:
        self.store = open_store(home / "store.db", clock)
        self.session = SyncSession.open(self.store, link, clock, StatusTracker(lambda: None), home)
        self.seen: dict[str, str] = {}
        """Titles as they were when the user of this window looked."""

    def end(self) -> None:
        """Give its files back, and say nothing to anybody: the lease stays taken."""
        self.store.close()
        paces = (one.pace for one in self.session.services._open.values())
        for limiter in (self.session._board.limiter, *paces):
            if limiter is not None:
                limiter.close()


async def furnish(bare: Path, home: Path) -> None:
    """Make a home with a board that both sides know, of the data of a ``bare`` server."""
    clock = ManualClock()
    clock.advance(-0.5)
    shutil.copytree(bare, home / "data")
    server = LocalServer.open(home / "data", clock, sample=False)
    window = Window(home, Link(URL, server.key, Secret(server.token), http=server.transport()), clock)
    board = await window.session.client.boards.create(name="Leads", idempotency_key="board")
    await window.session.puller.keep(board.id, None)
    await window.session.close()
    window.store.close()
    server.close()


class SyncModel(RuleBasedStateMachine):
    """Two windows on one home, a service that knows no idempotency keys or one that does, and everything that fails."""

    furnished: Path
    """A home with a server that has a board, and a store that has read it, to be copied."""

    kinds: tuple[str, ...] = KINDS
    """What goes wrong with the line."""

    played = 0
    """Runs that came to their end."""

    hosted = False
    """Whether the service never knows idempotency keys."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.home = Path(tempfile.mkdtemp(prefix="sync-model-"))
        self.clock = ManualClock()
        shutil.copytree(self.furnished, self.home, dirs_exist_ok=True)
        self.server = LocalServer.open(self.home / "data", self.clock, sample=False)
        self.line = Line(self.server.transport(), self.clock, self.home / "store.db")
        self.service = BoardClient(
            Transport(
                URL,
                auth=oauth(self.server.key, Secret(self.server.token)),
                http=self.server.transport(),
                clock=self.clock,
            )
        )
        self.link = Link(URL, self.server.key, Secret(self.server.token), http=self.line, rate_limit=RATE)
        self.count = 0
        self.cards: list[str] = []
        self.typed: set[str] = set()
        """Every text that was accepted (I1)."""
        self.windows = [Window(self.home, self.link, self.clock) for _ in range(2)]
        [board] = self.windows[0].store.boards.all()
        self.board_id = board.id
        self.lists = [one.id for one in self.windows[0].store.lists.of_board(self.board_id)]

    @initialize(hosted=st.booleans())
    def at_a_service(self, hosted: bool) -> None:
        """The hosted service carries out every POST it gets; ours knows an idempotency key."""
        self.line.hosted = hosted or self.hosted

    # --- small things -----------------------------------------------------------------------------

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    def token(self) -> str:
        self.count += 1
        return f"tok{self.count}x"

    def face(self, at: int, window: Window) -> Any:
        face = window.store.cards.face(self.cards[at % len(self.cards)]) if self.cards else None
        return None if face is None or face.closed else face

    def submit(self, window: Window, op: Write, text: str = "") -> None:
        try:
            window.store.writes.submit(op).result()
        except StoreError:
            return  # it is gone: nothing was accepted
        if text:
            self.typed.add(text)

    # --- what the user does ------------------------------------------------------------------------

    @rule(w=st.integers(0, 1), to=st.integers(0, 2), top=st.booleans())
    def make_a_card(self, w: int, to: int, top: bool) -> None:
        name, ident = self.token(), new_local_id()
        faces = self.windows[w].store.cards.faces(self.lists[to])
        pos = (faces[0].pos / 2 if top else faces[-1].pos + 1024) if faces else 1024.0
        op = CreateCard(board_id=self.board_id, card_id=ident, list_id=self.lists[to], name=name, pos=pos)
        self.submit(self.windows[w], op, name)
        self.cards.append(ident)

    @rule(w=st.integers(0, 1), at=st.integers(0, 7))
    def look_at_a_card(self, w: int, at: int) -> None:
        """Open the title to change it; it may be left open while the other window changes it."""
        if (face := self.face(at, self.windows[w])) is not None:
            self.windows[w].seen[self.cards[at % len(self.cards)]] = face.name

    @rule(w=st.integers(0, 1), at=st.integers(0, 7))
    def rename_a_card(self, w: int, at: int) -> None:
        window, name = self.windows[w], self.token()
        if (face := self.face(at, window)) is None:
            return
        seen = window.seen.pop(self.cards[at % len(self.cards)], face.name)
        op = UpdateCard(board_id=self.board_id, card_id=face.id, name=name)
        with suppress(StoreError):
            conflicts = window.store.writes.edit([op], {"name": seen}, merge).result()
            self.typed.add(name)
            now = window.store.cards.face(face.id)
            # What this window did not see when it began is not gone over.
            assert (seen == face.name) == (conflicts == 0), f"gone over: {seen}, {face.name}, {name}"
            assert now is not None
            assert now.name == (name if seen == face.name else face.name)

    @rule(w=st.integers(0, 1), at=st.integers(0, 7))
    def give_a_title_that_is_refused(self, w: int, at: int) -> None:
        if (face := self.face(at, self.windows[w])) is not None:
            token = self.token()
            op = UpdateCard(board_id=self.board_id, card_id=face.id, name=f"{token} {TOO_LONG}")
            self.submit(self.windows[w], op, token)

    @rule(w=st.integers(0, 1), at=st.integers(0, 7))
    def comment(self, w: int, at: int) -> None:
        if (face := self.face(at, self.windows[w])) is not None:
            text = self.token()
            op = AddComment(board_id=self.board_id, card_id=face.id, comment_id=new_local_id(), text=text)
            self.submit(self.windows[w], op, text)

    @rule(w=st.integers(0, 1), at=st.integers(0, 7), to=st.integers(0, 2))
    def move_a_card(self, w: int, at: int, to: int) -> None:
        if (face := self.face(at, self.windows[w])) is not None:
            op = MoveCard(
                board_id=self.board_id, card_id=face.id, list_id=self.lists[to], pos=512.0 * (at + 1)
            )
            self.submit(self.windows[w], op)

    @rule(w=st.integers(0, 1), at=st.integers(0, 7))
    def delete_a_card(self, w: int, at: int) -> None:
        if (face := self.face(at, self.windows[w])) is not None:
            self.submit(self.windows[w], DeleteCard(board_id=self.board_id, card_id=face.id))

    @rule(w=st.integers(0, 1), again=st.booleans())
    def undo(self, w: int, again: bool) -> None:
        store = self.windows[w].store
        (store.writes.redo if again else store.writes.undo)(self.board_id).result()

    # --- what somebody else does ----------------------------------------------------------------------

    def theirs(self, at: int) -> Card | None:
        cards = self.run(self.service.boards.cards(self.board_id))
        return cards[at % len(cards)] if cards else None

    @rule(at=st.integers(0, 7))
    def somebody_renames_a_card(self, at: int) -> None:
        if (card := self.theirs(at)) is not None:
            self.run(self.service.cards.update(card.id, name=f"theirs {self.token()}"))

    @rule(at=st.integers(0, 7), to=st.integers(0, 2))
    def somebody_moves_a_card(self, at: int, to: int) -> None:
        if (card := self.theirs(at)) is not None:
            self.run(self.service.cards.move(card.id, list_id=self.lists[to], pos=256.0))

    @rule(at=st.integers(0, 7))
    def somebody_deletes_a_card(self, at: int) -> None:
        if (card := self.theirs(at)) is not None:
            self.run(self.service.cards.delete(card.id))
            self.line.deleted.add(card.id)

    # --- what goes wrong -------------------------------------------------------------------------------

    @rule(
        kind=st.integers(0, len(KINDS) - 1),
        method=st.sampled_from(("POST", "PUT", "DELETE", "")),
        times=st.integers(1, 6),
    )
    def break_the_line(self, kind: int, method: str, times: int) -> None:
        name = self.kinds[kind % len(self.kinds)]
        self.line.fail(name, method, times=1 if name.startswith("kill") else times)

    @rule(w=st.integers(0, 1))
    def kill_a_window(self, w: int) -> None:
        """Nobody says goodbye. What is on the disk is all there is."""
        window = self.windows[w]
        window.end()
        self.windows[w] = Window(self.home, self.link, self.clock)

    @rule(seconds=st.sampled_from((1.0, 10.0, 31.0, 120.0)))
    def time_passes(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.run(self.line.deliver())

    # --- what the program does ----------------------------------------------------------------------------

    @rule(w=st.integers(0, 1), wait=st.booleans())
    def push(self, w: int, wait: bool) -> None:
        try:
            seconds = self.run(self.windows[w].session.pusher.push())
        except Killed:
            self.kill_a_window(w)
            return
        except CardscoutError:
            return  # the engine's loop notes it, and goes on later
        if wait and seconds is not None:
            self.time_passes(seconds)

    @precondition(lambda self: self.cards)
    @rule(w=st.integers(0, 1), whole=st.booleans())
    def pull(self, w: int, whole: bool) -> None:
        puller = self.windows[w].session.puller
        with suppress(RemoteError):
            try:
                self.run(puller.pull_board(self.board_id) if whole else puller.keep(self.board_id, None))
            except Killed:
                self.kill_a_window(w)

    # --- what must hold --------------------------------------------------------------------------------------

    @invariant()
    def nothing_typed_vanishes(self) -> None:
        """I1: each accepted text is in the outbox, or among the conflicts."""
        db = self.windows[0].store._db
        held = [text for (text,) in db.query("SELECT op FROM outbox WHERE state != 'dropped'")]
        held += [text for (text,) in db.query("SELECT op FROM conflicts")]
        kept = {token.decode() for text in held for token in TOKEN.findall(text.encode())}
        assert self.typed <= kept, f"vanished: {self.typed - kept}"

    @invariant()
    def nothing_leaves_that_may_not(self) -> None:
        """I2, I4, I8, as the line saw it."""
        assert self.line.broken == [], self.line.broken

    @invariant()
    def names_are_bound_once(self) -> None:
        """I3: no two things of ours have one name at the service, and each such name was given to us."""
        found = [server for (server,) in self.windows[0].store._db.query("SELECT server FROM bound")]
        assert len(found) == len(set(found)), f"bound twice: {found}"
        made = {ident for ids in self.line.made.values() for ident in ids}
        assert set(found) <= made, f"not made by us: {set(found) - made}"

    def teardown(self) -> None:
        try:
            self._agree()
            type(self).played += 1
        finally:
            for window in self.windows:
                window.end()
            self.server.close()
            self.loop.run_until_complete(self.loop.shutdown_asyncgens())
            self.loop.close()
            shutil.rmtree(self.home, ignore_errors=True)

    def _agree(self) -> None:
        """I6, I7, I9: once nothing fails any more all goes through but what is refused, and both sides agree."""
        self.line.faults.clear()
        # While writes are still pending: at the end none is.
        self._rebuild(self.windows[0].store)
        self.time_passes(120.0)
        for _ in range(ROUNDS):
            for window in self.windows:
                wait = self.run(window.session.pusher.push())
                self.time_passes(min(wait or 0.0, 60.0))
            if self.windows[0].store.outbox.counts()[0] == 0:
                break
        store = self.windows[0].store
        waiting = store.outbox.in_state("waiting", "inflight", "uncertain")
        assert not waiting, f"never leaves: {waiting}"
        self.run(self.windows[0].session.puller.pull_board(self.board_id))
        there = self.run(self.service.boards.cards(self.board_id))
        here = [face for one in self.lists for face in store.cards.faces(one)]
        assert sorted((f.id, f.list_id, f.name) for f in here) == sorted(
            (c.id, c.id_list, c.name) for c in there
        )
        self._rebuild(store)
        self.nothing_typed_vanishes()
        self.nothing_leaves_that_may_not()

    @staticmethod
    def _rebuild(store: Store) -> None:
        """I5: what is shown is the service's word with the pending writes on top, also when made anew."""

        def anew(tx: Any) -> None:
            for noun, ident, parent in tx.rows(
                "SELECT noun, id, parent_id FROM docs ORDER BY noun = 'cards'"
            ):
                rebase.refresh(tx, (noun, ident), parent if noun in {"checklists", "comments"} else "")

        def shown() -> list[Any]:
            return store._db.query(
                "SELECT v.id, v.list_id, v.name, v.pos, v.closed, v.comments, coalesce(d.shown, d.base)"
                " FROM cards AS v JOIN docs AS d ON d.noun = 'cards' AND d.id = v.id ORDER BY v.id"
            )

        before = shown()
        store.write(anew).result()
        assert shown() == before, "shown otherwise than made anew"
