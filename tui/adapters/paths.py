"""Paths to values in an answer: ``data.name``, ``emails[0].value``, ``names[].name``, ``addresses[type=POSTAL].city``.

Several tests of one item must all hold, and an empty value stands for nothing: ``names[][endDate=].name``.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import AfterValidator

_STEP = re.compile(
    r"""(?P<name>[^.\[\]]+)|\[(?P<place>\d+)\]|(?P<all>\[\])|(?P<tests>(?:\[[^\[\]=]+=[^\[\]]*\])+)"""
)
_TEST = re.compile(r"\[(?P<key>[^\[\]=]+)=(?P<value>[^\[\]]*)\]")


def checked_path(path: str) -> str:
    """Return the path as it is.

    Raises:
        ValueError: It is no path.
    """
    if path and ".".join(filter(None, path.split("."))) != path:
        raise ValueError(f"{path!r} has a dot too many")
    if _STEP.sub("", path).strip("."):
        raise ValueError(f"{path!r} is no path; write data.name, emails[0], names[].name or list[key=value]")
    return path


PathText = Annotated[str, AfterValidator(checked_path)]
"""A path; "" is the whole answer."""


def find(body: Any, path: str) -> Any:
    """Return the value at ``path``, or None; a list of values if the path has ``[]``."""
    found, many = [body], False
    for step in _STEP.finditer(path):
        many = many or step["all"] is not None
        found = [value for one in found for value in _step(one, step)]
    if many:
        return [value for value in found if value is not None]
    return found[0] if found else None


def first_key(path: str) -> str:
    """Return the first key of a path, or ""."""
    step = _STEP.match(path)
    return (step["name"] or "") if step else ""


def _step(value: Any, step: re.Match[str]) -> Iterator[Any]:
    """Yield the values at one step of a path."""
    if (name := step["name"]) is not None:
        if isinstance(value, Mapping) and name in value:
            yield value[name]
        return
    items = value if isinstance(value, list) else [] if value is None else [value]
    if step["all"] is not None:
        yield from items
    elif step["place"] is not None:
        yield from items[int(step["place"]) :][:1]
    else:
        yield from _passing(items, step["tests"])[:1]


def _passing(items: list[Any], tests: str) -> list[Any]:
    """Return the items for which every one of the tests holds."""
    wanted = _TEST.findall(tests)
    return [one for one in items if all(_is(one, key, value) for key, value in wanted)]


def _is(item: Any, key: str, value: str) -> bool:
    if not isinstance(item, Mapping):
        return False
    held = item.get(key)
    return ("" if held is None else str(held)).casefold() == value.casefold()
