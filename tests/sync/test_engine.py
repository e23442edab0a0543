import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.machine import allowed
from tests.stories.passing import Passing
from tests.stories.world import LATE, URL, PatientClock
from tui.errors import CredentialError, NoKey, StoreError, Unreachable
from tui.model.subject import Identifier, Subject
from tui.secret import Secret
from tui.server.run import LocalServer
from tui.store.store import Store
from tui.sync.engine import CLOSING, Engine
from tui.sync.link import Link
from tui.sync.loops import SIGNED_OUT
from tui.sync.session import SyncSession


class Silence(httpx.AsyncBaseTransport):
    """A service that takes requests and never answers."""

    def __init__(self) -> None:
        self.asked = threading.Event()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.set()
        await asyncio.Event().wait()
        raise AssertionError(request)


@pytest.fixture
def clock() -> PatientClock:
    return PatientClock()


def wait_until(store: Store, true: Callable[[], bool]) -> None:
    """Wait for news of the store after which ``true`` is."""
    news = threading.Event()
    end = store.feed.subscribe(lambda _: news.set())
    try:
        while not true():
            assert news.wait(LATE)
            news.clear()
    finally:
        end()


def connected(store: Store, clock: PatientClock, folder: Path, server: LocalServer) -> Engine:
    """The engine of an account at ``server``, not started."""

    def connect() -> Link:
        return Link(URL, server.key, Secret(server.token), http=server.transport())

    return Engine(store, connect, clock, account="local", state_dir=folder)


def test_a_close_does_not_wait_for_a_service_that_hangs(
    store: Store, clock: PatientClock, tmp_path: Path
) -> None:
    silence = Silence()
    engine = Engine(
        store, lambda: Link(URL, "k", Secret("t"), http=silence), clock, account="local", state_dir=tmp_path
    )
    engine.start()
    assert silence.asked.wait(LATE)
    begun = time.monotonic()
    engine.close()
    assert time.monotonic() - begun < allowed(CLOSING)
    assert engine._thread is not None
    assert not engine._thread.is_alive()


def test_closing_twice_or_before_the_start_is_no_error(
    store: Store, clock: PatientClock, tmp_path: Path
) -> None:
    engine = Engine(store, lambda: Link(URL, "k", Secret("t")), clock, account="local", state_dir=tmp_path)
    engine.close()
    engine.start()
    engine.close()
    engine.close()


@pytest.mark.fault("F84")
def test_a_fault_of_ours_is_told_and_ends_nothing(store: Store, clock: PatientClock, tmp_path: Path) -> None:
    called = threading.Semaphore(0)

    def connect() -> Link:
        called.release()
        raise ZeroDivisionError

    engine = Engine(store, connect, clock, account="local", state_dir=tmp_path)
    engine.start()
    wait_until(store, lambda: "ZeroDivisionError" in engine.status().detail)
    # Both loops have met it; asked again, both try again.
    assert called.acquire(timeout=LATE)
    assert called.acquire(timeout=LATE)
    engine.refresh()
    assert called.acquire(timeout=LATE)
    assert called.acquire(timeout=LATE)
    engine.close()


def test_a_new_token_is_used_once_the_user_has_signed_in(
    store: Store, clock: PatientClock, tmp_path: Path, server: LocalServer
) -> None:
    tokens = ["0" * 64, server.token]

    def connect() -> Link:
        return Link(URL, server.key, Secret(tokens.pop(0)), http=server.transport())

    engine = Engine(store, connect, clock, account="local", state_dir=tmp_path)
    engine.start()
    wait_until(store, lambda: engine.status().state == "unauthorized")
    engine.refresh()
    wait_until(store, lambda: engine.status().state == "synced")
    assert store.members.me() is not None
    engine.close()


async def test_cards_that_name_somebody_are_marked(
    store: Store, clock: PatientClock, tmp_path: Path, server: LocalServer, http: httpx.AsyncClient
) -> None:
    board = (await http.post("/boards", data={"name": "Leads"})).json()["id"]
    list_id = (await http.get(f"/boards/{board}/lists")).json()[0]["id"]
    ana = (await http.post("/cards", data={"idList": list_id, "name": "ana@acme.com.au"})).json()["id"]
    chore = (await http.post("/cards", data={"idList": list_id, "name": "buy milk"})).json()["id"]
    engine = connected(store, clock, tmp_path, server)
    engine.start()
    engine.watch(board, None)
    engine.mark((ana, chore))

    def marks() -> list[bool | None]:
        return [face.subject if face else None for face in map(store.cards.face, (ana, chore))]

    with Passing(clock):
        await asyncio.to_thread(wait_until, store, lambda: marks() == [True, False])
    engine.close()


def test_what_is_left_waiting_is_not_sent_after_the_close(
    store: Store, clock: PatientClock, tmp_path: Path
) -> None:
    engine = Engine(
        store, lambda: Link(URL, "k", Secret("t"), http=Silence()), clock, account="x", state_dir=tmp_path
    )
    engine.start()
    engine.close()
    engine.push_soon()
    engine.refresh()
    engine.watch("b", None)
    failed = engine.pull("b")
    with pytest.raises(Unreachable, match="not running"):
        failed.result()


@pytest.mark.parametrize(
    "failure", [RuntimeError("odd"), StoreError("The store is busy.")], ids=["ours", "store"]
)
@pytest.mark.parametrize("part", ["_check_elsewhere_once", "_mark_cards_once", "_push_once", "_pull_once"])
def test_a_failure_of_any_part_is_over_when_the_part_does_well_again(
    store: Store,
    clock: PatientClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    part: str,
    failure: Exception,
) -> None:
    failures = [failure]

    async def stand_still(_: Engine) -> None:
        """Nothing to do."""

    async def fail_once(_: Engine) -> float | None:
        if failures:
            raise failures.pop()
        return None

    for name in ("_check_elsewhere_once", "_mark_cards_once", "_push_once", "_pull_once"):
        monkeypatch.setattr(Engine, name, fail_once if name == part else stand_still)
    engine = Engine(
        store, lambda: Link(URL, "k", Secret("t"), http=Silence()), clock, account="local", state_dir=tmp_path
    )
    engine.tracker.note("sync", "synced")
    engine.start()
    try:
        wait_until(store, lambda: not failures and engine.status().state == "offline")
        while engine.status().state == "offline":
            clock.advance(SIGNED_OUT)
        assert engine.status().state == "synced"
        assert engine.status().detail == ""
    finally:
        engine.close()


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_store_that_was_taken_away_keeps_nothing_from_being_closed(
    store: Store, clock: PatientClock, tmp_path: Path, server: LocalServer
) -> None:
    engine = connected(store, clock, tmp_path, server)
    engine.start()
    wait_until(store, lambda: engine.status().state == "synced")
    ended: list[object] = []
    session = engine._session
    assert session is not None
    close = session._board.transport.close

    async def closed() -> None:
        ended.append(True)
        await close()

    session._board.transport.close = closed  # type: ignore[method-assign]  # seen from outside
    (tmp_path / "store.db").unlink()
    engine.close()
    assert engine._thread is not None
    assert not engine._thread.is_alive()
    assert ended == [True]


class SlowService(httpx.AsyncBaseTransport):
    """A service whose answers take until they are let go."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self.inner, self.closed = inner, False
        self.asked, self.answered = threading.Event(), threading.Event()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.set()
        await asyncio.to_thread(self.answered.wait, LATE)
        return await self.inner.handle_async_request(request)

    async def aclose(self) -> None:
        self.closed = True


NOBODY = Subject(type="person", identifiers=(Identifier(kind="email", value="no.one@nowhere.example"),))


def slow_link(server: LocalServer, slow: SlowService) -> Link:
    """A link to the server whose lookups are answered when ``slow`` lets them."""
    link = Link(URL, server.key, Secret(server.token), http=server.transport(), enrich_url=URL)
    return link.replace(enrich_key=Secret(server.enrich_key), enrich_http=slow)


def test_a_service_stays_connected_for_an_answer_that_nobody_waits_for_any_more(
    store: Store, clock: PatientClock, tmp_path: Path, server: LocalServer
) -> None:
    services, slow = ["one"], SlowService(server.transport())
    link = slow_link(server, slow)

    def connect() -> Link:
        return link.replace(provider=services[-1], services=lambda: len(services))

    engine = Engine(store, connect, clock, account="local", state_dir=tmp_path)
    engine.start()
    wait_until(store, lambda: engine.status().state == "synced")
    with Passing(clock):
        looked_up = engine.work(lambda session: session.lookup.enrich(NOBODY))
        assert slow.asked.wait(LATE)
        looked_up.cancel()
        services.append("two")
        assert engine._loop is not None
        asyncio.run_coroutine_threadsafe(engine._renew_services(), engine._loop).result(LATE)
        assert not slow.closed
        slow.answered.set()
        wait_until(store, lambda: slow.closed)
    assert store.enrichment.findings.provider == "two"
    assert [one.provider for one in store.enrichment.ledger.entries(None)] == ["one"]
    engine.close()


def test_a_new_token_cuts_off_no_lookup(
    store: Store, clock: PatientClock, tmp_path: Path, server: LocalServer
) -> None:
    slow = SlowService(server.transport())
    link = slow_link(server, slow).replace(provider="before")

    def connect() -> Link:
        return link

    engine = Engine(store, connect, clock, account="local", state_dir=tmp_path)
    engine.start()
    wait_until(store, lambda: engine.status().state == "synced")
    before = engine._session
    with Passing(clock):
        looked_up = engine.work(lambda session: session.lookup.enrich(NOBODY))
        assert slow.asked.wait(LATE)
        link = link.replace(provider="after", enrich_http=server.transport())
        engine.reconnect()
        boards = engine.work(lambda session: session.client.boards.mine())
        assert boards.result(LATE) is not None
        assert engine._session is not before
        assert not slow.closed
        slow.answered.set()
        assert looked_up.result(LATE).provider == "before"
        wait_until(store, lambda: slow.closed)
    assert store.enrichment.findings.provider == "after"
    assert [one.provider for one in store.enrichment.ledger.entries(None)] == ["before"]
    engine.close()


def test_other_services_are_asked_from_when_no_lookup_is_under_way(
    store: Store, clock: PatientClock, tmp_path: Path, server: LocalServer
) -> None:
    names, boards = ["one"], []

    def connect() -> Link:
        if names[-1] == "locked":
            raise CredentialError("the vault is closed")
        link = Link(URL, server.key, Secret(server.token), http=server.transport())
        link = link.replace(enrich_url="no address" if names[-1] == "mistyped" else "")
        return link.replace(service_name=names[-1], provider=names[-1], services=lambda: len(names))

    engine = Engine(store, connect, clock, account="local", state_dir=tmp_path)
    asks, answered = threading.Event(), threading.Event()

    async def lookup(session: SyncSession) -> str:
        boards.append(session.client)
        asks.set()
        await asyncio.to_thread(answered.wait, LATE)
        # The connections of the lookup are open until its end.
        with pytest.raises(NoKey):
            await session.lookup.credits()
        return session.services.asking.others[0].name

    engine.start()
    wait_until(store, lambda: engine.status().state == "synced")
    with Passing(clock):
        running = engine.work(lookup)
        assert asks.wait(LATE)
        names.append("two")
        assert engine._loop is not None
        asyncio.run_coroutine_threadsafe(engine._renew_services(), engine._loop).result(LATE)
        assert store.enrichment.findings.provider == "one"
        answered.set()
        assert running.result(LATE) == "one"
        wait_until(store, lambda: store.enrichment.findings.provider == "two")
        for unusable in ("locked", "mistyped"):
            names.append(unusable)
            asyncio.run_coroutine_threadsafe(engine._renew_services(), engine._loop).result(LATE)
            assert engine.work(lookup).result(LATE) == "two"
            assert store.enrichment.findings.provider == "two"
        names.append("locked")
        asyncio.run_coroutine_threadsafe(engine._renew_services(), engine._loop).result(LATE)
        names[-1] = "three"  # the vault is opened
        engine.refresh()
        wait_until(store, lambda: store.enrichment.findings.provider == "three")
    # The board's connection was never opened anew, and goes on.
    assert boards[0] is boards[1]
    assert engine.status().state == "synced"
    engine.close()


def test_the_settings_are_read_again_while_they_have_a_mistake(
    store: Store, clock: PatientClock, tmp_path: Path, server: LocalServer
) -> None:
    mistakes, reads = ["", "config.toml, line 3: no"], []

    def connect() -> Link:
        reads.append(mistakes[-1])
        link = Link(URL, server.key, Secret(server.token), http=server.transport())
        return link.replace(mistake=mistakes[-1] if len(reads) > 1 else "")

    engine = Engine(store, connect, clock, account="local", state_dir=tmp_path)
    engine.start()
    wait_until(store, lambda: engine.status().state == "synced")
    engine.reconnect()
    wait_until(store, lambda: engine.status().mistake == mistakes[-1])
    wait_until(store, lambda: engine.status().state == "synced")
    session = engine._session
    assert engine._loop is not None
    asyncio.run_coroutine_threadsafe(engine._renew_services(), engine._loop).result(LATE)
    assert len(reads) == 2, "not before a minute has passed, or somebody looks"
    for now in (mistakes[-1], ""):
        mistakes[-1] = now
        engine._settings.retry()
        asyncio.run_coroutine_threadsafe(engine._renew_services(), engine._loop).result(LATE)
        assert engine.status().mistake == now
        assert (engine._session is session) is bool(now)
    engine.close()
