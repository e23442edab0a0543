"""Problems of settings in ``config.toml``, each with the fix."""

import difflib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from tui.model.enrich.spending import WANTED
from tui.settings.known import BASE, COLOUR, COLOURS, SETTINGS, Setting, known_setting

_BINDINGS, _LABELS, _SPENDING, _PRIVACY = "bindings", "labels", "spending", "privacy"
_TABLES = (_BINDINGS, _LABELS, "accounts", "providers", _SPENDING, _PRIVACY)
_ORDER, _THEME, _WANT, _TIMEZONE = "order", "theme", "want", "timezone"
_KINDS = frozenset({"person", "company"})
_NAMES = (*(each.name for each in SETTINGS if len(each.place) == 1), *_TABLES, _ORDER, _WANT)


_BARE = re.compile(r"[\w-]+", re.ASCII)
"""A key that needs no quotation marks."""


class SettingProblem(NamedTuple):
    """Something wrong with a setting.

    Attributes:
        place: The setting, after its table if it is in one.
    """

    place: tuple[str, ...]
    words: str
    fix: str


def take_out_invalid(found: dict[str, Any]) -> list[SettingProblem]:
    """Remove the invalid settings from a document, write choices as they are known, and return the problems."""
    found |= {name: _spelled(name, value) for name, value in found.items()}
    problems = [
        SettingProblem((name,), *problem)
        for name, value in found.items()
        if (problem := _problem(name, value)) is not None
    ]
    for one in problems:
        del found[one.place[0]]
    in_tables = [SettingProblem(*each) for each in _table_problems(found)]
    for one in in_tables:
        del found[one.place[0]][one.place[1]]
    return [*problems, *in_tables]


def _spelled(name: str, value: Any) -> Any:
    """Return a choice in the case that it is known in, ``nz`` as ``NZ``; any other value as it is."""
    setting = known_setting(name)
    if setting is None or not isinstance(value, str):
        return value
    return next((one for one in setting.choices if one.casefold() == value.strip().casefold()), value)


def setting_problem(name: str, value: Any) -> tuple[str, str] | None:
    """Validate a setting, of a table too (``spending.run``), and return the problem and its fix; None if it is valid."""
    setting = known_setting(name)
    return _problem(name, value) if setting is None else _value_problem(setting, value)


def _problem(name: str, value: Any) -> tuple[str, str] | None:
    """Validate what stands at the top level of a document."""
    if name == _THEME and isinstance(value, dict):
        return None  # its colours are validated with the tables
    if name not in _NAMES:
        near = difflib.get_close_matches(name, _NAMES, 1)
        fix = f"did you mean {near[0]}?" if near else f"there are {', '.join(_NAMES)}"
        return f"there is no setting {name!r}", fix
    if name in _TABLES:
        return _table_problem(name, value)
    if name == _ORDER:
        return _order_problem(value)
    if name == _WANT:
        return _want_problem(value)
    setting = known_setting(name)
    return None if setting is None else _value_problem(setting, value)


def _table_problem(name: str, value: Any) -> tuple[str, str] | None:
    if isinstance(value, dict):
        return None
    above = f"[{name}.NAME]" if name in {"accounts", "providers"} else f"[{name}]"
    return f"{name} must be a table", f"write {above} above what is in it"


def _want_problem(value: Any) -> tuple[str, str] | None:
    if isinstance(value, list) and all(one in WANTED for one in value):
        return None
    fix = 'write want = ["email", "phone"], or only one of them in the brackets'
    if isinstance(value, str) and set(_parts(value)) <= set(WANTED):
        return _no_list("want", value)
    return f"want cannot be {value!r}", fix


def _no_list(name: str, value: str, table: str = "") -> tuple[str, str]:
    """Return the problem of a text where a list of texts is meant, with that list as the fix."""
    key = name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)
    return f"{table}{name} must be a list", f"write {key} = {json.dumps(_parts(value), ensure_ascii=False)}"


def _parts(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()] or ["…"]


def _value_problem(setting: Setting, value: Any) -> tuple[str, str] | None:
    """Validate the value of a setting that is no table."""
    name = setting.name
    match setting.kind:
        case "choice":
            fix = f"write one of {', '.join(setting.choices)}"
            return None if value in setting.choices else (f"{name} cannot be {value!r}", fix)
        case "switch":
            return (
                None
                if isinstance(value, bool)
                else (f"{name} must be true or false", f"write {name} = true, or leave it out")
            )
        case "number":
            fix = f"write {setting.numbers}, or leave it out"
            return (
                None
                if _is_whole(value, setting.least, setting.most)
                else (f"{name} cannot be {value!r}", fix)
            )
        case "text" | "name":
            if not isinstance(value, str) or not value.strip():
                return f"{name} must be text", f'write {name} = "…", or leave it out'
            return _zone_problem(value) if name == _TIMEZONE else None


def time_zones() -> list[str]:
    """Return the names of the time zones that this machine knows."""
    from zoneinfo import available_timezones  # few have this setting

    return sorted(available_timezones())


def _zone_problem(value: str) -> tuple[str, str] | None:
    from zoneinfo import ZoneInfo

    try:
        _ = ZoneInfo(value)
    except (ValueError, OSError, KeyError):
        near = difflib.get_close_matches(value, time_zones(), 1)
        fix = (
            f"did you mean {near[0]}?"
            if near
            else 'write timezone = "Pacific/Auckland", or another of that kind'
        )
        return f"there is no time zone {value!r}", fix
    return None


def _order_problem(value: Any) -> tuple[str, str] | None:
    """Validate an order of providers."""
    if isinstance(value, str):
        return _no_list("order", value)
    lists = value.values() if isinstance(value, dict) else [value]
    known = not isinstance(value, dict) or value.keys() <= _KINDS
    if known and all(isinstance(one, list) and all(isinstance(name, str) for name in one) for one in lists):
        return None
    fix = 'write order = ["nzbn", "hunter"], or person = […] and company = […] below [order]'
    return f"order cannot be {value!r}", fix


def _is_whole(value: Any, least: int, most: int | None = None) -> bool:
    """Return whether a value is a whole number within limits."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    return whole and value >= least and (most is None or value <= most)


def _binding_problem(name: str, value: Any) -> tuple[str, str] | None:
    fix = f'write {name} = "x", or "" for no key; several are divided by a comma'
    return None if isinstance(value, str) else (f"bindings.{name} must be text", fix)


def _labels_problem(name: str, value: Any) -> tuple[str, str] | None:
    if isinstance(value, str):
        return _no_list(name, value, "labels.")
    right = isinstance(value, list) and all(isinstance(each, str) for each in value)
    fix = f'write {name} = ["hot", "NZ"]: names of labels'
    return None if right else (f"labels.{name} cannot be {value!r}", fix)


def _known_problem(table: str) -> Callable[[str, Any], tuple[str, str] | None]:
    """Return what validates an entry of a table whose settings are all known."""
    names = [each.place[1] for each in SETTINGS if each.place[0] == table and len(each.place) > 1]

    def problem(name: str, value: Any) -> tuple[str, str] | None:
        if name in names:
            return setting_problem(f"{table}.{name}", value)
        return f"there is no setting {table}.{name}", f"in [{table}] there can be {' and '.join(names)}"

    return problem


_ENTRY_PROBLEMS: Mapping[str, Callable[[str, Any], tuple[str, str] | None]] = {
    _BINDINGS: _binding_problem,
    _LABELS: _labels_problem,
    _SPENDING: _known_problem(_SPENDING),
    _PRIVACY: _known_problem(_PRIVACY),
}


def _table_problems(found: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], str, str]]:
    """Validate the tables, and yield the table and the setting, the problem and its fix for each error."""
    for table, problem_of in _ENTRY_PROBLEMS.items():
        for name, value in found.get(table, {}).items():
            if (problem := problem_of(name, value)) is not None:
                yield (table, name), *problem
    for name, words, fix in _colour_problems(found.get(_THEME)):
        yield (_THEME, name), words, fix


def _colour_problems(own: Any) -> Iterator[tuple[str, str, str]]:
    """Validate the table [theme]; a theme given by name is skipped."""
    for name, value in own.items() if isinstance(own, dict) else ():
        if name == BASE:
            if not isinstance(value, str) or not value.strip():
                yield name, "theme.base must be text", 'write base = "dark", light, contrast or 16'
        elif name not in COLOURS:
            near = difflib.get_close_matches(name, COLOURS, 1)
            fix = f"did you mean {near[0]}?" if near else f"there are {', '.join(COLOURS)}"
            yield name, f"there is no colour theme.{name}", fix
        elif not isinstance(value, str) or COLOUR.fullmatch(value) is None:
            yield name, f"theme.{name} cannot be {value!r}", f'write {name} = "#ffd700"'
