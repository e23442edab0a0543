"""Metadata of a response: its cost, the balance, whether it is a repeat, and its request id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.api.enrich import parse
from tui.api.enrich.record import ServiceRecord

if TYPE_CHECKING:
    from tui.api.message import Response

_CHARGED = ("x-credits-charged", "x-call-credits-spent")
_LEFT = ("x-credits-remaining", "x-totallimit-remaining")
_BILLING = ("billing", "credits", "meta", "usage")
_CHARGED_NAMES = ("creditscharged", "creditsconsumed", "creditsused", "creditsspent", "cost")
_LEFT_NAMES = ("creditsremaining", "creditsleft", "remainingcredits", "leftover")


def credits_charged(response: Response) -> int | None:
    """Return the credits charged, or None if the service does not say."""
    return _read_count(response, _CHARGED, _CHARGED_NAMES)


def credits_left(response: Response) -> int | None:
    """Return the credits left, or None if the service does not say."""
    return _read_count(response, _LEFT, _LEFT_NAMES)


def repeated(response: Response) -> bool:
    """Return whether the service says that this account had the result already."""
    if response.headers.get("x-cache", "").lower().startswith("hit"):
        return True
    return ServiceRecord(response.json).flag("repeat", "cached", "fromcache", "alreadyowned")


def request_id(response: Response) -> str:
    """Return the service's id of the call, or ""."""
    for name in ("x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid"):
        if value := response.headers.get(name):
            return value[:100]
    return ServiceRecord(response.json).text("requestid", "traceid")[:100]


def _read_count(response: Response, headers: tuple[str, ...], names: tuple[str, ...]) -> int | None:
    for name in headers:
        if (number := parse.whole(response.headers.get(name))) is not None:
            return number
    body = ServiceRecord(response.json)
    return parse.first_of(level.whole(*names) for level in (body, *(body.inner(name) for name in _BILLING)))
