"""Rate limits of the served board service, counted in fixed windows (docs/reference/board.md, 5.1).

The embedded server has its own program as the only caller and no limits, so it sends no headers about them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

from tui.server.access.counter import Counter, MemoryCounter, window_end
from tui.server.pipeline.params import Refused

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.server.pipeline.auth import Principal

INTERVAL = 10
"""Length of a window in seconds."""

_LONG = 900
_STORM = 200
"""Number of refusals in a window after which all requests of the key are refused until the window ends."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """A rate limit: a group of requests that are counted together, and their maximum per window.

    Attributes:
        name: The name of the bucket, as in its headers if it has any.
        most: The maximum number of requests.
        error: The hosted service's error code.
        message: The hosted service's error message.
    """

    name: str
    most: int
    error: str
    message: str = "Rate limit exceeded"
    seconds: int = INTERVAL
    in_headers: bool = True


_KEY = Bucket("Api-Key", 300, "API_KEY_LIMIT_EXCEEDED")
_TOKEN = Bucket("Api-Token", 100, "API_TOKEN_LIMIT_EXCEEDED")
_MEMBER = Bucket("Member", 200, "MEMBER_LIMIT_EXCEEDED")
_REPORTED = (_KEY, _TOKEN, _MEMBER)
_MEMBERS = Bucket(
    "Members", 100, "RATE_LIMIT_EXCEEDED", "Exceeded rate limit to /1/member", seconds=_LONG, in_headers=False
)
# The service documents a separate limit for search but not its size: the limit of /members is used.
_SEARCH = Bucket(
    "Search", 100, "RATE_LIMIT_EXCEEDED", "Exceeded rate limit to /1/search", seconds=_LONG, in_headers=False
)
_REFUSED = Bucket("Refused", _STORM, "API_KEY_LIMIT_EXCEEDED", in_headers=False)

_COSTLY = (
    (re.compile(r"/1/members?/[^/]+/?", re.IGNORECASE), _MEMBERS),
    (re.compile(r"/1/search(/members)?/?", re.IGNORECASE), _SEARCH),
)


class Limits:
    """Counts requests per key, token and member, and refuses those over a limit.

    Args:
        counter: The counter; None for one in this process's memory.
    """

    def __init__(self, clock: Clock, counter: Counter | None = None) -> None:
        self._clock = clock
        self.counter: Counter = counter or MemoryCounter(clock)

    def count(self, session: Principal, path: str = "") -> dict[str, str]:
        """Count one request of ``session`` for ``path``, and return headers with the remaining numbers.

        Raises:
            RateLimitExceeded: One of the request's buckets is exhausted.
        """
        now = self._clock.now()
        mine = {_name(bucket, who): bucket for bucket, who in _buckets(session, path)}
        ends = {name: window_end(now, bucket.seconds) for name, bucket in mine.items()}
        storm = _name(_REFUSED, session.key)
        used = self.counter.add(ends, only_look=[storm])
        headers = full_headers() | {
            f"X-Rate-Limit-{bucket.name}-Remaining": str(max(0, bucket.most - used[name]))
            for name, bucket in mine.items()
            if bucket.in_headers
        }
        for name, bucket in mine.items():
            if used[name] > bucket.most:
                if name != storm:
                    self.counter.add({storm: ends[storm]})
                raise RateLimitExceeded(bucket, headers, ends[name] - now.timestamp())
        return headers


class RateLimitExceeded(Refused):
    """The refusal of a request over a limit; ``headers`` go with the answer."""

    def __init__(self, bucket: Bucket, headers: dict[str, str], wait: float) -> None:
        super().__init__(HTTPStatus.TOO_MANY_REQUESTS, {"error": bucket.error, "message": bucket.message})
        self.headers = headers | {"Retry-After": str(max(1, math.ceil(wait)))}


def full_headers() -> dict[str, str]:
    """Return the rate-limit headers of a caller that is not counted: everything remains."""
    headers: dict[str, str] = {}
    for bucket in _REPORTED:
        headers[f"X-Rate-Limit-{bucket.name}-Interval-Ms"] = str(bucket.seconds * 1000)
        headers[f"X-Rate-Limit-{bucket.name}-Max"] = str(bucket.most)
        headers[f"X-Rate-Limit-{bucket.name}-Remaining"] = str(bucket.most)
    return headers


def _buckets(session: Principal, path: str) -> Iterator[tuple[Bucket, str]]:
    # The order decides whose error is reported when several buckets are exhausted.
    yield _REFUSED, session.key
    if session.token:
        yield _TOKEN, session.token
    yield _KEY, session.key
    if session.id_member:
        yield _MEMBER, session.id_member
    for pattern, bucket in _COSTLY:
        if session.token and pattern.fullmatch(path):
            yield bucket, session.token


def _name(bucket: Bucket, who: str) -> str:
    return f"{bucket.name} {who}"
