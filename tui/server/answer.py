"""What goes back to a client: a body of some kind, and the headers of every answer."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from starlette.responses import Response

from tui.server.access.limits import EXPOSED
from tui.server.refusal import Refused

_BUSY = 503
_JSON = "application/json; charset=utf-8"
_TEXT = "text/plain; charset=utf-8"
_ALWAYS = {
    "Cache-Control": "max-age=0, must-revalidate, no-cache, no-store",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, PUT, POST, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Accept, Content-Type, Idempotency-Key",
    "Access-Control-Expose-Headers": EXPOSED,
    "X-Content-Type-Options": "nosniff",
    # Tells a client that it may repeat a POST whose answer it lost, with the same Idempotency-Key.
    "X-Idempotency": "honoured",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back: a status, a body of some kind, and headers of its own."""

    status: int
    body: str | bytes
    kind: str
    headers: Mapping[str, str]

    @classmethod
    def of_value(cls, value: Any, headers: Mapping[str, str]) -> Self:
        """``value`` as JSON in ASCII, so that no text of a board, not even half a surrogate, can spoil it."""
        return cls(200, _written(value), _JSON, headers)

    @classmethod
    def of_refusal(cls, refused: Refused, headers: Mapping[str, str]) -> Self:
        """A refusal: text, or JSON where the service answers JSON."""
        told = {**headers, **refused.headers}
        if refused.status == _BUSY:
            told["Retry-After"] = "1"
        if isinstance(refused.body, str):
            return cls(refused.status, refused.body, _TEXT, told)
        return cls(refused.status, _written(refused.body), _JSON, told)

    @classmethod
    def of_nothing(cls, headers: Mapping[str, str]) -> Self:
        """An answer that is all headers."""
        return cls(200, "", _TEXT, headers)

    def response(self, moment: float) -> Response:
        """The answer with what goes with every one; ``moment`` is the server's time, in Unix seconds."""
        told = {"X-Server-Time": str(int(moment * 1000)), **_ALWAYS, **self.headers}
        return Response(self.body, self.status, told, self.kind)


def _written(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)
