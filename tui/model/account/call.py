"""Calls of any address of a service, as a user writes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit

from tui.errors import UsageError
from tui.model.values.fields import Frozen, field

CallMethod = Literal["GET", "POST", "PUT", "DELETE"]

Pair = tuple[str, str]
"""A name and a value."""

PAGE = 1000
"""Maximum things that the board service sends at once."""

HIT_LISTS = ("records", "people", "results", "data", "matches", "contacts")
"""Names under which a sales-intelligence service lists its hits."""


class ApiCall(Frozen):
    """A call of an address of a service.

    Attributes:
        service: ``board`` or ``enrich``.
        method: ``GET``, ``POST``, ``PUT`` or ``DELETE``.
        path: A path of the service: ``/1/members/me``.
        query: The query's parameters; one that is repeated has a list.
        body: The JSON body, or None for none.
    """

    service: Literal["board", "enrich"]
    method: CallMethod
    path: str
    query: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    body: Any = None

    def first_page(self) -> ApiCall:
        """Return the call for the first page: of boards with as many things as there may be."""
        return self._with({"limit": PAGE} | dict(self.query)) if self.service == "board" else self

    def after(self, answer: Any) -> ApiCall | None:
        """Return the call for the page after ``answer``, which is this call's; None after the last page."""
        items = listed(answer)
        if not items:
            return None
        if self.service == "board":
            return self._older_than(items)
        if not isinstance(answer, Mapping):
            return None
        if "next_cursor" in answer:
            cursor = answer["next_cursor"]
            return self._with({"cursor": cursor}, without=("from", "offset", "page")) if cursor else None
        start, total = answer.get("from"), answer.get("total")
        if not isinstance(start, int) or not isinstance(total, int) or start + len(items) >= total:
            return None
        return self._with({"from": start + len(items)})

    def _older_than(self, items: Sequence[Any]) -> ApiCall | None:
        """Return the call for things older than the oldest of ``items``; None if it would be the same call."""
        ids = [one["id"] for one in items if isinstance(one, Mapping) and isinstance(one.get("id"), str)]
        oldest = min(ids, default=None)
        return None if oldest in {None, self.query.get("before")} else self._with({"before": oldest})

    def _with(self, values: Mapping[str, Any], *, without: Sequence[str] = ()) -> ApiCall:
        """Return the call with other values, which go into the body if it has fields there."""
        if isinstance(self.body, Mapping):
            kept = {name: value for name, value in self.body.items() if name not in without}
            return self.replace(body=kept | dict(values))
        kept = {name: value for name, value in self.query.items() if name not in without}
        return self.replace(query=kept | dict(values))


def split_address(address: str) -> tuple[str, list[Pair]]:
    """Return the path of an address and the pairs of its query: ``/1/members/me?fields=id``.

    Raises:
        UsageError: The address does not begin with a slash, or names a host.
    """
    parts = urlsplit(address)
    if parts.scheme or parts.netloc or not parts.path.startswith("/"):
        raise UsageError(f"{address!r} is no path of a service", hint="begin it with a slash: /1/members/me")
    return parts.path, parse_qsl(parts.query, keep_blank_values=True)


def split_pair(text: str) -> Pair:
    """Return the name and the value of ``NAME=VALUE``.

    Raises:
        UsageError: It has no name or no equals sign.
    """
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise UsageError(f"{text!r} is no value", hint="write NAME=VALUE, for example limit=10")
    return name, value


def group_pairs(pairs: Iterable[Pair]) -> dict[str, Any]:
    """Return the values by name; of one that is repeated all values, in order."""
    grouped: dict[str, list[str]] = {}
    for name, value in pairs:
        grouped.setdefault(name, []).append(value)
    return {name: values[0] if len(values) == 1 else values for name, values in grouped.items()}


def parse_body(text: str) -> Any:
    """Parse a JSON body.

    Raises:
        UsageError: The text is no JSON; the message says where.
    """
    try:
        return json.loads(text)
    except RecursionError as error:
        raise UsageError("the body is nested too deeply", hint='write {"name": "Ana"}') from error
    except ValueError as error:
        raise UsageError(f"the body is no JSON: {error}", hint='write {"name": "Ana"}') from error


def listed(answer: Any) -> list[Any]:
    """Return the things that an answer lists: the answer itself, or a list in it."""
    if isinstance(answer, list):
        return answer
    if isinstance(answer, Mapping):
        return next((answer[name] for name in HIT_LISTS if isinstance(answer.get(name), list)), [])
    return []
