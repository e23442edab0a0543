"""Behind a proxy that speaks TLS: browsers and signatures know the server by its public address."""

import httpx
import pytest
from oauthlib.oauth1 import Client

from tests.server.authorize.conftest import PASSWORD, Browser

PUBLIC = "https://board.test"


@pytest.fixture
def origin():
    """Where the server's web addresses begin."""
    return PUBLIC


@pytest.fixture
async def browser(team):
    """A browser whose https requests reach the server as http, with the Host it asked for."""

    class Proxy(httpx.ASGITransport):
        async def handle_async_request(self, request):
            request.url = request.url.copy_with(scheme="http")
            return await super().handle_async_request(request)

    transport = Proxy(team.service.app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=PUBLIC) as http:
        yield Browser(team, http)


async def test_a_member_allows_at_the_public_address(browser):
    page = await browser.open()
    assert "Secure" in page.headers["set-cookie"]
    own = {"Origin": PUBLIC}
    review = await browser.submit(page, own, username="ana", password=PASSWORD)
    assert (await browser.submit(review, {"Origin": "http://board.test"}, approve="1")).status_code == 403
    assert 'id="token"' in (await browser.submit(review, own, approve="1")).text


async def test_signatures_are_made_for_the_public_address(browser, team):
    stamp = str(int(team.clock.now().timestamp()))
    for address, status in ((PUBLIC, 200), ("http://board.test", 401)):
        client = Client(team.app.key, client_secret=team.app.secret, callback_uri="oob", timestamp=stamp)
        _, headers, _ = client.sign(f"{address}/1/OAuthGetRequestToken", "POST")
        reply = await browser.http.post("/1/OAuthGetRequestToken", headers=headers)
        assert reply.status_code == status, reply.text
