"""Routing of the board service: addresses and their handlers.

The hosted service accepts any case, the singular of a noun, and a slash at the end; ids keep their case
because short links are case-sensitive (docs/reference/board.md, 0).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from tui.model.values.scalars import OBJECT_ID
from tui.server.pipeline.call import Call
from tui.server.pipeline.params import Params, Refused

if TYPE_CHECKING:
    from tui.model.values.scalars import Json

Handler = Callable[[Call], Any]
"""A function that answers a call with the value of the JSON body."""

_SHORT_LINK = re.compile(r"[0-9A-Za-z]{8}")
_NAME = re.compile(r"[^/\x00-\x20]{1,100}")
_ID_PLACEHOLDERS = (
    "list", "label", "checklist", "item", "action", "attachment", "customField", "option", "sticker",
    "reaction", "membership", "notification", "star", "webhook", "search", "background",
)  # fmt: skip
_SINGULAR = {
    noun.lower(): f"{noun}s"
    for noun in (
        "action",
        "board",
        "card",
        "checklist",
        "label",
        "list",
        "member",
        "organization",
        "token",
        "customField",
        "notification",
        "webhook",
    )
}


@dataclass(frozen=True, slots=True)
class Route:
    """One address and its handler.

    Attributes:
        method: GET, POST, PUT or DELETE.
        pattern: The segments after ``/1/``; ``{name}`` is a placeholder.
    """

    method: str
    pattern: str
    answer: Handler
    segments: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "segments", tuple(self.pattern.split("/")))

    def match(self, segments: list[str]) -> dict[str, str] | None:
        """Return the values of the placeholders; None if ``segments`` do not match."""
        path: dict[str, str] = {}
        for mine, given in zip(self.segments, segments, strict=True):
            if mine.startswith("{"):
                path[mine[1:-1]] = given
            elif mine.lower() != given.lower():
                return None
        return path


class Routes:
    """All routes; literal segments are tried before placeholders."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._by_shape: dict[tuple[str, int], list[Route]] = {}
        for route in sorted(routes, key=lambda route: [part.startswith("{") for part in route.segments]):
            self._by_shape.setdefault((route.method, len(route.segments)), []).append(route)

    def find(self, method: str, path: str) -> tuple[Handler, dict[str, str]]:
        """Return the handler of ``path`` and the values of its placeholders.

        Raises:
            Refused: 404, there is no such address; 400 ``invalid id``, an id in the address is malformed.
                Both come before the check of credentials, as on the hosted service.
        """
        segments = path.removeprefix("/1/").strip("/").split("/")
        segments[0] = _SINGULAR.get(segments[0].lower(), segments[0])
        for route in self._by_shape.get((method, len(segments)), ()):
            if (found := route.match(segments)) is not None:
                return route.answer, {name: _check_value(name, value) for name, value in found.items()}
        raise Refused(HTTPStatus.NOT_FOUND, f"Cannot {method} {path}")


def one_field(show: Callable[[Call], Json]) -> Handler:
    """Return a handler of the path's ``field`` of what ``show`` returns."""
    return lambda call: call.shown_field(show(call.with_params(Params({"fields": "all"}))))


def changed_field(change: Handler, names: Iterable[str]) -> Handler:
    """Return a handler that changes the path's ``field``, which is one of ``names``, to ``value``."""
    return lambda call: change(call.with_params(call.params.as_field(call.field(names))))


def _check_value(name: str, value: str) -> str:
    """Return ``value`` if it has the form of the placeholder ``name``, with an object id in lower case."""
    if OBJECT_ID.fullmatch(value.lower()):
        return value.lower()
    if name in _ID_PLACEHOLDERS:
        raise Refused(HTTPStatus.BAD_REQUEST, "invalid id")
    if (
        name in {"board", "card"}
        and _SHORT_LINK.fullmatch(value) is None
        and not _is_card_number(name, value)
    ):
        raise Refused(HTTPStatus.BAD_REQUEST, "invalid id")
    if name in {"member", "organization"} and _NAME.fullmatch(value) is None:
        raise Refused(HTTPStatus.BAD_REQUEST, "invalid id")
    return value


def _is_card_number(name: str, value: str) -> bool:
    return name == "card" and re.fullmatch(r"[0-9]{1,7}", value) is not None
