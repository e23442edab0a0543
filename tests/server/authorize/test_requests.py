"""OAuth 1.0a, all of it: a request token, a member's yes, a token, and requests signed with it."""

from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import pytest
from oauthlib.oauth1 import (
    SIGNATURE_PLAINTEXT,
    SIGNATURE_TYPE_BODY,
    SIGNATURE_TYPE_QUERY,
    Client,
)

from tests.server.authorize.conftest import PASSWORD, found


@pytest.fixture
def signer(team):
    """Makes clients of oauthlib for the application, on the test's clock."""

    def make(secret=None, age=0, **more):
        stamp = str(int(team.clock.now().timestamp()) - age)
        return Client(team.app.key, client_secret=secret or team.app.secret, timestamp=stamp, **more)

    return make


@pytest.fixture
def send(browser):
    """Send a request that a client of oauthlib has signed."""

    async def sent(client, method, path, data=None):
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if data else {}
        url, headers, body = client.sign(
            f"http://board.test{path}", method, urlencode(data) if data else None, headers
        )
        return await browser.http.request(method, url, headers=headers, content=body or None)

    return sent


@pytest.fixture
def dance(browser, signer, send):
    """The whole dance; the token and its secret."""

    async def danced(**more):
        asked = dict(
            parse_qsl(
                (await send(signer(callback_uri="oob", **more), "POST", "/1/OAuthGetRequestToken")).text
            )
        )
        assert asked.pop("oauth_callback_confirmed") == "true"
        token, secret = asked["oauth_token"], asked["oauth_token_secret"]
        page = await browser.open(
            "/1/OAuthAuthorizeToken", oauth_token=token, scope="read,write", expiration="1hour"
        )
        if "password" in page.text:
            page = await browser.submit(page, username="ana", password=PASSWORD)
        shown = await browser.submit(page, approve="1")
        verifier = found(r'<pre id="verifier"[^>]*>(\w+)</pre>', shown.text)
        mine = {"resource_owner_key": token, "resource_owner_secret": secret}
        wrong = await send(signer(verifier="nope", **mine, **more), "POST", "/1/OAuthGetAccessToken")
        assert (wrong.status_code, wrong.text) == (401, "invalid verifier")
        reply = await send(signer(verifier=verifier, **mine, **more), "POST", "/1/OAuthGetAccessToken")
        assert reply.status_code == 200, reply.text
        again = await send(signer(verifier=verifier, **mine, **more), "POST", "/1/OAuthGetAccessToken")
        assert (again.status_code, again.text) == (401, "invalid token")
        given = dict(parse_qsl(reply.text))
        return {
            "resource_owner_key": given["oauth_token"],
            "resource_owner_secret": given["oauth_token_secret"],
        }

    return danced


@pytest.mark.parametrize(
    "how",
    [{}, {"signature_method": SIGNATURE_PLAINTEXT}, {"signature_type": SIGNATURE_TYPE_QUERY}],
    ids=["header", "plaintext", "query"],
)
async def test_the_dance_gives_a_token_that_signs(dance, signer, send, browser, how):
    mine = await dance(**how)
    me = await send(signer(**mine, **how), "GET", "/1/members/me?fields=username&x=a%20b%2Bc&y=%C3%BC")
    assert (me.status_code, me.json()["username"]) == (200, "ana")
    assert (await browser.me(mine["resource_owner_key"])).status_code == 200


@pytest.mark.parametrize("workers", [2])
async def test_workers_on_one_file_do_not_wait_for_themselves(dance, browser):
    mine = await dance()
    assert (await browser.me(mine["resource_owner_key"])).status_code == 200


async def test_a_signature_covers_the_form(dance, signer, send, browser):
    mine = await dance()
    made = await send(
        signer(**mine), "POST", "/1/boards", {"name": "Bäckerei & Söhne 100%", "desc": "a=b&c d+e"}
    )
    assert (made.status_code, made.json()["name"]) == (200, "Bäckerei & Söhne 100%")
    body = signer(**mine, signature_type=SIGNATURE_TYPE_BODY)
    assert (await send(body, "POST", "/1/boards", {"name": "y"})).status_code == 200
    url, headers, content = signer(**mine).sign(
        "http://board.test/1/boards",
        "POST",
        "name=xyz",
        {"Content-Type": "application/x-www-form-urlencoded"},
    )
    forged = await browser.http.post(url, headers=headers, content=content.replace("xyz", "abc"))
    assert (forged.status_code, forged.text) == (401, "invalid signature")


async def test_a_signature_may_be_for_a_proxy_that_speaks_tls(dance, signer, browser):
    mine = await dance()
    for address, status in (("https://board.test", 200), ("https://other.test", 401)):
        _, headers, _ = signer(**mine).sign(f"{address}/1/members/me")
        assert (await browser.http.get("/1/members/me", headers=headers)).status_code == status


async def test_a_signature_is_good_once_and_not_for_long(dance, signer, browser, send, team):
    mine = await dance()
    url, headers, _ = signer(**mine).sign("http://board.test/1/members/me")
    assert (await browser.http.get(url, headers=headers)).status_code == 200
    replayed = await browser.http.get(url, headers=headers)
    assert (replayed.status_code, replayed.text) == (401, "nonce already used")
    for age in (301, -301, 10**9):
        old = await send(signer(age=age, **mine), "GET", "/1/members/me")
        assert (old.status_code, old.text) == (401, "expired timestamp"), age
    forged = await send(signer(secret="f" * 64, **mine), "GET", "/1/members/me")
    assert (forged.status_code, forged.text) == (401, "invalid signature")
    team.clock.advance(602)
    assert (await browser.http.get(url, headers=headers)).text == "expired timestamp"


async def test_who_has_a_key_and_token_only_signs_with_empty_secrets(dance, browser, team):
    mine = await dance()
    stamp = str(int(team.clock.now().timestamp()))
    client = Client(team.app.key, resource_owner_key=mine["resource_owner_key"], timestamp=stamp)
    url, headers, _ = client.sign("http://board.test/1/members/me")
    assert (await browser.http.get(url, headers=headers)).status_code == 200


async def test_the_callback_gets_the_verifier_and_a_no(browser, signer, send):
    for answer, expected in ((("approve", "1"), "oauth_verifier"), (("deny", "1"), "error")):
        asked = await send(
            signer(callback_uri="http://127.0.0.1:8099/cb?x=1"), "GET", "/1/OAuthGetRequestToken"
        )
        token = parse_qs(asked.text)["oauth_token"][0]
        page = await browser.open("/1/OAuthAuthorizeToken", oauth_token=token)
        if "password" in page.text:
            page = await browser.submit(page, username="ana", password=PASSWORD)
        reply = await browser.submit(page, **dict([answer]))
        parts = urlsplit(reply.headers["location"])
        told = parse_qs(parts.query)
        assert (parts.netloc, told["x"], told["oauth_token"]) == ("127.0.0.1:8099", ["1"], [token])
        assert expected in told
        over = await browser.open("/1/OAuthAuthorizeToken", oauth_token=token)
        assert over.status_code == 400


async def test_request_tokens_are_for_known_applications_and_addresses(browser, signer, send, team):
    assert (await browser.http.post("/1/OAuthGetRequestToken")).text == "invalid signature"
    stranger = Client("0" * 32, client_secret="x", timestamp=str(int(team.clock.now().timestamp())))
    assert (await send(stranger, "POST", "/1/OAuthGetRequestToken")).text == "invalid key"
    assert (await send(signer(secret="x"), "POST", "/1/OAuthGetRequestToken")).text == "invalid signature"
    evil = await send(signer(callback_uri="https://evil.test/cb"), "POST", "/1/OAuthGetRequestToken")
    assert (evil.status_code, evil.text) == (400, "invalid value for return_url")
    assert (await browser.open("/1/OAuthAuthorizeToken", oauth_token="x")).status_code == 400


@pytest.mark.parametrize(
    "header",
    [
        "OAuth", "OAuth ", "OAuth oauth_signature", 'OAuth oauth_signature=""', "OAuth =,=,=", 'OAuth oauth_signature="x", "',
        'OAuth oauth_consumer_key="{key}", oauth_signature="x", oauth_signature_method="RSA-SHA1"',
        'OAuth oauth_consumer_key="{key}", oauth_signature="%00%ff", oauth_signature_method="HMAC-SHA1", oauth_timestamp="²"',
        'OAuth oauth_consumer_key="{key}", oauth_signature="\xff", oauth_signature_method="PLAINTEXT"',
        "Bearer x", "Basic eDp5", 'OAuth oauth_token="x"',
    ],
)  # fmt: skip
async def test_headers_that_are_not_what_they_say(browser, team, header):
    sent = {"Authorization": header.replace("{key}", team.app.key).encode("latin-1")}
    for method, path in (
        ("GET", "/1/members/me"),
        ("POST", "/1/OAuthGetRequestToken"),
        ("GET", "/1/OAuthGetAccessToken"),
    ):
        reply = await browser.http.request(method, path, headers=sent)
        assert reply.status_code == 401, reply.text
