"""Bodies are read to their end, up to a cap."""

import pytest
from starlette.requests import Request

from tui.server.pipeline.body import read_whole
from tui.server.pipeline.params import Refused


def request_of(*messages):
    waiting = list(messages)

    async def receive():
        return waiting.pop(0)

    return Request({"type": "http", "method": "POST", "headers": []}, receive)


def part(content, *, more):
    return {"type": "http.request", "body": content, "more_body": more}


async def test_a_body_is_read_to_its_end():
    assert await read_whole(request_of(part(b"ka ", more=True), part(b"pai", more=False)), 6) == b"ka pai"


async def test_a_body_that_is_too_long_is_refused_before_its_end():
    with pytest.raises(Refused) as refused:
        await read_whole(request_of(part(b"ka pai", more=True)), 5)
    assert refused.value.status == 413


async def test_a_sender_who_leaves_is_told_nothing_worse_than_400():
    with pytest.raises(Refused) as refused:
        await read_whole(request_of(part(b"ka", more=True), {"type": "http.disconnect"}), 100)
    assert refused.value.status == 400
