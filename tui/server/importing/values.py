"""Parsers of cell values, into the form the directory stores.

A wrong value that identifies the record raises ``BadCell``, and the row is refused. A wrong value that only
describes the record is added to ``Cells.skipped`` with the reason, and the row is imported without it.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import TypeVar

from tui.model.enrich.vocabulary import AU_STATES, NZ_REGIONS, SIZE_BANDS
from tui.server.enrich import vocabulary
from tui.server.enrich.problems import Problem
from tui.server.enrich.registers import is_acn, is_nzbn

T = TypeVar("T")

_NOTHING = {
    "", "-", "--", "—", "n/a", "na", "#n/a", "nil", "null", "none", "(none)", "(blank)", "tbc", "tba", "?",
    "undefined", "nan", "0",
}  # fmt: skip
_LONGEST = 400
_LONGEST_TEXT = 4000
_LONGEST_CACHED = 60
_YES = {"yes", "y", "true", "t", "1", "x", "dnc", "dnd", "listed", "do not call"}
_MOST_EMPLOYEES = 5_000_000


class BadCell(Exception):
    """An invalid cell for which the whole row is refused.

    Args:
        field: The cell's field.
        fix: The problem with the value, and a correct form.
    """

    def __init__(self, field: str, fix: str) -> None:
        super().__init__(f"{field}: {fix}")
        self.field = field
        self.fix = fix


@dataclass(slots=True)
class Cells:
    """The cells of one row by field, with methods to read them."""

    found: Mapping[str, str]
    skipped: list[tuple[str, str]] = field(default_factory=list)

    def text(self, name: str, *, longest: int = _LONGEST) -> str:
        """Return a field's text on one line, without control characters; "" for none or for ``n/a`` and such.

        Raises:
            BadCell: The text is too long.
        """
        raw = self.found.get(name)
        if not raw:
            return ""
        clean = _cached_line(raw) if len(raw) <= _LONGEST_CACHED else _one_line(raw)
        if len(clean) > longest:
            raise BadCell(name, f"is longer than {longest} characters")
        return clean

    def long_text(self, name: str) -> str:
        """Return a field that may be a paragraph, cut when it is too long."""
        try:
            return self.text(name, longest=_LONGEST_TEXT)
        except BadCell:
            self.skipped.append((name, f"is cut after {_LONGEST_TEXT} characters"))
            return " ".join(self.found[name].split())[:_LONGEST_TEXT]

    def listed(self, name: str) -> list[str]:
        """Return the values of a field, which are separated by ``;`` or ``|``."""
        if not self.found.get(name):
            return []
        return list(
            dict.fromkeys(part.strip() for part in re.split(r"[;|]", self.long_text(name)) if part.strip())
        )

    def read_key(self, name: str, read: Callable[[str, str], str]) -> str:
        """Read a field that identifies the record, or return "" if it is empty.

        Raises:
            BadCell: ``read`` refuses the value.
        """
        # Most fields have no column, so no function is called for those.
        raw = self.text(name) if self.found.get(name) else ""
        if not raw:
            return ""
        try:
            return read(name, raw)
        except Problem as problem:
            fix = problem.details[0]["message"] if problem.details else problem.message
            raise BadCell(name, f"{raw[:60]!r} {fix}") from problem

    def read_optional(self, name: str, read: Callable[[str], T], nothing: T) -> T:
        """Read a field that describes the record; note a wrong value in ``skipped``, and return ``nothing``."""
        if not self.found.get(name):
            return nothing
        try:
            raw = self.text(name)
            return read(raw) if raw else nothing
        except BadCell as error:
            self.skipped.append((name, error.fix))
        except Problem as problem:
            self.skipped.append((name, problem.details[0]["message"] if problem.details else problem.message))
        except ValueError as error:
            self.skipped.append((name, f"{self.text(name)[:60]!r} {error}"))
        return nothing

    def flag(self, name: str) -> bool:
        """Return whether a field's text means yes."""
        return self.text(name).casefold() in _YES


def _one_line(raw: str) -> str:
    """Return ``raw`` on one line, without control characters; "" for ``n/a`` and such."""
    if not raw.isprintable():
        raw = "".join(letter if _harmless(letter) else " " for letter in raw)
    clean = " ".join(raw.split())
    return "" if clean.casefold() in _NOTHING else clean


_cached_line = lru_cache(maxsize=1 << 14)(_one_line)
"""``_one_line`` for short cells, most of which repeat: places, titles, companies."""


def _harmless(letter: str) -> bool:
    return letter.isprintable() or unicodedata.category(letter) == "Zs"


# --- kinds of values, each raising ValueError with what would be right ----------------


_ISO_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")
_WRITTEN_DAY = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})")
_IN_NUMBERS = re.compile(r"\(0\)|[\s().\-/]")
_WITHOUT_PLUS = re.compile(r"61[2-478]\d{8}|64\d{8,10}")
_WITHOUT_ZERO = re.compile(r"4\d{8}|1[38]00\d{6}|13\d{4}")
_E164 = re.compile(r"\+[1-9]\d{6,14}")


@lru_cache(maxsize=1 << 12)
def day(text: str) -> str:
    """Parse ``2026-11-01``, ``2026-11-01T…``, ``1/11/2026`` or ``01.11.2026`` (day first) to an ISO date."""
    if found := _ISO_DAY.match(text):
        parts = found.groups()
    elif found := _WRITTEN_DAY.fullmatch(text):
        parts = found.groups()[::-1]
    else:
        raise ValueError("is no date: write 2026-11-01")
    try:
        return date(*(int(part) for part in parts)).isoformat()
    except ValueError:
        raise ValueError("is no date: write 2026-11-01") from None


def month(text: str) -> str:
    """Parse a date or ``2023-01`` to ``YYYY-MM``."""
    return text if re.fullmatch(r"(19|20)\d\d-(0[1-9]|1[0-2])", text) else day(text)[:7]


def head_count(text: str) -> int:
    """Parse a head count."""
    bare = re.sub(r"[,\s]", "", text).removesuffix(".0")
    if not re.fullmatch(r"[0-9]{1,8}", bare) or int(bare) > _MOST_EMPLOYEES:
        raise ValueError("is no number of people")
    return int(bare)


def year(text: str) -> int:
    """Parse a year."""
    if not re.fullmatch(r"(1[5-9]|20)\d\d(\.0)?", text):
        raise ValueError("is no year")
    return int(text[:4])


def acn(text: str) -> str:
    """Parse an ACN, and check its nine digits."""
    return _register(text, 9, is_acn, "is no ACN: nine digits, the last checks the others")


def nzbn(text: str) -> str:
    """Parse an NZBN, and check its thirteen digits."""
    return _register(text, 13, is_nzbn, "is no NZBN: thirteen digits that begin with 94")


def _register(text: str, digits: int, is_one: Callable[[str], bool], otherwise: str) -> str:
    bare = re.sub(r"[\s.\-]", "", text).rjust(digits, "0")
    if not is_one(bare):
        raise ValueError(otherwise)
    return bare


def phone(text: str, country: str) -> str:
    """Parse a telephone number to E.164."""
    bare = _IN_NUMBERS.sub("", text)
    if bare.startswith("00"):
        bare = f"+{bare[2:]}"
    elif bare.startswith("0"):
        bare = f"{'+64' if country == 'NZ' else '+61'}{bare[1:]}"
    elif _WITHOUT_PLUS.fullmatch(bare):
        bare = f"+{bare}"
    elif country == "AU" and _WITHOUT_ZERO.fullmatch(bare):
        # A number that lost its leading zero in a spreadsheet, or one that has none.
        bare = f"+61{bare}"
    if not _E164.fullmatch(bare):
        raise ValueError("is no telephone number: write +61 2 5550 1234")
    return bare


def is_mobile(number: str) -> bool:
    """Return whether an Australian or New Zealand number is a mobile number."""
    return number.startswith(("+614", "+6142", "+642"))


def band_of(employees: int) -> tuple[int, int | None]:
    """Return the standard band of a head count."""
    ends = [band.removesuffix("+").partition("-") for band in SIZE_BANDS]
    low, _, high = next(end for end in ends if not end[2] or employees <= int(end[2]))
    return int(low), int(high) if high else None


def place_of(cells: Cells, *, fallback: str = "AU") -> tuple[str, str, str]:
    """Extract city, state code and country code from a place's fields.

    Args:
        cells: The row.
        fallback: The country when no field states one.
    """
    city, state_text, location = (cells.text(name) for name in ("city", "state", "location"))
    stated = cells.read_optional("country", vocabulary.country, "")
    city, state, country = _parse_place(city, state_text, location, stated)
    if state_text and not state:
        cells.skipped.append(("state", f"does not know {state_text[:40]!r}; NSW, Victoria, Waikato …"))
    return city, state, country or fallback


@lru_cache(maxsize=1 << 14)
def _parse_place(city: str, state_text: str, location: str, stated: str) -> tuple[str, str, str]:
    """Return city, state code and country code, each "" if it is not known; ``stated`` is the country's cell."""
    countries, state = [stated], ""
    for part in (state_text, *reversed(location.split(","))):
        found, country, other = vocabulary.place(part)
        countries.append(country)
        state = state or found
        if other:
            city = city or part.strip()
    if not state:
        state, country, _ = vocabulary.place(city)
        countries.append(country)
    if not state and "NZ" not in countries:
        # A record that names a capital only is found by its state too.
        state = vocabulary.state_of(city)
    return city, state, next(filter(None, (*countries, _country_of(state))), "")


def _country_of(state: str) -> str:
    """Return the country of a state code, or ""; ``TAS`` counts as Tasmania."""
    return "AU" if state in AU_STATES else "NZ" if state in NZ_REGIONS else ""
