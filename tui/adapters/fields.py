"""How the fields of a person or a company are read from a service's record.

The result is a record with our names but the service's values; the parsers of ``tui.api.enrich`` convert it
to a Person or a Company, as they do with a record that uses common names already.
"""

import difflib
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator
from pydantic.dataclasses import dataclass

from tui.adapters.paths import PathText, checked_path, find, first_key
from tui.model.company import Company
from tui.model.person import CompanyRef, Contactable, Location, Person

Transformation = Literal[
    "digits", "lower", "upper", "title", "day first", "month first", "last part", "not empty"
]
"""The possible transformations of a text."""

_NESTED = MappingProxyType({"company": CompanyRef.fields, "location": Location.fields, "hq": Location.fields})
_BY_KIND: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "work_emails": ("emails", "work"),
        "personal_emails": ("emails", "personal"),
        "mobile_phones": ("phones", "mobile"),
        "direct_phones": ("phones", "direct"),
    }
)
"""Addresses and numbers whose kind depends on their field: the field that contains them, and the kind."""

_BARRED = ("mobile_do_not_call", "direct_do_not_call")
"""Flags of a service, beside the numbers, that all numbers of a kind must not be called."""

_OPEN = frozenset({"registers", "industry_codes", "social"})
"""Fields that are tables and may contain any name."""

_BRACED = re.compile(r"\{([^{}]*)\}")
_NOT_READ = {"extra", "conflicts", "contactable"}
_DAY_FIRST = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})")
_MONTH_FIRST = re.compile(r"(0?[1-9]|1[0-2])/(\d{1,2})/(\d{4})(?: \d{1,2}:\d{2}(?: ?[AP]M)?)?", re.IGNORECASE)


def _day_first(text: str) -> str:
    """Return a date such as ``31/08/2023`` as ISO 8601 writes it."""
    match = _DAY_FIRST.fullmatch(text.strip())
    return f"{match[3]}-{match[2]:0>2}-{match[1]:0>2}" if match else text


def _month_first(text: str) -> str:
    """Return a date such as ``8/31/2023 2:59 PM`` as ISO 8601 writes it, without the time."""
    match = _MONTH_FIRST.fullmatch(text.strip())
    return f"{match[3]}-{match[1]:0>2}-{match[2]:0>2}" if match else text


_TRANSFORM: Mapping[str, Callable[[str], Any]] = MappingProxyType(
    {
        "digits": lambda text: re.sub(r"\D", "", text),
        "lower": str.lower,
        "upper": str.upper,
        "title": str.title,
        "day first": _day_first,
        "month first": _month_first,
        "last part": lambda text: text.rstrip("/").rpartition("/")[2],
        "not empty": lambda text: bool(text.strip()),
    }
)


def _as_paths(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Paths = Annotated[tuple[PathText, ...], BeforeValidator(_as_paths)]
"""Paths in order of preference: one, or a list."""


@dataclass(frozen=True, config={"extra": "forbid"})
class FieldSource:
    """Where the value of one field is in a record.

    Attributes:
        path: Paths in order of preference; the first that leads to something counts.
        join: Where given, the values of all paths are joined with this between them.
        to: A transformation of the text, or of each text of a list.
        words: What the service's words and codes mean; others stay as they are.
        each: For a list of objects: the paths in each by the names they get.
        text: For an object, or each of a list: texts with paths in braces, in order of preference; the first
            counts for which all paths lead to something.
        fixed: A value that is the same for every record.
    """

    path: Paths = ()
    join: str | None = None
    to: Transformation | None = None
    words: dict[str, str] | None = None
    each: dict[str, Paths] | None = None
    text: Annotated[tuple[str, ...], BeforeValidator(_as_paths)] = ()
    fixed: str | None = None

    def __post_init__(self) -> None:
        """Check that the source leads somewhere.

        Raises:
            ValueError: It has neither a path nor a fixed value, or a text has something else than paths in braces.
        """
        if not self.path and self.fixed is None:
            raise ValueError('says neither path nor fixed; write a path such as "data.name"')
        for text in self.text:
            for path in _BRACED.findall(text):
                checked_path(path)

    def read(self, record: Any) -> Any:
        """Return the value in ``record``, or None."""
        if self.fixed is not None:
            return self.fixed
        found = [value for path in self.path if not _is_empty(value := self._at(record, path))]
        if not found:
            return None
        if self.join is not None:
            return self.join.join(str(one) for value in found for one in _listed(value))
        if self.each is not None:
            return [self._item(item, self.each) for item in _listed(found[0])]
        return self._changed(found[0])

    @staticmethod
    def _item(item: Any, each: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
        values = {name: [find(item, path) for path in paths] for name, paths in each.items()}
        first = {
            name: next((one for one in held if not _is_empty(one)), None) for name, held in values.items()
        }
        return {name: value for name, value in first.items() if value is not None}

    def _at(self, record: Any, path: str) -> Any:
        """Return the value at a path, or the texts that are written from it."""
        value = find(record, path)
        if not self.text:
            return value
        if isinstance(value, list):
            return [text for item in value if (text := self._written(item))]
        return self._written(value)

    def _written(self, item: Any) -> str:
        """Return the first of the texts whose paths all lead to something in ``item``, or ""."""
        written = (_BRACED.split(text) for text in self.text)
        values = (
            [find(item, one) if place % 2 else one for place, one in enumerate(parts)] for parts in written
        )
        whole = (parts for parts in values if not any(_is_empty(value) for value in parts[1::2]))
        return "".join(map(str, next(whole, [])))

    def _changed(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._changed(one) for one in value]
        if isinstance(value, dict) or not self._is_changed(value):
            return value
        text = str(value)
        if self.words is not None:
            text = self.words.get(text, text)
        return text if self.to is None else _TRANSFORM[self.to](text)

    def _is_changed(self, value: Any) -> bool:
        """Return whether ``words`` or ``to`` changes a value.

        Most transforms read a text. A bare ``true`` is none: it may say that there is a value which this account may
        not see.
        """
        if self.words is not None:
            return True
        return self.to == "not empty" or (self.to is not None and not isinstance(value, bool))


def _is_empty(value: Any) -> bool:
    return value is None or value in ("", [], {})


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _names(kind: type[Person] | type[Company]) -> frozenset[str]:
    """Return the names of the fields that a file may give for a noun; nested ones have a dot."""
    names = set(kind.fields) - _NOT_READ
    inner = {f"{name}.{one}" for name in names & _NESTED.keys() for one in _NESTED[name]}
    others = {*Contactable.fields, *_BY_KIND, *_BARRED} if kind is Person else set[str]()
    return frozenset(names | inner | others)


FIELDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {"person": _names(Person), "company": _names(Company)}
)
"""The fields that can be read, by noun."""

_SOURCE = frozenset({"path", "join", "to", "words", "each", "text", "fixed"})


def _flattened(table: Any) -> Any:
    """Write a nested table with dots: ``hq = { city = … }`` becomes ``hq.city``."""
    if not isinstance(table, dict):
        return table
    flat: dict[str, Any] = {}
    for name, value in table.items():
        if isinstance(value, dict) and not value.keys() & _SOURCE and value:
            flat |= {f"{name}.{inner}": one for inner, one in _flattened(value).items()}
        else:
            flat[name] = {"path": value} if isinstance(value, str | list) else value
    return flat


def _meant(name: str, known: frozenset[str]) -> str:
    """Return an unknown name, with possible corrections."""
    near = difflib.get_close_matches(name, known, 2) or sorted(one for one in known if name[:6] in one)[:2]
    return f"{name} ({' or '.join(near)}?)" if near else name


def _known(noun: str) -> Callable[[dict[str, FieldSource]], dict[str, FieldSource]]:
    def check(table: dict[str, FieldSource]) -> dict[str, FieldSource]:
        unknown = [name for name in table if name not in FIELDS[noun] and name.partition(".")[0] not in _OPEN]
        if unknown:
            raise ValueError(
                f"a {noun} has no {', '.join(_meant(name, FIELDS[noun]) for name in unknown)}; there are "
                f"{', '.join(sorted(FIELDS[noun]))}"
            )
        return table

    return check


PersonFields = Annotated[
    dict[str, FieldSource], BeforeValidator(_flattened), AfterValidator(_known("person"))
]
CompanyFields = Annotated[
    dict[str, FieldSource], BeforeValidator(_flattened), AfterValidator(_known("company"))
]


def our_record(record: Any, fields: Mapping[str, FieldSource]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of ``record`` by our names, and the unread ones by the service's names."""
    read = {name: source.read(record) for name, source in fields.items() if source.fixed is None}
    read = {name: value for name, value in read.items() if not _is_empty(value)}
    if read:
        # A fixed value alone does not make a record.
        read |= {name: source.fixed for name, source in fields.items() if source.fixed is not None}
    return _nested(read), _unread(record, fields)


def _nested(read: Mapping[str, Any]) -> dict[str, Any]:
    """Write names with a dot as tables: ``hq.city`` becomes ``city`` in ``hq``."""
    ours: dict[str, Any] = {}
    for name, value in read.items():
        outer, _, inner = name.partition(".")
        held = ours.get(outer)
        ours[outer] = {**(held if isinstance(held, dict) else {}), inner: value} if inner else value
    return ours


def _unread(record: Any, fields: Mapping[str, FieldSource]) -> dict[str, Any]:
    used = {first_key(path) for source in fields.values() for path in source.path}
    whole = record if isinstance(record, Mapping) else {}
    return {str(key): value for key, value in whole.items() if key not in used and not _is_empty(value)}


def _priced(name: str) -> str:
    known = sorted({*Person.fields, *_BY_KIND} - _NOT_READ)
    if name not in known:
        raise ValueError(f"a person has no {_meant(name, frozenset(known))}; there are {', '.join(known)}")
    return name


PricedField = Annotated[str, AfterValidator(_priced)]
"""A field of a person that has a separate price, such as ``phones`` or ``mobile_phones``."""


def field_of(name: str) -> str:
    """Return the field that contains what a file calls ``name``: ``phones`` for ``mobile_phones``."""
    return _BY_KIND.get(name, (name, ""))[0]


def holds(person: Person, name: str) -> bool:
    """Return whether a record has a field, or an address or a number of a kind, such as ``mobile_phones``."""
    return bool(held_in(person, name))


def held_in(found: Person | Company, name: str) -> Any:
    """Return the value of a field, or those of its addresses or numbers that are of a kind, as of ``mobile_phones``."""
    kind = _BY_KIND.get(name, ("", ""))[1]
    held = getattr(found, field_of(name), None)
    return tuple(one for one in held if one.kind == kind) if kind and held else held
