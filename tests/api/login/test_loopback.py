"""The server on this machine that takes one answer of a permission page."""

import asyncio
import re
from urllib.parse import urlsplit

import httpx
import pytest

from tui.api.login import loopback
from tui.api.login.loopback import Loopback, Redirect
from tui.secret import Secret


@pytest.fixture
async def back():
    async with Loopback() as made:
        yield made


@pytest.fixture
async def http():
    async with httpx.AsyncClient(trust_env=False) as client:
        yield client


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("token=ATTAx", Redirect(token=Secret("ATTAx"))),
        ("oauth_token=r&oauth_verifier=v%3D", Redirect(verifier=Secret("v="))),
        ("error=denied", Redirect(error="denied")),
        ("x=1", None),
        ("token=", None),
        ("", None),
    ],
)
def test_an_answer_is_a_token_a_verifier_or_a_reason(text, found):
    assert Redirect.read(text) == found


async def test_a_token_comes_from_our_own_page_and_once(back, http):
    page = await http.get(back.address)
    assert "location.hash" in page.text
    own = {"Origin": back.origin}
    told = await http.post(back.address, content="token=ATTAx", headers=own)
    assert (told.status_code, "Allowed" in told.text) == (200, True)
    assert (await back.answer()).token.reveal() == "ATTAx"
    again = await http.post(back.address, content="token=ATTAy", headers=own)
    assert (again.status_code, "answered already" in again.text) == (410, True)
    assert (await back.answer()).token.reveal() == "ATTAx"


@pytest.mark.parametrize(
    ("query", "words"), [("oauth_verifier=v", "Allowed"), ("error=denied", "Nothing was allowed")]
)
async def test_a_verifier_or_a_refusal_comes_in_the_query(back, http, query, words):
    assert words in (await http.get(f"{back.address}?{query}")).text
    answer = await back.answer()
    assert (answer.verifier.reveal(), answer.error) in {("v", ""), ("", "denied")}


async def test_nobody_else_brings_an_answer(back, http):
    own, told, there = {"Origin": back.origin}, "token=ATTAstolen", back.address
    for address, headers, status in (
        (f"{back.origin}/", own, 404),
        (f"{there}x", own, 404),
        (there, {}, 403),
        (there, {"Origin": "http://evil.example"}, 403),
        (there, {"Origin": "http://evil.example", "Host": "evil.example"}, 404),
        (there, own | {"Host": "localhost:1"}, 404),
    ):
        assert (await http.post(address, content=told, headers=headers)).status_code == status
    assert (await http.post(there, content="x=1", headers=own)).status_code == 400
    for size, status in ((8192, 400), (8193, 413)):
        assert (await http.post(there, content="x" * size, headers=own)).status_code == status
    assert (await http.put(there, content=told, headers=own)).status_code == 405
    # A token in a query would be in histories and logs: none is taken from there.
    assert "location.hash" in (await http.get(f"{there}?{told}")).text
    waiting = asyncio.ensure_future(back.answer())
    await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()


async def test_a_port_that_is_taken_is_passed_over(back, monkeypatch):
    taken = urlsplit(back.origin).port
    monkeypatch.setattr(loopback, "PORTS", (taken, 0))
    async with Loopback() as second:
        assert second.origin != back.origin
        assert second.address != back.address
    monkeypatch.setattr(loopback, "PORTS", (taken,))
    with pytest.raises(OSError, match="in use"):
        await Loopback().__aenter__()


async def test_its_pages_load_nothing_and_stay_in_no_frame_or_cache(back, http):
    page = await http.get(back.address)
    policy = page.headers["content-security-policy"]
    nonce = re.search(r'<script nonce="([^"]+)"', page.text)
    assert nonce is not None
    assert f"script-src 'nonce-{nonce[1]}'" in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert (page.headers["cache-control"], page.headers["referrer-policy"]) == ("no-store", "no-referrer")


@pytest.mark.parametrize(
    "sent", [b"hello\r\n\r\n", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc", b""]
)
async def test_what_is_no_request_is_answered_or_left(back, sent):
    reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(back.origin).port)
    writer.write(sent)
    writer.write_eof()
    reply = await reader.read()
    assert reply == b"" or reply.startswith(b"HTTP/1.1 400 ")
    writer.close()


async def test_nothing_is_taken_once_it_is_closed(http):
    async with Loopback() as made:
        address = made.address
    with pytest.raises(httpx.ConnectError):
        await http.get(address)
