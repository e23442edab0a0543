"""Each way of logging in, against the server's own pages: a browser that comes back, a token that is pasted, OAuth 1.0a."""

import asyncio
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests.server.authorize.conftest import ORIGIN, PASSWORD, Browser, Team, found
from tui.api.login import loopback
from tui.errors import CredentialError, Unauthorized, Unreachable
from tui.login import (
    Login,
    TokenRequest,
    UnknownKey,
    key_comes_from,
    our_name,
    tokens_end_on,
    wait_for_token,
)
from tui.secret import Secret
from tui.server.access import passwords
from tui.server.access.apps import revoke_token, tokens_of
from tui.server.service.shared import Setup, SharedService
from tui.server.storage import db
from tui.server.storage.place import Place


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch):
    """Hash as it is done, with less work."""
    monkeypatch.setattr(passwords, "_COST", {"n": 16, "r": 8, "p": 1})


@pytest.fixture
def team(tmp_path, clock):
    service = SharedService.open(Setup(Place(tmp_path / "data"), ORIGIN, ("board.test",), workers=1), clock)
    yield Team(service, clock)
    service.close()


@pytest.fixture
async def browser(team):
    async with team.client() as http:
        yield Browser(team, http)


@pytest.fixture
def login(team):
    return Login(ORIGIN, team.app.key, team.clock, lambda: httpx.ASGITransport(team.service.app))


async def allowed(browser, address, **answer):
    """What the page at ``address`` leads to once ana has signed in and answered."""
    page = await browser.http.get(address)
    if "password" in page.text:
        page = await browser.submit(page, username="ana", password=PASSWORD)
    return await browser.submit(page, **(answer or {"approve": "1"}))


async def bring(location, **headers):
    """What the page of ours does in a browser that was led to ``location``."""
    address, _, fragment = location.partition("#")
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(address))
    async with httpx.AsyncClient(trust_env=False) as http:
        page = await http.get(address)
        if not fragment:
            return page
        assert "location.hash" in page.text
        nonce = found(r"<script nonce=\"([^\"]+)\"", page.text)
        assert f"script-src 'nonce-{nonce}'" in page.headers["content-security-policy"]
        return await http.post(address, content=fragment, headers={"Origin": origin} | headers)


async def test_a_browser_brings_the_token_back_once(login, browser, team):
    async with login.visit(TokenRequest(lasts="1hour"), returns=True) as visit:
        asked = parse_qs(urlsplit(visit.address).query)
        assert asked["callback_method"] == ["fragment"]
        assert asked["scope"] == ["read,write,account"]
        assert urlsplit(asked["return_url"][0]).hostname == "127.0.0.1"
        assert asked["return_url"][0].startswith(f"{visit.origin}/")
        reply = await allowed(browser, visit.address)
        told = await bring(reply.headers["location"])
        assert "Allowed" in told.text
        token = await visit.token()
        assert (await bring(reply.headers["location"])).status_code == 410
    caller = await login.check(token)
    assert caller.name == "Ana Reid (@ana)"
    assert caller.grant is not None
    assert caller.grant.scopes == ("read", "write", "account")
    assert caller.grant.expires == team.clock.now() + timedelta(hours=1)
    with pytest.raises(httpx.ConnectError):
        await bring(reply.headers["location"])


async def test_what_was_not_allowed_is_told(login, browser):
    async with login.visit(TokenRequest(), returns=True) as visit:
        reply = await allowed(browser, visit.address, deny="1")
        assert "Nothing was allowed" in (await bring(reply.headers["location"])).text
        with pytest.raises(CredentialError, match="not allowed"):
            await visit.token()


async def test_a_token_that_the_page_shows_is_pasted(login, browser):
    async with login.visit(TokenRequest(writes=False, lasts="1day"), returns=False) as visit:
        assert "return_url" not in visit.address
        shown = await allowed(browser, visit.address)
        token = found(r'<pre id="token"[^>]*>(\w+)</pre>', shown.text)
        # As a terminal pastes what was copied over two lines.
        pasted = await visit.finish(Secret(f" {token[:30]}\n{token[30:]} "))
    caller = await login.check(pasted)
    assert caller.grant is not None
    assert not caller.grant.writes


@pytest.mark.parametrize("returns", [True, False])
async def test_oauth_1_with_the_applications_secret(login, browser, team, returns):
    async with login.visit(TokenRequest(), returns=returns, secret=Secret(f" {team.app.secret}\n")) as visit:
        assert team.app.secret not in visit.address
        reply = await allowed(browser, visit.address)
        if returns:
            assert "Allowed" in (await bring(reply.headers["location"])).text
            token = await visit.token()
        else:
            token = await visit.finish(Secret(found(r'<pre id="verifier"[^>]*>(\w+)</pre>', reply.text)))
    assert (await login.check(token)).member.username == "ana"


async def test_what_is_wrong_is_said_with_the_way_out(login, browser, team):
    with pytest.raises(Unauthorized, match="not take that secret") as error:
        async with login.visit(TokenRequest(), returns=False, secret=Secret("0" * 64)):
            pass
    assert "belongs to the key" in error.value.hint
    with pytest.raises(Unauthorized, match="not take that token") as error:
        await login.check(Secret("ATTA" + "0" * 72))
    assert "Was all of it copied?" in error.value.hint
    assert "accounts add" not in error.value.hint
    stranger = Login(ORIGIN, "f" * 32, team.clock, lambda: httpx.ASGITransport(team.service.app))
    async with login.visit(TokenRequest(lasts="1hour"), returns=False) as visit:
        shown = await allowed(browser, visit.address)
    token = Secret(found(r'<pre id="token"[^>]*>(\w+)</pre>', shown.text))
    with pytest.raises(Unauthorized) as error:
        await stranger.check(token)
    assert error.value.hint == key_comes_from(ORIGIN) or "belongs to the key" in error.value.hint
    with pytest.raises(CredentialError, match="pasted with something else"):
        await login.check(Secret("two words"))
    team.clock.advance(3601)
    with pytest.raises(Unauthorized, match="has ended"):
        await login.check(token)
    with db.writing(team.service.engine) as connection:
        for row in tokens_of(connection, team.member):
            revoke_token(connection, row.id)
    with pytest.raises(Unauthorized, match="not take that token"):
        await login.check(token)


def answering(status, text="", kind="text/plain"):
    """The way to a server that gives everybody this answer."""
    reply = httpx.Response(status, text=text, headers={"content-type": kind})
    return lambda: httpx.MockTransport(lambda _: reply)


async def test_address_and_key_are_tried_before_a_token_is_asked_for(login, team):
    assert await login.probe() == ""

    def there():
        return httpx.ASGITransport(team.service.app)

    assert await Login(ORIGIN, "", team.clock, there).probe() == ""
    with pytest.raises(UnknownKey) as error:
        await Login(ORIGIN, "f" * 32, team.clock, there).probe()
    assert error.value.hint == key_comes_from(ORIGIN)
    with pytest.raises(CredentialError, match="pasted with something else"):
        await Login(ORIGIN, 'k"', team.clock, there).probe()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (answering(404, "Cannot GET /1/members/me"), "does not answer as a board service does"),
        (answering(200, "<html>Welcome</html>", "text/html"), "does not answer as a board service does"),
        (answering(200, '{"id": "1"}', "application/json"), "tells strangers who they are"),
        (answering(401, "invalid token"), ""),
        (answering(401, "unauthorized permission requested"), ""),
    ],
)
async def test_an_odd_answer_is_a_warning_and_no_refusal(clock, answer, words):
    odd = await Login(ORIGIN, "0" * 32, clock, answer).probe()
    assert (words in odd) if words else odd == ""


async def test_an_address_where_nobody_listens_is_named_with_its_port(clock):
    def gone(request):
        raise httpx.ConnectError("connection refused", request=request)

    for url, place in (("http://127.0.0.1:8470", "127.0.0.1:8470"), ("https://b.test", "b.test:443")):
        with pytest.raises(Unreachable, match=rf"{place} cannot be reached: connection refused"):
            await Login(url, "", clock, lambda: httpx.MockTransport(gone)).probe()


async def test_the_page_is_told_which_machine_asks(login, monkeypatch):
    monkeypatch.setattr("platform.node", lambda: "kauri")
    monkeypatch.setattr("getpass.getuser", lambda: "ana")
    assert "&name=Cardscout+on+kauri+%28ana%29&" in login.page(TokenRequest())

    def nobody():
        raise OSError

    monkeypatch.setattr("getpass.getuser", nobody)
    monkeypatch.setattr("platform.node", lambda: "")
    assert our_name() == "Cardscout"


async def test_the_wait_for_a_browser_can_be_given_up(login):
    async with login.visit(TokenRequest(), returns=True) as visit:
        waiting = asyncio.ensure_future(visit.token())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting


def test_where_keys_come_from_is_known():
    assert "power-ups/admin" in key_comes_from("https://api.trello.com")
    assert "cardscout serve app" in key_comes_from("https://boards.example.org")


async def test_an_answer_that_does_not_come_is_told(login):
    async with login.visit(TokenRequest(), returns=True) as visit:
        with pytest.raises(CredentialError, match="No answer"):
            await wait_for_token(visit, 0.01)
    async with login.visit(TokenRequest(), returns=False) as visit:
        with pytest.raises(CredentialError, match="has to be typed"):
            await visit.token()


async def test_where_nothing_can_listen_the_token_is_pasted(login, monkeypatch):
    async with login.visit(TokenRequest(), returns=True) as first:
        monkeypatch.setattr(loopback, "PORTS", (urlsplit(first.origin).port,))
        with pytest.raises(CredentialError, match="listen") as caught:
            async with login.visit(TokenRequest(), returns=True):
                pass
    assert "Paste" in caught.value.hint


@pytest.mark.parametrize(
    ("key", "what"), [("ATTA" + "0" * 72, "a token"), ("0" * 64, "the application's secret or a token")]
)
async def test_a_token_or_a_secret_in_the_keys_place_is_told_by_its_looks(clock, key, what):
    with pytest.raises(CredentialError, match=f"That is {what} by its looks"):
        await Login(ORIGIN, f" {key}\n", clock, answering(200)).probe()
    with pytest.raises(CredentialError, match="application's key, and no token"):
        await Login(ORIGIN, "k" * 32, clock, answering(200)).check(Secret("k" * 32))


@pytest.mark.parametrize(
    ("date", "found"),
    [
        ("Sat, 21 Nov 2026 09:00:00 GMT", "2026-11-21T09:00:00+00:00"),
        ("Sat, 21 Nov 2026 09:00:00 -0000", "2026-11-21T09:00:00+00:00"),
        ("soon", None),
        ("", None),
    ],
)
async def test_the_time_there_is_that_of_the_answer(clock, date, found):
    reply = httpx.Response(200, json={"id": "1"}, headers={"Date": date} if date else {})
    login = Login(ORIGIN, "k" * 32, clock, lambda: httpx.MockTransport(lambda _: reply))
    when = await login.time_there(Secret("0" * 64))
    assert (when and when.isoformat()) == found


@pytest.mark.parametrize(
    ("reason", "words"),
    [("expired token", "it has ended"), ("invalid token", "it was revoked, or has ended")],
)
async def test_a_token_that_worked_before_is_told_to_have_ended(clock, reason, words):
    login = Login("https://boards.example.org", "k" * 32, clock, answering(401, reason))
    with pytest.raises(
        Unauthorized, match=f"boards.example.org takes the token of this account no more: {words}"
    ) as caught:
        await login.check(Secret("0" * 64), kept=True)
    assert "accounts login" in caught.value.hint


async def test_a_key_that_is_gone_is_told_of_a_kept_token_too(clock):
    with pytest.raises(UnknownKey):
        await Login(ORIGIN, "k" * 32, clock, answering(401, "invalid key")).check(Secret("0" * 64), kept=True)


async def test_a_service_that_tells_no_rights_has_none_told(clock):
    def answer(request):
        me = request.url.path.endswith("/members/me")
        return (
            httpx.Response(200, json={"id": "1", "username": "ana"})
            if me
            else httpx.Response(404, text="Not Found")
        )

    caller = await Login(ORIGIN, "k" * 32, clock, lambda: httpx.MockTransport(answer)).check(Secret("0" * 64))
    assert (caller.member.username, caller.grant) == ("ana", None)


def test_where_tokens_are_ended_is_known():
    assert tokens_end_on("https://api.trello.com") == "https://trello.com/my/account, Applications"
    assert tokens_end_on("https://boards.example.org") == "https://boards.example.org/1/account"


def test_only_a_token_that_writes_asks_to_mark_notifications():
    assert (TokenRequest().scopes, TokenRequest(writes=False).scopes) == ("read,write,account", "read")
