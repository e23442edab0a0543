"""Rate limits of accounts and keys, counted in fixed windows across all processes of a service."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

from tui.server.access.counter import Counter, window_end
from tui.server.enrich.problems import Problem

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.server.enrich.ledger import LookupCaller

_SECOND, _MINUTE = 1, 60
_WORDS = {_SECOND: "second", _MINUTE: "minute"}


@dataclass(frozen=True, slots=True)
class Window:
    """A time window in which requests are counted together.

    Attributes:
        name: The counter's name: window length, and account or key.
    """

    name: str
    most: int
    seconds: int


class Rates:
    """A rate limiter, which counts requests and refuses those over the limit.

    Args:
        clock: Gives the current time window.
        usual: Requests per second of an account whose plan sets no limit; None for no limit.
    """

    def __init__(self, clock: Clock, counter: Counter, usual: int | None) -> None:
        self._clock = clock
        self._counter = counter
        self._usual = usual

    def count(self, who: LookupCaller) -> dict[str, str]:
        """Count one request, and return rate-limit headers for the window with the fewest requests left.

        Raises:
            Problem: 429, when one of the windows is used up.
        """
        now = self._clock.now()
        windows = list(self._windows(who))
        if not windows:
            return {}
        ends = {window.name: window_end(now, window.seconds) for window in windows}
        used = self._counter.add(ends)
        tight = min(windows, key=lambda each: (each.most - used[each.name], each.seconds))
        left, wait = tight.most - used[tight.name], max(1, math.ceil(ends[tight.name] - now.timestamp()))
        headers = {
            "X-RateLimit-Limit": str(tight.most),
            "X-RateLimit-Remaining": str(max(0, left)),
            "X-RateLimit-Reset": str(wait),
        }
        if left < 0:
            headers["Retry-After"] = str(wait)
            words = f"more than {tight.most} requests a {_WORDS[tight.seconds]}"
            raise Problem(HTTPStatus.TOO_MANY_REQUESTS, "rate_limited", words, headers=headers)
        return headers

    def _windows(self, who: LookupCaller) -> Iterator[Window]:
        second, minute, key_second, key_minute = who.rates
        second = self._usual if second is None else second
        for most, seconds, name in (
            (second, _SECOND, who.account), (minute, _MINUTE, who.account),
            (key_second, _SECOND, f"key {who.key}"), (key_minute, _MINUTE, f"key {who.key}"),
        ):  # fmt: skip
            if most is not None:
                yield Window(f"enrich {seconds} {name}", most, seconds)
