"""A transport over a scripted service, on a clock that waits for nobody."""

from collections.abc import Callable, Iterable
from typing import Any

import httpx
import pytest

from tui.api.auth import oauth
from tui.api.transport import Transport
from tui.clock import ManualClock
from tui.secret import Secret

KEY = "CANARYkey0123456789abcdef01234567"
TOKEN = "ATTACANARY" + "7" * 66

Step = httpx.Response | Exception | Callable[[httpx.Request], httpx.Response]


class Script(httpx.AsyncBaseTransport):
    """Answers with one step after the other; the last one again and again."""

    def __init__(self, steps: Iterable[Step]) -> None:
        self.steps = list(steps)
        self.asked: list[httpx.Request] = []
        self.closed = False

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        copy = httpx.Request(
            request.method,
            request.url,
            headers=request.headers,
            content=request.content,
            extensions=request.extensions,
        )
        self.asked.append(copy)
        step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        if isinstance(step, Exception):
            raise step
        if callable(step):
            return step(copy)
        return httpx.Response(step.status_code, headers=step.headers, stream=step.stream)

    async def aclose(self) -> None:
        self.closed = True


class Service:
    """A transport, and the script it talks to."""

    def __init__(self, clock: ManualClock, steps: Iterable[Step], **options: Any) -> None:
        self.script = Script(steps)
        given = {"service": "board", "auth": oauth(KEY, Secret(TOKEN)), **options}
        base_url = given.pop("base_url", "https://board.example")
        self.transport = Transport(base_url, clock=clock, http=self.script, **given)

    @property
    def asked(self) -> list[httpx.Request]:
        return self.script.asked


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def service(clock: ManualClock) -> Callable[..., Service]:
    def make(*steps: Step, **options: Any) -> Service:
        return Service(clock, steps, **options)

    return make
