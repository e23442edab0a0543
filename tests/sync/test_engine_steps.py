"""What each loop of the engine does once, and what it leaves to the others: without a thread, a service or time."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from tui.errors import (
    StoreError,
    Unauthorized,
)
from tui.model.board import Board
from tui.model.card import Card
from tui.model.change import Change
from tui.model.writes.cards import UpdateCard
from tui.store.opening import open_store
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store
from tui.sync.early_pulls import EVERY
from tui.sync.engine import Engine
from tui.sync.enrich.askable import Asking
from tui.sync.session import SyncSession

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tui.clock import ManualClock
    from tui.model.sync import SyncState

BOARD, CARD = "b" * 24, "c" * 24


class Session:
    """A session that notes what it was asked.

    Attributes:
        asked: What was asked, in order.
        reachable: Whether the pusher may send.
        seconds: When the pusher wants to go on.
    """

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.reachable, self.seconds = False, 7.0
        self.pusher = SimpleNamespace(
            push=self._push,
            worth_a_look=False,
            reachable=lambda: self.reachable,
            resume=lambda: self._note("resume"),
        )
        self.puller = SimpleNamespace(
            keep=self._keep("puller"), pull_board=self._keep("pull_board"), is_complete=lambda: True
        )
        self.token_rights = SimpleNamespace(keep=self._keep("granted"))
        self.events = SimpleNamespace(
            offset=lambda: timedelta(seconds=3),
            webhook_registration=SimpleNamespace(keep=self._keep("hook")),
        )
        self.services = SimpleNamespace(asking=Asking())
        self.lookup, self.is_asking = SimpleNamespace(credits=self._credits), False

    def _note(self, *asked: Any) -> None:
        self.asked.append(asked)

    def _keep(self, part: str) -> Any:
        async def keep(*about: Any) -> None:
            self._note(part, *about)

        return keep

    async def _push(self) -> float:
        self._note("push")
        return self.seconds

    async def _credits(self) -> int:
        return 12

    async def close(self, *, leaves_services: bool) -> None:
        assert not leaves_services
        self._note("close")


class Harness:
    """An engine that was not started, with a session."""

    def __init__(self, store: Store, clock: ManualClock, folder: Path) -> None:
        self.store, self.clock, self.session = store, clock, Session()
        self.counted = 0
        self.links = [
            SimpleNamespace(changes=lambda: self.counted, services=None, mistake="") for _ in range(2)
        ]
        made: Any = Engine
        self.engine = made(store, self.links.pop, clock, account="local", state_dir=folder)
        self.engine._session, self.engine._loop = self.session, asyncio.get_running_loop()

    def woken(self) -> set[str]:
        """Which loops were woken since the last time."""
        parts = ("push", "pull", "marks")
        woken = {part for part in parts if getattr(self.engine, f"_{part}").is_set()}
        for part in parts:
            getattr(self.engine, f"_{part}").clear()
        return woken

    async def soon(self) -> set[str]:
        """The same, with what other threads asked for."""
        await asyncio.sleep(0)
        return self.woken()


@pytest.fixture
async def harness(tmp_path: Path, clock: ManualClock) -> AsyncIterator[Harness]:
    store = open_store(tmp_path / "s.db", clock)
    yield Harness(store, clock, tmp_path)
    store.close()


def submit(store: Store) -> None:
    store.arrive(
        Arrived(
            boards=(Board(id=BOARD, name="Sales"),), cards=(Card(id=CARD, id_board=BOARD, id_list="d" * 24),)
        )
    ).result()
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Ana")).result()


async def test_a_push_goes_on_when_its_pusher_says_and_has_the_pull_look_where_that_is_worth_it(
    harness: Harness,
) -> None:
    assert await harness.engine._push_once() == 7.0
    assert harness.woken() == set()
    harness.session.pusher.worth_a_look = True
    await harness.engine._push_once()
    assert (harness.woken(), harness.session.pusher.worth_a_look) == ({"pull"}, False)
    assert harness.session.asked == [("push",)] * 2


async def test_what_changed_elsewhere_is_pulled_once_our_own_burst_of_writes_is_over(
    harness: Harness,
) -> None:
    harness.engine._changes = lambda: harness.counted
    assert await harness.engine._check_elsewhere_once() == 0.4
    assert harness.woken() == set()
    harness.clock.advance(9)
    submit(harness.store)
    await harness.engine._push_once()
    harness.counted = 5
    harness.clock.advance(0.29)
    await harness.engine._check_elsewhere_once()
    assert harness.woken() == set()
    harness.clock.advance(0.02)
    await harness.engine._check_elsewhere_once()
    assert harness.woken() == {"pull"}
    await harness.engine._pull_once()
    harness.woken()
    await harness.engine._check_elsewhere_once()
    assert harness.woken() == set(), "it was seen by the pull"
    other = open_store(harness.store._db.path, harness.clock)
    submit(other)
    other.close()
    await harness.engine._check_elsewhere_once()
    assert harness.woken() == {"push"}


async def test_a_push_of_nothing_is_no_burst_of_writes(harness: Harness) -> None:
    harness.clock.advance(9)
    await harness.engine._push_once()
    harness.engine._changes, harness.counted = (lambda: harness.counted), 1
    await harness.engine._check_elsewhere_once()
    assert harness.woken() == {"pull"}


async def test_a_pull_keeps_what_is_watched_and_says_that_all_is_well(harness: Harness) -> None:
    harness.engine.watch(BOARD, CARD)
    assert await harness.soon() == {"pull"}
    assert harness.engine.status().state == "starting"
    assert await harness.engine._pull_once() == 30.0
    assert harness.session.asked == [("granted",), ("puller", BOARD, CARD), ("hook", BOARD)]
    assert harness.engine.status().state == "synced"
    assert harness.woken() == set()
    harness.session.reachable = True
    await harness.engine._pull_once()
    assert harness.woken() == {"push"}, "what waits can be sent again"


class AtRest(Harness):
    """An engine without a session, which can tell the revision of its service."""

    def __init__(self, store: Store, clock: ManualClock, folder: Path) -> None:
        super().__init__(store, clock, folder)
        self.revision, self.opened = "r1", 0
        made: Any = Engine
        self.engine = made(
            store, self.links.pop, clock, account="local", state_dir=folder, revision=lambda: self.revision
        )
        self.engine._loop = asyncio.get_running_loop()
        self.engine._board = BOARD

    def open_session(self, *_given: Any, interactive: bool, asking: object) -> Session:
        assert (interactive, asking) == (True, None)
        self.opened += 1
        return self.session


@pytest.fixture
async def at_rest(
    tmp_path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[AtRest]:
    store = open_store(tmp_path / "s.db", clock)
    made = AtRest(store, clock, tmp_path)
    monkeypatch.setattr(SyncSession, "open", made.open_session)
    for ident in ("", BOARD):
        store.cursors.set(f"revision:{ident}", "r1").result()
    yield made
    store.close()


async def test_while_nothing_is_new_and_nothing_waits_no_session_is_opened(at_rest: AtRest) -> None:
    assert await at_rest.engine._push_once() is None
    assert await at_rest.engine._pull_once() == 30.0
    assert await at_rest.engine._check_elsewhere_once() == 0.4
    assert (at_rest.opened, at_rest.woken()) == (0, set())
    assert at_rest.engine.status().state == "synced"


async def test_a_write_opens_a_session(at_rest: AtRest) -> None:
    await at_rest.engine._pull_once()
    submit(at_rest.store)
    assert await at_rest.engine._push_once() == 7.0
    assert (at_rest.opened, at_rest.session.asked) == (1, [("push",)])
    await at_rest.engine._pull_once()
    assert ("puller", BOARD, None) in at_rest.session.asked, "from then on the service is asked"


async def test_what_another_process_writes_is_fetched(at_rest: AtRest) -> None:
    await at_rest.engine._pull_once()
    at_rest.revision = "r2"
    await at_rest.engine._check_elsewhere_once()
    assert at_rest.woken() == {"pull"}
    await at_rest.engine._pull_once()
    assert at_rest.opened == 1
    assert at_rest.store.cursors.get(f"revision:{BOARD}") == "r2"


async def test_another_board_or_a_card_is_fetched(at_rest: AtRest) -> None:
    at_rest.engine.watch(BOARD, CARD)
    await at_rest.engine._pull_once()
    assert ("puller", BOARD, CARD) in at_rest.session.asked
    assert at_rest.store.cursors.get(f"revision:{CARD}") == "r1"


async def test_a_board_can_be_caught_up_with_without_being_watched(at_rest: AtRest) -> None:
    at_rest.revision = "r2"
    await asyncio.wrap_future(at_rest.engine.catch_up("other"))
    assert ("puller", "other", None) in at_rest.session.asked
    assert [at_rest.store.cursors.get(f"revision:{ident}") for ident in ("", "other", BOARD)] == [
        *("r2", "r2"),
        "r1",
    ]


async def test_two_do_not_fetch_at_the_same_time(at_rest: AtRest) -> None:
    """A pull keeps what it has still to read."""
    at_once: list[int] = []

    async def keep(*_about: Any) -> None:
        at_once.append(1)
        for _ in range(5):
            await asyncio.sleep(0)
        assert len(at_once) == 1
        at_once.clear()

    at_rest.revision, at_rest.session.puller.keep = "r2", keep
    await asyncio.gather(at_rest.engine._pull_once(), asyncio.wrap_future(at_rest.engine.catch_up("other")))
    assert at_rest.store.cursors.get("revision:other") == "r2"


async def test_a_write_while_it_is_read_is_read_in_the_next_pull(at_rest: AtRest) -> None:
    async def keep(*_about: Any) -> None:
        at_rest.revision = "r3"

    at_rest.revision, at_rest.session.puller.keep = "r2", keep
    await at_rest.engine._pull_once()
    assert at_rest.store.cursors.get(f"revision:{BOARD}") == "r2", "what was read for certain"


async def test_what_a_pull_has_left_to_the_next_is_not_taken_for_read(at_rest: AtRest) -> None:
    at_rest.revision, at_rest.session.puller.is_complete = "r2", lambda: False
    await at_rest.engine._pull_once()
    assert at_rest.store.cursors.get(f"revision:{BOARD}") == "r1"


@pytest.mark.parametrize("how", ["refresh", "prepare_asking"])
async def test_who_asks_for_more_than_the_store_knows_has_a_session_opened(at_rest: AtRest, how: str) -> None:
    await at_rest.engine._pull_once()
    getattr(at_rest.engine, how)()
    assert "pull" in await at_rest.soon()
    await at_rest.engine._pull_once()
    assert at_rest.opened == 1


async def test_only_the_watched_card_is_watched_no_more(harness: Harness) -> None:
    harness.engine.watch(BOARD, CARD)
    harness.engine.unwatch("d" * 24)
    assert harness.engine._card == CARD
    harness.engine.unwatch(CARD)
    assert (harness.engine._board, harness.engine._card) == (BOARD, None)


@pytest.mark.parametrize("why", ["news", "nothing", "embedded", "just written", "no session", "a command"])
async def test_between_two_pulls_the_board_is_glanced_at_where_that_tells_something(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    engine, asked = harness.engine, list[Any]()

    async def look(session: Any, board: str | None) -> bool:
        asked.append(board)
        return why == "news"

    monkeypatch.setattr(engine._glance, "is_worth_a_pull", look)
    engine.watch(BOARD, None)
    await engine._pull_once()
    engine._changes = (lambda: 0) if why == "embedded" else None
    harness.clock.advance(10)
    if why == "just written":
        engine._wrote_at = harness.clock.monotonic()
    elif why == "no session":
        engine._session = None
    elif why == "a command":
        engine._interactive = False
    await harness.soon()
    assert await engine._glance_once() == EVERY
    assert asked == ([BOARD] if why in {"news", "nothing"} else [])
    if why == "news":
        await engine._hints.waiting
    assert harness.woken() == ({"pull"} if why == "news" else set())


async def test_cards_in_sight_are_marked_where_nothing_more_urgent_is_under_way(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [True, False]

    async def mark(store: Store, card_ids: tuple[str, ...], clock: ManualClock) -> bool:
        assert (store, card_ids, clock) == (harness.store, (CARD,), harness.clock)
        return left.pop(0)

    monkeypatch.setattr("tui.sync.subjects.mark", mark)
    assert await harness.engine._mark_cards_once() is None
    harness.engine.mark([CARD])
    assert await harness.soon() == {"marks"}
    harness.engine.tracker.note("sync", "synced")
    harness.engine.tracker.loading(1, 2)
    assert await harness.engine._mark_cards_once() == 0.4
    harness.engine.tracker.note("pull", "synced")
    assert [await harness.engine._mark_cards_once() for _ in range(2)] == [0.0, None]


async def test_what_is_watched_is_followed_to_its_new_name(harness: Harness) -> None:
    harness.engine.watch("new-1", "new-2")
    await harness.soon()
    harness.engine._on_change(
        Change(frozenset({"outbox"}), bound={"new-1": BOARD, "new-2": CARD, "new-3": "x"})
    )
    assert (harness.engine._board, harness.engine._card) == (BOARD, CARD)
    assert await harness.soon() == set()
    harness.engine._on_change(Change(frozenset({"cards"}), bound={"new-3": "x"}))
    assert (harness.engine._board, harness.engine._card) == (BOARD, CARD)
    assert await harness.soon() == {"marks"}


@pytest.mark.parametrize(
    ("state", "again"), [("unauthorized", True), ("held", True), ("offline", False), ("synced", False)]
)
async def test_a_refresh_tries_everything_and_a_refused_token_once_more(
    harness: Harness, state: SyncState, again: bool
) -> None:
    harness.engine.tracker.note("sync", state)
    harness.engine.refresh()
    assert await harness.soon() == {"push", "pull"}
    assert harness.session.asked == [("resume",)]
    assert harness.engine._stale is again


async def test_a_session_is_opened_once_and_the_old_one_closed_where_the_link_is_another(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[tuple[Any, ...]] = []
    link = harness.links[-1]

    def open_session(*given: Any, interactive: bool, asking: object) -> Session:
        assert (interactive, asking) == (True, None)
        opened.append(given)
        return Session()

    monkeypatch.setattr(SyncSession, "open", open_session)
    assert await harness.engine._connected() is harness.session
    harness.engine.tracker.note("sync", "unauthorized", "refused", trouble="refused")
    harness.engine.reconnect()
    assert harness.engine.status().state == "starting"
    assert await harness.soon() == {"push", "pull"}
    new = await harness.engine._connected()
    assert new is not harness.session
    assert await harness.engine._connected() is new
    assert harness.session.asked == [("resume",), ("close",)]
    [given] = opened
    assert given[:5] == (
        harness.store,
        link,
        harness.clock,
        harness.engine.tracker,
        harness.engine._state_dir,
    )
    given[6]()
    assert harness.woken() == {"push"}
    assert harness.engine._changes is link.changes
    assert harness.engine.prepare_asking() is new.services.asking


async def test_a_link_with_which_nothing_can_be_opened_is_not_replaced_by_the_old_one(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> Session:
        raise StoreError("the request counter cannot be used")

    with monkeypatch.context() as patch:
        patch.setattr(SyncSession, "open", fail)
        harness.engine.reconnect()
        for _ in range(2):
            harness.links.append(harness.links[-1])
            with pytest.raises(StoreError, match="request counter"):
                await harness.engine._connected()
    monkeypatch.setattr(SyncSession, "open", lambda *_, **__: Session())
    assert await harness.engine._connected() is not harness.session
    assert harness.session.asked == [("close",)]


async def test_what_is_known_before_there_is_a_session(harness: Harness) -> None:
    assert harness.engine.clock_offset == timedelta(seconds=3)
    harness.engine._session = None
    assert harness.engine.clock_offset == timedelta()
    assert harness.engine.prepare_asking() == Asking()


async def test_the_status_counts_and_says_where_nothing_can_be_written(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit(harness.store)
    monkeypatch.setattr(harness.store.conflicts, "open", lambda: 2)
    status = harness.engine.status()
    assert (status.waiting, status.refused, status.conflicts) == (1, 0, 2)
    monkeypatch.setattr(Store, "trouble", StoreError("The disk is full."))
    status = harness.engine.status()
    assert (status.state, status.detail, status.waiting) == ("read_only", "The disk is full.", 1)


async def test_what_is_asked_of_the_session_comes_back(harness: Harness) -> None:
    assert await harness.engine._work_once(lambda session: session.lookup.credits()) == 12
    harness.engine.tracker.note("sync", "synced")
    await harness.engine._pull_whole(BOARD)
    assert harness.session.asked == [("pull_board", BOARD)]
    assert harness.engine.status().state == "synced"

    async def ask(session: Session) -> Session:
        return session

    assert await harness.engine._work_once(ask) is harness.session


async def test_work_that_goes_on_is_done_with_a_new_session_after_the_token_was_refused(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, sessions, told = harness.engine, list[Any](), list[str]()
    engine.tracker.note("pull", "unauthorized", "the token is refused")
    monkeypatch.setattr(SyncSession, "open", lambda *_, **__: Session())

    async def ask(session: Any) -> None:
        sessions.append(session)
        if session is harness.session:
            raise Unauthorized("the token is refused")
        if len(sessions) == 2:
            raise ZeroDivisionError
        await asyncio.Event().wait()

    kept: Any = engine.keep(ask, lambda error: told.append(str(error)))
    async with asyncio.timeout(30):
        while len(sessions) < 3:
            assert not kept.done()
            await asyncio.sleep(0)
    kept.cancel()
    assert ("close",) in harness.session.asked
    assert told == ["the token is refused", "ZeroDivisionError in the sync; the log has more."]
