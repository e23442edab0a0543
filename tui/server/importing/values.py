"""Values of cells: read, put in the form the directory keeps, or left out with a word why.

Two ways to fail. ``Bad``: the value says who or what the record is, and is wrong, so the row is refused. ``Left``:
it says something about the record, so the row is taken without it.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from tui.model.vocabulary import AU_STATES, NZ_REGIONS, SIZE_BANDS
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
_YES = {"yes", "y", "true", "t", "1", "x", "dnc", "dnd", "listed", "do not call"}
_MOST_EMPLOYEES = 5_000_000


class Bad(Exception):
    """A cell for which the row is refused.

    Args:
        field: Which.
        fix: What is wrong with it, and what would be right.
    """

    def __init__(self, field: str, fix: str) -> None:
        super().__init__(f"{field}: {fix}")
        self.field = field
        self.fix = fix


@dataclass(slots=True)
class Cells:
    """The cells of one row by field, read one by one.

    Attributes:
        left: Fields that were left out, and why.
    """

    found: Mapping[str, str]
    left: list[tuple[str, str]] = field(default_factory=list)

    def text(self, name: str, *, longest: int = _LONGEST) -> str:
        """A field's text on one line, without what a terminal would obey; "" for nothing or a word for nothing.

        Raises:
            Bad: It is too long.
        """
        raw = self.found.get(name)
        if not raw:
            return ""
        if not raw.isprintable():
            raw = "".join(letter if _harmless(letter) else " " for letter in raw)
        clean = " ".join(raw.split())
        if clean.casefold() in _NOTHING:
            return ""
        if len(clean) > longest:
            raise Bad(name, f"is longer than {longest} characters")
        return clean

    def long_text(self, name: str) -> str:
        """A field that may be a paragraph; what is too long is cut."""
        try:
            return self.text(name, longest=_LONGEST_TEXT)
        except Bad:
            self.left.append((name, f"is cut after {_LONGEST_TEXT} characters"))
            return " ".join(self.found[name].split())[:_LONGEST_TEXT]

    def listed(self, name: str) -> list[str]:
        """A field of several values, divided by ``;`` or ``|``."""
        return list(
            dict.fromkeys(part.strip() for part in re.split(r"[;|]", self.long_text(name)) if part.strip())
        )

    def key(self, name: str, read: Callable[[str, str], str]) -> str:
        """What the record is known by.

        Raises:
            Bad: It is none.
        """
        raw = self.text(name)
        if not raw:
            return ""
        try:
            return read(name, raw)
        except Problem as problem:
            fix = problem.details[0]["message"] if problem.details else problem.message
            raise Bad(name, f"{raw[:60]!r} {fix}") from problem

    def about(self, name: str, read: Callable[[str], T], nothing: T) -> T:
        """What the record is like: ``nothing`` when it is none, and a note."""
        try:
            raw = self.text(name)
            return read(raw) if raw else nothing
        except Bad as error:
            self.left.append((name, error.fix))
        except Problem as problem:
            self.left.append((name, problem.details[0]["message"] if problem.details else problem.message))
        except ValueError as error:
            self.left.append((name, f"{self.text(name)[:60]!r} {error}"))
        return nothing

    def flag(self, name: str) -> bool:
        """Whether a field says yes."""
        return self.text(name).casefold() in _YES


def _harmless(letter: str) -> bool:
    return letter.isprintable() or unicodedata.category(letter) == "Zs"


# --- kinds of values, each raising ValueError with what would be right ----------------


def day(text: str) -> str:
    """An ISO date out of ``2026-11-01``, ``2026-11-01T…``, ``1/11/2026`` or ``01.11.2026`` (day first)."""
    if found := re.match(r"(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)", text):
        parts = found.groups()
    elif found := re.fullmatch(r"(\d{1,2})[./](\d{1,2})[./](\d{4})", text):
        parts = found.groups()[::-1]
    else:
        raise ValueError("is no date: write 2026-11-01")
    try:
        return date(*(int(part) for part in parts)).isoformat()
    except ValueError:
        raise ValueError("is no date: write 2026-11-01") from None


def month(text: str) -> str:
    """``YYYY-MM`` out of a date or ``2023-01``."""
    return text if re.fullmatch(r"(19|20)\d\d-(0[1-9]|1[0-2])", text) else day(text)[:7]


def whole(text: str) -> int:
    """A head count."""
    bare = re.sub(r"[,\s]", "", text).removesuffix(".0")
    if not re.fullmatch(r"[0-9]{1,8}", bare) or int(bare) > _MOST_EMPLOYEES:
        raise ValueError("is no number of people")
    return int(bare)


def year(text: str) -> int:
    """A year."""
    if not re.fullmatch(r"(1[5-9]|20)\d\d(\.0)?", text):
        raise ValueError("is no year")
    return int(text[:4])


def acn(text: str) -> str:
    """Nine digits that check."""
    return _register(text, 9, is_acn, "is no ACN: nine digits, the last checks the others")


def nzbn(text: str) -> str:
    """Thirteen digits that check."""
    return _register(text, 13, is_nzbn, "is no NZBN: thirteen digits that begin with 94")


def _register(text: str, digits: int, is_one: Callable[[str], bool], otherwise: str) -> str:
    bare = re.sub(r"[\s.\-]", "", text).rjust(digits, "0")
    if not is_one(bare):
        raise ValueError(otherwise)
    return bare


def phone(text: str, country: str) -> str:
    """A number in E.164."""
    bare = re.sub(r"\(0\)|[\s().\-/]", "", text)
    if bare.startswith("00"):
        bare = f"+{bare[2:]}"
    elif bare.startswith("0"):
        bare = f"{'+64' if country == 'NZ' else '+61'}{bare[1:]}"
    elif re.fullmatch(r"61[2-478]\d{8}|64\d{8,10}", bare):
        bare = f"+{bare}"
    elif country == "AU" and re.fullmatch(r"4\d{8}|1[38]00\d{6}|13\d{4}", bare):
        # A spreadsheet ate the zero; or a number that has none.
        bare = f"+61{bare}"
    if not re.fullmatch(r"\+[1-9]\d{6,14}", bare):
        raise ValueError("is no telephone number: write +61 2 5550 1234")
    return bare


def is_mobile(number: str) -> bool:
    """Whether an Australian or New Zealand number is a mobile's."""
    return number.startswith(("+614", "+6142", "+642"))


def band_of(employees: int) -> tuple[int, int | None]:
    """The usual band of a head count."""
    ends = [band.removesuffix("+").partition("-") for band in SIZE_BANDS]
    low, _, high = next(end for end in ends if not end[2] or employees <= int(end[2]))
    return int(low), int(high) if high else None


def place_of(cells: Cells, *, fallback: str = "AU") -> tuple[str, str, str]:
    """City, state code and country code out of the fields of a place.

    Args:
        cells: The row.
        fallback: The country when nothing tells it.
    """
    city, told, countries = (
        cells.text("city"),
        cells.text("state"),
        [cells.about("country", vocabulary.country, "")],
    )
    state = ""
    for part in (told, *reversed(cells.text("location").split(","))):
        found, country, other = vocabulary.place(part)
        countries.append(country)
        state = state or found
        if other:
            city = city or part.strip()
    if not state:
        state, country, _ = vocabulary.place(city)
        countries.append(country)
    if told and not state:
        cells.left.append(("state", f"does not know {told[:40]!r}; NSW, Victoria, Waikato …"))
    return city, state, next(filter(None, (*countries, _country_of(state))), fallback)


def _country_of(state: str) -> str:
    """``TAS`` is Tasmania unless a country says otherwise."""
    return "AU" if state in AU_STATES else "NZ" if state in NZ_REGIONS else ""
