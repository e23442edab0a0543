"""Rate limits of the served board service, counted in fixed windows of ten seconds.

The embedded server has one caller, itself, and no limits; so it says nothing about any.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tui.clock import Clock
from tui.server.auth import Session
from tui.server.refusal import Refused

INTERVAL = 10.0
"""Seconds of a window."""

_MOST_KEPT = 10_000


@dataclass(frozen=True, slots=True)
class Bucket:
    """What is counted together, and how many of it a window holds."""

    header: str
    most: int
    error: str


_KEY = Bucket("Api-Key", 300, "API_KEY_LIMIT_EXCEEDED")
_TOKEN = Bucket("Api-Token", 100, "API_TOKEN_LIMIT_EXCEEDED")
_MEMBER = Bucket("Member", 200, "MEMBER_LIMIT_EXCEEDED")
EXPOSED = ", ".join(
    f"X-Rate-Limit-{bucket.header}-{part}"
    for bucket in (_KEY, _TOKEN, _MEMBER)
    for part in ("Interval-Ms", "Max", "Remaining")
)
"""The headers a page in a browser may read."""


class Limits:
    """Counts requests a key, a token and a member, and refuses what is over.

    Args:
        clock: Whose monotonic time cuts the windows.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._window = 0
        self._counts: dict[tuple[str, str], int] = {}

    def count(self, session: Session) -> dict[str, str]:
        """Count one request of ``session``, and say in headers what is left.

        Raises:
            Over: There was nothing left in one of its buckets.
        """
        window = int(self._clock.monotonic() // INTERVAL)
        if window != self._window or len(self._counts) > _MOST_KEPT:
            self._window, self._counts = window, {}
        headers: dict[str, str] = {}
        over: Bucket | None = None
        for bucket, name in _buckets(session):
            used = self._counts[bucket.header, name] = self._counts.get((bucket.header, name), 0) + 1
            left = bucket.most - used
            over = bucket if left < 0 and over is None else over
            headers |= {
                f"X-Rate-Limit-{bucket.header}-Interval-Ms": str(int(INTERVAL * 1000)),
                f"X-Rate-Limit-{bucket.header}-Max": str(bucket.most),
                f"X-Rate-Limit-{bucket.header}-Remaining": str(max(0, left)),
            }
        if over is not None:
            raise Over(over, headers, (window + 1) * INTERVAL - self._clock.monotonic())
        return headers


class Over(Refused):
    """Too many requests; ``headers`` go with the answer."""

    def __init__(self, bucket: Bucket, headers: dict[str, str], wait: float) -> None:
        super().__init__(429, {"error": bucket.error, "message": "Rate limit exceeded"})
        self.headers = headers | {"Retry-After": str(max(1, round(wait + 0.5)))}


def _buckets(session: Session) -> Iterator[tuple[Bucket, str]]:
    yield _KEY, session.key
    if session.token:
        yield _TOKEN, session.token
    if session.id_member:
        yield _MEMBER, session.id_member
