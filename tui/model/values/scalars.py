"""Scalars of the services: JSON, ids, and moments in UTC to the millisecond.

An id is one of the service, or a local one of a thing that the service does not know yet.
"""

import json
import os
import re
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any

if TYPE_CHECKING:
    # Importing pydantic takes a fifth of the first paint's time, so it is imported when something is parsed.
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

Json = dict[str, Any]
"""A JSON object as it was received."""

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))

OBJECT_ID = re.compile(r"[0-9a-f]{24}")
"""An id made by the service: 8 hex digits of Unix seconds, then 16 that make the id unique and ordered."""

_LOCAL = "new-"

_FIRST_YEAR = 1000


def to_json(value: Any) -> str:
    """Return ``value`` as compact JSON text.

    Raises:
        ValueError: ``value`` holds a lone surrogate, NaN or an infinity.
    """
    text = _ENCODER.encode(value)
    text.encode()
    return text


def part_of(data: Json, noun: str) -> Json:
    """Return the object ``noun`` of an action's or a notification's data; {} if it has something else, or nothing."""
    part = data.get(noun)
    return part if isinstance(part, dict) else {}


def new_local_id() -> str:
    """Create an id for something not yet created at the service: ``new-`` and 24 hex digits.

    The first 14 digits are the time, so that two new cards sort in the order of their creation.
    """
    return f"{_LOCAL}{time.time_ns() // 1000:014x}{os.urandom(5).hex()}"


def local_id_for(key: str, at: datetime) -> str:
    """Return the local id for ``key``, always the same; it sorts like an id created ``at`` that moment."""
    from hashlib import sha256

    return f"{_LOCAL}{int(at.timestamp() * 1_000_000):014x}{sha256(key.encode()).hexdigest()[:10]}"


def is_local(ident: str) -> bool:
    """Return whether ``ident`` is a local id (``new-…``), created here and not by the service."""
    return ident.startswith(_LOCAL)


def created_at(ident: str) -> datetime | None:
    """Return the creation time of the thing with the id ``ident``, or None for an id without a time.

    The service has no creation date on cards; the first eight hex digits of an id are Unix seconds.
    """
    if is_local(ident):
        return datetime.fromtimestamp(int(ident[len(_LOCAL) :][:14], 16) / 1e6, UTC)
    if OBJECT_ID.fullmatch(ident) is None:
        return None
    return datetime.fromtimestamp(int(ident[:8], 16), UTC)


def creation_instant(ident: str) -> str | None:
    """Return ``created_at`` of the id ``ident`` as the services write it."""
    made = created_at(ident)
    return None if made is None else format_instant(made)


class _InUtc:
    """A pydantic annotation that converts moments to UTC when parsed and to ``format_instant`` when written."""

    def __get_pydantic_core_schema__(self, source: Any, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(
            to_utc,
            handler(source),
            serialization=core_schema.plain_serializer_function_ser_schema(
                format_instant, return_schema=core_schema.str_schema(), when_used="json-unless-none"
            ),
        )


def to_utc(value: datetime) -> datetime:
    """Convert a moment to UTC, rounded to milliseconds as in JSON; a naive one is taken as UTC.

    Raises:
        ValueError: The moment is before the year 1000 or past the end of the calendar.
    """
    try:
        utc = value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    except OverflowError:
        raise ValueError("out of the calendar") from None
    if utc.year < _FIRST_YEAR:
        raise ValueError("before the year 1000")
    return utc.replace(microsecond=utc.microsecond // 1000 * 1000)


Instant = Annotated[datetime, _InUtc()]
"""A moment; in JSON ISO 8601 in UTC with milliseconds, ``2031-02-03T04:05:06.000Z``."""


def format_instant(moment: datetime) -> str:
    """Format ``moment`` as the services do: UTC, milliseconds, ``Z``."""
    utc = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return f"{utc.isoformat(timespec='milliseconds')[: -len('+00:00')]}Z"


def local_time(moment: datetime) -> datetime:
    """Return ``moment`` in the machine's time zone; a naive one is taken as UTC.

    In the last hours of the calendar, and in its first ones, it may have no local time: it stays in UTC.
    """
    aware = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    try:
        return aware.astimezone()
    except (OverflowError, ValueError):
        return aware


def from_local(moment: datetime) -> datetime:
    """Return a local time in UTC; one with a time zone is taken as in that.

    A time that the clocks skip is an hour later, as in most calendars.

    Raises:
        OverflowError: It is past the end of the calendar in UTC.
        ValueError: It is before the beginning.
    """
    try:
        return _from_local(moment)
    except (OverflowError, ValueError):
        # Python looks at the day after too, which the last day has not.
        return _from_local(moment - timedelta(days=1)) + timedelta(days=1)


def _from_local(moment: datetime) -> datetime:
    if moment.tzinfo is not None:
        return moment.astimezone(UTC)
    # Of a skipped time astimezone takes off the offset of after the change, and it would be an hour earlier.
    rest = timedelta(microseconds=moment.microsecond)
    return datetime.fromtimestamp((moment - rest).timestamp(), UTC) + rest
