"""The road through the pages: sign in, review, allow or deny, and where the token goes."""

import re
from urllib.parse import quote, unquote

import pytest

from tests.corpora import texts
from tests.server.authorize.conftest import PASSWORD, found
from tui.server.storage import db

TOKEN = re.compile(r'<pre id="token"[^>]*>(ATTA[0-9a-f]{72})</pre>')


async def test_a_token_is_shown_after_signing_in_and_allowing(browser, team):
    page = await browser.open(name="Order bot", scope="read,write", expiration="1day", response_type="token")
    assert (page.status_code, "Order bot" in page.text, "Allow" in page.text) == (200, True, False)
    review = await browser.submit(page, username="ANA", password=PASSWORD)
    for words in ("Ana Reid", "See your boards", "Change your boards", "in one day", "Bakery bot"):
        assert words in review.text
    assert "See and change your account" not in review.text
    shown = await browser.submit(review, approve="1")
    token = found(TOKEN, shown.text)
    about = (
        await browser.http.get(f"/1/tokens/{token}", params={"key": team.app.key, "token": token})
    ).json()
    assert (about["identifier"], about["dateExpires"]) == ("Order bot", "2026-11-22T09:00:00.000Z")
    assert about["appKey"] == team.app.key
    made = await browser.http.post(
        "/1/boards", params={"key": team.app.key, "token": token, "name": "Bakery"}
    )
    assert made.status_code == 200, made.text
    assert (await browser.me(token)).json()["email"] is None
    team.clock.advance(86_400)
    assert (await browser.me(token)).text == "expired token"


async def test_the_token_goes_to_the_address_in_its_fragment(browser):
    for address in (
        "http://127.0.0.1:8765/cb",
        "http://localhost:1/?a=b",
        "http://[::1]:99/x",
        "https://app.example.org/in",
    ):
        review = await browser.signed_in(return_url=address, callback_method="fragment", scope="read")
        if "approve" not in review.text:
            review = await browser.open(return_url=address)
        reply = await browser.submit(review, approve="1")
        where, _, token = reply.headers["location"].partition("#token=")
        assert (reply.status_code, where, (await browser.me(token)).status_code) == (303, address, 200)
        review = await browser.open(return_url=address)
        reply = await browser.submit(review, deny="1")
        assert unquote(reply.headers["location"]) == f"{address}#error=Token request rejected"


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.test", "https://app.example.org.evil.test/", "https://app.example.org:8443/", "http://app.example.org/",
        "https://app.example.org@evil.test/", "javascript:alert(1)", "//evil.test/", "https:evil.test", "/1/boards",
        "http://127.0.0.1.evil.test/", "http://localhost.evil.test/", "https://app.example.org\\@evil.test/",
        "data:text/html,x", "http://2130706433.evil.test/", "https://app.example.org\r\nX: y", "http://[::1", "x" * 3000,
        "http://127.0.0.1:99999/", "https://аpp.example.org/", "file:///etc/passwd", " https://app.example.org/",
    ],
)  # fmt: skip
async def test_no_token_goes_where_the_application_is_not_registered(browser, address):
    page = await browser.open(return_url=address)
    assert (page.status_code, "form_token" in page.text) == (400, False)
    assert "location" not in page.headers


async def test_the_opener_is_told_by_message_and_only_at_its_origin(browser):
    review = await browser.signed_in(
        callback_method="postMessage", return_url="https://app.example.org/deep/page"
    )
    told = await browser.submit(review, approve="1")
    token, target = found(r'data-message="(ATTA\w{72})" data-target="([^"]+)"', told.text)
    assert (target, (await browser.me(token)).status_code) == ("https://app.example.org", 200)
    review = await browser.open(callback_method="postMessage", return_url="https://app.example.org/deep/page")
    assert 'data-message="Token request rejected"' in (await browser.submit(review, deny="1")).text
    assert (await browser.open(callback_method="postMessage")).status_code == 400


async def test_denying_gives_nothing(browser, team):
    review = await browser.signed_in()
    assert "Nothing was given" in (await browser.submit(review, deny="1")).text
    with db.reading(team.service.engine) as connection:
        assert connection.execute(db.tokens.select()).all() == []


async def test_pages_can_not_be_framed_or_scripted(browser):
    page = await browser.open()
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert page.headers["x-frame-options"] == "DENY"
    assert "access-control-allow-origin" not in page.headers
    for name, kind in (("style.css", "text/css"), ("page.js", "text/javascript")):
        asset = await browser.http.get(f"/1/authorize/{name}")
        assert (asset.status_code, asset.headers["content-type"].partition(";")[0]) == (200, kind)
    assert (await browser.http.get("/1/authorize/__init__.py")).status_code == 404
    assert (await browser.http.get("/1/authorize/..%2froutes.py")).status_code == 404


NAMES = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'-alert(1)-'",
    "{{7*7}}",
    "\u202egnp.exe",
    "a\x00b\u200bc",
]


def elements(page):
    return len(re.findall(r"<[a-z/!]", page.text))


async def test_whatever_an_application_calls_itself_stays_text(browser, team):
    names = NAMES + texts("markup", "unicode", "control_chars")
    await browser.signed_in()
    usual = {elements(await browser.open(name=name)) for name in ("plain", "")}
    for name in names:
        query = quote(name.encode("utf-8", "replace")[:2000])
        page = await browser.http.get(f"/1/authorize?key={team.app.key}&name={query}")
        assert page.status_code == 200, name
        assert elements(page) in usual, name
        assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\x00]", page.text), name


async def test_the_policy_lets_the_form_lead_to_the_application_and_nowhere_else(browser):
    for address, source in (
        ("", "'self';"),
        ("http://127.0.0.1:8765/cb", "'self' http://127.0.0.1:8765;"),
        ("http://[::1]:8765/cb", "'self' http:;"),
    ):
        page = await browser.open(return_url=address)
        assert f"form-action {source}" in page.headers["content-security-policy"]
