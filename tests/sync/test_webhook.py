"""Messages of the service: only signed, sound and new ones wake the pull, and nothing else happens."""

import asyncio
import base64
import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from tests.corpora import corpus
from tui.clock import ManualClock
from tui.model.values.scalars import format_instant
from tui.secret import Secret
from tui.sync.webhook import Message, Receiver, Verifier

SECRET, URL = "test-oauth-secret", "https://hooks.example.test/trello"
MODEL = "6" * 24


def signature(body: bytes, secret: str = SECRET, url: str = URL) -> bytes:
    return base64.b64encode(hmac.digest(secret.encode(), body + url.encode(), hashlib.sha1))


class Bell:
    """Counts how often it was rung."""

    def __init__(self) -> None:
        self.rung = 0

    def __call__(self, message: Message) -> None:
        self.rung += not message.late


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def verifier(clock: ManualClock, bell: Bell) -> Verifier:
    return Verifier(Secret(SECRET), URL, clock, bell)


def message(clock: ManualClock, number: int = 1, *, days: float = 0, **more: Any) -> bytes:
    date = format_instant(clock.now() + timedelta(days=days))
    action = {"id": f"{number:024x}", "type": "updateCard", "date": date, "data": {}} | more
    return json.dumps({"action": action, "model": {"id": MODEL}}).encode()


@pytest.mark.fault("F56")
def test_a_signed_message_wakes_once(verifier: Verifier, bell: Bell, clock: ManualClock) -> None:
    body = message(clock)
    assert [verifier.judge("POST", signature(body), body) for _ in range(3)] == [200] * 3
    assert bell.rung == 1
    later = message(clock, 2)
    assert verifier.judge("POST", signature(later), later) == 200
    assert bell.rung == 2


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        b"",
        b"x",
        "é".encode(),
        signature(b"another"),
        signature(b"body", secret=""),
        signature(b"body", url=""),
    ],
)
def test_what_is_not_signed_is_refused(verifier: Verifier, bell: Bell, wrong: bytes | None) -> None:
    assert verifier.judge("POST", wrong, b"body") == 401
    assert bell.rung == 0


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"3",
        b"{",
        b"\xff",
        b'{"action": 1}',
        b"[" * 100_000,
        b'{"action": {"id": "x"}, "model": {"id": "y"}}',
    ],
)
def test_what_is_signed_and_no_message_is_refused(verifier: Verifier, bell: Bell, body: bytes) -> None:
    assert verifier.judge("POST", signature(body), body) == 400
    assert bell.rung == 0


@pytest.mark.fault("F56")
def test_old_ones_and_ones_from_before_are_ignored(
    verifier: Verifier, bell: Bell, clock: ManualClock
) -> None:
    ages = ((1, -7.01, 0), (2, -6.99, 1), (3, 0, 2), (4, -0.1, 2), (5, 300, 3), (6, 0, 4))
    for number, days, rung in ages:
        body = message(clock, number, days=days)
        assert verifier.judge("POST", signature(body), body) == 200
        assert bell.rung == rung, number


def test_other_methods(verifier: Verifier, bell: Bell) -> None:
    assert verifier.judge("HEAD", None, b"") == 200
    assert verifier.judge("GET", None, b"") == 405
    assert verifier.judge("DELETE", None, b"") == 405
    body = b" " * 256 * 1024
    assert verifier.judge("POST", signature(body), body) == 400
    body += b" "
    assert verifier.judge("POST", signature(body), body) == 413
    assert bell.rung == 0


def test_without_a_secret_there_is_no_verifier(clock: ManualClock, bell: Bell) -> None:
    with pytest.raises(ValueError, match="secret"):
        Verifier(Secret(""), URL, clock, bell)


@pytest.fixture
async def port(verifier: Verifier) -> AsyncIterator[int]:
    receiver = Receiver(verifier, "127.0.0.1:0")
    yield await receiver.start()
    await receiver.close()


async def ask(port: int, *parts: bytes) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for part in parts:
        writer.write(part)
        await writer.drain()
    if not parts[-1]:
        writer.write_eof()
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return int(answer.split()[1])


def request(body: bytes, *headers: bytes, method: bytes = b"POST") -> bytes:
    lines = [method + b" /hook HTTP/1.1", b"Host: hooks.example.test", *headers]
    return b"\r\n".join([*lines, b"Content-Length: %d" % len(body), b"", body])


async def test_a_message_over_the_wire(port: int, bell: Bell, clock: ManualClock) -> None:
    body = message(clock)
    sign = b"X-Trello-Webhook: " + signature(body)
    assert await ask(port, request(b"", method=b"HEAD")) == 200
    whole = request(body, sign)
    assert await ask(port, whole[:40], whole[40:-5], whole[-5:]) == 200
    assert bell.rung == 1
    assert await ask(port, request(body)) == 401
    assert await ask(port, request(body, sign, b"Transfer-Encoding: chunked")) == 400
    assert await ask(port, b"nonsense\r\n\r\n") == 400
    assert await ask(port, request(b"x" * (256 * 1024 + 1), sign)) == 413
    assert await ask(port, whole[:-5], b"") == 400
    assert bell.rung == 1


@pytest.mark.fault("F56")
async def test_the_corpus(clock: ManualClock) -> None:
    told = corpus("webhooks")
    for entry in told["entries"]:
        bell = Bell()
        verifier = Verifier(Secret(told["secret"]), entry["callback_url"], clock, bell)
        headers = {name.lower(): value for name, value in entry["headers"].items()}
        sign = headers.get("x-trello-webhook")
        if {"transfer-encoding", "content-length"} <= headers.keys():
            continue  # what both lengths do is shown over the wire, above
        status = verifier.judge(
            entry["method"], None if sign is None else sign.encode(), entry["body"].encode()
        )
        assert status == entry["expect_status"], entry["why"]
        if entry["expect_status"] != 200:
            assert bell.rung == 0, entry["why"]


def test_a_message_is_remembered_until_ten_thousand_others_came(
    verifier: Verifier, bell: Bell, clock: ManualClock
) -> None:
    def send(number: int) -> int:
        body = message(clock, number)
        verifier.judge("POST", signature(body), body)
        return bell.rung

    for number in range(10_000):
        send(number)
    assert send(0) == 10_000, "it is the oldest that is remembered"
    assert send(10_000) == 10_001
    assert send(0) == 10_002
