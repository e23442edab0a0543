"""``GET /batch``: up to ten reads in one request, each with a separate answer."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from tui.server.pipeline.params import Params, Refused, invalid, not_found, read_pairs
from tui.server.pipeline.route import Route, Routes

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

MOST = 10
"""Maximum number of addresses in one request."""

# A comma inside an address should be escaped twice; if it is not, a slash still marks the next address.
_SEPARATOR = re.compile(r",(?=/)")
_NAMES: dict[int, str] = {
    HTTPStatus.BAD_REQUEST: "BadRequestError",
    HTTPStatus.UNAUTHORIZED: "UnauthorizedError",
    HTTPStatus.FORBIDDEN: "ForbiddenError",
    HTTPStatus.NOT_FOUND: "NotFoundError",
}


@dataclass(frozen=True, slots=True)
class Batch:
    """The handler that answers several addresses at once.

    Attributes:
        routes: The routes of the addresses.
    """

    routes: Routes

    def answer(self, call: Call) -> list[Json]:
        """Return each answer under its status, in the order of the addresses; a failure stops no other."""
        return [self._one(call, address) for address in _addresses(call)]

    def _one(self, call: Call, address: str) -> Json:
        try:
            return {"200": self._read(call, address)}
        except Refused as refused:
            message = refused.body if isinstance(refused.body, str) else refused.body.get("message", "")
            name = _NAMES.get(refused.status, "Error")
            return {"name": name, "message": message, "statusCode": refused.status}

    def _read(self, call: Call, address: str) -> Any:
        place, _, query = address.partition("?")
        path = f"/1/{unquote(place).lstrip('/')}"
        handler, places = self.routes.find("GET", path)
        sent = Params.merged(read_pairs(query.encode("utf-8", "surrogatepass")))
        found = handler(replace(call, path=places, params=sent, address=f"GET {path}"))
        if not isinstance(found, dict | list):
            # A file can not be part of a JSON answer.
            raise not_found()
        return found


def _addresses(call: Call) -> list[str]:
    """Split parameter ``urls`` into addresses.

    Raises:
        Refused: 400, there are no addresses, or too many.
    """
    value = call.params.get("urls")
    items: list[Any] = value if isinstance(value, list) else [value]
    if not all(isinstance(item, str) for item in items):
        raise invalid("urls")
    found = [part for item in items for part in _SEPARATOR.split(item.strip(", ")) if part]
    if not 0 < len(found) <= MOST:
        raise invalid("urls")
    return found


def routes(others: Routes) -> tuple[Route, ...]:
    """Return the route of the batch, which reads from the routes ``others``."""
    return (Route("GET", "batch", Batch(others).answer),)
