"""Connections to an enrichment service: how its key is sent, how many requests it takes, what it charges."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from tests.stories.world import URL
from tui.adapters.read import built_in
from tui.api.limiter import Limiter
from tui.api.login.site import HOSTED
from tui.api.message import Request
from tui.clock import ManualClock
from tui.errors import CredentialError, NoKey, RateLimited, RemoteError, UsageError, VaultClosed
from tui.model.enrich.spending import Prices
from tui.secret import NOTHING, Secret
from tui.store.opening import open_store
from tui.sync import board_connection
from tui.sync.enrich import connect
from tui.sync.enrich.connect import asking_of, enrich_transport, rate_limiter, try_out
from tui.sync.link import Link
from tui.sync.session import SyncSession
from tui.sync.status import StatusTracker


class Recorder(httpx.AsyncBaseTransport):
    """A service that knows nobody, keeps the requests, and gives tokens at ``/authenticate``."""

    def __init__(self, status: int = 200) -> None:
        self.status = status
        self.asked: list[httpx.Request] = []
        self.closed = False

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        if request.url.path == "/enrich/person" and self.status == 200:
            return httpx.Response(404, json={"error": {"code": "no_match", "message": "Person not found"}})
        return httpx.Response(self.status, json={"jwt": "a-token", "credits": 3})

    async def aclose(self) -> None:
        self.closed = True


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


def link(http: Recorder, service: str = "platform") -> Link:
    return Link(
        URL, "k", Secret("t"), enrich_url=URL, enrich_key=Secret("sk-1"), adapter=built_in(service), enrich_http=http,
        provider="a shop", service_name=service,
    )  # fmt: skip


async def sent(to: Link, clock: ManualClock) -> httpx.Request:
    """Return what a request to the service looks like when it is sent."""
    transport = enrich_transport(to, clock)
    try:
        await transport.send(Request("GET", "/x"))
    finally:
        await transport.close()
    assert isinstance(to.enrich_http, Recorder)
    return to.enrich_http.asked[-1]


@pytest.mark.parametrize(
    ("service", "header", "value"),
    [
        ("platform", "authorization", "Bearer sk-1"),
        ("companies-house", "authorization", "Basic c2stMTo="),
        ("hunter", "x-api-key", "sk-1"),
    ],
)
async def test_the_key_is_sent_as_the_adapter_says(
    recorder: Recorder, clock: ManualClock, service: str, header: str, value: str
) -> None:
    request = await sent(link(recorder, service), clock)
    assert request.headers[header] == value
    assert "sk-1" not in str(request.url)


async def test_the_settings_of_an_account_go_before_the_adapter(
    recorder: Recorder, clock: ManualClock
) -> None:
    asked = await sent(link(recorder, "hunter").replace(enrich_auth="query", enrich_auth_name="token"), clock)
    assert asked.url.params["token"] == "sk-1"
    assert "x-api-key" not in asked.headers
    # The name of the adapter's header is not that of another way.
    asked = await sent(link(recorder, "hunter").replace(enrich_auth="query"), clock)
    assert asked.url.params["api_key"] == "sk-1"
    asked = await sent(link(recorder).replace(enrich_auth="none"), clock)
    assert "authorization" not in asked.headers


async def test_without_a_key_nothing_is_sent(recorder: Recorder, clock: ManualClock) -> None:
    request = await sent(link(recorder).replace(enrich_key=NOTHING), clock)
    assert "authorization" not in request.headers
    request = await sent(link(recorder, "zoominfo").replace(enrich_key=NOTHING), clock)
    assert [one.url.path for one in recorder.asked] == ["/x", "/x"]


async def test_a_key_is_exchanged_for_a_token_first(recorder: Recorder, clock: ManualClock) -> None:
    to = link(recorder, "zoominfo").replace(enrich_key=Secret("ana:secret"))
    request = await sent(to, clock)
    assert [one.url.path for one in recorder.asked] == ["/authenticate", "/x"]
    assert request.headers["authorization"] == "Bearer a-token"


def test_an_address_or_a_key_that_cannot_be_used_is_refused(recorder: Recorder, clock: ManualClock) -> None:
    with pytest.raises(UsageError):
        enrich_transport(link(recorder).replace(enrich_url="not an address"), clock)
    with pytest.raises(CredentialError):
        enrich_transport(link(recorder).replace(enrich_key=Secret("two words")), clock)


async def test_a_service_is_tried_out_and_left(recorder: Recorder, clock: ManualClock) -> None:
    assert await try_out(link(recorder), clock) == 3
    assert recorder.closed
    refusing = Recorder(401)
    with pytest.raises(RemoteError, match="wrong key: "):
        await try_out(link(refusing), clock)
    assert refusing.closed


async def taken(to: Link, clock: ManualClock, home: Path) -> list[float]:
    """Return the waits of three requests, in seconds."""
    limits = rate_limiter(to, clock, home)
    assert limits is not None
    waits = []
    with closing(limits):
        for _ in range(3):
            async with limits.turn() as waited:
                waits.append(waited)
    return waits


async def test_requests_wait_as_the_adapter_or_the_account_says(
    recorder: Recorder, clock: ManualClock, tmp_path: Path
) -> None:
    assert await taken(link(recorder, "hunter"), clock, tmp_path) == [0, 0, 0]
    first, second, third = await taken(
        link(recorder, "hunter").replace(enrich_rate=2, enrich_key=Secret("sk-2")), clock, tmp_path
    )
    assert (first, second) == (0, 0)
    assert third > 1


async def test_the_limit_of_a_minute_holds(recorder: Recorder, clock: ManualClock, tmp_path: Path) -> None:
    apollo = built_in("apollo")
    few = link(recorder).replace(adapter=replace(apollo, limits=replace(apollo.limits, minute=2)))
    with pytest.raises(RateLimited) as caught:
        await taken(few, clock, tmp_path)
    assert caught.value.retry_after is not None
    assert caught.value.retry_after > 59


def test_a_service_without_limits_has_no_limiter(
    recorder: Recorder, clock: ManualClock, tmp_path: Path
) -> None:
    assert rate_limiter(link(recorder).replace(adapter=None), clock, tmp_path) is None
    assert rate_limiter(link(recorder, "hunter").replace(enrich_rate=0), clock, tmp_path) is None


def test_a_service_is_asked_by_the_prices_of_the_account(recorder: Recorder) -> None:
    asking = asking_of(link(recorder, "hunter"))
    assert (asking.name, asking.provider, asking.title) == ("hunter", "a shop", "Hunter")
    assert asking.prices == built_in("hunter").list_prices({})
    mine = Prices(person=(9, 9))
    assert asking_of(link(recorder, "hunter").replace(prices=mine)).prices == mine


def test_a_session_that_cannot_be_opened_leaves_no_file_open(
    recorder: Recorder, clock: ManualClock, tmp_path: Path
) -> None:
    """It is tried again and again: what it had opened would add up."""
    wrong = link(recorder, "hunter").replace(rate_limit=5, http=recorder, enrich_url="ftp://shop.example")
    closed: list[str] = []

    class Counted(Limiter):
        def close(self) -> None:
            closed.append(self._name)
            super().close()

    with closing(open_store(tmp_path / "store.db", clock)) as store, pytest.MonkeyPatch.context() as patch:
        for module in (board_connection, connect):
            patch.setattr(module, "Limiter", Counted)
        with pytest.raises(UsageError):
            SyncSession.open(store, wrong, clock, StatusTracker(lambda: None), tmp_path)
    assert len(set(closed)) > 1


@pytest.mark.parametrize(
    ("board", "way"),
    [
        (HOSTED, "cardscout providers add NAME asks for its key"),
        (
            "https://boards.example.org",
            "cardscout providers add NAME --url https://boards.example.org asks for it",
        ),
    ],
)
async def test_without_a_key_nobody_is_asked_and_the_way_to_one_is_told(
    clock: ManualClock, board: str, way: str
) -> None:
    transport = enrich_transport(Link(board, "k", Secret("t"), adapter=built_in("platform")), clock)
    with pytest.raises(NoKey) as caught:
        await transport.send(Request("GET", "/enrich/person", params={"email": "ana.reid@tuiridge.example"}))
    assert way in caught.value.hint
    await transport.close()


async def test_a_key_that_cannot_be_read_refuses_each_lookup_and_nothing_is_sent(
    recorder: Recorder, clock: ManualClock
) -> None:
    link = Link(URL, "k", Secret("t"), http=recorder, enrich_url=URL, adapter=built_in("platform"))
    transport = enrich_transport(link.replace(key_error=VaultClosed("The vault is closed.")), clock)
    for _ in range(2):
        with pytest.raises(VaultClosed, match="The vault is closed"):
            await transport.send(Request("GET", "/enrich/person"))
    assert not recorder.asked
    await transport.close()


async def test_an_account_behind_a_socket_gets_its_key_by_the_same_socket(
    recorder: Recorder, clock: ManualClock
) -> None:
    transport = enrich_transport(
        Link(URL, "k", Secret("t"), http=recorder, adapter=built_in("platform")), clock
    )
    with pytest.raises(NoKey) as caught:
        await transport.send(Request("GET", "/enrich/person"))
    assert f"cardscout accounts add NAME --enrich-url {URL}" in caught.value.hint
    assert not recorder.asked
