"""The time of a service, by the Date header of its answers."""

from datetime import UTC, datetime, timedelta

import httpx
import pytest

from tui.api.message import Request
from tui.api.server_time import ServerClock, date_of, offset_of
from tui.api.transport import Transport
from tui.clock import ManualClock

AT = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("date", "ahead"),
    [
        ("Sat, 21 Nov 2026 10:00:00 GMT", timedelta(hours=1)),
        ("Sat, 21 Nov 2026 08:59:50 GMT", timedelta(seconds=-10)),
        ("Sat, 21 Nov 2026 08:59:57 GMT", timedelta(seconds=-3)),
        ("Sat, 21 Nov 2026 08:59:58 GMT", timedelta()),
        ("yesterday", None),
        ("Fri, 31 Dec 9999 23:59:59 GMT", None),
        ("Mon, 01 Jan 0001 00:00:00 +2359", None),
        ("", None),
    ],
)
def test_a_difference_beyond_the_precision_of_the_header_is_told(date: str, ahead: timedelta | None) -> None:
    assert offset_of({"date": date}, AT) == ahead


def test_a_date_without_a_zone_is_in_utc() -> None:
    assert date_of({"date": "Sat, 21 Nov 2026 10:00:00 -0000"}) == AT + timedelta(hours=1)


async def test_a_transport_knows_the_time_of_its_service() -> None:
    dates = iter(["Sat, 21 Nov 2026 10:00:00 GMT", None])

    def answer(_: httpx.Request) -> httpx.Response:
        date = next(dates)
        return httpx.Response(200, json={}, headers={} if date is None else {"Date": date})

    clock = ManualClock(AT)
    transport = Transport("https://board.example", clock=clock, http=httpx.MockTransport(answer))
    there = ServerClock(clock, lambda: transport.clock_offset)
    assert there.now() == AT
    for _ in range(2):
        await transport.send(Request("GET", "/1/members/me"))
        assert there.now() == AT + timedelta(hours=1)
    await there.sleep(5)
    assert (there.now(), there.monotonic()) == (AT + timedelta(hours=1, seconds=5), clock.monotonic())
