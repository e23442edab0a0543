"""Moments: UTC to the millisecond, as the services write them."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

if TYPE_CHECKING:
    # Importing pydantic takes a fifth of the first paint's time, so it is imported when something is parsed.
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

_FIRST_YEAR = 1000


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
