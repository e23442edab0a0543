"""A service is tried by a request for nobody, and what is wrong is told by the part to look at."""

from collections.abc import Mapping

import httpx
import pytest

from tests.stories.world import URL
from tui.adapters.adapter import Adapter
from tui.adapters.read import built_in
from tui.clock import ManualClock
from tui.errors import RemoteError
from tui.secret import Secret
from tui.sync.enrich.connect import try_out
from tui.sync.enrich.probe import NOBODY
from tui.sync.link import Link

COMPANIES_ONLY = """
name = "firms"
about = "Companies by their domain."
[company]
path = "/company"
by.domain = { query.domain = "{domain}" }
fields.name = "name"
"""


class Answers(httpx.AsyncBaseTransport):
    """A service that says one thing to whatever it is asked, and its balance."""

    def __init__(self, answer: httpx.Response | Exception) -> None:
        self.answer = answer
        self.asked: list[httpx.Request] = []
        self.closed = False

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        if "credits" in request.url.path:
            return httpx.Response(200, json={"credits": 7})
        self.asked.append(request)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    async def aclose(self) -> None:
        self.closed = True


def link(http: Answers, adapter: Adapter) -> Link:
    return Link(URL, "k", Secret("t"), http=http, enrich_url=URL, enrich_key=Secret("sk"), adapter=adapter)


def says(status: int, body: Mapping[str, object] | None = None) -> Answers:
    return Answers(httpx.Response(status, json=body or {"error": {"code": "x", "message": "made up"}}))


MISS = {"error": {"code": "no_match", "message": "Person not found"}}


async def test_a_miss_is_a_service_that_is_set_up_right(clock: ManualClock) -> None:
    service = says(404, MISS)
    assert await try_out(link(service, built_in("platform")), clock) == 7
    [asked] = service.asked
    assert NOBODY in asked.content.decode()
    assert service.closed


@pytest.mark.parametrize(
    ("service", "words", "hint"),
    [
        (says(401), "wrong key: ", "--auth"),
        (says(403), "wrong key, or one that may not look people up: ", "--auth"),
        (says(402), "out of credits; address, key and shape are right: ", ""),
        (says(404), "wrong address: ", "--url"),
        (says(400), "wrong shape: ", "--dialect"),
        (Answers(httpx.ConnectError("refused")), "cardscout.localhost:80 cannot be reached: ", "connection"),
        (Answers(httpx.ReadTimeout("late")), "no answer came: ", "connection"),
        (Answers(httpx.Response(200, html="<html>Welcome</html>")), "wrong address: ", "--url"),
    ],
    ids=["401", "403", "402", "404", "400", "no way", "no answer", "a web page"],
)
async def test_what_is_wrong_is_told(clock: ManualClock, service: Answers, words: str, hint: str) -> None:
    with pytest.raises(RemoteError) as caught:
        await try_out(link(service, built_in("platform")), clock)
    assert str(caught.value).startswith(words)
    assert hint in caught.value.hint
    assert "connection" not in hint or "--dialect" not in caught.value.hint
    assert service.closed, "the connection is given back, whatever it said"
