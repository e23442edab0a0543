"""Parsers for single values of enrichment services, which send them in many forms and types.

Placeholders such as ``N/A`` become None; no parser raises for any input (docs/reference/enrichment.md, 2.2). The
words of services for seniority and department are mapped to ours (3).
"""

import math
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any, TypeVar

from tui.api.fault import fold, folded
from tui.model.enrich.countries import COUNTRY_CODES
from tui.model.enrich.vocabulary import AU_STATES, DEPARTMENTS, NZ_REGIONS, SENIORITIES, SENIORITY_LABELS
from tui.model.values.scalars import to_utc

T = TypeVar("T")

MOST_ITEMS = 100
"""Maximum number of list items that are kept."""

LONGEST = 16384
"""Maximum number of characters of a text that are kept."""

_JUNK = {
    "", "n/a", "na", "-", "--", "—", "null", "none", "nil", "undefined", "nan", "0", "unknown",
    "not available",
}  # fmt: skip
_YES = {"yes", "y", "true", "1", "on", "listed", "registered", "dnc", "on_dnc", "do_not_call"}
_NO = {"no", "n", "false", "0", "off", "not_listed", "no_status", "clear"}
_TEXT_OF = ("name", "value", "label", "title", "text", "kind", "field", "type")
_COUNTRIES = {"aus": "AU", "nzl": "NZ", **{fold(name): code for name, code in COUNTRY_CODES.items()}}
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


def is_junk(value: Any) -> bool:
    """Return whether a value is a placeholder for "no value"."""
    if isinstance(value, str):
        return value.strip().lower() in _JUNK or value.lower().startswith("email_not_unlocked")
    return value is None or value in ({}, [])


def text(value: Any) -> str | None:
    """Parse a text of one or several lines; a number becomes its digits."""
    if isinstance(value, str) and not is_junk(value):
        return value.strip()[:LONGEST]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{value:g}" if isinstance(value, float) else str(value)
    return None


def texts(value: Any) -> tuple[str, ...]:
    """Parse a list of texts, or of objects that contain one; duplicates are dropped."""
    found = (
        text(item) or (_inside(item, _TEXT_OF) if isinstance(item, Mapping) else None)
        for item in listed(value)[:MOST_ITEMS]
    )
    return tuple(dict.fromkeys(item for item in found if item))


def listed(value: Any) -> list[Any]:
    """Convert to a list: a list stays, a single value becomes a list of one, a placeholder an empty list."""
    if isinstance(value, (list, tuple)):
        return [item for item in value if not is_junk(item)]
    return [] if is_junk(value) else [value]


def flag(value: Any) -> bool | None:
    """Parse a boolean from its many spellings; None for anything else."""
    if isinstance(value, (bool, int, float)):
        return bool(value)
    if isinstance(value, str):
        word = value.strip().lower()
        return True if word in _YES else False if word in _NO else None
    return None


def whole(value: Any) -> int | None:
    """Parse a count from a number or its digits; None for anything else."""
    if isinstance(value, str) and re.fullmatch(r"\d{1,3}(,\d{3}){1,5}|\d{1,15}(\.0)?", value.strip()):
        value = float(value.replace(",", ""))
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return int(value) if 0 <= value < _NEVER_AFTER else None


def share(value: Any) -> float | None:
    """Parse a probability as 0 to 1; services send it as a fraction or in percent."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        # No blank is tried twice: a long run of them would take minutes.
        match = re.fullmatch(r"\s*+(\d{1,3}(?:\.\d{1,6})?)\s*+%?\s*+", value)
        value = float(match[1]) if match else None
    if not isinstance(value, (int, float)) or not math.isfinite(value) or value < 0:
        return None
    return min(1.0, value / 100 if value > 1 else float(value))


def likelihood(value: Any) -> float | None:
    """Parse a probability that one service sends as a whole number from 1 to 10; otherwise as ``share``."""
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 10:
        return value / 10
    return share(value)


def when(value: Any) -> datetime | None:
    """Parse a moment: ISO 8601, ``31.08.2023``, or Unix seconds or milliseconds."""
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
        return to_utc(datetime.fromisoformat(value))
    except ValueError:
        return None


def slug(value: Any) -> str | None:
    """Extract the slug of a network profile from a slug or an address."""
    if isinstance(value, Mapping):
        value = _inside(value, ("handle", "url", "username"))
    if not isinstance(value, str) or is_junk(value):
        return None
    value = value.strip()
    if match := _NETWORK.search(value):
        return match[1]
    return value if _SLUG.fullmatch(value) else None


def handle(value: Any) -> str | None:
    """Extract a handle or an address on any network from a text or an object."""
    if isinstance(value, Mapping):
        value = _inside(value, ("handle", "url", "username", "name", "id"))
    found = text(value)
    return found if found and re.fullmatch(r"(?:https?://)?[\w.@/%~+?=&:#-]{1,200}", found) else None


def host(value: Any) -> str | None:
    """Extract the bare host from a host or a web address: no scheme, no ``www.``, no path."""
    if not isinstance(value, str):
        return None
    bare = re.sub(r"^https?://", "", value.strip().lower()).split("/")[0].split("?")[0].split(":")[0]
    bare = bare.removeprefix("www.")
    return bare if _HOST.fullmatch(bare) else None


def web(value: Any) -> str | None:
    """Parse a web address; a bare host gets ``https://``, another scheme gives None."""
    if not isinstance(value, str) or host(value) is None:
        return None
    value = value.strip()
    return value if re.match(r"https?://", value, re.IGNORECASE) else f"https://{value}"


def country(value: Any) -> str | None:
    """Parse a country to its ISO 3166 alpha-2 code."""
    if not isinstance(value, str):
        return None
    word = fold(value)
    if word in _COUNTRIES:
        return _COUNTRIES[word]
    return word.upper() if re.fullmatch(r"[a-z]{2}", word) else None


def state(value: Any) -> str | None:
    """Parse an Australian state or a New Zealand region to its code."""
    if not isinstance(value, str):
        return None
    return _STATES.get(fold(value.removeprefix("AU-").removeprefix("NZ-")))


def first_of(values: Iterable[T | None]) -> T | None:
    """Return the first value that is not None."""
    return next((value for value in values if value is not None), None)


def _inside(value: Mapping[Any, Any], names: Iterable[str]) -> str | None:
    """Return the first text under one of ``names``, which are normalised keys."""
    record = folded(value)
    return first_of(text(record.get(name)) for name in names)


def _epoch(number: float) -> datetime | None:
    if not math.isfinite(number) or number <= 0:
        return None
    seconds = number / 1000 if number >= _EPOCH_MS else number
    return to_utc(_EPOCH + timedelta(seconds=seconds)) if seconds < _NEVER_AFTER else None


UNKNOWN = "unknown"

_SENIORITY_WORDS = {
    1: "board boardmember chair chairman chairwoman chairperson companydirector trustee",
    2: "owner founder cofounder proprietor soletrader",
    3: "cxo csuite clevel partner executive executivelevel chiefofficer managingdirector president",
    4: "vp svp evp vplevel vicepresident director directorlevel head headof generalmanager",
    5: "manager managerlevel lead teamlead teamleader supervisor",
    6: "senior entry entrylevel junior training unpaid intern nonmanager individualcontributor staff",
}
_DEPARTMENT_WORDS = {
    1: "management executive general",
    2: "sales businessdevelopment accountmanagement partnerships commercial revenue",
    3: "trade trades construction",
    4: "operations ops supplychain logistics procurement fulfillment manufacturing production projectmanagement",
    5: "engineering it informationtechnology software technical devops security salesengineering masterengineering",
    6: "hr humanresources peopleandculture talent recruitment masterhumanresources",
    7: "support customerservice customersuccess customersupport",
    8: "health medical nursing clinical healthcare medicalhealth",
    9: "research analyst datascience insights",
    10: "legal counsel compliance risk",
    11: "marketing brand communication communications publicrelations media creative design mastermarketing",
    12: "education teaching academic",
    13: "consulting advisory professionalservice professionalservices",
    14: "finance accounting treasury payroll audit tax masterfinance",
    15: "product productmanagement ux",
    16: "other hospitality publicservice realestate administration admin",
}


def _by_word(words: dict[int, str]) -> MappingProxyType[str, int]:
    return MappingProxyType({word: number for number, text in words.items() for word in text.split()})


SENIORITY_NUMBERS = MappingProxyType(
    {
        **_by_word(_SENIORITY_WORDS),
        **{fold(word): number for number, word in SENIORITIES.items()},
        **{fold(SENIORITY_LABELS[word]): number for number, word in SENIORITIES.items()},
        **{str(number): number for number in SENIORITIES},
    }
)
"""The hosted service's number for each seniority word, normalised by ``fold``."""

DEPARTMENT_NUMBERS = MappingProxyType(
    {
        **_by_word(_DEPARTMENT_WORDS),
        **{fold(label): number for number, label in DEPARTMENTS.items()},
        **{str(number): number for number in DEPARTMENTS},
    }
)
"""The hosted service's number for each department word, normalised by ``fold``."""


def seniority(words: Iterable[Any]) -> str:
    """Return the highest canonical seniority named in ``words``, or ``unknown``."""
    known = sorted(SENIORITY_NUMBERS[key] for word in words if (key := _key(word)) in SENIORITY_NUMBERS)
    return SENIORITIES[known[0]] if known else UNKNOWN


def department(words: Iterable[Any]) -> str:
    """Return the label of the department named by the first known word, or ``unknown``."""
    for word in words:
        number = DEPARTMENT_NUMBERS.get(_key(word), max(DEPARTMENTS))
        if number != max(DEPARTMENTS):
            return DEPARTMENTS[number]
    return UNKNOWN


def _key(word: Any) -> str:
    if isinstance(word, float) and word.is_integer():
        word = int(word)
    return fold(str(word))
