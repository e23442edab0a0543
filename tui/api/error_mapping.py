"""Interpretation of responses: status and body together become an error of tui.errors, a miss, or a success.

The status alone misleads: one service sends 500 if nobody is found, another sends 200 for a rate limit, and a
401 of the board service often concerns one board and not the token.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Protocol

from tui.api import body as boundary
from tui.api.fault import Fault, read_fault
from tui.api.miss import is_miss
from tui.errors import (
    Forbidden,
    Garbled,
    NotFound,
    OptedOut,
    OutOfCredits,
    RateLimited,
    Rejected,
    RemoteError,
    ServerFault,
    Unauthorized,
)

SHORTEST, LONGEST = 1.0, 900.0
"""Bounds in seconds to which a service's wait is clamped."""

DEFAULT_WAIT = 10.0
"""Seconds to wait if the service names none: the board service's window."""

_RATE_CODE = re.compile(r"rate.?limit|too.?many.?requests|_LIMIT_EXCEEDED$", re.IGNORECASE)
_CREDIT_CODE = re.compile(
    r"no.?(?:more.?)?credits|out.?of.?credit|(?:insufficient|not.?enough).?credit|credit.?limit|payment.?required"
    r"|PFAPI0011|usage.?limit|plan.?limit|upgrade.?your.?plan|monthly.?quota",
    re.IGNORECASE,
)
_OPTED_OUT = re.compile(r"compliance.?restricted|opted.?out|claimed.?email", re.IGNORECASE)
_RETRY_IN = re.compile(
    r"\b(?:re)?try(?: again)? (?:in|after) (\d{1,8}(?:\.\d{1,3})?) ?(ms|s|m|h)?", re.IGNORECASE
)
_UNDER_WAY = re.compile(
    r"in.?(?:flight|progress|use\b)|under.?way|outstanding|being processed|concurrent", re.IGNORECASE
)
"""What a service says of a request with the same key that it has not answered yet."""

_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
# Only one board or one scope is refused, so the token still works for others (docs/reference/board.md, 2.9,
# 4.5).
_NOT_THE_TOKEN = re.compile(r"permission requested|missing scopes", re.IGNORECASE)
_ANOTHER_KEY = MappingProxyType(
    {
        "board": "Log in again: A in the screens, or cardscout accounts login NAME.",
        "enrich": "Give its key anew: cardscout providers add NAME, or accounts add for an account's own.",
    }
)
_NAMED = MappingProxyType(
    {
        "wrong key": HTTPStatus.UNAUTHORIZED,
        "forbidden": HTTPStatus.FORBIDDEN,
        "out of credits": HTTPStatus.PAYMENT_REQUIRED,
        "rate limit": HTTPStatus.TOO_MANY_REQUESTS,
        "opted out": HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS,
        "wrong address": HTTPStatus.NOT_FOUND,
        "refused": HTTPStatus.BAD_REQUEST,
        "failed": HTTPStatus.SERVICE_UNAVAILABLE,
    }
)
"""The usual status of each kind of error."""

_MORE_CREDITS = (
    "Top the account up (on a server of your own: cardscout serve key ACCOUNT --credits N), "
    "or ask another service: cardscout providers use NAME."
)


ErrorMeaning = tuple[str, str]
"""The kind of an error, one of ``_NAMED``, and the service's message or ""."""


@dataclass(frozen=True, slots=True)
class ServiceAnswer:
    """A response as received.

    Attributes:
        headers: By lower-case name.
        body: Parsed JSON, or None for no body or one that is no JSON.
        text: A body that is no JSON, as text; "" for a web page.
        html: Whether the body is a web page.
    """

    status: int
    headers: Mapping[str, str]
    body: Any = None
    text: str = ""
    html: bool = False

    @classmethod
    def read(
        cls,
        status: int,
        headers: Mapping[str, str],
        data: bytes,
        redact: Callable[[str], str] = str,
        parse: Callable[[bytes, str], Any] = boundary.parse,
    ) -> ServiceAnswer:
        """Parse a body according to its status: a success must be JSON, an error may be anything.

        Args:
            status: HTTP status.
            headers: By lower-case name.
            data: The body, decompressed.
            redact: Masks our credentials in an error's text.
            parse: Parses a body of a content type.

        Raises:
            Garbled: The body of a success cannot be read.
        """
        kind = headers.get("content-type", "")
        if status < 300:  # 2xx
            if not data.strip():
                return cls(status, headers) if status == HTTPStatus.NO_CONTENT else _empty()
            return cls(status, headers, parse(data, kind))
        masked = redact(data.decode(errors="replace")).encode(errors="replace")
        try:
            return cls(status, headers, parse(masked, kind))
        except Garbled:
            text = masked.decode(errors="replace").strip()
            html = text.startswith("<") or "html" in kind
            return cls(status, headers, text="" if html else text, html=html)


class AnswerRules(Protocol):
    """How to interpret the answers to a request, for services with their own rules."""

    def parse(self, data: bytes, content_type: str) -> Any:
        """Parse a body.

        Raises:
            Garbled: The body has another format.
        """

    def error(self, status: int, answered: Any) -> ErrorMeaning | None:
        """Return the kind and the message of an error; None if the answer is no error."""

    def message(self, answered: Any) -> str:
        """Return the text of an error from the place that the adapter names, or ""."""

    def missed(self, answer: ServiceAnswer, status: int, fault: Fault) -> bool:
        """Return whether an answer is a miss."""


def usual_miss(answer: ServiceAnswer, status: int, fault: Fault) -> bool:
    """Return whether an answer is a miss in one of the usual forms.

    Args:
        answer: The answer.
        status: The actual status.
        fault: Its body, parsed as an error.
    """
    # Only the service itself wraps a 404 in a 200; a proxy that answers in its place does not.
    wrapped = answer.status == HTTPStatus.OK and status == HTTPStatus.NOT_FOUND
    return wrapped or (not answer.html and is_miss(status, answer.body, fault))


def judge(answer: ServiceAnswer, service: str, now: datetime, rules: AnswerRules | None = None) -> bool:
    """Return whether a response is a miss, or raise its error.

    Args:
        answer: The response.
        service: ``"board"`` or ``"enrich"``: only an enrichment service hides errors in a 200.
        now: The local time, to compute a wait until a date if the response has no date of its own.
        rules: How to interpret the answers to this request; None for the default.

    Returns:
        Whether there is no such person or company, which only an enrichment service can report.

    Raises:
        RemoteError: The response is an error.
    """
    if service != "enrich" and answer.status < 300:  # 2xx
        # Most responses are, and to look for an error takes longer than to parse the few things of a usual one.
        return False
    fault = read_fault(answer.body if answer.body is not None else answer.text)
    status = _status(answer, fault, service)
    if service == "enrich":
        if rules is not None and (meaning := rules.error(status, answer.body)) is not None:
            raise _signed(_named(meaning, status, answer, fault, now), service, answer, fault)
        if (usual_miss if rules is None else rules.missed)(answer, status, fault):
            return True
        if status == HTTPStatus.ACCEPTED or _is_under_way(status, fault):  # answered later
            raise _under_way(status, _wait(answer, fault, now))
    if status < 300:  # 2xx
        return False
    if rules is not None and (message := rules.message(answer.body)):
        fault = replace(fault, message=message)
    raise _signed(_error(status, fault, answer, now, service), service, answer, fault)


def _signed(error: RemoteError, service: str, answer: ServiceAnswer, fault: Fault) -> RemoteError:
    error.service = service
    error.request_id = answer.headers.get("x-request-id", "")[:100] or fault.request_id
    return error


def _named(
    meaning: ErrorMeaning, status: int, answer: ServiceAnswer, fault: Fault, now: datetime
) -> RemoteError:
    """Return the error of the kind that the rules name; if it came as a 200, its status is that of the kind."""
    kind, message = meaning
    usual = _NAMED[kind]
    status = status if status >= 400 else int(usual)
    told = Fault(message=message or fault.message)
    match kind:
        case "rate limit":
            return RateLimited(
                "The service asks us to wait.", retry_after=_wait(answer, fault, now), status=status
            )
        case "wrong address" | "refused" | "forbidden" | "wrong key":
            error = _refusal(usual, told, "enrich")
            error.status = status
            return error
        case "failed":
            return ServerFault(_failure(answer.status, told.message), status=usual)
        case _:
            return _error(usual, told, answer, now, "enrich")


def _status(answer: ServiceAnswer, fault: Fault, service: str) -> int:
    """Return the actual status, because an enrichment service may wrap another one in a 200."""
    if service != "enrich" or answer.status != HTTPStatus.OK or not fault.failed:
        return answer.status
    if 400 <= fault.status < 600:  # the errors
        return fault.status
    return 400


def _error(status: int, fault: Fault, answer: ServiceAnswer, now: datetime, service: str) -> RemoteError:
    if status == HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS or _OPTED_OUT.search(fault.code):
        return OptedOut(fault.message or "They asked not to be looked up.", status=status)
    if status == HTTPStatus.PAYMENT_REQUIRED or _is_out_of_credits(status, fault):
        return OutOfCredits(
            fault.message or "No credits are left for this.", status=status, hint=_MORE_CREDITS
        )
    if _is_limit(status, fault):
        return RateLimited(
            "The service asks us to wait.", retry_after=_wait(answer, fault, now), status=status
        )
    if status >= 500 or status == HTTPStatus.REQUEST_TIMEOUT:
        return ServerFault(_failure(status, fault.message), status=status)
    return _refusal(status, fault, service)


def _failure(status: int, message: str) -> str:
    """Return "The service failed (500): the disk is full.": with the status of a failure, and what it says of it."""
    number = f" ({status})" if status >= 400 else ""
    said = f": {message.rstrip('.')}" if message else ""
    return f"The service failed{number}{said}."


def _is_out_of_credits(status: int, fault: Fault) -> bool:
    return status < 500 and bool(_CREDIT_CODE.search(f"{fault.code} {fault.message}"))


def _is_limit(status: int, fault: Fault) -> bool:
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return True
    return status in {HTTPStatus.BAD_REQUEST, HTTPStatus.FORBIDDEN} and bool(
        _RATE_CODE.search(fault.code) or _RETRY_IN.search(fault.message)
    )


def _is_under_way(status: int, fault: Fault) -> bool:
    return status == HTTPStatus.CONFLICT and bool(_UNDER_WAY.search(f"{fault.code} {fault.message}"))


def _under_way(status: int, wait: float) -> RateLimited:
    """Return the error of a request that the service has accepted, and may charge, but not answered yet."""
    error = RateLimited("The service is still looking.", retry_after=wait, status=status)
    error.sent = True
    return error


def _refusal(status: int, fault: Fault, service: str) -> RemoteError:
    message = fault.message
    if status == HTTPStatus.UNAUTHORIZED and not _NOT_THE_TOKEN.search(message):
        return Unauthorized(
            message or "The key or token is not accepted.",
            status=HTTPStatus.UNAUTHORIZED,
            hint=_ANOTHER_KEY[service],
        )
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return Forbidden(message or "This member may not do that.", status=status)
    if status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}:
        return NotFound(message or "There is no such thing, or no longer.", status=status)
    if status < 400:
        return Garbled(f"The service answered {status}, which means nothing here.", status=status)
    return Rejected(message or f"The service refused ({status}).", fields=fault.fields, status=status)


def _wait(answer: ServiceAnswer, fault: Fault, now: datetime) -> float:
    """Return the seconds the service asks us to wait, from header, body or message; clamped."""
    seconds = _from_header(answer.headers, now)
    if seconds is None:
        seconds = fault.retry_after
    if seconds is None and (match := _RETRY_IN.search(fault.message)):
        seconds = float(match[1]) * _UNITS[(match[2] or "s").lower()]
    return min(max(DEFAULT_WAIT if seconds is None else seconds, SHORTEST), LONGEST)


def _from_header(headers: Mapping[str, str], now: datetime) -> float | None:
    value = headers.get("retry-after", "").strip()
    if not value:
        return None
    if re.fullmatch(r"[-+]?\d{1,12}(\.\d{1,6})?", value):
        return float(value)
    if (until := _date(value)) is None:
        return None
    # The service's own clock is preferred, because ours may be days off (F24).
    return (until - (_date(headers.get("date", "")) or now)).total_seconds()


def _date(value: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, TypeError, OverflowError):
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _empty() -> ServiceAnswer:
    raise Garbled("The service answered with nothing.")
