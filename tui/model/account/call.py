"""Calls of any address of a service, as a user writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

from tui.model.fields import Frozen, field

CallMethod = Literal["GET", "POST", "PUT", "DELETE"]

PAGE = 1000
"""Most things the board service sends at once."""

_LISTS = ("records", "people", "results", "data", "matches", "contacts")
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
            ids = [one["id"] for one in items if isinstance(one, Mapping) and isinstance(one.get("id"), str)]
            oldest = min(ids, default=None)
            return None if oldest in {None, self.query.get("before")} else self._with({"before": oldest})
        if not isinstance(answer, Mapping):
            return None
        if "next_cursor" in answer:
            cursor = answer["next_cursor"]
            return self._with({"cursor": cursor}, without=("from", "offset", "page")) if cursor else None
        start, total = answer.get("from"), answer.get("total")
        if not isinstance(start, int) or not isinstance(total, int) or start + len(items) >= total:
            return None
        return self._with({"from": start + len(items)})

    def _with(self, values: Mapping[str, Any], *, without: Sequence[str] = ()) -> ApiCall:
        """Return the call with other values, in the body where it has one of fields."""
        if isinstance(self.body, Mapping):
            kept = {name: value for name, value in self.body.items() if name not in without}
            return self.replace(body=kept | dict(values))
        kept = {name: value for name, value in self.query.items() if name not in without}
        return self.replace(query=kept | dict(values))


def listed(answer: Any) -> list[Any]:
    """Return the things that an answer lists: the answer itself, or a list in it."""
    if isinstance(answer, list):
        return answer
    if isinstance(answer, Mapping):
        return next((answer[name] for name in _LISTS if isinstance(answer.get(name), list)), [])
    return []
