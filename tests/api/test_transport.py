"""The one way out: what is sent, what is repeated, what is refused, what is never shown."""

import asyncio
import gzip
import logging
import ssl
from contextlib import asynccontextmanager

import httpx
import pytest

from tui.api.auth import bearer, in_header, in_query
from tui.api.message import Request, path
from tui.api.transport import Transport
from tui.clock import ManualClock, SystemClock
from tui.errors import (
    Ambiguous,
    CardscoutError,
    Garbled,
    NotFound,
    RateLimited,
    Rejected,
    RemoteError,
    ServerFault,
    Unauthorized,
    Unreachable,
    UsageError,
)
from tui.secret import Secret

KEY = "CANARYkey0123456789abcdef01234567"
TOKEN = "ATTACANARY" + "7" * 66
OK = httpx.Response(200, json={"id": "x"})
GET = Request("GET", "/1/boards/x")
PUT = Request("PUT", "/1/cards/x", form={"name": "a"})
DELETE = Request("DELETE", "/1/cards/x")
POST = Request("POST", "/1/cards", form={"name": "a"})
KEYED = Request("POST", "/1/cards", form={"name": "a"}, idempotency_key="op-1")
NOT_SENT = [
    httpx.ConnectError("x"),
    httpx.ConnectTimeout("x"),
    httpx.PoolTimeout("x"),
    httpx.ProxyError("x"),
    httpx.UnsupportedProtocol("x"),
    httpx.LocalProtocolError("x"),
    httpx.InvalidURL("x"),
]
MAYBE_SENT = [
    httpx.ReadError("x"),
    httpx.WriteError("x"),
    httpx.ReadTimeout("x"),
    httpx.WriteTimeout("x"),
    httpx.RemoteProtocolError("x"),
    httpx.CloseError("x"),
    ConnectionResetError("x"),
]


def names(values):
    return [type(value).__name__ for value in values]


# --- what is sent ------------------------------------------------------------------


async def test_credentials_travel_in_the_header_and_nowhere_else(service):
    board = service(OK)
    await board.transport.send(Request("POST", "/1/cards", params={"a": "b"}, form={"name": "x"}))
    (asked,) = board.asked
    assert asked.headers["authorization"] == f'OAuth oauth_consumer_key="{KEY}", oauth_token="{TOKEN}"'
    assert "CANARY" not in str(asked.url)
    assert b"CANARY" not in asked.content
    assert asked.extensions["timeout"] == {"connect": 5.0, "read": 30.0, "write": 30.0, "pool": 30.0}


async def test_no_cookie_is_kept_or_sent_back(service):
    board = service(httpx.Response(200, json={}, headers={"set-cookie": "seen=you; Path=/"}))
    for _ in range(2):
        await board.transport.send(GET)
    assert ["cookie" in asked.headers for asked in board.asked] == [False, False]


async def test_no_credential_is_logged_or_shown(service, caplog):
    caplog.set_level(logging.DEBUG)
    answer = httpx.Response(401, text=f"invalid token {TOKEN} for {KEY}")
    board = service(answer)
    with pytest.raises(Unauthorized) as caught:
        await board.transport.send(GET)
    seen = [str(caught.value), repr(caught.value), repr(vars(board.transport)), caplog.text]
    cause = caught.value.__cause__ or caught.value.__context__
    seen += [repr(cause), str(vars(caught.value))]
    assert "CANARY" not in "".join(seen)
    assert "***" in str(caught.value)


async def test_enrichment_uses_a_bearer(service):
    enrich = service(OK, auth=bearer(Secret("sk_live_CANARY")), service="enrich")
    await enrich.transport.send(Request("GET", "/credits"))
    assert enrich.asked[0].headers["authorization"] == "Bearer sk_live_CANARY"


async def test_half_a_surrogate_on_the_way_out_is_replaced(service):
    board = service(OK)
    hostile = "a\ud800b"
    await board.transport.send(
        Request("PUT", path("1", "cards", hostile), params={"q": hostile}, form={"n": hostile})
    )
    await board.transport.send(Request("PUT", "/1/x", json={hostile: [hostile, "\ud83d\ude00"]}))
    assert b"%EF%BF%BD" in board.asked[0].content
    assert "\ufffd" in board.asked[1].content.decode()
    assert "\U0001f600" in board.asked[1].content.decode()


@pytest.mark.parametrize("segment", ["", ".", ".."])
def test_a_path_does_not_climb(segment):
    with pytest.raises(Rejected):
        path("1", "cards", segment)
    assert path("1", "cards", "../x") == "/1/cards/..%2Fx"


async def test_it_closes_what_it_opened(service):
    board = service(OK)
    await board.transport.send(GET)
    await board.transport.close()
    await board.transport.close()
    assert board.script.closed


# --- what is repeated ---------------------------------------------------------------


@pytest.mark.parametrize("error", NOT_SENT, ids=names(NOT_SENT))
@pytest.mark.parametrize("request_", [GET, PUT, DELETE, POST], ids=["GET", "PUT", "DELETE", "POST"])
async def test_what_never_left_is_sent_again(service, request_, error):
    board = service(error, error, OK)
    assert (await board.transport.send(request_)).json == {"id": "x"}
    assert len(board.asked) == 3


@pytest.mark.parametrize("error", MAYBE_SENT, ids=names(MAYBE_SENT))
async def test_a_post_that_may_have_arrived_is_never_sent_twice(service, error):
    board = service(error, OK)
    with pytest.raises(Ambiguous):
        await board.transport.send(KEYED)
    assert len(board.asked) == 1


@pytest.mark.parametrize("error", MAYBE_SENT, ids=names(MAYBE_SENT))
async def test_a_question_is_asked_again(service, error):
    board = service(error, OK)
    await board.transport.send(GET)
    assert len(board.asked) == 2


@pytest.mark.parametrize("error", MAYBE_SENT, ids=names(MAYBE_SENT))
@pytest.mark.parametrize("request_", [PUT, DELETE], ids=["PUT", "DELETE"])
async def test_a_write_that_may_still_arrive_is_told_of_though_it_could_be_done_twice(
    service, request_, error
):
    board = service(error, OK)
    with pytest.raises(Ambiguous):
        await board.transport.send(request_)
    assert len(board.asked) == 1


@pytest.mark.fault("F22", "F23")
@pytest.mark.parametrize("status", [502, 504])
@pytest.mark.parametrize("page", ["<html><h1>Bad</h1></html>", '{"message": "upstream timed out"}'])
@pytest.mark.parametrize("request_", [PUT, DELETE], ids=["PUT", "DELETE"])
async def test_a_gateway_that_gave_up_does_not_know_whether_a_write_was_done(service, request_, status, page):
    board = service(httpx.Response(status, text=page), OK)
    with pytest.raises(Ambiguous) as caught:
        await board.transport.send(request_)
    assert (caught.value.status, len(board.asked)) == (status, 1)


@pytest.mark.parametrize("status", [500, 503])
async def test_a_services_own_fault_ends_a_write_that_may_be_done_twice(service, status):
    board = service(httpx.Response(status, text="boom"), OK)
    await board.transport.send(PUT)
    assert len(board.asked) == 2


async def test_a_keyed_post_is_repeated_once_the_service_said_it_honours_keys(service):
    honoured = httpx.Response(200, json={}, headers={"X-Idempotency": "honoured"})
    board = service(honoured, httpx.ReadError("x"), httpx.Response(502, text="<html>"), OK)
    await board.transport.send(GET)
    assert board.transport.honours_keys
    await board.transport.send(KEYED)
    assert [asked.headers.get("idempotency-key") for asked in board.asked] == [None, *["op-1"] * 3]


async def test_a_post_without_a_key_is_not_repeated_there(service):
    board = service(httpx.Response(200, json={}, headers={"X-Idempotency": "honoured"}), httpx.ReadError("x"))
    await board.transport.send(GET)
    with pytest.raises(Ambiguous):
        await board.transport.send(POST)
    assert len(board.asked) == 2


async def test_attempts_are_bounded(service, clock):
    board = service(httpx.ReadError("x"))
    with pytest.raises(Unreachable):
        await board.transport.send(GET)
    assert len(board.asked) == 4
    assert len(clock.slept) == 3
    assert 0.25 <= clock.slept[0] <= 0.5
    assert 1 <= clock.slept[2] <= 2


async def test_an_earlier_attempt_that_may_have_arrived_is_not_forgotten(service):
    honoured = httpx.Response(200, json={}, headers={"X-Idempotency": "honoured"})
    board = service(honoured, httpx.ReadError("x"), httpx.ConnectError("x"))
    await board.transport.send(GET)
    with pytest.raises(Ambiguous):
        await board.transport.send(KEYED)
    assert len(board.asked) == 5


async def test_a_definite_answer_after_doubt_is_believed(service):
    honoured = httpx.Response(200, json={}, headers={"X-Idempotency": "honoured"})
    board = service(honoured, httpx.ReadError("x"), httpx.Response(404, text="model not found"))
    await board.transport.send(GET)
    with pytest.raises(NotFound):
        await board.transport.send(KEYED)


@pytest.mark.fault("F21", "F23")
@pytest.mark.parametrize("status", [500, 502, 503, 504])
async def test_a_fault_is_asked_again_but_not_for_a_post(service, status):
    board = service(httpx.Response(status, text="<html><h1>Bad</h1></html>"), OK)
    await board.transport.send(GET)
    assert len(board.asked) == 2
    other = service(httpx.Response(status, text="<html><h1>Bad</h1></html>"), OK)
    with pytest.raises(Ambiguous) as caught:
        await other.transport.send(POST)
    assert "<" not in str(caught.value)
    assert caught.value.status == status
    assert caught.value.answer == f"The service failed ({status})."
    assert len(other.asked) == 1


async def test_a_fault_of_a_post_keeps_what_the_service_said(service):
    board = service(httpx.Response(500, json={"message": "the disk is full."}))
    with pytest.raises(Ambiguous) as caught:
        await board.transport.send(POST)
    assert caught.value.answer == "The service failed (500): the disk is full."
    lost = service(httpx.ReadError("x"))
    with pytest.raises(Ambiguous) as caught:
        await lost.transport.send(POST)
    assert caught.value.answer == ""


async def test_a_fault_that_stays_is_told(service):
    board = service(httpx.Response(500, text="boom"))
    with pytest.raises(ServerFault) as caught:
        await board.transport.send(GET)
    assert (caught.value.status, caught.value.service) == (500, "board")


@pytest.mark.fault("F17")
async def test_a_named_wait_is_kept(service, clock):
    board = service(httpx.Response(429, headers={"Retry-After": "7"}, json={}), OK)
    await board.transport.send(GET)
    assert 7 <= clock.slept[0] <= 7 * 1.25


async def test_a_wait_longer_than_the_deadline_is_told_and_not_waited(service, clock):
    board = service(httpx.Response(429, headers={"Retry-After": "31536000"}, json={}))
    with pytest.raises(RateLimited) as caught:
        await board.transport.send(GET)
    assert caught.value.retry_after == 900
    assert clock.slept == []


async def test_a_limited_post_is_left_to_the_caller(service):
    board = service(httpx.Response(429, json={}), OK)
    with pytest.raises(RateLimited) as caught:
        await board.transport.send(POST)
    assert caught.value.retry_after == 10
    assert len(board.asked) == 1


# --- redirects ----------------------------------------------------------------------


def onward(status, where):
    return httpx.Response(status, headers={"Location": where})


@pytest.mark.parametrize("status", [307, 308])
async def test_a_search_is_replayed_once_on_the_same_origin(service, status):
    board = service(onward(status, "/people/search/"), OK, service="enrich")
    await board.transport.send(Request("POST", "/people/search", json={"companyId": "f1"}))
    first, second = board.asked
    assert second.url.path == "/people/search/"
    assert (second.method, second.content) == ("POST", first.content)
    assert second.headers["authorization"] == first.headers["authorization"]


@pytest.mark.parametrize(
    "auth", [in_header(Secret("sk_CANARY"), "X-Api-Key"), in_query(Secret("sk_CANARY"), "api_key")]
)
async def test_a_key_of_another_style_goes_along_at_home_and_nowhere_else(service, auth, caplog):
    caplog.set_level(logging.DEBUG)
    enrich = service(onward(307, "/people/search/?v=2"), OK, service="enrich", auth=auth)
    await enrich.transport.send(Request("POST", "/people/search", json={"companyId": "f1"}))
    for asked in enrich.asked:
        assert "authorization" not in asked.headers
        assert (asked.headers.get("x-api-key") or asked.url.params.get("api_key")) == "sk_CANARY"
    assert enrich.asked[1].url.params["v"] == "2"
    away = service(onward(307, "https://evil.example/people/search"), OK, service="enrich", auth=auth)
    with pytest.raises(RemoteError) as caught:
        await away.transport.send(Request("POST", "/people/search", json={"companyId": "f1"}))
    assert len(away.asked) == 1
    assert "CANARY" not in f"{caught.value} {caught.value.hint} {auth!r}"


@pytest.mark.fault("F31")
@pytest.mark.parametrize(
    "where",
    ["https://evil.example/1", "http://board.example/1", "https://board.example:444/1", "//evil.example/"],
)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_no_other_origin_is_followed_and_both_are_named(service, status, where):
    board = service(onward(status, where), OK)
    with pytest.raises(RemoteError) as caught:
        await board.transport.send(GET)
    assert len(board.asked) == 1
    assert "https://board.example:443" in str(caught.value)
    assert str(httpx.URL("https://board.example").join(where)).split("/")[2].split(":")[0] in str(
        caught.value
    )


@pytest.mark.parametrize("status", [301, 302, 303])
async def test_other_redirects_are_not_followed_at_home_either(service, status):
    board = service(onward(status, "/1/boards/x"), OK)
    with pytest.raises(Garbled, match="sent us on to another address of its own"):
        await board.transport.send(GET)
    assert len(board.asked) == 1


@pytest.mark.fault("F31")
async def test_a_loop_ends(service):
    board = service(onward(307, "/1/again"))
    with pytest.raises(Garbled):
        await board.transport.send(GET)
    assert len(board.asked) == 2


# --- deadlines and sizes --------------------------------------------------------------


class Drip(httpx.AsyncByteStream):
    """A body of one byte after another, each taking a while on the clock."""

    def __init__(self, clock: ManualClock, every: float) -> None:
        self.clock, self.every, self.sent, self.closed = clock, every, 0, False

    async def __aiter__(self):
        yield b"["
        while True:
            self.clock.advance(self.every)
            self.sent += 1
            yield b" "

    async def aclose(self):
        self.closed = True


@pytest.mark.fault("F11")
async def test_a_dripping_body_ends_at_the_deadline(service, clock):
    drip = Drip(clock, 0.5)
    board = service(httpx.Response(200, stream=drip, headers={"content-type": "application/json"}))
    with pytest.raises(Unreachable, match="took too long"):
        await board.transport.send(GET)
    assert drip.sent == 60
    assert drip.closed
    assert len(board.asked) == 1


@pytest.mark.fault("F11")
async def test_a_dripping_answer_to_a_post_is_doubt(service, clock):
    board = service(httpx.Response(200, stream=Drip(clock, 1), headers={"content-type": "application/json"}))
    with pytest.raises(Ambiguous):
        await board.transport.send(POST)


@pytest.mark.fault("F14")
async def test_a_service_that_hangs_is_left_at_the_deadline():
    class Hang(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request):
            await asyncio.Event().wait()
            raise AssertionError(request)

    transport = Transport("https://x.example", clock=SystemClock(), http=Hang(), deadline=0.05)
    with pytest.raises(Unreachable):
        await transport.send(GET)
    with pytest.raises(Ambiguous):
        await transport.send(POST)
    await transport.close()


async def test_our_own_waiting_does_not_count_against_the_service(service, clock):
    class Slow:
        @asynccontextmanager
        async def turn(self):
            await clock.sleep(60)
            yield 60.0

        def hold(self, seconds):
            raise AssertionError(seconds)

    board = service(httpx.ConnectError("x"), OK, limiter=Slow())
    await board.transport.send(GET)
    assert len(board.asked) == 2


async def test_a_limit_told_holds_the_limiter(service):
    held = []

    class Kept:
        @asynccontextmanager
        async def turn(self):
            yield 0.0

        def hold(self, seconds):
            held.append(seconds)

    board = service(httpx.Response(429, headers={"Retry-After": "40"}, json={}), limiter=Kept())
    with pytest.raises(RateLimited):
        await board.transport.send(GET)
    assert held == [40]


def packed(data):
    return httpx.Response(
        200,
        stream=httpx.ByteStream(data),
        headers={"content-type": "application/json", "content-encoding": "gzip"},
    )


async def test_packed_answers_are_read(service):
    board = service(packed(gzip.compress(b'{"a":1}')))
    assert (await board.transport.send(GET)).json == {"a": 1}


@pytest.mark.fault("F35")
async def test_a_bomb_is_refused_at_the_cap(service):
    board = service(packed(gzip.compress(b"0" * 30_000_000, 1)))
    with pytest.raises(Garbled, match="8 MiB"):
        await board.transport.send(GET)
    assert len(board.asked) == 1


@pytest.mark.parametrize("most", [40, 41])
async def test_a_file_may_be_packed_and_is_no_larger_than_was_said(service, tmp_path, most):
    data = bytes(41 * 1024 * 1024 - 7)
    board = service(httpx.Response(200, content=gzip.compress(data, 1), headers={"Content-Encoding": "gzip"}))
    file = tmp_path / "file"
    wanted = board.transport.fetch(GET, lambda: file.open("wb"), max_bytes=most * 1024 * 1024)
    if most == 41:
        assert await wanted == len(data) == file.stat().st_size
        return
    with pytest.raises(Garbled, match="larger than 40 MiB"):
        await wanted
    assert file.stat().st_size == most * 1024 * 1024


async def test_why_a_file_is_not_given_is_read_packed_too(service, tmp_path):
    said = httpx.Response(404, content=gzip.compress(b"no such file"), headers={"Content-Encoding": "gzip"})
    with pytest.raises(RemoteError, match="no such file"):
        await service(said).transport.fetch(GET, (tmp_path / "file").open, max_bytes=99)


@pytest.mark.parametrize("kept", ["https://files.example/a/brief.pdf", "http://127.0.0.1/brief.pdf"])
async def test_a_file_at_a_storage_host_is_fetched_without_our_credentials(service, tmp_path, kept):
    away = httpx.Response(302, headers={"Location": kept})
    board = service(away, httpx.Response(200, content=b"the brief"))
    file = tmp_path / "file"
    assert await board.transport.fetch(GET, lambda: file.open("wb"), max_bytes=99) == len(b"the brief")
    assert file.read_bytes() == b"the brief"
    asked, there = board.asked
    assert TOKEN in asked.headers["authorization"]
    assert str(there.url) == kept
    assert "authorization" not in there.headers
    assert "CANARY" not in str(there.url) + str(there.headers.raw)


async def test_a_file_elsewhere_at_home_is_fetched_with_them(service, tmp_path):
    moved = httpx.Response(302, headers={"Location": "/files/brief.pdf"})
    board = service(moved, httpx.Response(200, content=b"the brief"))
    file = tmp_path / "file"
    assert await board.transport.fetch(GET, lambda: file.open("wb"), max_bytes=99) == 9
    assert TOKEN in board.asked[1].headers["authorization"]


async def test_a_file_is_not_read_from_where_others_may_change_it(service, tmp_path):
    board = service(httpx.Response(302, headers={"Location": "http://files.example/brief.pdf"}))
    with pytest.raises(Garbled, match="which is not safe"):
        await board.transport.fetch(GET, (tmp_path / "file").open, max_bytes=99)
    assert len(board.asked) == 1


async def test_a_second_redirect_of_a_file_is_no_file(service, tmp_path):
    board = service(httpx.Response(302, headers={"Location": "https://files.example/again"}))
    with pytest.raises(RemoteError):
        await board.transport.fetch(GET, (tmp_path / "file").open, max_bytes=99)
    assert len(board.asked) == 2
    assert not (tmp_path / "file").exists()


async def test_a_file_that_cannot_be_reached_says_so(service, tmp_path):
    board = service(httpx.ConnectError("no way"))
    with pytest.raises(Unreachable):
        await board.transport.fetch(GET, (tmp_path / "file").open, max_bytes=99)


@pytest.mark.fault("F36")
async def test_a_large_answer_to_a_post_is_doubt(service):
    board = service(httpx.Response(200, json=["x" * 2000]), max_bytes=1000)
    with pytest.raises(Ambiguous):
        await board.transport.send(POST)


@pytest.mark.fault("F30")
@pytest.mark.parametrize("request_", [GET, PUT, DELETE], ids=["GET", "PUT", "DELETE"])
async def test_a_sign_in_page_counts_as_offline(service, request_):
    page = httpx.Response(200, html="<html>Sign in to the hotel</html>")
    with pytest.raises(Unreachable, match="web page"):
        await service(page).transport.send(request_)


@pytest.mark.fault("F30")
async def test_a_sign_in_page_for_a_post_is_doubt(service):
    board = service(httpx.Response(200, html="<html>Sign in</html>"))
    with pytest.raises(Ambiguous):
        await board.transport.send(POST)
    assert len(board.asked) == 1


async def test_an_empty_success_is_no_success(service):
    board = service(httpx.Response(200, text=""))
    with pytest.raises(Garbled, match="nothing"):
        await board.transport.send(GET)


@pytest.mark.fault("F16")
async def test_writes_that_must_not_repeat_do_not_share_idle_connections(monkeypatch):
    limits = []
    real = httpx.AsyncClient

    def client(**options):
        limits.append(options["limits"].max_keepalive_connections)
        return real(**{**options, "transport": httpx.MockTransport(lambda _: httpx.Response(200, json={}))})

    monkeypatch.setattr(httpx, "AsyncClient", client)
    transport = Transport("https://x.example", clock=ManualClock())
    for request in (GET, PUT, DELETE, POST):
        await transport.send(request)
    assert limits == [None, 0]
    await transport.close()


@pytest.mark.parametrize(
    ("base", "reads"),
    [
        ("http://127.0.0.1:1", False),
        ("http://localhost:1/1", False),
        ("https://localhost:1", True),
        ("https://x.example", True),
    ],
)
async def test_no_certificates_are_read_for_an_address_where_nothing_is_encrypted(monkeypatch, base, reads):
    trusted = []
    real = httpx.AsyncClient

    def client(**options):
        trusted.append(options["verify"])
        return real(**{**options, "transport": httpx.MockTransport(lambda _: httpx.Response(200, json={}))})

    monkeypatch.setattr(httpx, "AsyncClient", client)
    transport = Transport(base, clock=ManualClock())
    await transport.send(GET)
    await transport.send(GET)
    await transport.close()
    [found] = trusted
    if reads:
        assert found is True
    else:
        assert found.verify_mode == ssl.CERT_REQUIRED
        assert found.get_ca_certs() == []


async def test_a_file_that_an_unencrypted_address_sends_us_on_to_needs_certificates(monkeypatch, tmp_path):
    away = httpx.Response(302, headers={"Location": "https://files.example/brief.pdf"})
    real = httpx.AsyncClient

    def client(*, verify, **options):
        def answer(asked):
            if asked.url.scheme == "http":
                return away
            return httpx.Response(200 if verify is True else 421, content=b"the brief")

        return real(**{**options, "transport": httpx.MockTransport(answer)})

    monkeypatch.setattr(httpx, "AsyncClient", client)
    transport = Transport("http://127.0.0.1:1", clock=ManualClock())
    assert await transport.fetch(GET, lambda: (tmp_path / "file").open("wb"), max_bytes=99) == 9
    await transport.close()


async def test_a_bad_proxy_setting_is_named(monkeypatch):
    monkeypatch.setenv("HTTPS_PROXY", "nonsense://u:secret@proxy.example")
    transport = Transport("https://x.example", clock=ManualClock())
    with pytest.raises(UsageError, match="proxy") as caught:
        await transport.send(GET)
    assert "secret" not in str(caught.value)
    assert isinstance(caught.value, CardscoutError)


async def test_the_board_address_may_have_its_version(service):
    board = service(OK, base_url="https://board.example/1/")
    await board.transport.send(GET)
    assert str(board.asked[0].url) == "https://board.example/1/boards/x"
