"""Single values as enrichment services write them, in any type they give them.

Placeholders such as ``N/A`` are nothing; nothing here raises for what a service sends (docs/reference/enrichment.md, 2.2).
"""

import math
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from tui.api.fault import fold, folded
from tui.model.vocabulary import AU_STATES, NZ_REGIONS

T = TypeVar("T")

MOST_ITEMS = 100
"""Items of one list that are kept."""

LONGEST = 16384
"""Characters of one text that are kept."""

_JUNK = {
    "", "n/a", "na", "-", "--", "—", "null", "none", "nil", "undefined", "nan", "0", "unknown",
    "not available",
}  # fmt: skip
_YES = {"yes", "y", "true", "1", "on", "listed", "registered", "dnc", "on_dnc", "do_not_call"}
_NO = {"no", "n", "false", "0", "off", "not_listed", "no_status", "clear"}
_TEXT_OF = ("name", "value", "label", "title", "text", "kind", "field", "type")
_COUNTRIES = {"australia": "AU", "aus": "AU", "newzealand": "NZ", "nzl": "NZ", "aotearoa": "NZ"}
_STATES = {
    **{fold(name): code for code, name in NZ_REGIONS.items()},
    **{fold(name): code for code, name in AU_STATES.items()},
    **{code.lower(): code for code in (*NZ_REGIONS, *AU_STATES)},
}
_NETWORK = re.compile(
    r"(?:^|//|\.)linkedin\.com/(?:in|pub|company|school|showcase)/([^/?#\s]{1,100})", re.IGNORECASE
)
_SLUG = re.compile(r"[\w%.&'-]{1,100}")
_HOST = re.compile(r"(?:[\w-]{1,63}\.){1,8}[\w-]{2,63}")
_DOTTED = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})")
_EPOCH_MS = 1e11
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NEVER_AFTER = 2**33
_FIRST_YEAR = 1000


def is_junk(value: Any) -> bool:
    """Whether a value is a placeholder for none."""
    if isinstance(value, str):
        return value.strip().lower() in _JUNK or value.lower().startswith("email_not_unlocked")
    return value is None or value in ({}, [])


def text(value: Any) -> str | None:
    """A text on one line or several, or None; a number is its digits."""
    if isinstance(value, str) and not is_junk(value):
        return value.strip()[:LONGEST]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{value:g}" if isinstance(value, float) else str(value)
    return None


def texts(value: Any) -> tuple[str, ...]:
    """Texts of a list of texts or of objects that have one, each once."""
    found = (
        text(item) or (_inside(item, _TEXT_OF) if isinstance(item, Mapping) else None)
        for item in listed(value)[:MOST_ITEMS]
    )
    return tuple(dict.fromkeys(item for item in found if item))


def listed(value: Any) -> list[Any]:
    """A list as it is, anything else as a list of one, a placeholder as an empty one."""
    if isinstance(value, (list, tuple)):
        return [item for item in value if not is_junk(item)]
    return [] if is_junk(value) else [value]


def flag(value: Any) -> bool | None:
    """Yes or no, in any of the ways it is said."""
    if isinstance(value, (bool, int, float)):
        return bool(value)
    if isinstance(value, str):
        word = value.strip().lower()
        return True if word in _YES else False if word in _NO else None
    return None


def whole(value: Any) -> int | None:
    """A count, from a number or its digits; None for anything that is none."""
    if isinstance(value, str) and re.fullmatch(r"\d{1,3}(,\d{3}){1,5}|\d{1,15}(\.0)?", value.strip()):
        value = float(value.replace(",", ""))
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return int(value) if math.isfinite(value) and 0 <= value < _NEVER_AFTER else None


def share(value: Any) -> float | None:
    """A likelihood as 0 to 1: services send it as a part of 1, 10 (whole numbers) or 100."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        match = re.fullmatch(r"\s*(\d{1,3}(?:\.\d{1,6})?)\s*%?\s*", value)
        value = float(match[1]) if match else None
    if not isinstance(value, (int, float)) or not math.isfinite(value) or value < 0:
        return None
    return min(1.0, value / 100 if value > 1 else float(value))


def likelihood(value: Any) -> float | None:
    """A likelihood that one service counts from 1 to 10, always in whole numbers."""
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 10:
        return value / 10
    return share(value)


def when(value: Any) -> datetime | None:
    """A moment: ISO 8601, ``31.08.2023``, or Unix seconds or milliseconds."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _epoch(float(value))
    if not isinstance(value, str):
        return None
    value = value.strip()
    if match := _DOTTED.fullmatch(value):
        value = f"{match[3]}-{match[2]:0>2}-{match[1]:0>2}"
    if re.fullmatch(r"\d{4}-\d{2}", value):
        value += "-01"
    try:
        moment = datetime.fromisoformat(value)
        utc = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return utc if utc.year >= _FIRST_YEAR else None


def slug(value: Any) -> str | None:
    """A profile's handle, from a handle or its address."""
    if isinstance(value, Mapping):
        value = _inside(value, ("handle", "url", "username"))
    if not isinstance(value, str) or is_junk(value):
        return None
    value = value.strip()
    if match := _NETWORK.search(value):
        return match[1]
    return value if _SLUG.fullmatch(value) else None


def handle(value: Any) -> str | None:
    """A handle or an address on any network, from a text or an object that has one."""
    if isinstance(value, Mapping):
        value = _inside(value, ("handle", "url", "username", "name", "id"))
    found = text(value)
    return found[:200] if found and re.fullmatch(r"(?:https?://)?[\w.@/%~+?=&:#-]{1,200}", found) else None


def host(value: Any) -> str | None:
    """A bare host, from a host or a web address: no scheme, no ``www.``, no path."""
    if not isinstance(value, str):
        return None
    bare = re.sub(r"^https?://", "", value.strip().lower()).split("/")[0].split("?")[0].split(":")[0]
    bare = bare.removeprefix("www.")
    return bare if _HOST.fullmatch(bare) else None


def web(value: Any) -> str | None:
    """A web address; a bare host is one too, and nothing of another scheme is."""
    if not isinstance(value, str) or host(value) is None:
        return None
    value = value.strip()
    return value if re.match(r"https?://", value, re.IGNORECASE) else f"https://{value}"


def country(value: Any) -> str | None:
    """An ISO 3166 alpha-2 code."""
    if not isinstance(value, str):
        return None
    word = fold(value)
    if word in _COUNTRIES:
        return _COUNTRIES[word]
    return word.upper() if re.fullmatch(r"[a-z]{2}", word) else None


def state(value: Any) -> str | None:
    """An Australian state's or a New Zealand region's code."""
    if not isinstance(value, str):
        return None
    return _STATES.get(fold(value.removeprefix("AU-").removeprefix("NZ-")))


def first_of(values: Iterable[T | None]) -> T | None:
    """The first that is not None."""
    return next((value for value in values if value is not None), None)


def _inside(value: Mapping[Any, Any], names: Iterable[str]) -> str | None:
    """The first text under one of ``names``, folded."""
    record = folded(value)
    return first_of(text(record.get(name)) for name in names)


def _epoch(number: float) -> datetime | None:
    if not math.isfinite(number) or number <= 0:
        return None
    seconds = number / 1000 if number >= _EPOCH_MS else number
    return _EPOCH + timedelta(seconds=seconds) if seconds < _NEVER_AFTER else None
